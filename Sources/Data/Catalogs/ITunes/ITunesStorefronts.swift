import Domain
import Wire

/// The countries with a store, by ISO 3166-1 code; the service refuses any other.
enum ITunesStorefronts {
  /// The service's default.
  static let defaultCode = "US"

  private static let entries: [(code: String, long: String, name: String)] =
    EmbeddedFile.table("stores").lines.map {
      let cells = $0.fields(separatedBy: UInt8(ascii: "\t"))
      return (cells[0], cells[1], cells[2])
    }

  static let names = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0.name) })

  /// The two-letter codes by the three-letter codes in rows.
  private static let codesByLong = Dictionary(uniqueKeysWithValues: entries.map { ($0.long, $0.code) })

  /// Whether a row of the country `long` is from another store than `storefront`, so that its prices are not valid.
  /// - Parameter storefront: nil means the service's default.
  static func isOther(_ long: String, than storefront: String?) -> Bool {
    (codesByLong[long] ?? codesByLong[long.uppercased()] ?? long.uppercased()) != storefront ?? defaultCode
  }

  /// The storefronts of a world chart: the sixty largest, on all continents.
  static let world =
    """
    US CA MX BR AR CL CO PE GB IE FR DE AT CH IT ES PT NL BE LU DK SE NO FI IS PL CZ SK HU RO BG GR TR UA RU KZ IL SA AE \
    EG NG KE GH ZA MA TN IN PK LK TH VN MY SG ID PH HK TW JP KR AU NZ
    """.fields(separatedBy: UInt8(ascii: " "))

  /// In the alphabetical order of the table.
  static let codes = entries.map(\.code)
}
