extension Collection {
  /// What a typed word may mean: the element with the name `key`, else those with a name that begins with it.
  /// - Parameters:
  ///   - key: in the form of the names, such as `String.wordKey`.
  ///   - others: further names; their beginnings count only if no element's `names` begin with `key`.
  package func match(
    _ key: String, by names: (Element) -> [String], orElse others: (Element) -> [String] = { _ in [] }
  ) -> [Element] {
    guard !key.isEmpty else { return [] }
    if let exact = first(where: { names($0).contains(key) }) { return [exact] }
    // Two values of a service may be called the same.
    let called = filter { others($0).contains(key) }
    if !called.isEmpty { return called }
    let begun = filter { names($0).contains { $0.hasPrefix(key) } }
    return begun.isEmpty ? filter { others($0).contains { $0.hasPrefix(key) } } : begun
  }
}

extension Array {
  /// The only element; nil if there are none or several.
  package var only: Element? { count == 1 ? self[0] : nil }
}

extension Sequence where Element: Hashable {
  /// Each element once, at its first place.
  package var unique: [Element] { distinct { $0 } }
}

extension Sequence {
  /// The first element of each key, in order.
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }

  /// The elements grouped by key, in the order of the first of each.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    let groups = Dictionary(grouping: self, by: key)
    return map(key).unique.map { ($0, groups[$0] ?? []) }
  }
}

/// A list from which a word is chosen, in full or by an unambiguous beginning. Ignores case, accents, spaces and
/// hyphens.
package struct WordList: Sendable {
  package let words: [String]
  /// What the words stand for, such as country names; a title selects its word too.
  private let titles: [String: String]
  /// The fewest letters of a title that select its word; fewer look like a mistyped word.
  private let shortestTitle: Int
  /// Other programs' names for the words. A user who types one is shown ours.
  private let otherWords: [String: String]
  /// Other programs' unambiguous names, in lower case; they select the word.
  private let aliases: [String: String]
  /// Whether the words are codes of countries, which users type in lower case.
  private let hasCountries: Bool

  package init(
    _ words: [String], titles: [String: String] = [:], shortestTitle: Int = 1, otherWords: [String: String] = [:],
    aliases: [String: String] = [:], hasCountries: Bool = false
  ) {
    (self.aliases, self.words, self.titles) = (aliases, words, titles)
    (self.shortestTitle, self.otherWords, self.hasCountries) = (shortestTitle, otherWords, hasCountries)
  }

  package func match(_ typed: String) -> [String] {
    let key = typed.wordKey
    // Names may have hyphens, codes have none.
    if hasCountries, key.count < shortestTitle, typed.contains("-") { return [] }
    if let word = aliases[typed.lowercased()], words.contains(word) { return [word] }
    // A service may tell `Pop` from `pop`.
    let equal = words.filter { $0.wordKey == key }
    if equal.count > 1 { return equal.contains(typed) ? [typed] : equal }
    // Other programs' names and short beginnings select a title only if they equal it.
    let isWhole = typed.count < shortestTitle || otherWords[typed.lowercased()] != nil
    return words.match(key, by: { [$0.wordKey] }, orElse: { word in titleKeys(word).filter { !isWhole || $0 == key } })
  }

  /// Suggestions for a typed word that matches none.
  package func suggestions(for typed: String) -> [String] {
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
    titles[word].map { "\(hasCountries ? word.lowercased() : word) (\($0))" } ?? word
  }
}

/// Guesses which word was meant by a mistyped one.
package enum Spelling {
  /// The candidate with the fewest edits; nil if none is close enough to suggest.
  package static func nearest(to typed: String, among candidates: [String]) -> String? {
    // One edit is allowed in three letters, two in six; more distant suggestions confuse.
    let tolerance = max(1, min(typed.count, 40) / 3)
    guard typed.count > 1, typed.count <= 40 else { return nil }
    let ranked = candidates.map { (distance: distance(Array(typed), Array($0)), candidate: $0) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= tolerance else { return nil }
    return best.candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  package static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
