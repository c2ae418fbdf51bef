/// What a word typed picks from a list.
package enum Found<Entry> {
  case one(Entry)
  /// More than one is called something that begins so.
  case several([Entry])
  case none

  /// The one that it picks; nil where it picks none or several.
  package var only: Entry? {
    if case .one(let entry) = self { entry } else { nil }
  }
}

extension Found: Sendable where Entry: Sendable {}
extension Found: Equatable where Entry: Equatable {}

extension Collection {
  /// The element with a name that is `key`, else the only one with a name that begins so.
  /// - Parameters:
  ///   - key: as the names are written, such as by `String.wordKey`.
  ///   - others: further names, whose beginnings count only where no name begins so.
  package func found(
    _ key: String, by names: (Element) -> [String], orElse others: (Element) -> [String] = { _ in [] }
  ) -> Found<Element> {
    guard !key.isEmpty else { return .none }
    if let exact = first(where: { names($0).contains(key) || others($0).contains(key) }) { return .one(exact) }
    let begun = filter { names($0).contains { $0.hasPrefix(key) } }
    let candidates = begun.isEmpty ? filter { others($0).contains { $0.hasPrefix(key) } } : begun
    return candidates.count > 1 ? .several(candidates) : candidates.first.map { .one($0) } ?? .none
  }
}

/// A list that a word is chosen from: in full, or by a beginning that only one word of it has; neither case nor accents
/// matter, nor blanks and hyphens.
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

  package func found(_ typed: String) -> Found<String> {
    let key = typed.wordKey
    // Other people's words and short beginnings pick only a title that is just that.
    let isWhole = typed.count < shortestTitle || otherWords[typed.lowercased()] != nil
    return words.found(
      key, by: { [$0.wordKey] }, orElse: { word in titleKeys(word).filter { !isWhole || $0 == key } })
  }

  /// The words that may have been meant by one that picks none.
  package func meant(by typed: String) -> [String] {
    if let ours = otherWords[typed.lowercased()] { return [ours] }
    let key = typed.wordKey
    if key.isEmpty { return [] }
    let titled = words.filter { titleKeys($0).contains { $0.hasPrefix(key) } }
    if !titled.isEmpty { return titled.count > Self.mostMeant ? [] : titled }
    guard let near = Spelling.nearest(to: typed.lowercased(), among: titles.isEmpty ? words : titles.values.sorted())
    else { return [] }
    return words.filter { $0 == near || titles[$0] == near }
  }

  private static let mostMeant = 4

  private func titleKeys(_ word: String) -> [String] { titles[word].map { [$0.wordKey] } ?? [] }

  /// `gb (United Kingdom)`.
  package func readable(_ word: String) -> String {
    titles[word].map { "\(word.lowercased()) (\($0))" } ?? word
  }
}
