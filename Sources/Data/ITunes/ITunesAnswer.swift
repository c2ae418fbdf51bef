import Domain
import Foundation

/// The envelope around the rows of an answer.
///
/// `resultCount` is not looked at: it is known to differ from the rows at hand.
struct ITunesAnswer: Sendable {
  /// What stands in each place of the answer: a record, or why there is none.
  let rows: [Result<ITunesRow, SkippedRow>]

  /// - Throws: `refused` with the service's reason, which may come with any status; `unreadable`; what the status means.
  init(_ response: HTTPResponse, from host: @autoclosure () -> String) throws(CatalogError) {
    let failure = response.failure(from: host())
    switch failure {
    case nil, .refused: break
    case let failure?: throw failure
    }
    guard !response.looksLikeHTML else { throw failure ?? .unreadable(host: host(), what: "an HTML page") }
    // Bytes that are not UTF-8 become U+FFFD here: decoding would take them for the lack of the field around them.
    let text = String(decoding: response.body, as: UTF8.self)
    let envelope: Envelope
    do {
      envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
    } catch {
      throw failure ?? .unreadable(host: host(), what: response.isBlank ? "an empty answer" : "malformed JSON")
    }
    if failure != nil || envelope.errorMessage != nil {
      throw .refused(host: host(), status: response.status, reason: envelope.errorMessage)
    }
    guard let results = envelope.results else {
      throw .unreadable(host: host(), what: "JSON without a list of results")
    }
    rows = results.enumerated().map { index, result in
      result.row.mapError { SkippedRow(row: index + 1, reason: $0.what) }
    }
  }

  private struct Envelope: Decodable {
    var results: [Place]?
    var errorMessage: String?

    private enum CodingKeys: CodingKey {
      case results, errorMessage
    }

    init(from decoder: any Decoder) throws {
      guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return }
      results = try? fields.decodeIfPresent([Place].self, forKey: .results)
      errorMessage = try? fields.decodeIfPresent(String.self, forKey: .errorMessage)
    }
  }

  /// One element of the results, which must not spoil the others.
  private struct Place: Decodable {
    let row: Result<ITunesRow, NotARow>

    init(from decoder: any Decoder) throws {
      do {
        row = .success(try ITunesRow(from: decoder))
      } catch {
        let isNull = (try? decoder.singleValueContainer().decodeNil()) ?? false
        row = .failure(NotARow(what: isNull ? "null" : "not an object"))
      }
    }
  }

  private struct NotARow: Error {
    let what: String
  }
}

extension HTTPResponse {
  fileprivate var isBlank: Bool { body.allSatisfy(UInt8.jsonWhitespace.contains) }
}
