import Wire
import Domain

extension Item {
  /// The content of `row`, which is row `number` of the answer, as an item of `category`.
  /// - Throws: why the row cannot be shown.
  init(_ row: ITunesRow, at number: Int, as category: ITunesCategory) throws(SkippedRow) {
    let level = row.level ?? category.level
    let ownKind = row.kindName
    let kind = ownKind ?? category.kinds.first
    let title = row.own(.trackName, .collectionName, .artistName, at: level, kind: kind) { row[$0] }
    guard let title else { throw SkippedRow(row: number, reason: "no title") }
    let link = row.link(at: level)
    let name = category.category.name
    let key =
      row.own(.trackId, .collectionId, .artistId, at: level, kind: kind, row.id)
      ?? link.flatMap { ITunesReference.number(ofPage: $0, in: name) }
    guard let key else { throw SkippedRow(row: number, reason: "no id") }
    // Otherwise a bundle of films would be part of itself.
    let facts = row.facts(of: level == .collection ? ownKind : kind)
    self.init(id: .itunes(name, key), title: title, facts: facts)
    self.kind = level == .artist ? row.artistKind : ownKind
    self.link = link
    switch kind {
    // An episode's creator is its show, which is its collection; it has no artist.
    case "podcast-episode":
      creator = row[.artistName] ?? row[.collectionName]
      creatorID = row.id(.artistId).map { .itunes("artist", $0) }
      creatorLink = row[.collectionViewUrl].flatMap(WebLink.init)
    // Looking up an artist by their own id returns their works.
    case _ where level == .artist:
      creatorID = row.id(.artistId).map { .itunes("artist", $0) }
    default:
      creator = row[.artistName]
      creatorID = (row.id(.artistId) ?? row.artistIds.first).map { .itunes("artist", $0) }
      creatorLink = row[.artistViewUrl].flatMap(WebLink.init)
    }
    (album, albumID) = row.whole(of: kind, at: level)
    let number = row.integer(.trackNumber).flatMap { $0 > 0 ? $0 : nil }
    if kind == "tv-episode" {
      episode = number
    } else {
      track = number
      disc = row.integer(.discNumber).flatMap { $0 > 0 ? $0 : nil }
    }
    if kind == "tv-episode" || kind == "TV Season" { season = row.seasonNumber }
    if kind == "podcast-episode" {
      audio = row[.episodeUrl].flatMap(WebLink.init)
      guid = row[.episodeGuid]?.trimmed
    }
    artwork = row.artwork
    preview = (row[.previewUrl] ?? row[.episodeUrl]).flatMap(WebLink.init)
    feed = row[.feedUrl].flatMap(WebLink.init)
    description = (row[.longDescription] ?? row[.description] ?? row[.shortDescription]).flatMap {
      PlainText(html: $0)?.text
    }
    duration = row.duration(of: kind)
    price = row.price(at: level)
    released = row[.releaseDate].flatMap(ReleaseDate.init)
    genre = row[.primaryGenreName] ?? row.genres.first
    rating = row[.contentAdvisoryRating] ?? row[.trackContentRating]
    isExplicit = row.isExplicit(at: level)
    // A song or an episode states the count of its album or season.
    count = level == .collection || kind == "podcast" ? row.integer(.trackCount).flatMap { $0 >= 0 ? $0 : nil } : nil
  }
}

extension ItemID {
  static func itunes(_ category: String, _ key: String) -> ItemID {
    ItemID(catalog: Catalog.itunes.name, category: category, key: key)
  }
}

extension ITunesRow {
  /// The whole that the item is part of, with its id; nil if it is not part of anything.
  fileprivate func whole(of kind: String?, at level: Level) -> (title: String?, id: ItemID?) {
    guard level == .track, let category = kind.flatMap({ ITunesCategory.byKind[$0] })?.whole else { return (nil, nil) }
    return (self[.collectionName], id(.collectionId).map { .itunes(category, $0) })
  }

  /// The number of its season, which is only in the season's name: the one after the last word for "season" or "series"
  /// that has one, or else the one before such a word; nil if there is neither, as in a complete series.
  fileprivate var seasonNumber: Int? {
    let words = (self[.collectionName] ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    func number(beside names: Set<String>) -> Int? {
      let named = words.indices.reversed().filter { names.contains(String(words[$0])) }
      return named.lazy.compactMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil }.first
        ?? named.lazy.compactMap { $0 > 0 ? Int(words[$0 - 1].prefix(while: \.isNumber)) : nil }.first
    }
    // A season may be sold in volumes.
    return number(beside: Self.seasonWords) ?? number(beside: ["volume", "vol", "book"])
  }

  private static let seasonWords: Set = [
    "season", "series", "staffel", "saison", "temporada", "stagione", "seizoen", "säsong", "sæson", "sesong", "kausi",
  ]

  /// The service's own word for the row; nil if it only says that it is a single item or a collection.
  ///
  /// Since 2026 a lookup returns videos without a kind.
  var kindName: String? {
    self[.kind] ?? self[.collectionType] ?? self[.artistType]
      ?? (self[.wrapperType] == "track" || self[.wrapperType] == "collection" ? nil : self[.wrapperType])
  }

  /// What an artist makes, in the service's words; from the address of their page if the type is only "Artist".
  fileprivate var artistKind: String? {
    // The service also calls authors and musicians "Movie Artist" if it sells a film of theirs.
    guard [nil, "Artist", "Movie Artist"].contains(self[.artistType]),
      let page = self[.artistLinkUrl] ?? self[.artistViewUrl]
    else {
      return kindName
    }
    return Self.artistKind(ofPage: page) ?? kindName
  }

  /// What the artist at an address makes; nil for music, and if the address does not say.
  static func artistKind(ofPage address: String) -> String? {
    let kinds = [
      ("//podcasts.", "Podcast Artist"), ("/author/", "Author"), ("//books.", "Author"),
      ("/developer/", "Software Artist"), ("/tv-show/", "TV Show"),
    ]
    return kinds.first { address.contains($0.0) }?.1
  }

  /// The level in the row; e-books have only a kind, and some rows have neither.
  fileprivate var level: Level? {
    switch self[.wrapperType] ?? self[.kind] {
    case nil: nil
    case "collection", "audiobook", "album": .collection
    case "artist": .artist
    default: .track
    }
  }

  /// What the row itself is called, or its id. A podcast is also a collection, with the same id.
  fileprivate func own(
    _ track: Key, _ collection: Key, _ artist: Key, at level: Level, kind: String?, _ read: (Key) -> String?
  ) -> String? {
    switch level {
    case .track: read(track) ?? (kind == "podcast" ? read(collection) : nil)
    case .collection: read(collection) ?? (kind == "audiobook" ? read(track) : nil)
    case .artist: read(artist)
    }
  }

  fileprivate func link(at level: Level) -> WebLink? {
    let text =
      switch level {
      case .track: self[.trackViewUrl] ?? self[.collectionViewUrl]
      case .collection: self[.collectionViewUrl] ?? self[.trackViewUrl]
      case .artist: self[.artistLinkUrl] ?? self[.artistViewUrl]
      }
    return text.flatMap(WebLink.init)
  }

  /// Podcasts have the length of their latest episode in seconds, under a name that says milliseconds.
  fileprivate func duration(of kind: String?) -> Duration? {
    guard let length = number(.trackTimeMillis), length > 0, length < 1e12 else { return nil }
    return kind == "podcast" ? .seconds(Int(length)) : .milliseconds(Int(length))
  }

  fileprivate func price(at level: Level) -> Price? {
    switch level {
    case .track: price(amount(.price) ?? amount(.trackPrice))
    case .collection: price(amount(.collectionPrice) ?? amount(.price))
    case .artist: nil
    }
  }

  /// A negative amount, usually -1, means not sold that way: a song that is sold only with its album.
  func price(_ amount: String?) -> Price? {
    guard let amount, !amount.hasPrefix("-"), let currency else { return nil }
    return Price(amount, currency: currency)
  }

  fileprivate func isExplicit(at level: Level) -> Bool? {
    switch level == .collection ? self[.collectionExplicitness] : self[.trackExplicitness] {
    case "explicit": true
    case "cleaned", "notExplicit": false
    default: nil
    }
  }
}
