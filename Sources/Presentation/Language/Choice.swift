import Domain

/// A list that a word is chosen from: in full, or by a beginning that only one word of it has; neither case nor accents
/// matter, nor which dash it is.
package struct Choice: Sendable {
  package let words: [String]
  /// What words stand for, such as the names of countries, by which they are chosen just as well.
  private let titles: [String: String]
  /// The fewest letters that a beginning of a title must have, where fewer look like a word that is not in the list.
  private let shortestTitle: Int
  /// What others call the words. Somebody who types that is told ours.
  private let otherWords: [String: String]

  package init(
    _ words: [String], titles: [String: String] = [:], shortestTitle: Int = 1, otherWords: [String: String] = [:]
  ) {
    self.words = words
    self.titles = titles
    self.shortestTitle = shortestTitle
    self.otherWords = otherWords
  }

  package enum Found: Sendable, Equatable {
    case one(String)
    /// More than one begins so.
    case several([String])
    /// None does; these may have been meant.
    case none(meant: [String])
  }

  package func found(_ typed: String) -> Found {
    let wanted = Self.folded(typed)
    guard !wanted.utf8.isEmpty else { return .none(meant: []) }
    if let exact = words.first(where: { Self.folded($0) == wanted || folded(titleOf: $0) == wanted }) {
      return .one(exact)
    }
    if let found = Self.found(words.filter { Self.folded($0).begins(with: wanted) }) { return found }
    if let ours = otherWords[typed.lowercased()] { return .none(meant: [ours]) }
    let titled = words.filter { folded(titleOf: $0)?.begins(with: wanted) ?? false }
    if typed.count < shortestTitle { return .none(meant: titled.count > Self.mostMeant ? [] : titled) }
    if let found = Self.found(titled) { return found }
    guard let near = Spelling.nearest(to: typed.lowercased(), among: titles.isEmpty ? words : titles.values.sorted())
    else { return .none(meant: []) }
    return .none(meant: words.filter { $0 == near || titles[$0] == near })
  }

  /// The words that begin so.
  func beginning(_ typed: String) -> [String] {
    if case .several(let words) = found(typed) { words } else { [] }
  }

  private static let mostMeant = 4

  private static func found(_ candidates: [String]) -> Found? {
    candidates.isEmpty ? nil : candidates.count == 1 ? .one(candidates[0]) : .several(candidates)
  }

  /// The word chosen.
  /// - Parameter name: what it is chosen for, such as a setting's.
  /// - Throws: `usage`, with the words that it could be.
  package func chosen(_ typed: String, for name: String) throws(CommandError) -> String {
    switch found(typed) {
    case .one(let word): return word
    case .several(let words): throw .usage(.ambiguousWord(typed, candidates: words.map(readable)))
    case .none(meant: []): throw .usage(.badValue(typed, of: name, allowed: words))
    case .none(let meant): throw .usage(.misspelt(typed, of: name, meant: meant.map(readable)))
    }
  }

  /// `gb (United Kingdom)`.
  package func readable(_ word: String) -> String {
    titles[word].map { "\(word.lowercased()) (\($0))" } ?? word
  }

  private func folded(titleOf word: String) -> FoldedText? { titles[word].map(Self.folded) }

  private static func folded(_ text: String) -> FoldedText { FoldedText(text.replacing("-", with: "_")) }
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

extension FoldedText {
  fileprivate func begins(with other: FoldedText) -> Bool { utf8.starts(with: other.utf8) }
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
