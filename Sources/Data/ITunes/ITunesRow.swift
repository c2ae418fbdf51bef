import Foundation

/// One record of an answer, by the service's own names; these go no further than `Item(row, …)`.
///
/// Which fields come with which record, and what is wrong with them at times: Apple's "Understanding Search Results", and
/// recorded answers of 2011 to 2024. Until 2011 missing values were null, since then they are left out.
struct ITunesRow: Decodable, Sendable {
  /// Whether a record is about a single thing, about a collection of them, or about who made them.
  enum Level: Sendable {
    case track, collection, artist
  }

  @Lenient var wrapperType: String?
  @Lenient var kind: String?
  @Lenient var collectionType: String?
  @Lenient var artistType: String?

  @Lenient var trackId: Key?
  @Lenient var collectionId: Key?
  @Lenient var artistId: Key?
  @Lenient var artistIds: [Key]?
  @Lenient var trackName: String?
  @Lenient var collectionName: String?
  @Lenient var artistName: String?
  @Lenient var trackViewUrl: String?
  @Lenient var collectionViewUrl: String?
  @Lenient var artistViewUrl: String?
  @Lenient var artistLinkUrl: String?

  @Lenient var artworkUrl600: String?
  @Lenient var artworkUrl512: String?
  @Lenient var artworkUrl160: String?
  @Lenient var artworkUrl100: String?
  @Lenient var artworkUrl60: String?
  @Lenient var artworkUrl30: String?
  @Lenient var previewUrl: String?
  @Lenient var episodeUrl: String?
  @Lenient var feedUrl: String?

  @Lenient var longDescription: String?
  @Lenient var description: String?
  @Lenient var shortDescription: String?

  @Lenient var currency: String?
  @Lenient var price: Decimal?
  @Lenient var trackPrice: Decimal?
  @Lenient var trackHdPrice: Decimal?
  @Lenient var trackRentalPrice: Decimal?
  @Lenient var trackHdRentalPrice: Decimal?
  @Lenient var collectionPrice: Decimal?
  @Lenient var collectionHdPrice: Decimal?

  @Lenient var releaseDate: String?
  @Lenient var trackTimeMillis: Double?
  @Lenient var primaryGenreName: String?
  @Lenient var genres: [Genre]?
  @Lenient var contentAdvisoryRating: String?
  @Lenient var trackContentRating: String?
  @Lenient var trackExplicitness: String?
  @Lenient var collectionExplicitness: String?

  @Lenient var trackCount: Int?
  @Lenient var trackNumber: Int?
  @Lenient var discCount: Int?
  @Lenient var discNumber: Int?
  @Lenient var copyright: String?
  @Lenient var averageUserRating: Double?
  @Lenient var userRatingCount: Int?

  @Lenient var version: String?
  @Lenient var currentVersionReleaseDate: String?
  @Lenient var minimumOsVersion: String?
  @Lenient var fileSizeBytes: Key?
  @Lenient var sellerName: String?
  @Lenient var languageCodesISO2A: [String]?
  @Lenient var episodeFileExtension: String?
}

extension ITunesRow {
  /// An id: a number beyond 32 bits, or the same in quotes.
  struct Key: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int64.self) {
        text = String(number)
      } else {
        text = try value.decode(String.self)
      }
    }
  }

  /// A genre: its name, or in podcast episodes an object with name and id.
  struct Genre: Decodable, Sendable {
    let name: String

    private enum CodingKeys: CodingKey {
      case name
    }

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.name = name
      } else {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      }
    }
  }
}

/// A field that counts as absent where it is null or of another type than expected.
@propertyWrapper
struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
  var wrappedValue: Value?
}

extension KeyedDecodingContainer {
  /// Chosen by synthesized decoding in place of the one that insists on the key.
  func decode<Value>(_: Lenient<Value>.Type, forKey key: Key) -> Lenient<Value> {
    Lenient(wrappedValue: try? decodeIfPresent(Value.self, forKey: key))
  }

  /// Text that shows nothing counts as absent as well.
  func decode(_: Lenient<String>.Type, forKey key: Key) -> Lenient<String> {
    let text = try? decodeIfPresent(String.self, forKey: key)
    return Lenient(wrappedValue: text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 })
  }
}
