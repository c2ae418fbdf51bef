import Domain

/// File names for covers, made from their items. They are unique, and safe for file systems and shells.
struct CoverNames {
  /// Lowercased, because some file systems ignore case.
  private var taken: Set<String> = []
  /// In bytes; leaves room for an extension and a number everywhere.
  private static let longest = 150

  /// The name without its extension.
  mutating func name(for item: Item) -> String {
    let whole = [item.creator, item.title].compactMap(\.self).map(Self.safe).filter { !$0.isEmpty }
      .joined(separator: " - ")
    let name = FileName.fitted(
      whole.isEmpty ? Self.safe(item.id.description) : whole, to: Self.longest, else: "cover")
    var distinct = name
    var count = 1
    while !taken.insert(distinct.lowercased()).inserted {
      count += 1
      distinct = "\(name) (\(count))"
    }
    return distinct
  }

  /// Without characters that are special in a shell or on other systems.
  private static func safe(_ text: String) -> String {
    FileName.safe(text, refusing: ":*?\"<>|", notBeginningWith: ".- ~")
  }
}

extension Picture.Format {
  var ending: String { self == .jpeg ? "jpg" : rawValue }
}
