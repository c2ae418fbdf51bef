import Wire
import Domain

/// Everything the service has of one category.
struct GhibliCollection: Sendable {
  /// Where it came from.
  let url: String
  let entries: [GhibliEntry]
  let skipped: [SkippedRow]
  /// How long the answer's bytes took to become entries; zero once the collection is one that was kept.
  var took: Duration

  /// - Throws: `unreadable` where the answer is no list; what its status means.
  init(
    _ response: HTTPResponse, to request: HTTPRequest, of category: GhibliCategory, base: String
  ) throws(CatalogError) {
    let start = ContinuousClock.now
    guard let rows = try JSONValue(ghibli: response, from: request.host).array else {
      throw .unreadable(host: request.host, what: "JSON without a list")
    }
    var entries: [GhibliEntry] = []
    var skipped: [SkippedRow] = []
    for (index, json) in rows.enumerated() {
      do throws(SkippedRow) {
        entries.append(try GhibliEntry(json, row: index + 1, as: category, base: base))
      } catch {
        skipped.append(error)
      }
    }
    url = request.url
    self.entries = entries
    self.skipped = skipped
    took = ContinuousClock.now - start
  }

  /// The entries in whose names every word of `term` stands; all of them where it has none.
  func entries(matching term: String) -> [GhibliEntry] {
    let folded = GhibliEntry.folded(term)
    let words = folded.split(whereSeparator: \.isWhitespace)
    return entries.filter { $0.contains(words) }
  }

  /// In 2019 two locations shared one id, so that the title may be what tells them apart.
  func entry(for key: String, titled title: String? = nil) -> GhibliEntry? {
    let sharing = entries.filter { $0.item.id.key == key }
    return sharing.first { $0.item.title == title } ?? sharing.first
  }
}

extension GhibliEntry {
  /// - Throws: why there is nothing to be shown in `json`.
  init(_ json: JSONValue, row: Int, as category: GhibliCategory, base: String) throws(SkippedRow) {
    guard let entry = GhibliEntry(try GhibliRecord(json, row: row), as: category, base: base) else {
      throw SkippedRow(row: row, reason: "no title")
    }
    self = entry
  }
}

extension JSONValue {
  /// What a good answer holds: a bare list, or a bare record.
  /// - Throws: `unreadable`; what the status means.
  init(ghibli response: HTTPResponse, from host: String) throws(CatalogError) {
    if let failure = response.failure(from: host) { throw failure }
    guard !response.looksLikeHTML else { throw .unreadable(host: host, what: "an HTML page") }
    guard let json = try? JSONValue(parsing: response.body) else {
      let isBlank = response.body.allSatisfy(UInt8.jsonWhitespace.contains)
      throw .unreadable(host: host, what: isBlank ? "an empty answer" : "malformed JSON")
    }
    self = json
  }
}
