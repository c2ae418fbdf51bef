import Domain

/// One relation of a category, as the API's lookup answers it; a new relation is a line of `relations.txt`.
///
/// To the service, musicians, authors, developers, shows and makers of podcasts are all artists. Sources for the
/// entities below each kind of id: Apple's "Lookup Examples", recorded answers, and other clients.
struct ITunesRelation: Sendable {
  let relation: Relation
  /// What to request below the item that is looked up.
  let entity: String
  /// The categories of the rows that are its parts. Matched by kind and never by artist: works below an artist may be
  /// listed under another, and each track of a compilation has its own.
  let parts: [String]
  let order: Order
  /// Whether a podcast's own feed is better, because it has more and newer episodes than the lookup.
  let isInFeed: Bool

  enum Order: String, Sendable {
    /// As the service sends it.
    case asSent
    /// By disc and track number.
    case tracks
    /// By season and number; dates and ids are in other orders.
    case episodes
    /// By the number in the name, which is nowhere else.
    case seasons
    case newestFirst
  }

  /// The id to look up for `item`; nil if the item does not have it.
  func parent(of item: Item) -> ItemID? {
    switch relation.need {
    case nil: item.id
    case .album: item.albumID
    case .creator: item.creatorID
    }
  }

  /// Those of a category, in the order of an item's screen.
  static func of(_ category: String) -> [ITunesRelation] { all[category] ?? [] }

  private static let all = Dictionary(grouping: ITunesEntry.all(of: "relations")) { $0["in"] ?? "" }
    .mapValues { $0.map(ITunesRelation.init) }

  /// - Parameter entry: `one` leads to the album, season or podcast that an item is part of, or to its creator, whose
  ///   row comes with the parts or works: `from` should be another relation's, to share its request.
  private init(_ entry: ITunesEntry) {
    let (isOne, target) = (entry.has("one"), entry["to"] ?? "")
    let preview: Relation.Preview =
      switch entry["shows"] {
      case "all": .all
      case "named": .named
      default: .first(isOne ? 1 : 5)
      }
    relation = Relation(
      entry.name, title: entry.title, others: entry.list("others"), category: target, reach: isOne ? .one : .many,
      needs: entry["by"].map { $0 == "album" ? .album : .creator }, ofKinds: Set(entry.list("kinds")),
      notOfKinds: Set(entry.list("not")), targetKind: entry["kind"], preview: preview)
    entity = entry["from"] ?? ""
    // Albums contain videos too, and the service includes them in its numbering.
    parts = entry.has("parts") || isOne ? entry.list("parts") : [target]
    order = entry["order"].flatMap(Order.init) ?? .asSent
    isInFeed = entry.has("feed")
  }
}
