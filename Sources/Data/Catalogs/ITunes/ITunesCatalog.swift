package import Domain

extension Catalog {
  /// The catalog of the iTunes Search API.
  package static let itunes = Catalog(
    name: "itunes", title: "iTunes",
    categories: ITunesCategory.all.map(\.category), defaultCategoryCount: 3,
    groups: ["music": ITunesCategory.music],
    filters: [
      SearchFilter(
        name: "country", meaning: "store to search", values: .oneOf(ITunesStorefronts.codes),
        valueTitles: ITunesStorefronts.names),
      SearchFilter(name: "lang", meaning: "language of titles and genres, where known", values: .oneOf(languages)),
      SearchFilter(name: "explicit", meaning: "show explicit results", values: .oneOf(["yes", "no"])),
      SearchFilter(
        name: "attribute", meaning: "field that must match the term",
        values: .byCategory(
          Dictionary(
            uniqueKeysWithValues: ITunesCategory.all.filter { !$0.attributes.isEmpty }
              .map { ($0.category.name, $0.attributes) }))),
    ],
    features: [.sizedArtwork, .previews, .stores], homes: [.seasons], charts: .itunes,
    storefrontFilter: "country", largestLimit: 200)

  /// `en_us` and `ja_jp` are documented; the others are in use and work.
  private static let languages =
    """
    en_us en_gb ar_sa cs_cz da_dk de_de el_gr es_es es_mx fi_fi fr_ca fr_fr he_il hu_hu id_id it_it ja_jp ko_kr ms_my \
    nl_nl no_no pl_pl pt_br pt_pt ro_ro ru_ru sk_sk sv_se th_th tr_tr uk_ua vi_vn zh_cn zh_hk zh_tw
    """.fields(separatedBy: UInt8(ascii: " "))
}

extension BrowsePage {
  /// Music for each season, searched in the language of the storefront.
  static let seasons = BrowsePage(name: "seasons", title: "Seasons") { filters in
    let storefront = (filters["country"] ?? ITunesStorefronts.defaultCode).uppercased()
    let titles = ["Spring", "Summer", "Autumn", "Winter"]
    let terms = terms(in: storefront) ?? titles
    return zip(titles, terms).map { title, term in
      Shelf(title: title, category: ITunesCategory.song.category, question: .search(term: term))
    }
  }

  /// The four seasons in other languages, in lines that begin with their storefronts.
  private static func terms(in storefront: String) -> [String]? {
    EmbeddedFile.table("seasons").lines.lazy
      .map { $0.fields(separatedBy: UInt8(ascii: ":")).map { $0.fields(separatedBy: UInt8(ascii: " ")) } }
      .first { $0[0].contains(storefront) }?[1]
  }
}

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
