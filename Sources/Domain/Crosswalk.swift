/// Knows the ids of one work in hundreds of services: Wikidata.
package protocol Crosswalk: Sendable {
  /// The service page at an address; nil if no pattern of the table matches.
  func page(at address: String) -> CrosswalkPage?

  /// The one work with any of `ids`, or with the Wikidata number `wikidata`; nil if there is none, or several.
  /// - Parameter kind: what it must be, as far as Wikidata says; nil for anything.
  func thing(with ids: [PropertyID], wikidata: String?, kind: WorkKind?) async throws(CatalogError) -> CrosswalkWork?

  /// The work that a page is about; nil if it is unknown.
  func thing(at page: CrosswalkPage) async throws(CatalogError) -> CrosswalkWork?

  /// The property for a standard id of works of that kind; nil if there is none.
  func property(of kind: OtherID.Kind, for work: WorkKind) -> String?

  /// Whether the catalog's own ids in that category are standard ids of that kind.
  func isOwn(_ kind: OtherID.Kind, of category: Category) -> Bool

  /// Whether `value` has the form of an id in that category: several categories may share a property.
  func fits(_ value: String, _ category: Category) -> Bool
}

/// An id, by the property whose value it is: `P345`, `tt0083658`.
package struct PropertyID: Sendable, Hashable {
  package let property: String
  package let value: String

  package init(_ property: String, _ value: String) { (self.property, self.value) = (property, value) }
}

/// A page of a service, which may or may not be a catalog.
package struct CrosswalkPage: Sendable, Equatable {
  /// The service's name: `IMDb`.
  package let service: String
  package let address: String
  package let name: Name
  /// The ids by which catalogs may look it up.
  package let otherIDs: [OtherID]

  package enum Name: Sendable, Equatable {
    case id(PropertyID)
    /// A number of Wikidata's own.
    case wikidata(String)
    /// An article, by its site and title: `enwiki`, `Blade Runner`.
    case article(site: String, title: String)
    /// Only its address, which catalogs may know.
    case address
  }

  package init(service: String, address: String, name: Name, otherIDs: [OtherID] = []) {
    (self.service, self.address, self.name, self.otherIDs) = (service, address, name, otherIDs)
  }
}

/// A work with its ids in other services.
package struct CrosswalkWork: Sendable, Equatable {
  /// Its number in Wikidata: `Q184843`.
  package let id: String
  /// Its English name; nil if it has none.
  package let title: String?
  /// The year in which it was published or began.
  package let year: String?
  /// Nil if its statements name no kind that is known here.
  package let kind: WorkKind?
  /// The ids of the best rank, by property. One service may have several.
  package let ids: [String: [String]]
  /// The ids that catalogs can look up.
  package let otherIDs: [OtherID]

  package init(
    id: String, title: String?, year: String? = nil, kind: WorkKind? = nil, ids: [String: [String]],
    otherIDs: [OtherID] = []
  ) { (self.id, self.title, self.year, self.kind, self.ids, self.otherIDs) = (id, title, year, kind, ids, otherIDs) }
}
