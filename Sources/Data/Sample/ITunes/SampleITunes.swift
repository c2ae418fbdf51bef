import Wire
import Domain

/// Apple's services over the sample store: `/search` and `/lookup` as at `itunes.apple.com`, both generations of
/// charts, and the feeds of its podcasts.
///
/// Storefronts differ in what they sell, in ids, prices and charts. Rows contain what liner reads.
struct SampleITunes: SampleAnswering {
  private let store = SampleStore()
  private let storefronts = SampleStorefronts()
  private let charts: OnFirstUse<SampleCharts>
  private let feeds = OnFirstUse { SampleFeeds() }

  init(on day: SampleService.Day = .latest) { charts = OnFirstUse { SampleCharts(on: day) } }

  func answer(to request: HTTPRequest) -> HTTPResponse {
    guard request.method == "GET", let route = SampleRoute(request, from: ["search", "lookup", "v2", "rss", "feed"])
    else {
      return .json([:], status: 404)
    }
    switch route.path[0] {
    case "v2": return charts.value.mostPlayed(route, market: market)
    case "rss": return charts.value.mostBought(route, in: route.front.flatMap(market))
    case "feed": return feeds.value.answer(to: route, store: store)
    default: break
    }
    guard let market = market(route.query["country"] ?? route.front ?? "us") else { return .json([:], status: 404) }
    let records = route.path[0] == "lookup" ? lookup(route.query, in: market) : search(route.query, in: market)
    return .json(["results": .array(records.map { market.row($0) })])
  }

  private func market(_ code: String) -> SampleMarket? {
    storefronts[code].map { SampleMarket(store: store, front: $0) }
  }

  private func search(_ query: [String: String], in market: SampleMarket) -> [SampleRecord] {
    let parameters = SampleITunesParameters(query)
    let words = SampleSearchText.words(of: query["term"] ?? "")
    guard !words.isEmpty else { return [] }
    var ranked: [[SampleRecord]] = Array(repeating: [], count: 4)
    for searchable in store.searchable(parameters.kind) {
      let record = searchable.record
      if parameters.leavesOutExplicit && record.isExplicit { continue }
      guard let rank = searchable.rank(for: words, in: parameters.field), market.front.has(record) else { continue }
      ranked[rank].append(record)
    }
    return Array(ranked.flatMap(\.self).prefix(parameters.limit))
  }

  private func lookup(_ query: [String: String], in market: SampleMarket) -> [SampleRecord] {
    let parameters = SampleITunesParameters(query)
    var found: [SampleRecord] = []
    for parent in parents(query, in: market) {
      found.append(parent)
      guard let kind = parameters.kind else { continue }
      let works = market.works(of: parent, kind: kind)
      found += (query["sort"] == "recent" ? market.newestFirst(works) : works).prefix(parameters.limit)
    }
    return found
  }

  /// The items with an id, barcode, ISBN or bundle id in the query; unknown ones are omitted. Several come in the order
  /// of the tables, not of the request.
  private func parents(_ query: [String: String], in market: SampleMarket) -> [SampleRecord] {
    func named(_ key: String, _ record: (String) -> SampleRecord?) -> [SampleRecord] {
      (query[key] ?? "").split(separator: ",").compactMap { record(String($0)) }
    }
    let parents =
      named("id") { Int($0).flatMap { market.record(called: $0) } }
      + named("upc") { market.record(SampleBarcode.album(upc: $0)) }
      + named("isbn") { market.record(SampleBarcode.book(isbn: $0)) }
      + named("bundleId") { name in
        name.hasPrefix(SampleRecord.bundle) ? market.record(Int(name.dropFirst(SampleRecord.bundle.count))) : nil
      }
    let places = Set(parents.compactMap { store.place(of: $0.id) })
    return places.sorted().map { store.records[$0] }
  }
}

extension SampleRecord {
  enum Field {
    case everything, title, creator, collection, description, genre, year
    /// An attribute that the sample does not have.
    case none
  }
}

extension SearchableRecord {
  /// 0 is best: the title itself, words in the title, in the creator's name, anywhere; nil if they are not found.
  fileprivate func rank(for words: [SampleSearchText.Word], in field: SampleRecord.Field) -> Int? {
    switch field {
    case .everything: break
    case .title: return words.allSatisfy(title.holds) ? (title.isExactly(words) ? 0 : 1) : nil
    case .creator: return words.allSatisfy(creator.holds) ? 0 : nil
    case .collection: return words.allSatisfy(collection.holds) ? 0 : nil
    case .description: return holds(words, in: record.row["about"])
    case .genre: return holds(words, in: record.row["genre"])
    case .year: return holds(words, in: record.row["date"].map { String($0.prefix(4)) })
    case .none: return nil
    }
    var inTitle = true
    var inCreator = true
    for word in words {
      let titleHolds = title.holds(word)
      let creatorHolds = creator.holds(word)
      guard titleHolds || creatorHolds || collection.holds(word) else { return nil }
      inTitle = inTitle && titleHolds
      inCreator = inCreator && creatorHolds
    }
    if inTitle { return title.isExactly(words) ? 0 : 1 }
    return inCreator ? 2 : 3
  }

  private func holds(_ words: [SampleSearchText.Word], in text: String?) -> Int? {
    let text = SampleSearchText(text ?? "")
    return words.allSatisfy(text.holds) ? 0 : nil
  }
}
