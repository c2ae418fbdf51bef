import Wire
import Domain

/// The envelope around an answer's rows.
///
/// Ignores `resultCount`, which is known to differ from the rows that come.
struct ITunesAnswer: Sendable {
  /// For each place in the answer its record, or why there is none.
  let rows: [Result<ITunesRow, SkippedRow>]

  /// - Throws: what the status means; `refused` with the service's reason, even with status 200; `unreadable`.
  init(_ response: HTTPResponse, from host: String) throws(CatalogError) {
    let failure = response.failure(from: host)
    switch failure {
    case nil, .refused: break
    case let failure?: throw failure
    }
    guard !response.looksLikeHTML else { throw failure ?? .unreadable(host: host, what: "an HTML page") }
    guard let json = try? JSONValue(parsing: response.body) else {
      throw failure ?? .unreadable(host: host, what: response.isBlank ? "an empty answer" : "malformed JSON")
    }
    let reason = json["errorMessage"]?.text?.asReason
    if failure != nil || reason != nil {
      throw .refused(host: host, status: response.status, reason: reason)
    }
    guard let results = json["results"]?.array else {
      throw .unreadable(host: host, what: "JSON without a list of results")
    }
    rows = results.enumerated().map { index, json in
      Result { () throws(SkippedRow) in try ITunesRow(json, row: index + 1) }
    }
  }
}

extension HTTPResponse {
  fileprivate var isBlank: Bool { body.allSatisfy(UInt8.jsonWhitespace.contains) }
}
