package import Wire
import Domain
import Synchronization

/// The services without a network: answers requests in-process, in the same JSON as the real ones.
///
/// A service's tables are read at the first request to it.
package struct SampleService: Sendable {
  private let itunes: OnFirstUse<any SampleAnswering>
  private let files = EmbeddedFile.samples.map { file in (file.name, OnFirstUse { SampleServer(file.bytes) }) }

  package init(on day: Day = .latest) { itunes = OnFirstUse { SampleITunes(on: day) } }

  /// The days for which the sample has charts.
  package enum Day: String, Sendable {
    case latest = "2026-11-20"
    case weekBefore = "2026-11-13"

    /// Its form in the newer charts.
    var written: String { "Fri, \(rawValue.suffix(2)) Nov 2026 07:15:00 +0000" }
  }

  /// The sample's own date, so that news are always the same: its newest items are from the weeks before.
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
    let service: @Sendable () -> any SampleAnswering
    switch catalog {
    case "itunes": service = { [itunes] in itunes.value }
    default:
      guard let file = files.first(where: { $0.0 == catalog })?.1 else { return Self.nothing }
      service = { file.value }
    }
    return { request in service().answer(to: request) }
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
  /// The beginning of links in the answer.
  let base: String

  /// The two letters before the path: the country in `/fr/lookup`.
  var front: String? {
    let last = base.split(separator: "/").last.map(String.init) ?? ""
    return last.utf8.count == 2 && last.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } ? last : nil
  }

  /// Nil if no part of the path is in `roots`. A base URL may have its own path, and Apple accepts a storefront before
  /// it: `/fr/lookup`.
  init?(_ request: HTTPRequest, from roots: Set<String>) {
    let path = request.path.split(separator: "/").map(String.init)
    guard let start = path.firstIndex(where: roots.contains) else { return nil }
    self.path = Array(path[start...])
    query = request.query
    base = Self.base(of: request, without: path.count - start)
  }

  /// The URL without the last `count` parts of its path.
  private static func base(of request: HTTPRequest, without count: Int) -> String {
    let parts = request.url.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    return parts[..<(parts.lastIndex { !$0.isEmpty } ?? 0)].dropLast(count - 1).joined(separator: "/")
  }
}

/// A value that is created when it is first needed.
final class OnFirstUse<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

extension HTTPResponse {
  static func json(_ value: SampleJSON, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["content-type": "application/json; charset=utf-8"], body: value.bytes)
  }
}
