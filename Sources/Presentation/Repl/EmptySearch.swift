import Domain

/// What to try where nothing was found.
extension Repl {
  package nonisolated static let isNotInSample = "It is not in the sample, which is small"

  /// One sentence for each suggestion; none if the screen is not empty or no catalog was searched.
  func advice(for screen: Screen) async -> [String] {
    guard screen.phase == .empty, !screen.isEverywhere || !screen.sections.isEmpty else { return [] }
    var advice: [String] = []
    if let sample = coordinator.resources.sample {
      switch screen.kind {
      case .home, .category, .relation, .chart,
        _ where screen.kind.isOfShelves:
        let example = sample[screen.catalog].flatMap { $0 == screen.query?.term.lowercased() ? nil : $0 }
        advice.append(Self.isNotInSample + (example.map { ". For example: search \($0)" } ?? ""))
      case .elsewhere where screen.without.contains { $0.reason == .notFound }:
        advice.append("The other catalogs' samples are small")
      default: break
      }
      if case .news(let stars, _, _, onlyNew: false)? = screen.sections.first?.source, !stars.isEmpty {
        advice.append("With --offline, only items in the sample have news")
      }
    }
    let catalog = coordinator.catalogs.first { $0.name == screen.catalog }
    // A shelf has a title of its own, and nobody typed its term.
    let isOfSearch = screen.kind == .category && catalog?.categories.contains { $0.title == screen.title } == true
    guard screen.kind == .home || isOfSearch, let query = screen.query, !query.term.isEmpty else { return advice }
    if chartItems == nil { chartItems = await coordinator.resources.chartMemory?.latest().flatMap(\.places) ?? [] }
    let words = await KnownWords(coordinator.known() + (chartItems ?? []), searches: searches, in: coordinator.catalogs)
    func search(_ term: String, _ option: String, but others: Set<String> = []) -> String {
      "search \(term.asTerm)\(option)\(query.given(in: catalog, but: others))"
    }
    if let corrected = words.corrected(query.term) {
      advice.append("Did you mean: \(search(corrected, query.isEverywhere ? " --everywhere" : ""))")
    }
    if !screen.unasked.isEmpty {
      let names = screen.unasked.map(\.name).joined(separator: ", ")
      advice.append("Not searched: \(names). To search them: \(search(query.term, " --in all", but: ["in"]))")
    }
    let hasOthers = coordinator.catalogs.contains { catalog in
      let asked = screen.sections.count { $0.catalog == catalog.name }
      return asked > 0 && asked < catalog.searchable.count
    }
    if hasOthers, query.words == nil {
      let all = search(query.term, " --everywhere --in all")
      advice.append("Only the default categories of each catalog were searched. To search every category: \(all)")
    }
    if !query.isEverywhere { advice.append("In every catalog: \(search(query.term, " --everywhere", but: ["in"]))") }
    return advice
  }
}

extension Coordinator {
  /// The items that this session and the favourites of earlier ones contain.
  func known() async -> [Item] {
    let shown = stacks.flatMap { stack in (stack.entries + stack.ahead).flatMap(\.screen.sections).flatMap(\.rows) }
    let earlier = (try? await earlierFavorites()) ?? []
    return shown.map(\.item) + favorites.items + earlier.map(\.favorite.item)
  }
}

/// Words that are spelled correctly, or were typed before.
struct KnownWords {
  /// Words of titles and creators in lower case, by folded form: a service may distinguish `bjork` from `björk`.
  private let seen: [String: [String]]
  /// Words of earlier searches, which may be misspelled themselves.
  private let typed: [String: [String]]

  /// Shorter words resemble too many others.
  private static let shortest = 4
  /// The most earlier searches and words of a term that are compared, so that a script's empty searches stay cheap.
  private static let most = 200

  init(_ items: [Item], searches: SearchHistory, in catalogs: [Catalog]) {
    seen = Self.words(items.flatMap { [$0.title, $0.creator ?? ""] })
    typed = Self.words(Array(searches.newestFirst(in: catalogs, most: Self.most).prefix(Self.most)))
  }

  /// The term with each unknown word replaced by the nearest known one; nil if none is near.
  func corrected(_ term: String) -> String? {
    let own = Self.words([term])
    let split = term.split(separator: " ")
    if split.count > Self.most { return nil }
    var isCorrected = false
    let words = split.map { word -> String in
      let parts = Self.words([String(word)])
      guard parts.count == 1, let (folded, written) = parts.first, written.count == 1,
        seen[folded]?.contains(written[0]) != true,
        let near = seen[folded]?[0] ?? nearest(to: folded, in: seen)
          ?? nearest(to: folded, in: typed.filter { own[$0.key] == nil })
      else { return String(word) }
      isCorrected = true
      return near
    }
    return isCorrected ? words.joined(separator: " ") : nil
  }

  private func nearest(to word: String, in known: [String: [String]]) -> String? {
    let near = known.keys.filter { abs($0.count - word.count) <= 2 }
    return Spelling.nearest(to: word, among: near.sorted()).flatMap { known[$0]?[0] }
  }

  private static func words(_ texts: [String]) -> [String: [String]] {
    let words = texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    return words.reduce(into: [:]) { known, word in
      let folded = word.folded
      if folded.count >= shortest { known[folded, default: []].append(word) }
    }
  }
}
