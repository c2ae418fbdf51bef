import Domain
import Synchronization

/// The services as they answer without a network: the requests of the real ones, answered in-process in the same JSON.
///
/// Which service is meant is told by the path, whatever the host. Nothing is read before the first request, and only
/// the tables of the service it is for.
package struct SampleService: Sendable {
  private let itunes = OnFirstUse { SampleITunes() }
  private let ghibli = OnFirstUse { SampleGhibli() }
  private let mercadoLibre = OnFirstUse { SampleMercadoLibre() }

  package init() {}

  /// Answers every request at once; what no service has is a 404 as that service puts it.
  package var exchange: HTTPExchange {
    { request in self.answer(to: request) }
  }

  func answer(to request: HTTPRequest) -> HTTPResponse {
    let path = request.path.split(separator: "/").map(String.init)
    // A base URL may have a path of its own, and Apple takes the storefront in front: `/fr/lookup`.
    guard request.method == "GET", let start = path.firstIndex(where: { Self.roots[$0] != nil }) else {
      return .json([:], status: 404)
    }
    let route = SampleRoute(
      path: Array(path[start...]), query: request.query, base: Self.base(of: request, without: path.count - start))
    switch Self.roots[route.path[0]] {
    case .itunes: return itunes.value.answer(to: route)
    case .ghibli: return ghibli.value.answer(to: route)
    case .mercadoLibre: return mercadoLibre.value.answer(to: route)
    case nil: return .json([:], status: 404)
    }
  }

  private enum Service { case itunes, ghibli, mercadoLibre }

  private static let roots: [String: Service] = [
    "search": .itunes, "lookup": .itunes,
    "films": .ghibli, "people": .ghibli, "locations": .ghibli, "species": .ghibli, "vehicles": .ghibli,
    "sites": .mercadoLibre, "items": .mercadoLibre, "products": .mercadoLibre, "users": .mercadoLibre,
  ]

  /// What stands before the last `count` parts of the URL's path.
  private static func base(of request: HTTPRequest, without count: Int) -> String {
    let parts = request.url.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    return parts[..<(parts.lastIndex { !$0.isEmpty } ?? 0)].dropLast(count - 1).joined(separator: "/")
  }
}

/// A request as the services look at it.
struct SampleRoute {
  /// From the part that tells the service: `["films", "12"]`.
  let path: [String]
  let query: [String: String]
  /// What links in the answer begin with.
  let base: String
}

/// A value made when it is first asked for, once, whoever asks.
private final class OnFirstUse<Value: Sendable>: Sendable {
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
