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
      SearchFilter(name: "lang", meaning: "the language of titles and genres, where known", values: .oneOf(languages)),
      SearchFilter(name: "explicit", meaning: "show explicit results", values: .oneOf(["yes", "no"])),
      SearchFilter(
        name: "attribute", meaning: "field that must match the term",
        values: .byCategory(
          Dictionary(
            uniqueKeysWithValues: ITunesCategory.all.filter { !$0.media.attributes.isEmpty }
              .map { ($0.category.name, $0.media.attributes) }))),
    ],
    features: [.sizedArtwork, .previews, .stores, .news], homes: [.seasons], charts: .itunes,
    storefrontFilter: "country", largestLimit: 200)

  /// `en_us` and `ja_jp` are documented; the others are in use and work.
  private static let languages =
    """
    en_us en_gb ar_sa cs_cz da_dk de_de el_gr es_es es_mx fi_fi fr_ca fr_fr he_il hu_hu id_id it_it ja_jp ko_kr ms_my \
    nl_nl no_no pl_pl pt_br pt_pt ro_ro ru_ru sk_sk sv_se th_th tr_tr uk_ua vi_vn zh_cn zh_hk zh_tw
    """.fields(separatedBy: UInt8(ascii: " "))
}
