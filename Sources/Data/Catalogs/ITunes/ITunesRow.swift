import Wire
import Domain
import FoundationEssentials

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

  var wrapperType: String? { json["wrapperType"]?.text }
  var kind: String? { json["kind"]?.text }
  var collectionType: String? { json["collectionType"]?.text }
  var artistType: String? { json["artistType"]?.text }

  var trackId: String? { json["trackId"]?.key }
  var collectionId: String? { json["collectionId"]?.key }
  var artistId: String? { json["artistId"]?.key }
  var artistIds: [String] { json["artistIds"]?.array?.compactMap(\.key) ?? [] }
  var trackName: String? { json["trackName"]?.text }
  var collectionName: String? { json["collectionName"]?.text }
  var artistName: String? { json["artistName"]?.text }
  var trackViewUrl: String? { json["trackViewUrl"]?.text }
  var collectionViewUrl: String? { json["collectionViewUrl"]?.text }
  var artistViewUrl: String? { json["artistViewUrl"]?.text }
  var artistLinkUrl: String? { json["artistLinkUrl"]?.text }

  /// The largest comes first.
  var artworkUrls: [String] {
    ["artworkUrl600", "artworkUrl512", "artworkUrl160", "artworkUrl100", "artworkUrl60", "artworkUrl30"]
      .compactMap { json[$0]?.text }
  }
  var previewUrl: String? { json["previewUrl"]?.text }
  var episodeUrl: String? { json["episodeUrl"]?.text }
  var episodeGuid: String? { json["episodeGuid"]?.text?.trimmed }
  var feedUrl: String? { json["feedUrl"]?.text }

  var longDescription: String? { json["longDescription"]?.text }
  var description: String? { json["description"]?.text }
  var shortDescription: String? { json["shortDescription"]?.text }

  /// Nil if its prices are not valid in the requested storefront.
  var currency: String? { isPriced ? json["currency"]?.text : nil }
  var price: Decimal? { json["price"]?.decimal }
  var trackPrice: Decimal? { json["trackPrice"]?.decimal }
  var trackHdPrice: Decimal? { json["trackHdPrice"]?.decimal }
  var trackRentalPrice: Decimal? { json["trackRentalPrice"]?.decimal }
  var trackHdRentalPrice: Decimal? { json["trackHdRentalPrice"]?.decimal }
  var collectionPrice: Decimal? { json["collectionPrice"]?.decimal }
  var collectionHdPrice: Decimal? { json["collectionHdPrice"]?.decimal }

  var releaseDate: String? { json["releaseDate"]?.text }
  var trackTimeMillis: Double? { json["trackTimeMillis"]?.double }
  var primaryGenreName: String? { json["primaryGenreName"]?.text }
  /// Names, or in podcast episodes objects with a name and an id.
  var genres: [String] { json["genres"]?.array?.compactMap { $0.text ?? $0["name"]?.text } ?? [] }
  var contentAdvisoryRating: String? { json["contentAdvisoryRating"]?.text }
  var trackContentRating: String? { json["trackContentRating"]?.text }
  var trackExplicitness: String? { json["trackExplicitness"]?.text }
  var collectionExplicitness: String? { json["collectionExplicitness"]?.text }

  var trackCount: Int? { json["trackCount"]?.integer }
  var trackNumber: Int? { json["trackNumber"]?.integer }
  var discCount: Int? { json["discCount"]?.integer }
  var discNumber: Int? { json["discNumber"]?.integer }
  var copyright: String? { json["copyright"]?.text }
  var averageUserRating: Double? { json["averageUserRating"]?.double }
  var userRatingCount: Int? { json["userRatingCount"]?.integer }

  var version: String? { json["version"]?.text }
  var currentVersionReleaseDate: String? { json["currentVersionReleaseDate"]?.text }
  var minimumOsVersion: String? { json["minimumOsVersion"]?.text }
  var fileSizeBytes: String? { json["fileSizeBytes"]?.key }
  var sellerName: String? { json["sellerName"]?.text }
  var languageCodesISO2A: [String] { json["languageCodesISO2A"]?.array?.compactMap(\.text) ?? [] }
  var episodeFileExtension: String? { json["episodeFileExtension"]?.text }
}
