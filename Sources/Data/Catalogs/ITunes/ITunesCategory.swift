import Domain

/// One category of the iTunes Search API, an entry of `all`.
///
/// Media, entities and attributes: Apple's "iTunes Search API", tables of the Searching page.
struct ITunesCategory: Sendable {
  private let entry: ITunesEntry
  let category: Category
  var media: String { entry["media"] ?? "music" }
  var entity: String { entry["from"] ?? "" }
  /// The service's words for rows of this category, if rows contain one.
  let kinds: [String]
  /// Which of a row's names, ids and links belong to the item itself.
  let level: ITunesRow.Level
  /// The relations of its items, and the request for each.
  var relations: [ITunesRelation] { ITunesRelation.of(category.name) }
  /// Whether the service can look up its items by their own number.
  var isLookedUp: Bool { !entry.has("listed only") }
  /// Whether its items have the same number in all storefronts; a quarter of songs do not.
  var keepsNumbers: Bool { entry.has("keeps numbers") }

  /// The category of the wholes that its items are part of; nil if there is none.
  var whole: String? { entry["part of"] }
  /// What its items' creators publish, as the service calls it.
  var news: [String] { entry.list("news") }

  private init(_ entry: ITunesEntry) {
    self.entry = entry
    category = Category(
      name: entry.name, title: entry.title, itemTitle: entry["item"], others: entry.list("others"),
      relations: ITunesRelation.of(entry.name).map(\.relation),
      lookups: Set(entry.list("lookups").compactMap(OtherID.Kind.init)), wikidataProperty: entry["wikidata"],
      hasRecordings: entry.has("playable"))
    kinds = entry.list("kinds")
    level = entry["level"].flatMap(ITunesRow.Level.init) ?? .track
  }

  /// The attributes that a search of its medium can be limited to.
  var attributes: [String] { Self.attributes[media] ?? [] }

  private static let attributes = EmbeddedFile.table("attributes").words

  /// In the order of a home screen; the first three are searched by default. Podcast episodes are undocumented as a
  /// search entity, but it works; lookups by number do not.
  static let all = ITunesEntry.all(of: "categories").map(ITunesCategory.init)

  static let song = all[0]
  static let artist = all.first { $0.level == .artist } ?? song

  /// Everything that musicians make.
  static let music = ["song", "album", "artist", "music-video"].compactMap { named($0)?.category }

  /// The category called `name` in item ids, if there is one.
  static func named(_ name: String) -> ITunesCategory? { all.first { $0.category.name == name } }

  /// The category in `row`; nil if it contains no known one.
  static func of(_ row: ITunesRow) -> ITunesCategory? {
    // Every creator is an artist, whatever they make.
    if row[.wrapperType] == "artist" { return artist }
    if let kind = row.kindName, byKind[kind] != nil || row[.wrapperType] != "collection" { return byKind[kind] }
    // Since 2026 a lookup returns videos without a kind; the address of their page contains it, as that of a bundle of
    // films or of a compilation.
    guard let page = (row[.trackViewUrl] ?? row[.collectionViewUrl]).flatMap({ ApplePage($0) }),
      let name = page.category
    else {
      return nil
    }
    if row[.wrapperType] == "track", let part = ["album": "song", "season": "tv"][name] { return named(part) }
    return named(name)
  }

  static let byKind = Dictionary(
    all.flatMap { category in category.kinds.map { ($0, category) } }, uniquingKeysWith: { first, _ in first })
}

/// A line of one of iTunes' tables: `song: Song`, then named cells: `kinds: song`, `shelf`.
struct ITunesEntry: Sendable {
  let name: String
  let title: String
  // Not a dictionary, because a start reads each entry only once.
  private let cells: [(name: String, text: String)]

  private init(_ line: String) {
    cells = line.fields(separatedBy: UInt8(ascii: "\t")).map(\.splitAtColon)
    (name, title) = cells[0]
  }

  static func all(of table: String) -> [ITunesEntry] { EmbeddedFile.table(table).lines.map(ITunesEntry.init) }

  subscript(cell: String) -> String? { cells.dropFirst().first { $0.name == cell }?.text }
  func has(_ cell: String) -> Bool { self[cell] != nil }
  /// The words of a cell, separated by commas.
  func list(_ cell: String) -> [String] { self[cell]?.fields(separatedBy: UInt8(ascii: ",")) ?? [] }
}
