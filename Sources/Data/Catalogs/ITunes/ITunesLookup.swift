import Wire
import Domain

/// A lookup by the service's own number, and what to list below it; a value, so that duplicates are recognized.
struct ITunesLookup: Sendable, Hashable {
  let key: String
  /// What to list below; nil for the record alone.
  var entity: String?

  /// The most records below one record. No lookup is known to continue after them.
  static let largest = 200

  /// How many records one request asks for; more are said to work, and this many do.
  static let batch = 100

  /// - Parameter storefront: where to look; nil for the service's default, the US one, whatever the id.
  func request(base: String, storefront: String?, language: String?) -> HTTPRequest {
    var query = [("id", key)]
    if let entity { query += [("entity", entity), ("limit", String(Self.largest))] }
    return HTTPRequest(base: base, path: "lookup", query: query + Self.place(storefront, language))
  }

  /// The parameters that tell a lookup where to look.
  static func place(_ storefront: String?, _ language: String?) -> [(String, String)] {
    [("country", storefront), ("lang", language)].compactMap { name, value in value.map { (name, $0) } }
  }
}

/// The records of an answer, with the items made from them.
struct ITunesRecords: Sendable {
  var entries: [(row: ITunesRow, item: Item)] = []
  var skipped: [SkippedRow] = []

  /// The record with the number of `id`. Its category may differ, because what was looked up may turn out to be
  /// something else; but it is none of the `parts` below it.
  func entry(of id: ItemID, butNot parts: [String] = []) -> Item? {
    entries.first { $0.item.id == id }?.item
      ?? entries.first { $0.item.id.key == id.key && !parts.contains($0.item.id.category) }?.item
  }
}

extension ITunesClient {
  /// Sends `request` and makes items of the rows in the answer.
  /// - Parameters:
  ///   - storefront: where `request` asks; nil if nobody chose.
  ///   - category: the category of a row.
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

  /// Looks something up in a storefront; a row that does not say what it is counts as `category`.
  func records(
    of lookup: ITunesLookup, storefront: String?, filters: [String: String], as category: ITunesCategory
  ) async throws(CatalogError) -> ITunesRecords {
    let request = lookup.request(base: base, storefront: storefront, language: filters["lang"])
    return try await records(of: request, storefront: storefront) {
      ITunesCategory.of($0) ?? category
    }
  }
}
