import Domain
import Synchronization
import Wire

extension HTTPResponse {
  /// The body as JSON.
  /// - Throws: `unreadable`, which says what `host` sent instead.
  func json(from host: String, as parsed: ParsedBody = ParsedBody()) throws(CatalogError) -> JSONValue {
    guard !looksLikeHTML else { throw .unreadable(host: host, what: "an HTML page") }
    guard let json = parsed.json(of: self) else {
      let isBlank = body.allSatisfy(UInt8.jsonWhitespace.contains)
      throw .unreadable(host: host, what: isBlank ? "an empty answer" : "malformed JSON")
    }
    return json
  }
}

extension HTTPResponse {
  /// The encoding that its type states, such as `iso-8859-1`.
  var charset: String? {
    guard let type = headers["content-type"]?.lowercased(), let name = type.firstRange(of: "charset=") else {
      return nil
    }
    let charset = type[name.upperBound...].prefix { $0 != ";" }.filter { !"\"' ".contains($0) }
    return charset.isEmpty ? nil : charset
  }
}

/// What the latest body was parsed to, so that layers share it: parsing takes as long as everything else.
final class Parsed<Value: Sendable>: Sendable {
  private let latest = Mutex<(body: [UInt8], value: Value)?>(nil)

  /// - Parameter parse: depends on nothing but the body.
  func value(of body: [UInt8], by parse: ([UInt8]) -> Value) -> Value {
    let known = latest.withLock { $0 }
    // Compares addresses: comparing the bytes would cost what this saves.
    let isSame = known.map { known in
      known.body.withUnsafeBufferPointer { a in
        body.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress && a.count == b.count }
      }
    }
    if let known, isSame == true { return known.value }
    let value = parse(body)
    latest.withLock { $0 = (body, value) }
    return value
  }

  func clear() { latest.withLock { $0 = nil } }
}

/// An answer's JSON or XML, parsed once.
struct ParsedBody: Sendable {
  private let format: AnswerFormat
  private let parsed = Parsed<JSONValue?>()

  init(_ format: AnswerFormat = .json) { self.format = format }

  /// Nil if it is written in something else.
  func json(of response: HTTPResponse) -> JSONValue? {
    parsed.value(of: response.body) { body in
      switch format {
      case .json: try? JSONValue(parsing: FeedDecoder.utf8(body, charset: response.charset))
      case .xml: try? XMLAnswer.json(of: body)
      }
    }
  }

  func clear() { parsed.clear() }
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
