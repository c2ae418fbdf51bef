import Domain
import FoundationEssentials

/// A record and what is made of it.
struct GhibliEntry: Sendable {
  let record: GhibliRecord
  let item: Item
  /// Everything a search looks at, folded.
  private let searchable: String

  /// Nil where the record has no title.
  init?(_ record: GhibliRecord, as category: GhibliCategory, base: String) {
    guard let item = Item(record, as: category, base: base) else { return nil }
    self.record = record
    self.item = item
    let names = [item.title, record.originalTitle, record.romanisedTitle, record.director]
    searchable = Self.folded(names.compactMap(\.self).joined(separator: "\n"))
  }

  /// Whether each of the words stands somewhere in its names.
  /// - Parameter words: folded.
  func contains(_ words: [Substring]) -> Bool { words.allSatisfy { searchable.contains($0) } }

  /// Upper and lower case, accents, and fullwidth forms make no difference to a search.
  static func folded(_ text: String) -> String { text.folded }
}

extension Item {
  /// What `record` says, taken for one of `category`; nil where it has no title.
  fileprivate init?(_ record: GhibliRecord, as category: GhibliCategory, base: String) {
    guard let title = record.title else { return nil }
    self.init(
      id: ItemID(catalog: Catalog.ghibli.name, category: category.category.name, key: record.id ?? title),
      title: title, facts: category.facts(record).compactMap { label, value in value.map { Fact(label, $0) } })
    creator = record.director
    link = record.id.flatMap { WebLink(category.address(of: $0, at: base)) }
    artwork = record.image.flatMap(WebLink.init)
    description = record.description
    duration = record.runningTime
    released = record.releaseDate.flatMap(ReleaseDate.init)
  }
}
