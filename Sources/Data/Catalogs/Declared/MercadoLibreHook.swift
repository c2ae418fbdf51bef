import Domain
import Synchronization
import Wire

/// What cannot be declared about Mercado Libre.
///
/// Since April 2025 the search for sellers' listings answers 403 to most applications, whatever their token, and so do
/// the listings of others (mercadolibre/golang-restclient issue 9). The service's catalog of products still answers,
/// with nearly the same rows, so refused requests are sent there. Listings and products have ids of the same form.
final class MercadoLibreHook: Sendable {
  /// The built-in declaration that uses it; no other may have this name.
  static let name = "mercadolibre"

  /// Without a token every request answers 401, with instructions for getting one.
  static let requiresCredentials = true

  /// The older variables of its credentials, by name.
  static let variables = [
    "accessToken": "MERCADOLIBRE_ACCESS_TOKEN", "clientId": "MERCADOLIBRE_CLIENT_ID",
    "clientSecret": "MERCADOLIBRE_CLIENT_SECRET", "refreshToken": "MERCADOLIBRE_REFRESH_TOKEN",
  ]

  /// The service's message for requests without a token; it shows what a recorded session was given.
  static let noToken = "authorization value not present"

  private let base: String
  private let fetch: HTTPFetch
  private struct State {
    /// The refusal that closed the search for listings for this session; nil while it answers.
    var closed: HTTPResponse?
    var hasNotice = false
    /// What was found, by id. A listing may have the id of a different item in the product catalog.
    var found: [String: Found] = [:]
  }

  private enum Found { case listing, product, offer }

  private let state = Mutex(State())

  init(base: String, fetch: @escaping HTTPFetch) { (self.base, self.fetch) = (base, fetch) }

  /// Whether the search for listings is closed, which a notice has reported.
  var isClosed: Bool { state.withLock { $0.closed != nil } }

  func answer(to request: HTTPRequest) async throws(CatalogError) -> HTTPResponse {
    let target = request.url.hasPrefix(base + "/") ? request.url.dropFirst(base.count + 1) : ""
    let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
    let path = (halves.first ?? "").split(separator: "/").map(String.init)
    switch (request.method, path.first) {
    case ("GET", "sites"):
      return try await found(request, site: path.count == 3 ? path[1] : "", query: halves.count > 1 ? halves[1] : "")
    case ("GET", "items") where path.count > 1: return try await item(request, id: path[1], isWhole: path.count == 2)
    default:
      let answer = try await fetch(request)
      if path.first == "products", path.last == "items" { note(answer, id: "item_id", as: .offer) }
      return answer
    }
  }

  /// The listings, or else the products, that a search finds. A closed search gets no more requests.
  private func found(_ request: HTTPRequest, site: String, query: String) async throws(CatalogError) -> HTTPResponse {
    let known = state.withLock(\.closed)
    let listings = if let known { known } else { try await fetch(request) }
    note(listings, id: "id", as: .listing)
    guard isRefused(listings, request) else { return listings }
    state.withLock { $0.closed = listings }
    guard query.hasPrefix("q=") else { return listings }
    let offset = query.split(separator: "&").first { $0.hasPrefix("offset=") }.flatMap { Int($0.dropFirst(7)) }
    // The catalog refuses larger offsets.
    if offset ?? 0 > 100 { return HTTPResponse(status: 200, body: Array(#"{"results":[]}"#.utf8)) }
    let products = try await fetch(
      changing(request) { $0.url = "\(base)/products/search?status=active&site_id=\(site)&\(query)" })
    note(products, id: "id", as: .product)
    return products.status == 404 ? listings : products
  }

  /// A listing or its description, or else the product of that id. A product contains its description, and its offers
  /// contain its price, so this sends the same request as the relation `offers`.
  private func item(_ request: HTTPRequest, id: String, isWhole: Bool) async throws(CatalogError) -> HTTPResponse {
    let (found, closed) = state.withLock { ($0.found[id], $0.closed) }
    let product = changing(request) { $0.url = "\(base)/products/\(id)" + (isWhole ? "" : "/items?offset=0") }
    if found == .product { return try await fetch(product) }
    // The offers of products are other people's.
    if found == .offer, let closed { return closed }
    let listing = try await fetch(request)
    guard isWhole, found == nil, isRefused(listing, request) || listing.status == 404 else { return listing }
    let answer = try await fetch(product)
    // A listing that is closed to us may still exist.
    if answer.status == 404 { return listing }
    state.withLock { $0.found[id] = .product }
    return answer
  }

  /// Whether the service denies these credentials its listings, which is reported once.
  private func isRefused(_ answer: HTTPResponse, _ request: HTTPRequest) -> Bool {
    guard case .refused(let host, 403, _) = answer.failure(from: request.host), request.credential != nil else {
      return false
    }
    let isFirst = state.withLock { state in
      defer { state.hasNotice = true }
      return !state.hasNotice
    }
    if isFirst { RequestContext.current.log?.append(.listingsClosed(host: host)) }
    return true
  }

  private func note(_ answer: HTTPResponse, id: String, as found: Found) {
    guard answer.status == 200, let rows = (try? JSONValue(parsing: answer.body))?["results"]?.array else { return }
    state.withLock { state in for row in rows { row[id]?.text.map { state.found[$0] = found } } }
  }
}

/// The service's pages. Each country has its own hosts; in them, the id of a listing has two parts
/// (`articulo.mercadolibre.com.ar/MLA-123-mate-_JM`), that of a product has one (`www…/mate/p/MLA123`).
extension MercadoLibreHook {
  /// The category and id in a page's address; nil if it is not the service's, or not an item's.
  static func id(ofPage address: String) -> (category: String, key: String)? {
    // The path of a list is the words that were searched for, such as `mlb-2023-caps`.
    guard let address = WebAddress(address), isHost(address.host), !address.host.hasPrefix("lista") else { return nil }
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
