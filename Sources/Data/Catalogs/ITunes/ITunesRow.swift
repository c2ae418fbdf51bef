import Wire
import Domain

/// One record of an answer, by the service's own names, which only this type uses.
///
/// Sources for the fields of each record, and their occasional errors: Apple's "Understanding Search Results", and
/// recorded answers of 2011 to 2024. Until 2011 missing values were null, since then they are omitted. A field that is
/// null, of an unexpected type, or blank counts as missing.
struct ITunesRow: Sendable {
  /// Whether a record describes a single item, a collection, or their creator.
  enum Level: String, Sendable {
    case track, collection, artist
  }

  private let json: JSONValue
  /// Whether it is from the requested storefront; other prices are valid elsewhere.
  private let isPriced: Bool

  /// - Parameter storefront: the requested storefront; nil for the service's default.
  /// - Throws: why `json` contains no record.
  init(_ json: JSONValue, row: Int, storefront: String? = nil) throws(SkippedRow) {
    self.json = try json.record(atRow: row)
    isPriced = json["country"]?.text.map { !ITunesStorefronts.isOther($0, than: storefront) } ?? true
  }

  enum Key: String {
    case wrapperType, kind, collectionType, artistType
    case trackId, collectionId, artistId
    case trackName, collectionName, artistName
    case trackViewUrl, collectionViewUrl, artistViewUrl, artistLinkUrl
    case previewUrl, episodeUrl, episodeGuid, episodeFileExtension, feedUrl
    case longDescription, description, shortDescription, copyright
    case currency, price, trackPrice, trackHdPrice, trackRentalPrice, trackHdRentalPrice
    case collectionPrice, collectionHdPrice
    case releaseDate, trackTimeMillis, primaryGenreName
    case contentAdvisoryRating, trackContentRating, trackExplicitness, collectionExplicitness
    case trackCount, trackNumber, discCount, discNumber
    case averageUserRating, userRatingCount
    case version, currentVersionReleaseDate, minimumOsVersion, fileSizeBytes, sellerName
  }

  subscript(key: Key) -> String? { json[key.rawValue]?.text }
  func id(_ key: Key) -> String? { json[key.rawValue]?.key }
  func amount(_ key: Key) -> String? { json[key.rawValue]?.digits }
  func number(_ key: Key) -> Double? { json[key.rawValue]?.double }
  func integer(_ key: Key) -> Int? { json[key.rawValue]?.integer }

  var artistIds: [String] { json["artistIds"]?.array?.compactMap(\.key) ?? [] }
  /// The largest cover sent; larger ones can be requested, see `ITunesClient.artwork(of:size:)`.
  var artwork: WebLink? { Self.covers.lazy.compactMap { json[$0]?.text.flatMap(WebLink.init) }.first }
  private static let covers = [600, 512, 160, 100, 60, 30].map { "artworkUrl\($0)" }
  /// Nil if its prices are not valid in the requested storefront.
  var currency: String? { isPriced ? self[.currency] : nil }
  /// Names, or in podcast episodes objects with a name and an id.
  var genres: [String] { json["genres"]?.array?.compactMap { $0.text ?? $0["name"]?.text } ?? [] }
  var languageCodesISO2A: [String] { json["languageCodesISO2A"]?.array?.compactMap(\.text) ?? [] }
}
