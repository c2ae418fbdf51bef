import Wire

/// The older charts: `/{country}/rss/{type}/limit={count}[/genre={id}]/json`. Every value is a label or an attribute.
extension SampleCharts {
  func mostBought(_ route: SampleRoute, in market: SampleMarket?) -> HTTPResponse {
    guard let market, route.path.count >= 3, route.path.last == "json", let chart = Self.mostBought[route.path[1]]
    else { return .json([:], status: 404) }
    func number(_ name: String) -> Int? {
      route.path.lazy.filter { $0.hasPrefix(name + "=") }.compactMap { Int($0.dropFirst(name.count + 1)) }.first
    }
    let entries = best(chart, in: market, genre: number("genre")).prefix(number("limit") ?? 25).map {
      entry($0, in: market)
    }
    return .json([
      "feed": [
        // A single entry is not in a list, and without entries the key is missing.
        "entry": entries.count > 1 ? .array(Array(entries)) : entries.first ?? .absent,
        "updated": ["label": .text("\(day.rawValue)T00:15:00-07:00")],
      ]
    ])
  }

  private func entry(_ record: SampleRecord, in market: SampleMarket) -> SampleJSON {
    let store = market.store
    let whole = record.kind == .song ? store.record(record.parent) : nil
    let price =
      record.kind == .song ? record.price("1.29") : record.kind == .tvEpisode ? record.price("1.99") : record.price()
    let address = address(of: record, in: market).map { $0 + ($0.contains("?") ? "&uo=2" : "?uo=2") }
    let maker = market.address("artist", record.wireArtist).map { $0 + "?uo=2" }
    return [
      "im:name": ["label": .text(record.title)],
      "im:image": .array([55, 60, 170].map { ["label": record.artwork($0)] }),
      "im:collection": whole.map { album in
        [
          "im:name": ["label": .text(album.title)],
          "link": ["attributes": ["href": .text(market.address("album", album.id))]],
        ]
      } ?? .absent,
      "im:itemCount": record.kind == .album ? ["label": .text(String(store.partCount(of: record.id)))] : .absent,
      "im:price": priced(price, kind: record.kind, in: market),
      "im:rentalPrice": record.row.note("rental").map { priced($0, kind: record.kind, in: market) } ?? .absent,
      "summary": record.row["about"].map { ["label": .text($0.replacing("¶", with: "\n"))] } ?? .absent,
      "rights": (whole ?? record).row["label"].map { ["label": .text("℗ \($0)")] } ?? .absent,
      "link": link(to: record, address: address),
      "id": ["label": .text(address), "attributes": ["im:id": .text(String(market.front.id(of: record.id)))]],
      "im:artist": ["label": .text(record.creator), "attributes": maker.map { ["href": .text($0)] } ?? .absent],
      "category": ["attributes": ["label": .text(genre(of: record, in: store)?.name)]],
      // With the time zone of the real service.
      "im:releaseDate": record.released(in: store).map { ["label": .text($0.prefix(10) + "T00:00:00-07:00")] }
        ?? .absent,
    ]
  }

  /// A list if there is something to play.
  private func link(to record: SampleRecord, address: String?) -> SampleJSON {
    let page: SampleJSON = ["attributes": ["rel": "alternate", "href": .text(address)]]
    let files: [SampleRecord.Kind: String] = [
      .song: "song.m4a", .musicVideo: "video.m4v", .movie: "movie.m4v", .tvEpisode: "episode.m4v",
    ]
    guard let file = files[record.kind], record.row.note("nopreview") == nil else { return page }
    return [page, ["attributes": ["rel": "enclosure", "href": record.preview(file)]]]
  }

  private func priced(_ dollars: String?, kind: SampleRecord.Kind, in market: SampleMarket) -> SampleJSON {
    let isFree = (dollars ?? "0").allSatisfy { "0.".contains($0) }
    let currency = market.front.currency
    // Music prices have five decimals, other prices two, and free items none.
    let isMusic = [.song, .album, .musicVideo].contains(kind)
    let amount = isFree ? "0" : currency.price(dollars ?? "0") + (isMusic ? "000" : "")
    return ["attributes": ["amount": .text(amount), "currency": .text(currency.code)]]
  }

  private static let mostBought: [String: Chart] = {
    func sold(_ kind: SampleRecord.Kind, _ firsts: String) -> Chart {
      Chart(kind: kind, firsts: firsts, isOfSales: true, takes: \.isSoldSingly)
    }
    return [
      "topsongs": sold(.song, "song"), "topalbums": sold(.album, "album"), "topmusicvideos": sold(.musicVideo, "video"),
      "toppodcasts": Chart(kind: .podcast, firsts: "podcast"), "topmovies": sold(.movie, "movie"),
      "toptvepisodes": sold(.tvEpisode, "tvepisode"), "toptvseasons": sold(.tvSeason, "tvseason"),
      "toppaidebooks": Chart(kind: .ebook, firsts: "book") { !$0.isFree },
      "topfreeapplications": Chart(kind: .software, firsts: "app") { $0.row.note("mac") == nil && $0.isFree },
    ]
  }()
}
