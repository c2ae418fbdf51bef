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
