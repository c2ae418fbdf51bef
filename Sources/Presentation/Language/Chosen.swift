import Domain

extension Choice {
  /// The word chosen.
  /// - Parameter name: what it is chosen for, such as a setting's.
  /// - Throws: `usage`, with the words that it could be.
  package func chosen(_ typed: String, for name: String) throws(CommandError) -> String {
    switch found(typed) {
    case .one(let word): return word
    case .several(let words): throw .usage(.ambiguousWord(typed, candidates: words.map(readable)))
    case .none:
      let meant = meant(by: typed)
      if meant.isEmpty { throw .usage(.badValue(typed, of: name, allowed: words)) }
      throw .usage(.misspelt(typed, of: name, meant: meant.map(readable)))
    }
  }
}

extension RawRepresentable where RawValue == String, Self: CaseIterable {
  /// The case whose word is chosen.
  /// - Parameter cases: nil: all of them.
  static func chosen(
    _ typed: String, for name: String, among cases: [Self]? = nil, titles: [String: String] = [:]
  ) throws(CommandError) -> Self {
    let cases = cases ?? Array(allCases)
    let word = try Choice(cases.map(\.rawValue), titles: titles).chosen(typed, for: name)
    guard let chosen = cases.first(where: { $0.rawValue == word }) else {
      throw .usage(.badValue(typed, of: name, allowed: cases.map(\.rawValue)))
    }
    return chosen
  }
}

extension ItemField {
  static func chosen(
    _ typed: String, for name: String, among fields: [ItemField]
  ) throws(CommandError) -> ItemField {
    let key = try Choice(fields.map(\.key)).chosen(typed, for: name)
    guard let field = named(key) else { throw .usage(.badValue(typed, of: name, allowed: fields.map(\.key))) }
    return field
  }
}

extension SearchFilter {
  /// The values; storefronts also by name, though two letters are always meant as a code.
  var choice: Choice {
    Choice(allValues, titles: valueTitles, shortestTitle: 3, otherWords: valueTitles.isEmpty ? [:] : Self.otherNames)
  }

  /// Names that people have for countries besides those that stores go by.
  private static let otherNames = [
    "uk": "GB", "england": "GB", "britain": "GB", "great britain": "GB", "usa": "US", "america": "US",
    "holland": "NL",
  ]
}
