package import Domain

extension Catalog {
  /// What the iTunes Search API offers.
  package static let itunes = Catalog(
    name: "itunes", title: "iTunes",
    categories: ITunesCategory.all.map(\.category), defaultCategoryCount: 3,
    filters: [
      SearchFilter(name: "country", meaning: "the storefront that is searched", values: .oneOf(storefronts)),
      SearchFilter(name: "lang", meaning: "the language of titles and genres, where known", values: .oneOf(languages)),
      SearchFilter(name: "explicit", meaning: "whether explicit results are shown", values: .oneOf(["yes", "no"])),
      SearchFilter(
        name: "attribute", meaning: "the part of a record that the term has to match",
        values: .byCategory(
          Dictionary(
            uniqueKeysWithValues: ITunesCategory.all.filter { !$0.media.attributes.isEmpty }
              .map { ($0.category.name, $0.media.attributes) }))),
    ],
    features: [.seasons, .sizedArtwork, .previews], largestLimit: 200)

  /// ISO 3166-1 codes of the countries that have a store; any other is refused.
  private static let storefronts = words(
    """
    AE AF AG AI AL AM AO AR AT AU AZ BA BB BE BF BG BH BJ BM BN BO BR BS BT BW BY BZ CA CD CG CH CI CL CM CN CO CR CV \
    CY CZ DE DK DM DO DZ EC EE EG ES FI FJ FM FR GA GB GD GE GH GM GR GT GW GY HK HN HR HU ID IE IL IN IQ IS IT JM JO \
    JP KE KG KH KN KR KW KY KZ LA LB LC LK LR LT LU LV LY MA MD ME MG MK ML MM MN MO MR MS MT MU MV MW MX MY MZ NA NE \
    NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RU RW SA SB SC SE SG SI SK SL SN SR ST SV SZ TC TD TH \
    TJ TM TN TO TR TT TW TZ UA UG US UY UZ VC VE VG VN VU XK YE ZA ZM ZW
    """)

  /// Documented are `en_us` and `ja_jp`; the others are in use and answered.
  private static let languages = words(
    """
    en_us en_gb ar_sa cs_cz da_dk de_de el_gr es_es es_mx fi_fi fr_ca fr_fr he_il hu_hu id_id it_it ja_jp ko_kr ms_my \
    nl_nl no_no pl_pl pt_br pt_pt ro_ro ru_ru sk_sk sv_se th_th tr_tr uk_ua vi_vn zh_cn zh_hk zh_tw
    """)

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
