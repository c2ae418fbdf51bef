import Domain

/// The iTunes Search API over the sample store: `/search` and `/lookup` as `itunes.apple.com` answers them.
///
/// Every storefront holds the same and sells in dollars. `lang`, `genreId` and the like are taken and change nothing.
struct SampleITunes: SampleAnswering {
  private let store = SampleStore()

  func answer(to request: HTTPRequest) -> HTTPResponse {
    guard let route = SampleRoute(request, from: ["search", "lookup"]) else { return .json([:], status: 404) }
    let records: [SampleRecord]
    do {
      records = route.path[0] == "lookup" ? try lookup(route.query) : try search(route.query)
    } catch {
      return Self.refusal(of: error.keys)
    }
    return Self.response(records.map { $0.wireRow(in: store) })
  }

  private func search(_ query: [String: String]) throws(InvalidValues) -> [SampleRecord] {
    let parameters = try SampleITunesParameters(query)
    let words = SampleSearchText.words(of: query["term"] ?? "")
    guard !words.isEmpty else { return [] }
    var ranked: [[SampleRecord]] = Array(repeating: [], count: 4)
    for record in store.records where parameters.kinds.contains(record.kind) {
      if parameters.leavesOutExplicit && record.isExplicit { continue }
      if let rank = record.rank(for: words, in: parameters.field) { ranked[rank].append(record) }
    }
    return Array(ranked.joined().prefix(parameters.limit))
  }

  private func lookup(_ query: [String: String]) throws(InvalidValues) -> [SampleRecord] {
    let parameters = try SampleITunesParameters(query)
    var found: [SampleRecord] = []
    for id in (query["id"] ?? "").split(separator: ",") {
      guard let id = Int(id) else { throw InvalidValues(keys: ["itunesId"]) }
      guard let record = store.record(id) else { continue }
      found.append(record)
      guard query["entity"] != nil else { continue }
      var works = store.works(of: record, kinds: parameters.kinds)
      if query["sort"] == "recent" {
        works.sort { ($0.released(in: store) ?? "") > ($1.released(in: store) ?? "") }
      }
      found += works.prefix(parameters.limit)
    }
    return found
  }

  /// The envelope, three newlines around it included.
  private static func response(_ rows: [SampleJSON]) -> HTTPResponse {
    var body = Array("\n\n\n{\n \"resultCount\":\(rows.count),\n \"results\": [\n".utf8)
    for (index, row) in rows.enumerated() {
      if index > 0 { body += ", \n".utf8 }
      row.write(to: &body)
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

/// The parameters that the service refuses, by the names it has for them inside.
struct InvalidValues: Error {
  let keys: [String]
}

extension SampleRecord {
  enum Field {
    case everything, title, creator, collection, description, genre, year
    /// An index that the sample does not have.
    case none
  }

  /// 0 is best: the title itself, words in the title, in the creator's name, all over the place; nil: not found.
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
