import Domain
import Wire

/// Records as rows of an answer, with only the keys that the service sends for each kind.
extension SampleRecord {
  func wireRow(in market: SampleMarket) -> SampleJSON {
    let common = commonFields(in: market)
    return switch kind {
    case .musicArtist, .author, .developer, .show, .director, .podcaster: .object(artistFields(in: market))
    case .album: .object(common + albumFields(in: market))
    case .song: .object(common + songFields(in: market))
    case .musicVideo: .object(common + musicVideoFields(in: market))
    case .podcast: .object(common + podcastFields(in: market))
    case .podcastEpisode: .object(podcastEpisodeFields(in: market))
    case .tvSeason: .object(common + tvSeasonFields(in: market))
    case .tvEpisode: .object(common + tvEpisodeFields(in: market))
    case .movie: .object(common + movieFields(in: market))
    case .audiobook: .object(common + audiobookFields(in: market))
    case .ebook: .object(ebookFields(in: market))
    case .software: .object(appFields(in: market))
    }
  }

  typealias Fields = [(String, SampleJSON)]

  /// ISO 8601. A part of an album or season without its own date has the whole's.
  func released(in store: SampleStore) -> String? {
    (row["date"] ?? store.record(parent)?.row["date"]).map { date in
      // The form of the store's early years, for rows that ask for it.
      if row.note("olddate") != nil { return "\(date) 07:00:00 Etc/GMT" }
      return date.contains("T") ? date : date + "T07:00:00Z"
    }
  }

  /// The price in the column or note, else `fallback`; nil if the table says there is none.
  func price(_ fallback: String? = nil) -> String? {
    row.note("noprice") != nil ? nil : row["price"] ?? row.note("price") ?? fallback
  }

  var explicitness: String {
    isExplicit ? "explicit" : row.note("clean") != nil ? "cleaned" : "notExplicit"
  }

  var advisory: String? {
    row["rating"] ?? (isExplicit ? "Explicit" : row.note("clean") != nil ? "Clean" : nil)
  }

  /// The cover in one of its sizes; its file name is the last part of the URL.
  func artwork(_ size: Int) -> SampleJSON {
    guard row.note("noart") == nil else { return .absent }
    // Songs and episodes show the cover of the whole.
    let shown = kind == .musicVideo ? id : parent ?? id
    // The addresses of some albums' covers contain the barcode, as in the real store.
    let file = shown == Self.albumWithNumberedCover ? SampleBarcode.upc(of: shown) : "cover"
    return .text("\(Self.site)/image/thumb/Sample/v4/\(shown)/\(file).jpg/\(size)x\(size)bb.jpg")
  }

  static let site = "https://" + SampleService.host

  /// The beginning of the apps' bundle ids; the app's id follows.
  static let bundle = "invalid.liner.sample.app"

  private static let albumWithNumberedCover = 310031

  /// The keys that most kinds share. Kinds that lack some do not use this.
  private func commonFields(in market: SampleMarket) -> Fields {
    [
      ("artistId", market.id(wireArtist)), ("artistName", .text(creator)),
      ("artistViewUrl", market.page("artist", wireArtist)),
      ("releaseDate", .text(released(in: market.store))), ("country", .text(market.front.country)),
      ("currency", .text(market.front.currency.code)),
      ("primaryGenreName", .text(row["genre"] ?? market.store.record(parent)?.row["genre"])),
      ("contentAdvisoryRating", .text(advisory ?? market.store.record(parent)?.row["rating"])),
    ]
  }

  /// The artist's id, unless the table omits it as an example.
  var wireArtist: Int? { row.note("noartist") == nil ? artist : nil }

  /// Developers have no genre.
  private func artistFields(in market: SampleMarket) -> Fields {
    let type =
      switch kind {
      case .author: "Author"
      case .developer: "Software Artist"
      case .show: "TV Show"
      case .director: "Movie Artist"
      // No recorded answer has this, but without it nothing would show who has podcasts.
      case .podcaster: "Podcast Artist"
      default: "Artist"
      }
    return [
      ("wrapperType", "artist"), ("artistType", .text(type)), ("artistName", .text(title)),
      ("artistLinkUrl", market.page("artist", id)), ("artistId", market.id(id)),
      ("primaryGenreName", .text(kind == .developer ? nil : row["genre"])),
    ]
  }
}

extension SampleRecord {
  func joined(_ parts: Fields...) -> Fields { Array(parts.joined()) }

  /// The largest cover of most kinds.
  var artworks: Fields { [("artworkUrl100", artwork(100))] }

  func trackNames(in market: SampleMarket) -> Fields { [("trackId", market.id(id)), ("trackName", .text(title))] }

  /// The name and page of the whole, which is this record or the one it is part of.
  func collectionNames(_ kind: String, _ id: Int?, _ title: String?, in market: SampleMarket) -> Fields {
    [
      ("collectionId", market.id(id)), ("collectionName", .text(title)), ("collectionViewUrl", market.page(kind, id)),
    ]
  }

  /// With odd milliseconds, like real lengths, but too few to round up.
  var trackTimeMillis: SampleJSON { .int(row.seconds("length").map { $0 * 1000 + id % 400 }) }

  func preview(_ file: String) -> SampleJSON {
    row.note("nopreview") == nil ? .text("\(Self.site)/preview/\(id)/\(file)") : .absent
  }
}

/// Barcodes for the sample's albums and books, made from their ids.
///
/// Nobody uses their prefixes: 2 is for a shop's own goods, 979-9 for no country yet.
enum SampleBarcode {
  /// The twelve digits on an album's sleeve.
  static func upc(of album: Int) -> String { withCheckDigit("20000\(album)") }
  /// The thirteen digits on a book.
  static func isbn(of book: Int) -> String { withCheckDigit("979900\(book)") }

  /// The id in the tables; nil unless `digits` is such a barcode.
  static func album(upc digits: String) -> Int? { id(in: digits, after: "20000") }
  static func book(isbn digits: String) -> Int? { id(in: digits, after: "979900") }

  private static func id(in digits: String, after beginning: String) -> Int? {
    guard digits.hasPrefix(beginning), digits == withCheckDigit(String(digits.dropLast())) else { return nil }
    return Int(digits.dropFirst(beginning.count).dropLast())
  }

  private static func withCheckDigit(_ digits: String) -> String {
    let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element &- UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}

/// JSON to write, with its keys in the order given.
struct SampleJSON: Sendable {
  /// Nil omits its key, as the services do with unknown values.
  let json: JSONValue?

  static let null = SampleJSON(json: .null)
  static let absent = SampleJSON(json: nil)

  static func text(_ value: String?) -> SampleJSON { SampleJSON(json: value.map { .string($0) }) }
  static func int(_ value: Int?) -> SampleJSON { .digits(value.map(String.init)) }
  /// A number in given digits, so that a price stays 1.29.
  static func digits(_ value: String?) -> SampleJSON { SampleJSON(json: value.map { .number($0) }) }
  static func bool(_ value: Bool) -> SampleJSON { SampleJSON(json: .bool(value)) }
  static func texts(_ values: [String]) -> SampleJSON { .array(values.map { .text($0) }) }
  static func array(_ values: [SampleJSON]) -> SampleJSON {
    SampleJSON(json: .array(values.map { $0.json ?? .null }))
  }
  static func object(_ members: [(String, SampleJSON)]) -> SampleJSON {
    SampleJSON(json: .object(JSONMembers(members.compactMap { name, value in value.json.map { (name, $0) } })))
  }

  /// UTF-8, without spaces between the parts.
  var bytes: [UInt8] { (json ?? .null).asWritten }
}

extension SampleJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension SampleJSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral {
  init(arrayLiteral elements: SampleJSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, SampleJSON)...) { self = .object(elements) }
  init(nilLiteral: ()) { self = .null }
}
