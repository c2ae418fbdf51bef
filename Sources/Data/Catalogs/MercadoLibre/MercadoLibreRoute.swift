import Wire
import Domain

/// One of the two ways to find products: what single sellers offer, or what the service's catalogue knows.
///
/// Since April 2025 the listings answer 403 to most applications, whatever their token (mercadolibre/golang-restclient
/// issue 9); the catalogue goes on answering. Bounds: beyond them both refuse the request.
enum MercadoLibreRoute: String, Sendable {
  /// What items found this way have as their `kind`: ids alone do not tell.
  case listings = "listing"
  case catalogue = "catalogue product"

  /// The `kind` of listings that are offers of a product of the catalogue; the service calls them so.
  static let offerKind = "catalogue listing"

  /// How an item of that `kind` was found; what a favourite of an older version does not tell is taken for a listing.
  init(ofKind kind: String?) { self = kind.flatMap(MercadoLibreRoute.init) ?? .listings }

  /// The most results for one request.
  var largestLimit: Int {
    switch self {
    case .listings: 50
    case .catalogue: 100
    }
  }

  /// The last offset at which results are given.
  private var largestOffset: Int {
    switch self {
    case .listings: 999
    case .catalogue: 100
    }
  }

  /// The place behind the last result that is given; nil where the offset alone counts.
  private var end: Int? {
    switch self {
    case .listings: 1000
    case .catalogue: nil
    }
  }

  /// Whether results behind the first `offset` are given at all.
  func reaches(_ offset: Int) -> Bool { offset <= largestOffset }

  /// The request for `search`, cut to what the route takes.
  func request(for search: SearchRequest, base: String) -> HTTPRequest {
    let site = search.filters["site"] ?? "MLA"
    let query = [("q", search.term)] + window(limit: search.limit, offset: search.offset)
    return switch self {
    case .listings: HTTPRequest(base: base, path: "sites/\(site)/search", query: query)
    case .catalogue:
      HTTPRequest(base: base, path: "products/search", query: [("status", "active"), ("site_id", site)] + query)
    }
  }

  /// The parameters for what comes behind the first `offset` results.
  func window(limit: Int?, offset: Int) -> [(String, String)] {
    let limit = self.limit(limit, from: offset).map { ("limit", String($0)) }
    return [limit, offset > 0 ? ("offset", String(offset)) : nil].compactMap(\.self)
  }

  /// The limit to send; nil leaves it to the service.
  private func limit(_ limit: Int?, from offset: Int) -> Int? {
    let limit = limit.map { min($0, largestLimit) }
    guard let end else { return limit }
    let left = end - offset
    return left < limit ?? largestLimit ? left : limit
  }
}
