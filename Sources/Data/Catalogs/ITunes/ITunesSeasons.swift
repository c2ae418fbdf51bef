import Domain

extension BrowsePage {
  /// Music for each season, searched in the language of the storefront.
  static let seasons = BrowsePage(name: "seasons", title: "Seasons") { filters in
    let storefront = (filters["country"] ?? ITunesStorefronts.defaultCode).uppercased()
    let titles = ["Spring", "Summer", "Autumn", "Winter"]
    let terms = seasonTerms.first { $0.storefronts.contains(storefront) }?.terms ?? titles
    return zip(titles, terms).map { title, term in
      Shelf(title: title, category: ITunesCategory.song.category, question: .search(term: term))
    }
  }

  /// The four seasons in other languages, and the storefronts whose songs are in each.
  private static let seasonTerms: [(storefronts: Set<String>, terms: [String])] = [
    (["KR"], ["봄", "여름", "가을", "겨울"]),
    (["JP"], ["春", "夏", "秋", "冬"]),
    (["CN", "HK", "MO", "TW"], ["春天", "夏天", "秋天", "冬天"]),
    (
      ["FR", "BF", "BJ", "CD", "CG", "CI", "GA", "ML", "NE", "SN"], ["printemps", "été", "automne", "hiver"]
    ),
    (["DE", "AT", "CH"], ["Frühling", "Sommer", "Herbst", "Winter"]),
    (
      [
        "ES", "AR", "BO", "CL", "CO", "CR", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PY", "SV", "UY", "VE",
      ], ["primavera", "verano", "otoño", "invierno"]
    ),
    (["IT"], ["primavera", "estate", "autunno", "inverno"]),
    (["PT", "BR", "AO", "CV", "GW", "MZ", "ST"], ["primavera", "verão", "outono", "inverno"]),
    (["RU", "BY"], ["весна", "лето", "осень", "зима"]),
    (["NL"], ["lente", "zomer", "herfst", "winter"]),
    (["PL"], ["wiosna", "lato", "jesień", "zima"]),
    (["TR"], ["ilkbahar", "yaz", "sonbahar", "kış"]),
  ]
}
