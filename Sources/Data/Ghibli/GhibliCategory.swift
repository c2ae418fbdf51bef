import Domain

/// One category as the Ghibli API knows it; a further category is one more entry of `all`.
struct GhibliCategory: Sendable {
  let category: Category
  /// The collection's path, which also stands in every link to one of its records.
  let collection: String
  /// What else there is to say of a record, in reading order; nil where it does not say.
  let facts: @Sendable (GhibliRecord) -> [(String, String?)]
  /// What a record's screen goes on to, in its order.
  let links: [Links]

  /// A field of a record with links to records of another category.
  struct Links: Sendable {
    let title: String
    let field: String
    /// The name of the category they lead to.
    let target: String
    /// The field of those records that leads back: it is asked where `field` knows of none.
    var reverse: String?
  }

  /// In the order in which a home screen shows them.
  static let all = [
    GhibliCategory(
      category: Category(name: "film", title: "Film", others: ["movie"], isListable: true), collection: "films",
      facts: { [("Original title", $0.originalTitles), ("Producer", $0.producer), ("Score", $0.score)] },
      // For 17 of 22 films the service names nobody, while every character names its films.
      links: [Links(title: "Characters", field: "people", target: "character", reverse: "films")]),
    GhibliCategory(
      category: Category(name: "character", title: "Character", others: ["person", "people"], isListable: true),
      collection: "people",
      facts: { [("Gender", $0.gender), ("Age", $0.age), ("Eyes", $0.eyeColor), ("Hair", $0.hairColor)] },
      links: [
        Links(title: "Films", field: "films", target: "film"),
        Links(title: "Species", field: "species", target: "species"),
      ]),
    GhibliCategory(
      category: Category(name: "location", title: "Location", others: ["place"], isListable: true),
      collection: "locations",
      facts: { [("Climate", $0.climate), ("Terrain", $0.terrain), ("Water", $0.surfaceWater)] },
      links: [
        Links(title: "Films", field: "films", target: "film"),
        Links(title: "Residents", field: "residents", target: "character"),
      ]),
    GhibliCategory(
      category: Category(name: "species", title: "Species", isListable: true), collection: "species",
      facts: { [("Classification", $0.classification), ("Eyes", $0.eyeColors), ("Hair", $0.hairColors)] },
      links: [
        Links(title: "Films", field: "films", target: "film"),
        Links(title: "Members", field: "people", target: "character"),
      ]),
    GhibliCategory(
      category: Category(name: "vehicle", title: "Vehicle", isListable: true), collection: "vehicles",
      facts: { [("Class", $0.vehicleClass), ("Length", $0.length)] },
      links: [
        Links(title: "Films", field: "films", target: "film"),
        Links(title: "Pilot", field: "pilot", target: "character"),
      ]),
  ]

  /// The entry called `name` in item ids, or nil.
  static func named(_ name: String) -> GhibliCategory? { all.first { $0.category.name == name } }

  /// Asks for one record, or without a key for all of them.
  func request(for key: String? = nil, at base: String) -> HTTPRequest {
    HTTPRequest(base: base, path: key.map { "\(collection)/\($0)" } ?? collection)
  }
}
