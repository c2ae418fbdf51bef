import Domain

/// The item keys that a declaration may fill, from liner's own table of fields.
enum DeclaredField {
  private static let fields = ItemField.having(.declared)
  /// In the order of the table.
  static let keys = fields.map(\.key)
  /// The keys that refer to another item.
  static let references = fields.filter { $0.type == .id && $0.key != "id" }.map(\.key)

  /// How to read a value of the field; nil for references, whose id is read as a name.
  static func kind(of field: ItemField) -> Value.Kind? {
    switch field.type {
    case .text: field.key == "title" ? .name : .text
    case .number: .whole
    case .duration: .seconds
    case .price: .number
    case .flag: .flag
    case .date: .date
    case .link: .address
    case .id: field.key == "id" ? .name : nil
    }
  }

  /// Whether a key of a row may be filled from another key of the item that the row belongs to.
  static func mayFill(_ key: String, from other: String) -> Bool {
    guard let field = ItemField.named(key), let given = ItemField.named(other) else { return false }
    return field.type == given.type || field.type == .text && (given.type == .number || other == "id")
  }
}
