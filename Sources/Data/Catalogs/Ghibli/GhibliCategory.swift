import Wire
import Domain

/// One category as the Ghibli API knows it; a further category is one more entry of `all`.
struct GhibliCategory: Sendable {
  let category: Category
  /// The collection's path, which also stands in every link to one of its records.
  let collection: String
  /// What else there is to say of a record, in reading order; nil where it does not say.
  let facts: @Sendable (GhibliRecord) -> [(String, String?)]
  /// What belongs to a record, in the order of its screen.
  let links: [Link]

  /// A relation, and the fields of either side that tell of it. Both are read: films name 34 of their 59 characters,
  /// and none of their 26 locations, while characters leave out none of their films.
  struct Link: Sendable {
    let relation: Relation
    /// The field of the record with links to what belongs to it.
    var forward: String?
    /// The field of what belongs to it that leads back.
    var back: String?
  }

  private init(
    _ name: String, title: String, others: [String] = [], collection: String, links: [Link],
    facts: @escaping @Sendable (GhibliRecord) -> [(String, String?)]
  ) {
    category = Category(
      name: name, title: title, others: others, isListable: true, relations: links.map(\.relation))
    self.collection = collection
    self.facts = facts
    self.links = links
  }

  /// In the order in which a home screen shows them.
  ///
  /// An item's screen asks for two collections at most: its own, and that of the one relation that is not only named.
  static let all = [
    GhibliCategory(
      "film", title: "Film", others: ["movie"], collection: "films",
      links: [
        Link(
          relation: Relation(
            "characters", title: "Characters", others: ["character", "people", "person", "cast"], category: "character",
            preview: .all),
          forward: "people", back: "films"),
        Link(relation: .locations, forward: "locations", back: "films"),
        Link(
          relation: Relation("species", title: "Species", category: "species"), forward: "species", back: "films"),
        Link(relation: .vehicles, forward: "vehicles", back: "films"),
      ]
    ) { [("Original title", $0.originalTitles), ("Producer", $0.producer), ("Score", $0.score)] },
    GhibliCategory(
      "character", title: "Character", others: ["person", "people"], collection: "people",
      links: [
        Link(relation: .films, forward: "films", back: "people"),
        Link(
          relation: Relation("species", title: "Species", category: "species", reach: .one), forward: "species",
          back: "people"),
        Link(relation: .locations, back: "residents"),
        Link(relation: .vehicles, back: "pilot"),
      ]
    ) { [("Gender", $0.gender), ("Age", $0.age), ("Eyes", $0.eyeColor), ("Hair", $0.hairColor)] },
    GhibliCategory(
      "location", title: "Location", others: ["place"], collection: "locations",
      links: [
        Link(relation: .films, forward: "films", back: "locations"),
        Link(
          relation: Relation(
            "residents", title: "Residents", others: ["resident", "characters", "character", "people", "person"],
            category: "character"),
          forward: "residents"),
      ]
    ) { [("Climate", $0.climate), ("Terrain", $0.terrain), ("Water", $0.surfaceWater)] },
    GhibliCategory(
      "species", title: "Species", collection: "species",
      links: [
        Link(relation: .films, forward: "films", back: "species"),
        Link(
          relation: Relation(
            "members", title: "Members", others: ["member", "characters", "character", "people", "person"],
            category: "character"),
          forward: "people", back: "species"),
      ]
    ) { [("Classification", $0.classification), ("Eyes", $0.eyeColors), ("Hair", $0.hairColors)] },
    GhibliCategory(
      "vehicle", title: "Vehicle", collection: "vehicles",
      links: [
        Link(relation: .films, forward: "films", back: "vehicles"),
        Link(
          relation: Relation(
            "pilot", title: "Pilot", others: ["pilots", "character", "person"], category: "character", reach: .one),
          forward: "pilot"),
      ]
    ) { [("Class", $0.vehicleClass), ("Length", $0.length)] },
  ]

  /// The entry called `name` in item ids, or nil.
  static func named(_ name: String) -> GhibliCategory? { all.first { $0.category.name == name } }

  /// Asks for all of them.
  func request(at base: String) -> HTTPRequest { HTTPRequest(base: base, path: collection) }

  /// A single record's address.
  func address(of key: String, at base: String) -> String { HTTPRequest(base: base, path: "\(collection)/\(key)").url }
}

extension Relation {
  fileprivate static let films = Relation(
    "films", title: "Films", others: ["film", "movies", "movie"], category: "film", preview: .all)
  fileprivate static let locations = Relation(
    "locations", title: "Locations", others: ["location", "places", "place"], category: "location")
  fileprivate static let vehicles = Relation("vehicles", title: "Vehicles", others: ["vehicle"], category: "vehicle")
}
