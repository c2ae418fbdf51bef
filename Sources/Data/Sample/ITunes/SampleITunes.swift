import Wire
import Domain

/// Apple's services over the sample store: `/search` and `/lookup` as at `itunes.apple.com`, both generations of
/// charts, and the feeds of its podcasts.
///
/// Storefronts differ in what they sell, in ids, prices and charts. `lang`, `genreId` and the like have no effect.
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
    do throws(InvalidValues) {
      guard let market = market(route.query["country"] ?? route.front ?? "us") else {
        throw InvalidValues(keys: ["country"])
      }
      let records =
        route.path[0] == "lookup" ? try lookup(route.query, in: market) : try search(route.query, in: market)
      return Self.response(records.map { $0.wireRow(in: market) })
    } catch {
      return Self.refusal(of: error.keys)
    }
  }

  private func market(_ code: String) -> SampleMarket? {
    storefronts[code].map { SampleMarket(store: store, front: $0) }
  }

  private func search(_ query: [String: String], in market: SampleMarket) throws(InvalidValues) -> [SampleRecord] {
    let parameters = try SampleITunesParameters(query)
    let words = SampleSearchText.words(of: query["term"] ?? "")
    guard !words.isEmpty else { return [] }
    var ranked: [[SampleRecord]] = Array(repeating: [], count: 4)
    for record in store.records where parameters.kinds.contains(record.kind) {
      if parameters.leavesOutExplicit && record.isExplicit { continue }
      guard let rank = record.rank(for: words, in: parameters.field), market.front.has(record) else { continue }
      ranked[rank].append(record)
    }
    return Array(ranked.joined().prefix(parameters.limit))
  }

  private func lookup(_ query: [String: String], in market: SampleMarket) throws(InvalidValues) -> [SampleRecord] {
    let parameters = try SampleITunesParameters(query)
    var found: [SampleRecord] = []
    for parent in try parents(query, in: market) {
      found.append(parent)
      guard query["entity"] != nil else { continue }
      let works = market.works(of: parent, kinds: parameters.kinds)
      found += (query["sort"] == "recent" ? market.newestFirst(works) : works).prefix(parameters.limit)
    }
    return found
  }

  /// The items named by id, barcode, ISBN or bundle id; unknown ones are omitted. Several come in the order of the
  /// tables, not of the request.
  private func parents(_ query: [String: String], in market: SampleMarket) throws(InvalidValues) -> [SampleRecord] {
    var parents: [SampleRecord?] = []
    for id in (query["id"] ?? "").split(separator: ",") {
      guard let id = Int(id) else { throw InvalidValues(keys: ["itunesId"]) }
      parents.append(market.record(called: id))
    }
    func others(_ key: String, _ id: (String) -> Int?) {
      for value in (query[key] ?? "").split(separator: ",") { parents.append(market.record(id(String(value)))) }
    }
    others("upc", SampleBarcode.album)
    others("isbn", SampleBarcode.book)
    others("bundleId") { name in
      name.hasPrefix(SampleRecord.bundle) ? Int(name.dropFirst(SampleRecord.bundle.count)) : nil
    }
    let places = Set(parents.compactMap { store.place(of: $0?.id) })
    return places.sorted().map { store.records[$0] }
  }

  /// The envelope, with the three newlines around it.
  private static func response(_ rows: [SampleJSON]) -> HTTPResponse {
    var body = Array("\n\n\n{\n \"resultCount\":\(rows.count),\n \"results\": [\n".utf8)
    for (index, row) in rows.enumerated() {
      if index > 0 { body += ", \n".utf8 }
      body += row.bytes
    }
    body += "]\n}\n\n\n".utf8
    return HTTPResponse(status: 200, headers: headers, body: body)
  }

  private static func refusal(of keys: [String]) -> HTTPResponse {
    let error: SampleJSON = [
      "errorMessage": .text("Invalid value(s) for key(s): [\(keys.joined(separator: ", "))]"),
      "queryParameters": [
        "output": "json", "callback": "name of a function", "country": "two-letter code of a storefront",
        "limit": "how many results", "term": "what to search for", "lang": "code of a language",
      ],
    ]
    return HTTPResponse(status: 400, headers: headers, body: Array("\n\n\n".utf8) + error.bytes + Array("\n\n\n".utf8))
  }

  private static let headers = [
    "content-type": "text/javascript; charset=utf-8", "content-disposition": "attachment; filename=1.txt",
  ]
}

/// The parameters that the service refuses, by its internal names for them.
struct InvalidValues: Error {
  let keys: [String]
}

extension SampleRecord {
  enum Field {
    case everything, title, creator, collection, description, genre, year
    /// An attribute that the sample does not have.
    case none
  }

  /// 0 is best: the title itself, words in the title, in the creator's name, anywhere; nil if they are not found.
  fileprivate func rank(for words: [SampleSearchText.Word], in field: Field) -> Int? {
    switch field {
    case .everything: break
    case .title: return words.allSatisfy(searchableTitle.holds) ? (searchableTitle.isExactly(words) ? 0 : 1) : nil
    case .creator: return words.allSatisfy(searchableCreator.holds) ? 0 : nil
    case .collection: return words.allSatisfy(searchableCollection.holds) ? 0 : nil
    case .description: return holds(words, in: row["about"])
    case .genre: return holds(words, in: row["genre"])
    case .year: return holds(words, in: row["date"].map { String($0.prefix(4)) })
    case .none: return nil
    }
    var inTitle = true
    var inCreator = true
    for word in words {
      let titleHolds = searchableTitle.holds(word)
      let creatorHolds = searchableCreator.holds(word)
      guard titleHolds || creatorHolds || searchableCollection.holds(word) else { return nil }
      inTitle = inTitle && titleHolds
      inCreator = inCreator && creatorHolds
    }
    if inTitle { return searchableTitle.isExactly(words) ? 0 : 1 }
    return inCreator ? 2 : 3
  }

  private func holds(_ words: [SampleSearchText.Word], in text: String?) -> Int? {
    let text = SampleSearchText(text ?? "")
    return words.allSatisfy(text.holds) ? 0 : nil
  }
}
