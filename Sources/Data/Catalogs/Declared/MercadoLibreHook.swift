import Domain
import Synchronization
import Wire

/// What cannot be declared about Mercado Libre.
///
/// Since April 2025 sellers' listings answer 403 to most applications, whatever their token
/// (mercadolibre/golang-restclient issue 9). The service's catalog of products still answers, with nearly the same
/// rows, so requests for listings go there after a 403. Listings and products have ids of the same form.
final class MercadoLibreHook: Sendable {
  /// The built-in declaration that uses it; no other may have this name.
  static let name = "mercadolibre"

  /// Without a token every request answers 401, with instructions for getting one.
  static let refusesStrangers = true

  /// The older variables of its credentials, by name.
  static let variables = [
    "accessToken": "MERCADOLIBRE_ACCESS_TOKEN", "clientId": "MERCADOLIBRE_CLIENT_ID",
    "clientSecret": "MERCADOLIBRE_CLIENT_SECRET", "refreshToken": "MERCADOLIBRE_REFRESH_TOKEN",
  ]

  /// The service's message for requests without a token; it shows what a recorded session was given.
  static let noToken = "authorization value not present"

  private let base: String
  private let fetch: HTTPFetch
  /// The refusal that closed the listings for this session; nil while they answer.
  private let closed = Mutex<HTTPResponse?>(nil)

  /// The ids of the listings found, which may be those of other things in the catalog of products.
  private let listed = Mutex<Set<String>>([])

  init(base: String, fetch: @escaping HTTPFetch) { (self.base, self.fetch) = (base, fetch) }

  func answer(to request: HTTPRequest) async throws(CatalogError) -> HTTPResponse {
    let target = request.url.hasPrefix(base + "/") ? request.url.dropFirst(base.count + 1) : ""
    let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
    let path = (halves.first ?? "").split(separator: "/").map(String.init)
    guard request.method == "GET", path.first == "sites" || path.first == "items" else {
      let answer = try await fetch(request)
      if path.first == "products", path.last == "items" { noteListings(in: answer, id: "item_id") }
      return answer
    }
    let listings = try await listings(request)
    if path.first == "sites" { noteListings(in: listings, id: "id") }
    let isMissing = listings.status == 404 && path.count == 2
    guard isMissing || isClosed else { return listings }
    if path.first == "items", path.count > 1, listed.withLock({ $0.contains(path[1]) }) { return listings }
    let query = halves.count > 1 ? halves[1] : ""
    var other = request
    switch (path[0], path.count) {
    case ("items", 2): other.url = "\(base)/products/\(path[1])"
    // A product contains its description, and its offers contain its price: the request of the relation.
    case ("items", 3): other.url = "\(base)/products/\(path[1])/items?offset=0"
    case ("sites", 3) where query.hasPrefix("q="):
      let offset = query.split(separator: "&").first { $0.hasPrefix("offset=") }.flatMap { Int($0.dropFirst(7)) }
      // The catalog refuses larger offsets.
      if offset ?? 0 > 100 { return HTTPResponse(status: 200, body: Array(#"{"results":[]}"#.utf8)) }
      other.url = "\(base)/products/search?status=active&site_id=\(path[1])&\(query)"
    default: return listings
    }
    let product = try await fetch(other)
    // A listing that is closed to us may still exist.
    return product.status == 404 ? listings : product
  }

  private func noteListings(in answer: HTTPResponse, id: String) {
    guard answer.status == 200, let rows = (try? JSONValue(parsing: answer.body))?["results"]?.array else { return }
    listed.withLock { $0.formUnion(rows.compactMap { $0[id]?.text }) }
  }

  private var isClosed: Bool { closed.withLock { $0 != nil } }

  /// The answer of the listings, which get no more requests once they are closed.
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

/// The service's pages. Each country has its own hosts; in them, the id of a listing has two parts
/// (`articulo.mercadolibre.com.ar/MLA-123-mate-_JM`), that of a product has one (`www…/mate/p/MLA123`).
extension MercadoLibreHook {
  /// The category and id in a page's address; nil if it is not the service's, or not an item's.
  static func id(ofPage address: String) -> (category: String, key: String)? {
    guard let address = WebAddress(address), isHost(address.host) else { return nil }
    return id(in: address.path.split(separator: "/").map(String.init))
  }

  /// Whether it is any page of the service, or an item's page on the host that all samples share.
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

  private static let sites = Set(
    "MLA MLB MLM MLC MCO MLU MPE MLV MEC MBO MPY MCR MPA MRD MGT MHN MNI MSV MCU CBT"
      .fields(separatedBy: UInt8(ascii: " ")))

  /// Any other suffix would be another host: `mercadolibre.evil.org`.
  private static let suffixes: Set = [
    "com", "com.ar", "com.br", "com.mx", "cl", "com.co", "com.uy", "com.pe", "com.ve", "com.ec", "com.bo", "com.py",
    "co.cr", "com.pa", "com.do", "com.gt", "com.hn", "com.ni", "com.sv", "com.cu",
  ]
}
