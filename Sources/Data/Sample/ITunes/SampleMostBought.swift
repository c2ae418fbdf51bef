import Wire

/// The older charts: `/{country}/rss/{type}/limit={count}[/genre={id}][/explicit=true]/json`. Every value is a label.
extension SampleCharts {
  func mostBought(_ route: SampleRoute, in market: SampleMarket?) -> HTTPResponse {
    guard let market else { return Self.refusal(of: "cc") }
    guard route.path.count >= 3, route.path.last == "json", let chart = Self.mostBought[route.path[1].lowercased()]
    else {
      return Self.page(404, "Not Found")
    }
    var values: [String: String] = [:]
    for part in route.path.dropFirst(2).dropLast() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { values[pair[0]] = pair[1] }
    }
    let limit = values["limit"].map { Int($0) ?? 0 } ?? 25
    guard (1...200).contains(limit) else { return Self.refusal(of: "limit") }
    if let genre = values["genre"], Int(genre) == nil { return Self.refusal(of: "genre") }
    let entries = best(chart, in: market, genre: values["genre"].flatMap { Int($0) }).prefix(limit).map {
      entry($0, in: market)
    }
    let address = "\(SampleRecord.site)/\(market.front.code)/\(route.path.joined(separator: "/"))"
    let feed: SampleJSON = [
      "author": ["name": ["label": "Sample"], "uri": ["label": .text(SampleRecord.site)]],
      // A single entry is not in a list, and without entries the key is missing.
      "entry": entries.count > 1 ? .array(Array(entries)) : entries.first ?? .absent,
      "updated": ["label": .text("\(day.rawValue)T00:15:00-07:00")], "rights": ["label": "Nobody’s: a sample."],
      "title": ["label": .text("Sample: \(chart.title)")],
      "icon": ["label": .text(SampleRecord.site + "/favicon.ico")],
      "link": [
        ["attributes": ["rel": "alternate", "type": "text/html", "href": .text(SampleRecord.site)]],
        ["attributes": ["rel": "self", "href": .text(address)]],
      ],
      "id": ["label": .text(address)],
    ]
    let answer: SampleJSON = ["feed": feed]
    return HTTPResponse(
      status: 200, headers: ["content-type": "text/javascript; charset=UTF-8"], body: answer.bytes)
  }

  private func entry(_ record: SampleRecord, in market: SampleMarket) -> SampleJSON {
    let store = market.store
    let whole = record.kind == .song ? store.record(record.parent) : nil
    let price =
      record.kind == .song ? record.price("1.29") : record.kind == .tvEpisode ? record.price("1.99") : record.price()
    let address = address(of: record, in: market).map { $0 + ($0.contains("?") ? "&uo=2" : "?uo=2") }
    let genre = genre(of: record, in: store)
    let genreAddress = genre?.id.map { "\(SampleRecord.site)/\(market.front.code)/genre/id\($0)?uo=2" }
    let maker = market.address("artist", record.wireArtist).map { $0 + "?uo=2" }
    let collection: SampleJSON =
      whole.map { album in
        [
          "im:name": ["label": .text(album.title)],
          "link": [
            "attributes": ["rel": "alternate", "type": "text/html", "href": .text(market.address("album", album.id))]
          ],
          "im:contentType": Self.contentType(of: album.kind),
        ]
      } ?? .absent
    return [
      "im:name": ["label": .text(record.title)],
      "im:image": .array(
        [55, 60, 170].map { size in
          ["label": record.artwork(size), "attributes": ["height": .text(String(size))]]
        }),
      "im:collection": collection,
      "im:itemCount": record.kind == .album ? ["label": .text(String(store.partCount(of: record.id)))] : .absent,
      "im:price": priced(price, kind: record.kind, in: market),
      "im:rentalPrice": record.row.note("rental").map { priced($0, kind: record.kind, in: market) } ?? .absent,
      "im:contentType": Self.contentType(of: record.kind),
      "summary": record.row["about"].map { ["label": .text($0.replacing("¶", with: "\n"))] } ?? .absent,
      "rights": (whole ?? record).row["label"].map { ["label": .text("℗ \($0)")] } ?? .absent,
      "title": ["label": .text([record.title, record.creator].compactMap { $0 }.joined(separator: " - "))],
      "link": link(to: record, address: address),
      "id": [
        "label": .text(address),
        "attributes": [
          "im:id": .text(String(market.front.id(of: record.id))),
          "im:bundleId": record.kind == .software ? .text(SampleRecord.bundle + String(record.id)) : .absent,
        ],
      ],
      "im:artist": [
        "label": .text(record.creator), "attributes": maker.map { ["href": .text($0)] } ?? .absent,
      ],
      "category": [
        "attributes": [
          "im:id": .text(genre?.id.map(String.init)), "term": .text(genre?.name), "scheme": .text(genreAddress),
          "label": .text(genre?.name),
        ]
      ],
      "im:releaseDate": record.released(in: store).map { date in
        ["label": .text(Self.moment(date)), "attributes": ["label": .text(Self.words(for: date))]]
      } ?? .absent,
    ]
  }

  /// A list if there is something to hear or see.
  private func link(to record: SampleRecord, address: String?) -> SampleJSON {
    let page: SampleJSON = ["attributes": ["rel": "alternate", "type": "text/html", "href": .text(address)]]
    let preview: (type: String, file: String, length: String)? =
      switch record.kind {
      case .song: ("audio/x-m4a", "song.m4a", "30000")
      case .musicVideo: ("video/x-m4v", "video.m4v", "30045.0")
      case .movie: ("video/x-m4v", "movie.m4v", "122175.0")
      case .tvEpisode: ("video/x-m4v", "episode.m4v", "30000")
      default: nil
      }
    guard let preview, record.row.note("nopreview") == nil else { return page }
    return [
      page,
      [
        "im:duration": ["label": .text(preview.length)],
        "attributes": [
          "title": "Preview", "rel": "enclosure", "type": .text(preview.type), "href": record.preview(preview.file),
          "im:assetType": "preview",
        ],
      ],
    ]
  }

  private func priced(_ dollars: String?, kind: SampleRecord.Kind, in market: SampleMarket) -> SampleJSON {
    let isFree = (dollars ?? "0").allSatisfy { "0.".contains($0) }
    let currency = market.front.currency
    // Music prices have five decimals, other prices two, and free items none.
    let isMusic = [.song, .album, .musicVideo].contains(kind)
    let amount = isFree ? "0" : currency.price(dollars ?? "0") + (isMusic ? "000" : "")
    return [
      "label": isFree ? "Get" : .text(market.label(dollars)),
      "attributes": ["amount": .text(amount), "currency": .text(currency.code)],
    ]
  }

  private static func contentType(of kind: SampleRecord.Kind) -> SampleJSON {
    func type(_ name: String, _ inner: SampleJSON = .absent) -> SampleJSON {
      ["im:contentType": inner, "attributes": ["term": .text(name), "label": .text(name)]]
    }
    return switch kind {
    case .song: type("Music", type("Track"))
    case .album: type("Music", type("Album"))
    case .musicVideo: type("Music Video")
    case .podcast, .podcastEpisode: type("Podcast")
    case .movie: type("Movie")
    case .tvEpisode: type("TV Episode")
    case .tvSeason: type("TV Season")
    case .ebook: type("eBook")
    case .audiobook: type("Audiobook")
    case .software: type("Application")
    case .musicArtist, .author, .developer, .show, .director, .podcaster: type("Artist")
    }
  }

  /// With the time zone that the real service writes.
  private static func moment(_ date: String) -> String { date.prefix(10) + "T00:00:00-07:00" }

  private static func words(for date: String) -> String {
    let parts = date.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return date }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func refusal(of key: String) -> HTTPResponse {
    page(400, "Invalid value for param '\(key)'")
  }

  private static let mostBought: [String: Chart] = {
    func sold(_ title: String, _ kind: SampleRecord.Kind, _ firsts: String) -> Chart {
      Chart(title: title, kind: kind, firsts: firsts, isOfSales: true, takes: \.isSoldSingly)
    }
    func apps(_ title: String, isForMac: Bool = false, isFree: Bool? = nil) -> Chart {
      Chart(title: title, kind: .software, firsts: "app") { app in
        (app.row.note("mac") != nil) == isForMac && (isFree.map { $0 == app.isFree } ?? true)
      }
    }
    return [
      "topsongs": sold("Top Songs", .song, "song"), "topalbums": sold("Top Albums", .album, "album"),
      "topmusicvideos": sold("Top Music Videos", .musicVideo, "video"),
      "toppodcasts": Chart(title: "Top Podcasts", kind: .podcast, firsts: "podcast"),
      "topmovies": sold("Top Movies", .movie, "movie"),
      "topvideorentals": Chart(title: "Top Video Rentals", kind: .movie, firsts: "movie") {
        $0.row.note("rental") != nil
      },
      "toptvepisodes": sold("Top TV Episodes", .tvEpisode, "tvepisode"),
      "toptvseasons": sold("Top TV Seasons", .tvSeason, "tvseason"),
      "toppaidebooks": Chart(title: "Top Paid Books", kind: .ebook, firsts: "book") { !$0.isFree },
      "topfreeebooks": Chart(title: "Top Free Books", kind: .ebook, firsts: "book", takes: \.isFree),
      "topaudiobooks": sold("Top Audiobooks", .audiobook, "audiobook"),
      "topfreeapplications": apps("Top Free Applications", isFree: true),
      "toppaidapplications": apps("Top Paid Applications", isFree: false),
      "topgrossingapplications": apps("Top Grossing Applications"),
      "topfreeipadapplications": apps("Top Free iPad Applications", isFree: true),
      "toppaidipadapplications": apps("Top Paid iPad Applications", isFree: false),
      "topgrossingipadapplications": apps("Top Grossing iPad Applications"),
      "newapplications": apps("New Applications"), "newfreeapplications": apps("New Free Applications", isFree: true),
      "newpaidapplications": apps("New Paid Applications", isFree: false),
      "topmacapps": apps("Top Mac Apps", isForMac: true),
      "topfreemacapps": apps("Top Free Mac Apps", isForMac: true, isFree: true),
      "toppaidmacapps": apps("Top Paid Mac Apps", isForMac: true, isFree: false),
      "topgrossingmacapps": apps("Top Grossing Mac Apps", isForMac: true),
    ]
  }()
}
