import Synchronization

/// Recent releases by starred creators and by the creators of starred items.
package struct News: Sendable, Equatable {
  /// Newest first; each item once.
  package var entries: [Entry]
  /// Why some releases are missing; those that came are valid.
  package var failures: [CatalogError]
  package var skipped: [SkippedRow]

  package init(entries: [Entry] = [], failures: [CatalogError] = [], skipped: [SkippedRow] = []) {
    self.entries = entries
    self.failures = failures
    self.skipped = skipped
  }

  /// A new release, and the favourite that it comes from.
  package struct Entry: Sendable, Equatable {
    package var item: Item
    package var star: Item

    package init(item: Item, star: Item) {
      self.item = item
      self.star = star
    }
  }

  /// Adds what another request brought.
  package mutating func add(_ other: News) {
    entries += other.entries
    skipped += other.skipped
    failures += other.failures.filter { !failures.contains($0) }
  }

  /// Sorts the entries, newest first, and removes duplicates.
  package mutating func sort() {
    var seen: Set<ItemID> = []
    entries = entries.filter { seen.insert($0.item.id).inserted }
    entries.sort { ($0.item.released?.text ?? "") > ($1.item.released?.text ?? "") }
  }
}

/// What a list of news shows, for comparison with the list that is shown next.
package struct ShownNews: Sendable {
  /// The favourites whose news came.
  package var stars: [ItemID]
  /// The first day listed.
  package var first: String
  package var items: [Item] = []

  package struct Item: Sendable {
    package var id: ItemID
    package var day: String
    package var star: ItemID
  }

  package init(_ news: News, of stars: [ItemID], from first: String) {
    self.stars = stars
    self.first = first
    items = news.entries.map { Item(id: $0.item.id, day: $0.item.released?.day ?? "", star: $0.star.id) }
  }
}

/// Remembers which news were shown.
package protocol NewsMemory: Sendable {
  /// Remembers these news as shown.
  /// - Returns: those that are there since they were last shown; nil if that cannot be read.
  func show(_ news: ShownNews) async -> Set<ItemID>?
}

/// Which news were shown.
package struct NewsHistory: Sendable {
  /// The first day shown of each favourite's news.
  package var stars: [ItemID: String] = [:]
  package var items: Set<ItemID> = []

  package init() {}

  /// - Returns: the news that are there since they were last shown. Of a favourite whose news were never shown, none is
  ///   new, and neither is what came out before the days that were shown.
  package mutating func show(_ news: ShownNews) -> Set<ItemID> {
    var new: Set<ItemID> = []
    for item in news.items {
      if let since = stars[item.star], item.day >= since, !items.contains(item.id) { new.insert(item.id) }
    }
    items.formUnion(news.items.map(\.id))
    for star in news.stars { stars[star] = min(stars[star] ?? news.first, news.first) }
    return new
  }
}

/// Remembers the news shown in this session alone.
package final class SessionNews: NewsMemory {
  private let history = Mutex(NewsHistory())

  package init() {}

  package func show(_ news: ShownNews) async -> Set<ItemID>? { history.withLock { $0.show(news) } }
}
