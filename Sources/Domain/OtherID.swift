/// An id that several catalogs know an item by, such as its ISBN.
package struct OtherID: Sendable, Hashable {
  package let kind: Kind
  /// As the service writes it.
  package let value: String

  /// Named as in declarations.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case isbn, upc, isrc, imdb, tvdb, musicbrainz, wikidata
  }

  package init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }
}
