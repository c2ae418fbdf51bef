import Domain
import Wire

extension HTTPResponse {
  /// The body as JSON.
  /// - Throws: `unreadable`, which says what `host` sent instead.
  func json(from host: String) throws(CatalogError) -> JSONValue {
    guard !looksLikeHTML else { throw .unreadable(host: host, what: "an HTML page") }
    guard let json = try? JSONValue(parsing: body) else {
      let isBlank = body.allSatisfy(UInt8.jsonWhitespace.contains)
      throw .unreadable(host: host, what: isBlank ? "an empty answer" : "malformed JSON")
    }
    return json
  }
}

extension ItemList {
  /// Makes an item of each row; skips a row of which none can be made.
  /// - Parameter item: takes a row and its place in the answer, from 1.
  init(rows: some Sequence<JSONValue>, item: (JSONValue, Int) throws(SkippedRow) -> Item) {
    self.init(items: [])
    for (index, row) in rows.enumerated() {
      do throws(SkippedRow) {
        items.append(try item(row, index + 1))
      } catch {
        skipped.append(error)
      }
    }
  }
}

extension RequestContext {
  /// Logs for `explain` what became of the answer from `url`, whose decoding began at `start`.
  static func logDecoding(of url: String, shown: Int, skipped: [SkippedRow], since start: ContinuousClock.Instant) {
    current.log?.append(Decoding(url: url, shown: shown, skipped: skipped, took: ContinuousClock.now - start))
  }
}

extension String {
  /// A service's own words for a failure, cut to a readable length: at most 300 characters.
  ///
  /// Counts scalars, because any number of marks may be stacked on one letter.
  package var asReason: String {
    let most = 300
    guard unicodeScalars.count > most else { return self }
    return String(unicodeScalars.prefix(most - 1)) + "…"
  }
}
