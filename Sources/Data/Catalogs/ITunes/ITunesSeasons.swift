import Domain

extension Shelves {
  /// Music for each season, searched in the language of the storefront.
  static let seasons = Shelves(name: "seasons", title: "Seasons") { filters in
    let words = SeasonWords.of(storefront: filters["country"] ?? "US")
    return zip(["Spring", "Summer", "Autumn", "Winter"], words.terms).map { title, term in
      Shelf(title: title, category: ITunesCategory.song.category, question: .search(term: term))
    }
  }
}

/// The four seasons in a language, and the storefronts whose songs are in it.
private struct SeasonWords {
  let storefronts: Set<String>
  let terms: [String]

  init(_ storefronts: Set<String>, _ terms: [String]) {
    self.storefronts = storefronts
    self.terms = terms
  }

  static func of(storefront: String) -> SeasonWords {
    all.first { $0.storefronts.contains(storefront.uppercased()) } ?? english
  }

  static let english = SeasonWords([], ["Spring", "Summer", "Autumn", "Winter"])

  static let all = [
    SeasonWords(["KR"], ["봄", "여름", "가을", "겨울"]),
    SeasonWords(["JP"], ["春", "夏", "秋", "冬"]),
    SeasonWords(["CN", "HK", "MO", "TW"], ["春天", "夏天", "秋天", "冬天"]),
    SeasonWords(
      ["FR", "BF", "BJ", "CD", "CG", "CI", "GA", "ML", "NE", "SN"], ["printemps", "été", "automne", "hiver"]),
    SeasonWords(["DE", "AT", "CH"], ["Frühling", "Sommer", "Herbst", "Winter"]),
    SeasonWords(
      [
        "ES", "AR", "BO", "CL", "CO", "CR", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PY", "SV", "UY", "VE",
      ], ["primavera", "verano", "otoño", "invierno"]),
    SeasonWords(["IT"], ["primavera", "estate", "autunno", "inverno"]),
    SeasonWords(["PT", "BR", "AO", "CV", "GW", "MZ", "ST"], ["primavera", "verão", "outono", "inverno"]),
    SeasonWords(["RU", "BY"], ["весна", "лето", "осень", "зима"]),
    SeasonWords(["NL"], ["lente", "zomer", "herfst", "winter"]),
    SeasonWords(["PL"], ["wiosna", "lato", "jesień", "zima"]),
    SeasonWords(["TR"], ["ilkbahar", "yaz", "sonbahar", "kış"]),
  ]
}
