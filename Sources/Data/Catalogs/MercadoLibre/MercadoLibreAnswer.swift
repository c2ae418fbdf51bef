import Wire
import Domain

/// An answer as JSON, or the reason why there is none.
struct MercadoLibreAnswer: Sendable {
  let json: JSONValue

  /// - Throws: what the status means, with the service's reason if it gave one; `unreadable`.
  /// - Parameter secrets: removed from the reason.
  init(
    _ response: HTTPResponse, from host: String, hiding secrets: KnownSecrets = KnownSecrets()
  ) throws(CatalogError) {
    switch response.failure(from: host) {
    case nil: break
    case .refused(let host, let status, _)?:
      throw .refused(host: host, status: status, reason: Self.reason(in: response, hiding: secrets))
    case let failure?: throw failure
    }
    json = try response.json(from: host)
  }

  /// The service's own words for a failure.
  ///
  /// Usually `message`; the catalogue sends `details` instead, and a gateway sends `code` where others send `error`.
  static func reason(in response: HTTPResponse, hiding secrets: KnownSecrets) -> String? {
    guard let json = try? JSONValue(parsing: response.body) else { return nil }
    let details = json["details"]?.array?.compactMap(\.text) ?? []
    let words =
      json["message"]?.text ?? (details.isEmpty ? nil : details.joined(separator: "; ")) ?? json["error"]?.text
      ?? json["code"]?.text
    return words.map { secrets.removed(from: $0).asReason }
  }
}
