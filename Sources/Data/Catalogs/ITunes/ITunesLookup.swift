import Wire
import Domain

/// A lookup by the service's own number, and what is wanted below it; a value, so that what is asked twice is seen.
struct ITunesLookup: Sendable, Hashable {
  let key: String
  /// What to list below; nil for the record alone.
  var entity: String?

  /// The most that can be had below one record. No lookup is known to go on behind them.
  static let largest = 200

  /// How many records are asked for in one request; more than that are said to work, and this many do.
  static let batch = 100

  /// - Parameter storefront: where to look; nil for the service's own, which is the US one, whatever the id.
  func request(base: String, storefront: String?, language: String?) -> HTTPRequest {
    var query = [("id", key)]
    if let entity { query += [("entity", entity), ("limit", String(Self.largest))] }
    return HTTPRequest(base: base, path: "lookup", query: query + Self.place(storefront, language))
  }

  /// What every lookup says of where it looks.
  static func place(_ storefront: String?, _ language: String?) -> [(String, String)] {
    [("country", storefront), ("lang", language)].compactMap { name, value in value.map { (name, $0) } }
  }
}

/// The records of an answer with the items they gave.
struct ITunesRecords: Sendable {
  var entries: [(row: ITunesRow, item: Item)] = []
  var skipped: [SkippedRow] = []

  /// The record with the number of `id`. The categories need not agree: what was looked up may turn out another thing,
  /// but it is none of the `parts` below it.
  func entry(of id: ItemID, butNot parts: [String] = []) -> Item? {
    entries.first { $0.item.id == id }?.item
      ?? entries.first { $0.item.id.key == id.key && !parts.contains($0.item.id.category) }?.item
  }
}

extension ITunesClient {
  /// Sends `request` and makes items of the rows that come back.
  /// - Parameters:
  ///   - storefront: where `request` asks; nil where nobody chose.
  ///   - category: what a row is taken for.
  func records(
    of request: HTTPRequest, storefront: String?, category: (ITunesRow) -> ITunesCategory
  ) async throws(CatalogError) -> ITunesRecords {
    let response = try await fetch(request)
    let start = ContinuousClock.now
    let records = try Self.read(response, from: request.host, storefront: storefront, category: category)
    RequestContext.current.log?.append(
      Decoding(
        url: request.url, shown: records.entries.count, skipped: records.skipped, took: ContinuousClock.now - start))
    return records
  }

  private static func read(
    _ response: HTTPResponse, from host: String, storefront: String?, category: (ITunesRow) -> ITunesCategory
  ) throws(CatalogError) -> ITunesRecords {
    let answer = try ITunesAnswer(response, from: host)
    var records = ITunesRecords()
    for (index, row) in answer.rows.enumerated() {
      switch row {
      case .failure(let skipped): records.skipped.append(skipped)
      case .success(let row):
        if var item = Item(row, as: category(row)) {
          item.storefront = storefront
          records.entries.append((row, item))
        } else {
          records.skipped.append(SkippedRow(row: index + 1, reason: "no title"))
        }
      }
    }
    return records
  }

  /// Looks something up in a storefront, rows that do not say what they are being taken for `category`.
  func records(
    of lookup: ITunesLookup, storefront: String?, filters: [String: String], as category: ITunesCategory
  ) async throws(CatalogError) -> ITunesRecords {
    let request = lookup.request(base: base, storefront: storefront, language: filters["lang"])
    return try await records(of: request, storefront: storefront) {
      ITunesCategory.of($0) ?? category
    }
  }
}
