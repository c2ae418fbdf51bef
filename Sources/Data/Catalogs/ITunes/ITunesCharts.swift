import Wire
package import Domain

extension ITunesClient {
  package func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
    let storefront = request.storefront ?? ITunesStorefronts.defaultCode
    let limit = request.limit ?? ITunesChart.places
    guard let chart = ITunesChart.named(request.offer.category.name),
      let category = ITunesCategory.named(chart.offer.category.name),
      let feed = chart.feed(for: request, limit: limit, in: storefront.lowercased())
    else { throw .noChart(request.title, storefront: storefront) }
    var httpRequest = HTTPRequest(base: feed.isCurrent ? chartsBase : base, path: feed.path)
    httpRequest.isSlip = Self.isSlip
    let parsed = ParsedBody()
    // The request is a cache key, and must not retain the parsed answer as well.
    defer { parsed.clear() }
    // What cannot be used must not be cached.
    httpRequest.isAnswer = { [isCurrent = feed.isCurrent] response in
      parsed.json(of: response)?["feed"].map { !isCurrent || $0["results"]?.array != nil } ?? false
    }
    let response = try await fetch(httpRequest)
    let start = ContinuousClock.now
    // A storefront without the chart answers 404, 400 or, in the current generation, 500 with a page; the last two have
    // other causes too, so they are reported unchanged.
    if let failure = response.failure(from: httpRequest.host) {
      if case .notFound = failure { throw .noChart(request.title, storefront: storefront) }
      throw failure
    }
    guard let answer = try response.json(from: httpRequest.host, as: parsed)["feed"] else {
      throw .unreadable(host: httpRequest.host, what: "JSON without a feed")
    }
    if answer["results"].map({ $0.array == nil }) ?? feed.isCurrent {
      throw .unreadable(host: httpRequest.host, what: "JSON without a list of results")
    }
    // In the older generation a list, a single place, or nothing if there is none.
    let places = answer["results"]?.array ?? answer["entry"]?.array ?? [answer["entry"]].compactMap(\.self)
    let (items, skipped) = SkippedRow.reading(places.prefix(limit)) { place, rank throws(SkippedRow) in
      let row = try place.record(atRow: rank)
      var item = try Item(chartRow: row, at: rank, as: category, pagesOf: pageHost)
      (item.rank, item.storefront) = (rank, request.storefront)
      return item
    }
    var list = ItemList(items: items, skipped: skipped)
    if list.items.count + list.skipped.count >= limit {
      let largest = limit < request.largest ? request.largest : nil
      list.extent =
        request.limit == nil && largest != nil ? .page(largest: request.largest) : .limit(limit, largest: largest)
    }
    RequestContext.logDecoding(of: httpRequest.url, shown: list.items.count, skipped: list.skipped, since: start)
    if list.items.isEmpty, let skipped = list.skipped.first {
      throw .unreadable(host: httpRequest.host, what: "places \(skipped.asProperty)")
    }
    let updated = (answer["updated"]?.text ?? answer["updated"]?["label"]?.text).flatMap { text in
      // The current generation writes `Fri, 9 Jan 2026 05:49:54 +0000`, the older one ISO 8601.
      ReleaseDate(text) ?? ReleaseDate.reading(text).flatMap { ReleaseDate($0.day) }
    }
    return Chart(title: request.title, source: feed.source, storefront: storefront, updated: updated, list: list)
  }

  package func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> ItemList {
    // An episode can be looked up only through its podcast.
    if items.count == 1, let category = ITunesCategory.named(items[0].id.category), !category.isLookedUp {
      return ItemList(items: [try await details(of: items[0], filters: filters).item])
    }
    var items = items
    let wanted = items.indices.filter { index in
      ITunesCategory.named(items[index].id.category)?.isLookedUp == true && items[index].id.key.isCatalogueNumber
    }
    for (storefront, indices) in Dictionary(grouping: wanted, by: { items[$0].storefront }) {
      for batch in indices.chunks(of: ITunesLookup.batch) {
        let lookup = ITunesLookup(key: batch.map { items[$0].id.key }.joined(separator: ","))
        let records = try await records(of: lookup, storefront: storefront, filters: filters, as: .song)
        // The answer is in any order, without items that are unknown there.
        let known = Dictionary(records.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for index in batch {
          if let record = known[items[index].id] { items[index] = items[index].enriched(by: record) }
        }
      }
    }
    return ItemList(items: items)
  }
}

extension Array {
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
