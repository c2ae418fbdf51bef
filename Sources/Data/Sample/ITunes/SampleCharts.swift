import Domain
import Wire

/// The sample's charts, in feeds of both generations. Each country has its own fixed order.
struct SampleCharts: Sendable {
  private let firsts: [String: [(stores: Set<Substring>, ids: [Int])]]
  private let genres: [String: SampleTable.Row]
  let day: SampleService.Day

  init(on day: SampleService.Day = .latest) {
    self.day = day
    firsts = Dictionary(grouping: SampleTables.itunes["firsts"]) { $0["chart"] ?? "" }.mapValues { rows in
      rows.map { row in
        (
          Set((row["stores"] ?? "").split(separator: " ")),
          (row["ids"] ?? "").split(separator: " ").compactMap { Int($0) }
        )
      }
    }
    genres = Dictionary(SampleTables.itunes["genres"].map { ("\($0["of"] ?? "")|\($0["genre"] ?? "")", $0) }) { $1 }
  }

  /// The newer charts: `/api/v2/{country}/{medium}/{feed}/{count}/{type}.json`. Flat, without prices, numbers as text.
  func mostPlayed(_ route: SampleRoute, market: (String) -> SampleMarket?) -> HTTPResponse {
    let path = route.path
    guard path.count == 6, path[5].hasSuffix(".json"), let count = Int(path[4]), let market = market(path[1]) else {
      return .json([:], status: 404)
    }
    let type = String(path[5].dropLast(5))
    guard let chart = Self.mostPlayed["\(path[2])/\(path[3])/\(type)"] else { return .json([:], status: 404) }
    let rows = best(chart, in: market).prefix(count).map { market.row($0, as: type) }
    return .json([
      "feed": ["country": .string(market.front.code), "updated": .string(day.written), "results": .array(rows)]
    ])
  }

  /// The older charts: `/{country}/rss/{type}/limit={count}[/genre={id}]/json`. Every value is a label or an attribute.
  func mostBought(_ route: SampleRoute, in market: SampleMarket?) -> HTTPResponse {
    guard let market, route.path.count >= 3, route.path.last == "json", let chart = Self.mostBought[route.path[1]]
    else { return .json([:], status: 404) }
    func number(_ name: String) -> Int? {
      route.path.lazy.filter { $0.hasPrefix(name + "=") }.compactMap { Int($0.dropFirst(name.count + 1)) }.first
    }
    let entries = best(chart, in: market, genre: number("genre")).prefix(number("limit") ?? 25).map {
      market.row($0, as: route.path[1])
    }
    var feed = JSONMembers()
    // A single entry is not in a list, and without entries the key is missing.
    feed["entry"] = entries.count > 1 ? .array(entries) : entries.first
    feed["updated"] = ["label": .string("\(day.rawValue)T00:15:00-07:00")]
    return .json(["feed": .object(feed)])
  }

  /// The items of one chart in one country, best first.
  func best(_ chart: Chart, in market: SampleMarket, genre: Int? = nil) -> [SampleRecord] {
    let candidates = market.store.records.filter { record in
      record.kind == chart.kind && market.front.has(record) && chart.takes(record)
        && record.row.note("uncharted") == nil && (genre.map { isOf($0, record, in: market.store) } ?? true)
        && Self.isPlain(record.title) && Self.isPlain(record.creator)
    }
    let first = firsts(of: chart, in: market.front.code.uppercased())
    let ranked = candidates.map { record in
      let place = first.firstIndex(of: record.id)
      return (
        record, place: place ?? .max, weight: place == nil ? Self.weight(of: record.id, in: market.front.code) : 0
      )
    }
    var best = ranked.sorted { ($0.place, $0.weight) < ($1.place, $1.weight) }.map(\.0)
    // The item bought most is not the one played most.
    if chart.isOfSales, best.count > 1 { best.swapAt(0, 1) }
    return asOfDay(best, in: market.front.code.uppercased())
  }

  /// The chart on the latest day, or a week before. A week before, the second item was missing, the last one was there,
  /// and in a quarter of the countries the first two were swapped.
  private func asOfDay(_ best: [SampleRecord], in code: String) -> [SampleRecord] {
    guard best.count > 5, let last = best.last else { return best }
    var ranked = Array(best.dropLast())
    if day == .latest { return ranked }
    ranked.remove(at: 1)
    ranked.insert(last, at: 3)
    if code.utf8.reduce(0, { $0 + Int($1) }) % 4 == 0 { ranked.swapAt(0, 1) }
    return ranked
  }

  /// Whether every terminal can show it. A demo starts with a chart, and terminals disagree on the width of characters
  /// made of several scalars.
  private static func isPlain(_ text: String?) -> Bool {
    text?.allSatisfy { $0.unicodeScalars.count == 1 } ?? true
  }

  private func isOf(_ number: Int, _ record: SampleRecord, in store: SampleStore) -> Bool {
    guard let name = record.row["genre"] ?? store.record(record.parent)?.row["genre"],
      let row = genres["\(record.kind.genres)|\(name)"]
    else { return false }
    return row.int("id") == number || row.int("in") == number
  }

  private func firsts(of chart: Chart, in code: String) -> [Int] {
    let rows = firsts[chart.firsts] ?? []
    return (rows.first { $0.stores.contains(code[...]) } ?? rows.first { $0.stores.contains("*") })?.ids ?? []
  }

  /// A number for each item and country, the same in every run (FNV-1a, mixed once more).
  private static func weight(of id: Int, in code: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(code)\(id)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ (hash >> 29)
  }

  /// One list of one service.
  struct Chart: Sendable {
    let kind: SampleRecord.Kind
    /// Its name in the table `firsts`.
    let firsts: String
    var isOfSales = false
    var takes: @Sendable (SampleRecord) -> Bool = { _ in true }
  }

  private static let mostPlayed: [String: Chart] = [
    "music/most-played/songs": Chart(kind: .song, firsts: "song"),
    "music/most-played/albums": Chart(kind: .album, firsts: "album"),
    "podcasts/top/podcasts": Chart(kind: .podcast, firsts: "podcast"),
    "podcasts/top/podcast-episodes": Chart(kind: .podcastEpisode, firsts: "episode"),
    "apps/top-free/apps": Chart(kind: .software, firsts: "app", takes: \.isFree),
    "books/top-paid/books": Chart(kind: .ebook, firsts: "book", takes: { !$0.isFree }),
    "audio-books/top/audio-books": Chart(kind: .audiobook, firsts: "audiobook"),
  ]

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

extension SampleRecord {
  var isFree: Bool { (price() ?? "0").allSatisfy { "0.".contains($0) } }
  /// Whether it is sold for money, and by itself.
  var isSoldSingly: Bool { row.note("noprice") == nil && row.note("albumonly") == nil && row["price"] != "-1.0" }
}

extension SampleRecord.Kind {
  /// The key `of` for its genres.
  fileprivate var genres: String {
    switch self {
    case .album, .song, .musicVideo, .musicArtist: "music"
    case .podcast, .podcastEpisode, .podcaster: "podcast"
    case .tvSeason, .tvEpisode, .show: "tv"
    case .movie, .director: "movie"
    case .audiobook: "audiobook"
    case .ebook, .author: "book"
    case .software, .developer: "app"
    }
  }
}
