/// What whoever is starred, or made what is starred, brought out of late.
package struct News: Sendable, Equatable {
  /// Newest first; each thing once.
  package var entries: [Entry]
  /// What kept some of it from coming; what did come stands.
  package var failures: [CatalogError]
  package var skipped: [SkippedRow]

  package init(entries: [Entry] = [], failures: [CatalogError] = [], skipped: [SkippedRow] = []) {
    self.entries = entries
    self.failures = failures
    self.skipped = skipped
  }

  /// Something new, and the favourite that it comes from.
  package struct Entry: Sendable, Equatable {
    package var item: Item
    package var star: Item

    package init(item: Item, star: Item) {
      self.item = item
      self.star = star
    }
  }

  /// Takes in what another question brought.
  package mutating func add(_ other: News) {
    entries += other.entries
    skipped += other.skipped
    failures += other.failures.filter { !failures.contains($0) }
  }

  /// Newest first, each thing once.
  package mutating func sort() {
    var seen: Set<ItemID> = []
    entries = entries.filter { seen.insert($0.item.id).inserted }
    entries.sort { ($0.item.released?.text ?? "") > ($1.item.released?.text ?? "") }
  }
}
