package import Domain

/// What is to be found in other catalogs.
package indirect enum ElsewhereQuestion: Sendable, Equatable {
  case item(Item)
  /// What a page of another service is about.
  case page(CrosswalkPage)
}

/// The same thing in other catalogs.
struct ElsewhereAnswer: Sendable {
  /// In the order of the catalogs, each with how it is known.
  var items: [Item] = []
  var without: [LeftOut] = []
  /// Why the answers of some catalogs, or of Wikidata, are missing.
  var failures: [CatalogError] = []
  /// The title of the thing, if it was not known before.
  var title: String?
}
