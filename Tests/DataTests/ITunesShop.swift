import Domain
import Synchronization
import TestSupport

@testable import Catalogs
@testable import Sample
@testable import Wire

/// A small iTunes Search API: two singers and their albums, a series, a podcast, an author, a developer. Storefront JP
/// sells the first album under another number and lacks one track.
final class ITunesShop: Sendable {
  private let requests = Mutex<[String]>([])

  var client: ITunesClient {
    ITunesClient { [self] request in
      requests.withLock { $0.append(request.url) }
      return HTTPResponse(status: 200, json: Self.answer(to: request))
    }
  }

  /// The requests in the order of arrival, without the host.
  var asked: [String] {
    requests.withLock { $0.map { String($0.dropFirst("https://itunes.apple.com/".count)) } }
  }

  static func answer(to request: HTTPRequest) -> String {
    let query = request.query
    let shop = query["country"] == "JP" ? japan : world
    var rows: [String] = []
    for id in (query["id"] ?? "").split(separator: ",").map(String.init) {
      guard let row = shop[id] else { continue }
      rows.append(row)
      rows += (below["\(id) \(query["entity"] ?? "")"] ?? []).compactMap { shop[$0] }
    }
    switch (query["upc"], query["isbn"], query["bundleId"]) {
    // The reissue comes first, and its cover's name contains another code.
    case ("0196589073693", _, _): rows = [world["21"]!, world["20"]!]
    case (_, "9780316069359", _): rows = [world["60"]!]
    case (_, _, "com.example.Tides"): rows = [world["70"]!]
    default: break
    }
    return "\n\n\n{\"resultCount\":\(rows.count),\"results\":[\(rows.joined(separator: ",\n"))]}\n\n\n"
  }

  /// The parts of each number: `20 song`.
  private static let below = table("what a lookup adds") { $0.rest(1) }
  private static let world = table("what the storefronts sell") { $0[1] }
  private static let japan = table("what the Japanese storefront sells") { $0[1] }

  private static func table<Value>(_ name: String, _ value: (TextTable.Row) -> Value) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: TextTable.rows(name) { ($0[0], value($0)) })
  }
}
