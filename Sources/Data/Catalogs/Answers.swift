import Domain
import Synchronization
import Wire

extension HTTPResponse {
  /// The body as JSON.
  /// - Throws: `unreadable`, which describes what `host` sent instead.
  func json(from host: String, as parsed: ParsedBody = ParsedBody()) throws(CatalogError) -> JSONValue {
    guard !looksLikeHTML else { throw .unreadable(host: host, what: "an HTML page") }
    guard let json = parsed.json(of: self) else { throw .unreadable(host: host, what: jsonFault) }
    return json
  }

  /// Describes a body that is not JSON, or more of it than is read.
  var jsonFault: String {
    do throws(JSONValue.Malformed) { _ = try JSONValue(parsing: utf8) } catch {
      if !body.allSatisfy(\.isJSONBlank) { return "malformed JSON: \(error.message)" }
    }
    return "an empty answer"
  }

  /// The body in UTF-8, whatever its encoding is.
  var utf8: [UInt8] { FeedDecoder.utf8(body, charset: charset) }

  /// The encoding in its content type, such as `iso-8859-1`.
  var charset: String? {
    let type = headers["content-type"]?.lowercased() ?? ""
    let words = type.utf8.split { "; =\"'".utf8.contains($0) }.map { String(Substring($0)) }
    return words.drop { $0 != "charset" }.dropFirst().first
  }
}

/// The result of parsing the latest body, which layers share because parsing takes as long as everything else.
final class Parsed<Value: Sendable>: Sendable {
  private let latest = Mutex<(body: [UInt8], value: Value)?>(nil)

  /// - Parameter parse: depends only on the body.
  func value(of body: [UInt8], by parse: ([UInt8]) -> Value) -> Value {
    let known = latest.withLock { $0 }
    // Compares addresses, because comparing the bytes would take as long as parsing.
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

  /// Nil if it is in neither format.
  func json(of response: HTTPResponse) -> JSONValue? {
    parsed.value(of: response.body) { _ in
      switch format {
      case .json: try? JSONValue(parsing: response.utf8)
      case .xml: try? XMLAnswer.json(of: response.utf8)
      }
    }
  }

  func clear() { parsed.clear() }
}

extension SkippedRow {
  /// Converts each row to an item, and skips rows that cannot be converted.
  /// - Parameter make: converts a row, given with its place in the answer, from 1.
  static func reading<Made>(
    _ rows: some Sequence<JSONValue>, _ make: (JSONValue, Int) throws(SkippedRow) -> Made
  ) -> (made: [Made], skipped: [SkippedRow]) {
    var (made, skipped) = ([Made](), [SkippedRow]())
    for (index, row) in rows.enumerated() {
      do throws(SkippedRow) {
        made.append(try make(row, index + 1))
      } catch {
        skipped.append(error)
      }
    }
    return (made, skipped)
  }
}

extension RequestContext {
  /// Logs for `explain` how the answer from `url` was parsed, which began at `start`.
  static func logDecoding(of url: String, shown: Int, skipped: [SkippedRow], since start: ContinuousClock.Instant) {
    log(Decoding(url: url, shown: shown, skipped: skipped, took: ContinuousClock.now - start))
  }

  /// Logs `decoding` after hiding secrets in its address and body, as in those of its request: `explain` compares them.
  static func log(_ decoding: Decoding, hiding secrets: KnownSecrets = KnownSecrets()) {
    guard let log = current.log else { return }
    let request = HTTPRequest(url: decoding.url, body: Array(decoding.body.utf8))
    let shown = request.address == nil ? request : secrets.redacted(from: request)
    log.append(
      changing(decoding) { ($0.url, $0.body) = (shown.url, String(decoding: shown.body, as: UTF8.self)) })
  }
}
