import Wire
import Domain

/// A lookup by a number, and what to list below it; a value, so that duplicates are recognized.
struct ITunesLookup: Sendable, Hashable {
  /// The parameter for the number: `id`, `upc`, `isbn` or `bundleId`.
  var parameter = "id"
  /// The number, or up to `batch` of them, separated by commas.
  let key: String
  /// What to list below; nil for only the record itself.
  var entity: String?
  /// How many of the newest items to list below each number; nil for all, in the service's order.
  var newest: Int?

  /// The most records below one record. No lookup is known to continue after them.
  static let largest = 200

  /// How many numbers one request may contain; more are said to work, but this many certainly do.
  static let batch = 100

  /// The parameters of the request, apart from the storefront.
  var query: [(String, String)] {
    var query = [(parameter, key)]
    if let entity { query += [("entity", entity), ("limit", String(newest ?? Self.largest))] }
    if newest != nil { query.append(("sort", "recent")) }
    return query
  }
}

/// The records of an answer, with the items made from them.
struct ITunesRecords: Sendable {
  let entries: [(row: ITunesRow, item: Item)]
  let skipped: [SkippedRow]

  var items: [Item] { entries.map(\.item) }
  /// How many rows the answer has.
  var rowCount: Int { entries.count + skipped.count }

  /// Ignores `resultCount`, which may differ from the number of rows.
  /// - Parameters:
  ///   - storefront: the requested storefront; nil if none was chosen.
  ///   - category: the category of a row.
  /// - Throws: the failure in the status; `refused` with the service's reason, even with status 200; `unreadable`.
  init(
    _ response: HTTPResponse, as parsed: ParsedBody = ParsedBody(), from host: String, storefront: String?,
    category: (ITunesRow) -> ITunesCategory
  ) throws(CatalogError) {
    let failure = response.failure(from: host)
    switch failure {
    case nil, .refused: break
    case let failure?: throw failure
    }
    let json = try Result { () throws(CatalogError) in try response.json(from: host, as: parsed) }
      .mapError { failure ?? $0 }.get()
    let reason = json["errorMessage"]?.text?.asReason
    if failure != nil || reason != nil { throw .refused(host: host, status: response.status, reason: reason) }
    guard let results = json["results"]?.array else {
      throw .unreadable(host: host, what: "JSON without a list of results")
    }
    (entries, skipped) = SkippedRow.reading(results) { result, number throws(SkippedRow) in
      let row = try ITunesRow(result, row: number, storefront: storefront)
      var item = try Item(row, at: number, as: category(row))
      item.storefront = storefront
      return (row, item)
    }
  }

  /// The record with the number of `id`. Its category may differ, because the item may turn out to be something else,
  /// but it is not one of the `parts` below it.
  func entry(of id: ItemID, butNot parts: [String] = []) -> Item? {
    entries.first { $0.item.id == id }?.item
      ?? entries.first { $0.item.id.key == id.key && !parts.contains($0.item.id.category) }?.item
  }
}

extension ITunesClient {
  /// Sends a search; a row without a category of its own counts as `category`. The service may ignore which kind was
  /// requested.
  /// - Parameter storefront: the storefront to search; nil if none was chosen.
  func records(
    ofSearch query: [(String, String)], storefront: String?, category: ITunesCategory
  ) async throws(CatalogError) -> ITunesRecords {
    let request = request(for: "search", query)
    return try await records(of: request, storefront: storefront) { ITunesCategory.of($0) ?? category }
  }

  /// Sends a lookup; a row without a category of its own counts as `category`.
  /// - Parameter storefront: where to look; nil for the service's default, the US one, whatever the id.
  /// - Throws: `unreadable` if nothing else was looked up and no row can be read, because the store has the item.
  func records(
    of lookup: ITunesLookup, storefront: String?, filters: [String: String], as category: ITunesCategory
  ) async throws(CatalogError) -> ITunesRecords {
    let query = lookup.query + Self.place(storefront, filters)
    var request = request(for: "lookup", query)
    // Items with an id change less often than search results.
    request.maxAge = 86_400
    let records = try await records(of: request, storefront: storefront) { ITunesCategory.of($0) ?? category }
    if lookup.entity == nil, records.entries.isEmpty, let skipped = records.skipped.first {
      throw .unreadable(host: request.host, what: "a record \(skipped.asProperty)")
    }
    return records
  }

  private func request(for path: String, _ query: [(String, String)]) -> HTTPRequest {
    changing(HTTPRequest(base: base, path: path, query: query)) { $0.isSlip = Self.isSlip }
  }

  /// Sometimes Apple sends its `newNullResponse` page instead of JSON, with a success status; the next attempt helps.
  static let isSlip: @Sendable (HTTPResponse) -> Bool = { (200..<300).contains($0.status) && $0.looksLikeHTML }

  /// The parameters for the storefront and the language of the answer.
  static func place(_ storefront: String?, _ filters: [String: String]) -> [(String, String)] {
    [("country", storefront), ("lang", filters["lang"])].compactMap { name, value in value.map { (name, $0) } }
  }

  private func records(
    of request: HTTPRequest, storefront: String?, category: (ITunesRow) -> ITunesCategory
  ) async throws(CatalogError) -> ITunesRecords {
    var request = request
    let parsed = ParsedBody()
    // The request is a cache key, and must not retain the parsed answer as well.
    defer { parsed.clear() }
    // A failure may have a success status.
    request.isAnswer = { response in
      guard let json = parsed.json(of: response) else { return false }
      return json["errorMessage"] == nil && json["results"]?.array != nil
    }
    let response = try await fetch(request)
    let start = ContinuousClock.now
    let records = try ITunesRecords(
      response, as: parsed, from: request.host, storefront: storefront, category: category)
    RequestContext.logDecoding(of: request.url, shown: records.entries.count, skipped: records.skipped, since: start)
    return records
  }
}
