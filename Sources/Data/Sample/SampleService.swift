package import Wire
import Domain

/// The services without a network: answers requests in-process, in the same JSON as the real ones.
///
/// A service's tables are read at the first request to it.
package struct SampleService: Sendable {
  private let services: [(catalog: String, service: OnFirstUse<any SampleAnswering>)]

  package init(on day: Day = .latest) {
    services = EmbeddedFile.samples.map { file in
      (
        file.name,
        OnFirstUse { file.name == "itunes" ? SampleITunes(on: day) as any SampleAnswering : SampleServer(file.bytes) }
      )
    }
  }

  /// The days for which the sample has charts.
  package enum Day: String, Sendable {
    case latest = "2026-11-20"
    case weekBefore = "2026-11-13"

    /// Its form in the newer charts.
    var written: String { "Fri, \(rawValue.suffix(2)) Nov 2026 07:15:00 +0000" }
  }

  /// The sample's own date, so that news is always the same: its newest items are from the weeks before.
  package static let day = "2026-11-21"

  /// For each catalog, a term that finds something.
  package static let examples = Dictionary(
    uniqueKeysWithValues: EmbeddedFile.samples.compactMap { file in
      file.suggestion.map { (file.name, String($0.dropFirst("search ".count))) }
    })

  /// The host of its pages. It does not exist, so that nobody mistakes a sample's link for a store's page.
  package static let host = "sample.liner.invalid"

  /// A feed that answers, to be pasted.
  package static let feed = "feed:https://\(host)/feed/410001.xml"

  /// Answers every request to `catalog` at once, for any host; what the sample lacks is a 404.
  package func fetch(for catalog: String) -> HTTPFetch {
    guard let service = services.first(where: { $0.catalog == catalog })?.service else { return Self.nothing }
    return { request in service.value.answer(to: request) }
  }

  package static func has(_ catalog: String) -> Bool { suggestion(for: catalog) != nil }

  /// A command that shows something in a catalog's sample.
  package static func suggestion(for catalog: String) -> String? {
    EmbeddedFile.samples.first { $0.name == catalog }?.suggestion
  }

  /// Answers every request with 404: the sample has no covers or sounds.
  package static let nothing: HTTPFetch = { _ in .json([:], status: 404) }
}

/// A service over sample tables.
protocol SampleAnswering: Sendable {
  func answer(to request: HTTPRequest) -> HTTPResponse
}

/// A request as a service sees it.
struct SampleRoute {
  /// The path from the service's own part on: `["films", "12"]`.
  let path: [String]
  let query: [String: String]
  /// The two letters before the path: the country in `/fr/lookup`.
  let front: String?

  /// Nil if no part of the path is in `roots`. A base URL may have its own path, and Apple accepts a storefront before
  /// it: `/fr/lookup`.
  init?(_ request: HTTPRequest, from roots: Set<String>) {
    let path = request.path.split(separator: "/").map(String.init)
    guard let start = path.firstIndex(where: roots.contains) else { return nil }
    self.path = Array(path[start...])
    query = request.query
    front = path[..<start].last.flatMap { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIILetter) ? $0 : nil }
  }
}

extension HTTPResponse {
  /// UTF-8, without spaces between the parts.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["content-type": "application/json; charset=utf-8"], body: value.bytes)
  }
}
