import Domain
import Synchronization
import Wire

/// What the declaration of Mercado Libre cannot say of the service.
///
/// Since April 2025 the listings of single sellers answer 403 to most applications, whatever their token
/// (mercadolibre/golang-restclient issue 9). The service's catalog of products still answers, in rows of nearly the same
/// form, so requests for listings go there once a 403 answers a token. An id does not tell a listing from a product.
final class MercadoLibreRoad: Sendable {
  /// The built-in declaration that takes it; no other may have this name.
  static let name = "mercadolibre"

  /// Without a token every request answers 401, which says how to get one.
  static let refusesStrangers = true

  /// What its credentials were called before there were declarations, by asked name.
  static let variables = [
    "accessToken": "MERCADOLIBRE_ACCESS_TOKEN", "clientId": "MERCADOLIBRE_CLIENT_ID",
    "clientSecret": "MERCADOLIBRE_CLIENT_SECRET", "refreshToken": "MERCADOLIBRE_REFRESH_TOKEN",
  ]

  /// What the service says to requests without a token; tells what a recorded session was given.
  static let noToken = "authorization value not present"

  private let base: String
  private let fetch: HTTPFetch
  /// The refusal that closed the listings for this session; nil as long as they answer.
  private let closed = Mutex<HTTPResponse?>(nil)

  init(base: String, fetch: @escaping HTTPFetch) {
    self.base = base
    self.fetch = fetch
  }

  func answer(to request: HTTPRequest) async throws(CatalogError) -> HTTPResponse {
    let target = request.url.hasPrefix(base + "/") ? request.url.dropFirst(base.count + 1) : ""
    let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
    let path = (halves.first ?? "").split(separator: "/").map(String.init)
    guard request.method == "GET", path.first == "sites" || path.first == "items" else {
      return try await fetch(request)
    }
    let listings = try await listings(request)
    let isMissing = listings.status == 404 && path.count == 2
    guard isMissing || isClosed else { return listings }
    let query = halves.count > 1 ? halves[1] : ""
    var other = request
    switch (path[0], path.count) {
    case ("items", 2): other.url = "\(base)/products/\(path[1])"
    // A product has its description in itself, and its price in its offers: the request of the relation.
    case ("items", 3): other.url = "\(base)/products/\(path[1])/items?offset=0"
    case ("sites", 3) where query.hasPrefix("q="):
      let offset = query.split(separator: "&").first { $0.hasPrefix("offset=") }.flatMap { Int($0.dropFirst(7)) }
      // The catalog refuses what lies further.
      if offset ?? 0 > 100 { return HTTPResponse(status: 200, body: Array(#"{"results":[]}"#.utf8)) }
      other.url = "\(base)/products/search?status=active&site_id=\(path[1])&\(query)"
    default: return listings
    }
    let product = try await fetch(other)
    // A listing that is closed to us may still exist.
    return product.status == 404 ? listings : product
  }

  private var isClosed: Bool { closed.withLock { $0 != nil } }

  /// The answer of the listings, which are not asked again once they are closed.
  private func listings(_ request: HTTPRequest) async throws(CatalogError) -> HTTPResponse {
    if let refusal = closed.withLock(\.self) { return refusal }
    let response = try await fetch(request)
    guard case .refused(let host, 403, _) = response.failure(from: request.host), request.credential != nil else {
      return response
    }
    let isFirst = closed.withLock { closed in
      defer { closed = response }
      return closed == nil
    }
    if isFirst { RequestContext.current.log?.append(.listingsClosed(host: host)) }
    return response
  }
}

/// The service's pages. Each country has hosts of its own; the id of a listing is in two parts there
/// (`articulo.mercadolibre.com.ar/MLA-123-mate-_JM`), that of a product is not (`www…/mate/p/MLA123`).
extension MercadoLibreRoad {
  /// The category and id of a page's address; nil if it is not one of the service's, or not of a single item.
  static func id(ofPage address: String) -> (category: String, key: String)? {
    guard let address = WebAddress(address), isHost(address.host) else { return nil }
    return id(in: address.path.split(separator: "/").map(String.init))
  }

  /// Whether it is a page of the service, of whatever; at the sample's host, which all samples share, of a single item.
  static func isPage(_ address: String) -> Bool {
    guard let host = WebAddress(address)?.host, isHost(host) else { return false }
    return host != sampleHost || id(ofPage: address) != nil
  }

  private static func id(in path: [String]) -> (category: String, key: String)? {
    if let place = path.lastIndex(of: "p"), place + 1 < path.count {
      return id(path[place + 1]).map { ("product", $0) }
    }
    if path.count == 2, path[0] == "perfil", path[1].utf8.allSatisfy(\.isASCIIDigit) { return ("seller", path[1]) }
    let parts = path.last?.split(separator: "-", maxSplits: 2) ?? []
    guard parts.count >= 2, parts[0].count == 3 else { return nil }
    return id("\(parts[0])\(parts[1])").map { ("product", $0) }
  }

  /// `text` in capitals if it is a site and a number.
  private static func id(_ text: String) -> String? {
    let digits = text.utf8.dropFirst(3)
    guard sites.contains(text.prefix(3).uppercased()), !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    return text.uppercased()
  }

  private static let sites = Set(
    "MLA MLB MLM MLC MCO MLU MPE MLV MEC MBO MPY MCR MPA MRD MGT MHN MNI MSV MCU CBT".split(separator: " ")
      .map(String.init))

  private static let sampleHost = "sample.liner.invalid"

  /// `mercadolibre.com.ar` and its equivalents in other countries, `mercadolivre.com.br`, and the sample's host.
  private static func isHost(_ host: String) -> Bool {
    if host == sampleHost { return true }
    let labels = host.split(separator: ".")
    return labels.indices.contains { index in
      ["mercadolibre", "mercadolivre"].contains(labels[index])
        && suffixes.contains(labels[(index + 1)...].joined(separator: "."))
    }
  }

  /// Any other ending would be somebody else's host: `mercadolibre.evil.org`.
  private static let suffixes: Set = [
    "com", "com.ar", "com.br", "com.mx", "cl", "com.co", "com.uy", "com.pe", "com.ve", "com.ec", "com.bo", "com.py",
    "co.cr", "com.pa", "com.do", "com.gt", "com.hn", "com.ni", "com.sv", "com.cu",
  ]
}
