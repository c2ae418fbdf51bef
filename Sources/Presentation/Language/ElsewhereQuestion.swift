package import Domain

/// What to find in other catalogs.
package indirect enum ElsewhereQuestion: Sendable, Equatable {
  case item(Item)
  /// The subject of another service's page.
  case page(CrosswalkPage)
}

/// The same work in other catalogs.
struct ElsewhereAnswer: Sendable {
  /// In the order of the catalogs, each with how it is known.
  var items: [Item] = []
  var without: [LeftOut] = []
  /// Why the answers of some catalogs, or of Wikidata, are missing.
  var failures: [CatalogError] = []
  /// The title of the work, if it was not known before.
  var title: String?
}
