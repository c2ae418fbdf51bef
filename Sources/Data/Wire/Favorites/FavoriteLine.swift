import Domain
import FoundationEssentials

/// An item as a line of a favourites file. Keys are only ever added.
struct FavoriteLine: Encodable {
  private let id: String
  private let category: String
  private let kind: String?
  private let title: String
  private let creator: String?
  private let creatorId: String?
  private let url: String?
  private let creatorUrl: String?
  private let artwork: String?
  private let preview: String?
  private let feed: String?
  private let audio: String?
  private let description: String?
  /// In seconds.
  private let duration: Decimal?
  private let price: Amount?
  private let released: String?
  private let genre: String?
  private let rating: String?
  private let explicit: Bool?
  private let count: Int?
  private let album: String?
  private let albumId: String?
  private let track: Int?
  private let disc: Int?
  private let season: Int?
  private let episode: Int?
  private let country: String?
  private let facts: [LabelledValue]?

  private struct Amount: Encodable {
    let amount: Decimal
    let currency: String
  }

  private struct LabelledValue: Encodable {
    let label: String
    let value: String
  }

  /// What keeps a line from being an item.
  struct Malformed: Error {
    let what: String
  }

  init(_ item: Item) {
    id = item.id.description
    category = item.id.category
    kind = item.kind
    title = item.title
    creator = item.creator
    creatorId = item.creatorID?.description
    url = item.link?.text
    creatorUrl = item.creatorLink?.text
    artwork = item.artwork?.text
    preview = item.preview?.text
    feed = item.feed?.text
    audio = item.audio?.text
    description = item.description
    duration = item.duration.map(Self.seconds)
    // What is no number in JSON would make the file unreadable.
    price = item.price.flatMap { $0.amount.isFinite ? $0 : nil }.map {
      Amount(amount: $0.amount, currency: $0.currency)
    }
    released = item.released?.text
    genre = item.genre
    rating = item.rating
    explicit = item.isExplicit
    count = item.count
    album = item.album
    albumId = item.albumID?.description
    track = item.track
    disc = item.disc
    season = item.season
    episode = item.episode
    country = item.storefront
    facts = item.facts.isEmpty ? nil : item.facts.map { LabelledValue(label: $0.label, value: $0.value) }
  }

  /// To the millisecond.
  private static func seconds(_ duration: Duration) -> Decimal {
    let (seconds, attoseconds) = duration.components
    return Decimal(seconds) + Decimal(attoseconds / 1_000_000_000_000_000) / 1000
  }

  /// The line without its line break; the same item gives the same line.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  // MARK: Reading

  static func item(from bytes: ArraySlice<UInt8>) throws(Malformed) -> Item {
    guard let json = try? JSONValue(parsing: Array(bytes)), case .object = json else {
      throw Malformed(what: "this is not a JSON object")
    }
    let fields = Fields(json: json)
    guard let id = try fields.value("id", ItemID.init), let title = try fields.text("title") else {
      throw Malformed(what: "an item needs id and title")
    }
    var item = Item(id: id, title: title, facts: try fields.facts())
    item.kind = try fields.text("kind")
    item.creator = try fields.text("creator")
    item.creatorID = try fields.value("creatorId", ItemID.init)
    item.albumID = try fields.value("albumId", ItemID.init)
    if let key = try fields.text("creatorKey") { item.adopt(formerCreatorKey: key) }
    item.link = try fields.value("url", WebLink.init)
    item.creatorLink = try fields.value("creatorUrl", WebLink.init)
    item.artwork = try fields.value("artwork", WebLink.init)
    item.preview = try fields.value("preview", WebLink.init)
    item.feed = try fields.value("feed", WebLink.init)
    item.audio = try fields.value("audio", WebLink.init)
    item.description = try fields.text("description")
    item.duration = try fields.duration()
    item.price = try fields.price()
    item.released = try fields.value("released", ReleaseDate.init)
    item.genre = try fields.text("genre")
    item.rating = try fields.text("rating")
    item.isExplicit = try fields.flag("explicit")
    item.count = try fields.integer("count")
    item.album = try fields.text("album")
    item.track = try fields.integer("track")
    item.disc = try fields.integer("disc")
    item.season = try fields.integer("season")
    item.episode = try fields.integer("episode")
    item.storefront = try fields.text("country")
    return item
  }

  /// The members of a line. What is there must be what it should be: a mistake by hand is not to be lost in silence.
  private struct Fields {
    let json: JSONValue

    func text(_ key: String) throws(Malformed) -> String? {
      switch json[key] {
      case nil, .null: return nil
      case .string(let text): return text
      default: throw Malformed(what: "\(key) is not a text")
      }
    }

    func value<Value>(_ key: String, _ make: (String) -> Value?) throws(Malformed) -> Value? {
      guard let text = try text(key) else { return nil }
      guard let value = make(text) else { throw Malformed(what: "\(key) cannot be \"\(text)\"") }
      return value
    }

    func integer(_ key: String) throws(Malformed) -> Int? {
      guard let member = json[key], member != .null else { return nil }
      guard let integer = member.integer else { throw Malformed(what: "\(key) is not a whole number") }
      return integer
    }

    func duration() throws(Malformed) -> Duration? {
      guard let member = json["duration"], member != .null else { return nil }
      // More than a `Duration` made of any number of milliseconds.
      guard let seconds = member.double, abs(seconds) < 1e16 else {
        throw Malformed(what: "duration is not a number of seconds")
      }
      return .milliseconds((seconds * 1000).rounded())
    }

    func flag(_ key: String) throws(Malformed) -> Bool? {
      switch json[key] {
      case nil, .null: return nil
      case .bool(let flag): return flag
      default: throw Malformed(what: "\(key) is neither true nor false")
      }
    }

    func price() throws(Malformed) -> Price? {
      guard let price = json["price"], price != .null else { return nil }
      guard let amount = price["amount"]?.decimal, case .string(let currency)? = price["currency"] else {
        throw Malformed(what: "price needs amount and currency")
      }
      return Price(amount: amount, currency: currency)
    }

    func facts() throws(Malformed) -> [Fact] {
      guard let facts = json["facts"], facts != .null else { return [] }
      guard let facts = facts.array else { throw Malformed(what: "facts is not a list") }
      var result: [Fact] = []
      for fact in facts {
        guard case .string(let label)? = fact["label"], case .string(let value)? = fact["value"] else {
          throw Malformed(what: "a fact needs label and value")
        }
        result.append(Fact(label, value))
      }
      return result
    }
  }
}

extension Item {
  /// Until 1.1 favourites kept the service's bare number of whoever made them, which for an episode was its podcast's.
  fileprivate mutating func adopt(formerCreatorKey key: String) {
    switch (id.catalog, id.category) {
    case ("itunes", "episode"): albumID = albumID ?? ItemID(catalog: id.catalog, category: "podcast", key: key)
    case ("itunes", _): creatorID = creatorID ?? ItemID(catalog: id.catalog, category: "artist", key: key)
    case ("mercadolibre", _): creatorID = creatorID ?? ItemID(catalog: id.catalog, category: "seller", key: key)
    default: break
    }
  }
}
