import Domain
@testable import Presentation

extension Catalog {
  /// Three of five categories by default, one filter for all of them and one for some.
  static let shop = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song"), Category(name: "podcast", title: "Podcast"),
      Category(name: "tv", title: "TV Show"), Category(name: "album", title: "Album"),
      Category(name: "movie", title: "Movie"),
    ],
    defaultCategoryCount: 3,
    filters: [
      SearchFilter(name: "country", meaning: "the storefront", values: .oneOf(["DE", "GB", "US"])),
      SearchFilter(name: "explicit", meaning: "explicit results", defaultValue: "yes", values: .oneOf(["yes", "no"])),
      SearchFilter(
        name: "attribute", meaning: "what the term matches",
        values: .byCategory(["song": ["songTerm", "artistTerm"], "movie": ["directorTerm", "artistTerm"]])),
    ])

  /// Its categories can be listed without a term.
  static let films = Catalog(
    name: "ghibli", title: "Studio Ghibli",
    categories: [
      Category(
        name: "film", title: "Film", isListable: true,
        relations: [Relation("cast", title: "Cast", category: "character")]),
      Category(name: "character", title: "Character", isListable: true),
    ])

  /// Two of three categories by default, a country with a title, and an attribute of songs.
  static let stub = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song"), Category(name: "tv", title: "TV Show"),
      Category(name: "music-video", title: "Music Video"),
    ],
    defaultCategoryCount: 2,
    filters: [
      SearchFilter(
        name: "country", meaning: "the storefront", values: .oneOf(["DE", "GB", "GR", "US"]),
        valueTitles: ["DE": "Germany", "GB": "United Kingdom", "GR": "Greece", "US": "United States"]),
      SearchFilter(name: "explicit", meaning: "whether explicit", values: .oneOf(["yes", "no"])),
    ])
}

extension Catalog {
  /// The catalogs that stories name.
  static let stock: [String: Catalog] = [
    "shop": shop, "films": films, "stub": stub, "store": store, "opening": opening, "radio": radio, "plain": plain,
  ]

  /// With stores, charts, seasons, relations, previews and covers in any size.
  private static let store: Catalog = {
    let song = Category(
      name: "song", title: "Song",
      relations: [
        Relation("albums", title: "Albums", category: "album"),
        Relation("songs", title: "Songs", category: "song"),
        Relation("artist", title: "Artist", category: "artist", reach: .one),
      ])
    return Catalog(
      name: "itunes", title: "iTunes",
      categories: [
        song, Category(name: "podcast", title: "Podcast", others: ["show"]), Category(name: "season", title: "Season"),
        Category(name: "app", title: "App", others: ["software", "pod"]), Category(name: "album", title: "Album"),
        Category(name: "artist", title: "Artist"),
      ],
      defaultCategoryCount: 2,
      filters: [
        SearchFilter(
          name: "country", meaning: "the storefront", values: .oneOf(["DE", "GB", "JP", "UA", "US"]),
          valueTitles: [
            "DE": "Germany", "GB": "United Kingdom", "JP": "Japan", "UA": "Ukraine", "US": "United States",
          ]),
        SearchFilter(name: "lang", meaning: "the language", values: .oneOf(["en_us", "de_de"])),
      ],
      features: [.previews, .sizedArtwork, .stores],
      homes: [
        BrowsePage(name: "seasons", title: "Seasons") { filters in
          let suffix = filters["country"] == "DE" ? "-de" : ""
          return zip(["Spring", "Summer", "Autumn", "Winter"], ["a", "b", "c", "d"]).map {
            BrowsePage.Shelf(title: $0, category: song, question: .search(term: $1 + suffix))
          }
        }
      ],
      charts: Charts(
        offers: [.init(category: song, title: "Songs", largest: 100)], world: ["US"], defaultStorefront: "US"),
      storefrontFilter: "country")
  }()

  /// Its root lists all of one category, as small catalogs do.
  private static let opening: Catalog = {
    let film = Category(
      name: "film", title: "Film", isListable: true,
      relations: [
        Relation("maker", title: "Maker", category: "film", reach: .one),
        Relation("cast", title: "Cast", category: "film"),
      ])
    return Catalog(name: "c", title: "C", categories: [film], opening: film)
  }()

  /// One of its categories can only be listed.
  private static let radio: Catalog = {
    let station = Category(name: "station", title: "Station")
    let tag = Category(name: "tag", title: "Tag", isListable: true, isSearchable: false)
    return Catalog(name: "radio", title: "Radio", categories: [station, tag], defaultCategories: [station])
  }()

  private static let plain = Catalog(
    name: "plain", title: "Plain", categories: [Category(name: "film", title: "Film")])
}

extension Item {
  /// An item whose id is derived from its title unless `key` is given.
  static func made(
    _ title: String, by creator: String? = nil, category: String = "song", catalog: String = "itunes",
    key: String? = nil, _ change: (inout Item) -> Void = { _ in }
  ) -> Item {
    var item = Item(id: ItemID(catalog: catalog, category: category, key: key ?? title), title: title)
    item.creator = creator
    change(&item)
    return item
  }

  /// Items called `A 1`, `A 2` and so on.
  static func many(_ letter: String, _ count: Int, category: String = "song") -> [Item] {
    (0..<count).map { .made("\(letter) \($0 + 1)", category: category) }
  }

  /// An item of the stub catalog, with a key derived from the title.
  static func stub(_ title: String, category: String = "song", creator: String? = nil) -> Item {
    made(title, by: creator, category: category)
  }
}

extension Screen {
  /// A screen with one list, which has loaded.
  static func list(
    _ items: [Item], kind: Kind = .home, catalog: String = "itunes", title: String = "x", storefront: String? = nil,
    term: String? = nil, extent: Extent = .all
  ) -> Screen {
    var screen = Screen(
      kind: kind, catalog: catalog, title: title, storefront: storefront, query: term.map { SearchQuery(term: $0) },
      sections: [Section(category: "song", title: "Song", phase: .idle)])
    screen.receive(.success(ItemList(items: items, extent: extent)), inSection: 0)
    return screen
  }
}

extension ItemField {
  static func key(_ key: String) -> ItemField { .named(key)! }
}

extension [ItemField] {
  static func keys(_ keys: String...) -> [ItemField] { keys.map { .named($0)! } }
}

extension Row {
  func listed(isStarred: Bool, term: String? = nil) -> ListedItem {
    ListedItem(shared, number: number, isStarred: isStarred, term: term)
  }
}
