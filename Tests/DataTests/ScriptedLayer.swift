import Catalogs
import Sample
@testable import Wire
import Domain
import Synchronization
import Testing

/// The layer below the one under test: returns the given answers in order, and records the requests.
final class ScriptedLayer: Sendable {
  private let state: Mutex<(answers: ArraySlice<Transfer>, requests: [HTTPRequest])>

  init(_ answers: [Transfer]) { state = Mutex((answers[...], [])) }

  convenience init(_ answers: Transfer...) { self.init(answers) }

  var requests: [HTTPRequest] { state.withLock(\.requests) }

  /// Records an issue if there are more requests than answers.
  func transfer(_ request: HTTPRequest) async -> Transfer {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.popFirst()
    }
    guard let answer else {
      Issue.record("asked uninvited: \(request.method) \(request.url)")
      return Transfer(.failure(.cancelled), source: .network)
    }
    return answer
  }
}

extension Transfer {
  /// An answer from the network.
  static func answer(_ status: Int = 200, _ body: String = "{}", headers: [String: String] = [:]) -> Transfer {
    let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    return Transfer(.success(response), source: .network, attempts: 1)
  }

  static func failure(_ error: CatalogError, brokeOff: Bool = false) -> Transfer {
    var transfer = Transfer(.failure(error), source: .network, attempts: 1)
    transfer.brokeOff = brokeOff
    return transfer
  }

  /// The status; nil for a failure.
  var status: Int? { try? result.get().status }
  var body: String? { (try? result.get().body).map { String(decoding: $0, as: UTF8.self) } }
  var error: CatalogError? { if case .failure(let error) = result { error } else { nil } }
}
