/// The expected state of a session, in simple code: an array of favourites, an array of screens with a current
/// position, and numbers that are used once. It shares no code with what it checks.
struct SessionModel {
  struct Entry: Equatable {
    var number: Int
    var thing: Thing
  }

  /// An item of `ModelCatalog`.
  struct Thing: Hashable {
    var category: String
    var key: String

    var title: String { ModelCatalog.title(of: key) }
  }

  struct Screen {
    var title: String
    var term: String?
    /// What a reload requests; nil if it requests nothing.
    var asks: (categories: [String], limit: Int?)?
    var subject: Thing?
    var sections: [[Entry]] = []
    var filter = ""
    var sort: Bool??
    var numbers: [Thing: Int] = [:]
    var next = 1

    /// Adds an answer: rows that had a number keep it, and the others get the next ones.
    mutating func receive(_ answers: [[Thing]]) {
      sections = answers.map { things in
        things.map { thing in
          if numbers[thing] == nil {
            numbers[thing] = next
            next += 1
          }
          return Entry(number: numbers[thing]!, thing: thing)
        }
      }
    }

    var all: [Entry] { sections.flatMap(\.self) }

    /// Filtered and sorted section by section.
    var visible: [Entry] {
      sections.flatMap { section in
        let kept = section.filter { filter.isEmpty || $0.thing.title.contains(filter) }
        guard case .some(.some(let isDescending)) = sort else { return kept }
        let places = kept.indices.sorted { a, b in
          let (one, other) = (kept[a].thing.title, kept[b].thing.title)
          if one == other { return a < b }
          return isDescending ? one > other : one < other
        }
        return places.map { kept[$0] }
      }
    }
  }

  var screens = [Screen(title: "home")]
  /// The index of the current screen.
  var place = 0
  var favorites: [Thing] = []
  /// The favourites before each change that can be undone.
  var before: [[Thing]] = []
  /// How many reloads there were, which change the answers.
  var generation = 0

  var screen: Screen {
    get { screens[place] }
    set { screens[place] = newValue }
  }

  var trail: [String] { screens[...place].map(\.title) }

  mutating func push(_ screen: Screen) {
    screens = screens[...place] + [screen]
    place += 1
    fetch()
  }

  mutating func fetch() {
    guard let asks = screen.asks, let term = screen.term else { return }
    screen.receive(asks.categories.map { ModelCatalog.things($0, term, limit: asks.limit, generation) })
  }

  mutating func change(_ favorites: [Thing]) {
    guard favorites != self.favorites else { return }
    before.append(self.favorites)
    self.favorites = favorites
  }

  /// The rows that the numbers, ranges and `all` of a selection pick, each once; nil if a number does not exist or
  /// nothing is picked.
  func picked(_ parts: [ModelSelection]) -> [Entry]? {
    var picked: [Entry] = []
    for part in parts {
      var found: [Entry]
      switch part {
      case .one(let number): found = screen.all.filter { $0.number == number }
      case .range(let ends):
        guard ends.compactMap(\.self).allSatisfy({ end in screen.all.contains { $0.number == end } }) else {
          return nil
        }
        let (a, b) = (ends[0] ?? Int.min, ends[1] ?? Int.max)
        found = screen.visible.filter { (min(a, b)...max(a, b)).contains($0.number) }
      }
      if case .one = part, found.isEmpty { return nil }
      for entry in found where !picked.contains(entry) { picked.append(entry) }
    }
    return picked.isEmpty ? nil : picked
  }
}

enum ModelSelection: CustomStringConvertible {
  case one(Int)
  /// Either end may be missing.
  case range([Int?])

  var description: String {
    switch self {
    case .one(let number): "\(number)"
    case .range(let ends):
      ends[0] == nil && ends[1] == nil ? "all" : ends.map { $0.map(String.init) ?? "" }.joined(separator: "-")
    }
  }
}
