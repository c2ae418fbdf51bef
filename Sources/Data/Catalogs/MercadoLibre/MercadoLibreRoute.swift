import Wire
import Domain

/// One of the two routes to products: the listings of single sellers, or the service's catalogue.
///
/// Since April 2025 the listings answer 403 to most applications, whatever their token (mercadolibre/golang-restclient
/// issue 9); the catalogue still answers. Both refuse a request beyond the bounds below.
enum MercadoLibreRoute: String, Sendable {
  /// The raw value is the `kind` of items found this way, because ids alone do not tell.
  case listings = "listing"
  case catalogue = "catalogue product"

  /// The `kind` of listings that offer a product of the catalogue; the service's own term.
  static let offerKind = "catalogue listing"

  /// The route that found an item of that `kind`; an older version's favourite without one counts as a listing.
  init(ofKind kind: String?) { self = kind.flatMap(MercadoLibreRoute.init) ?? .listings }

  /// The most results for one request.
  private var largestLimit: Int { self == .listings ? 50 : 100 }

  /// The last offset that has results.
  private var largestOffset: Int { self == .listings ? 999 : 100 }

  /// The place after the last result; nil if only the offset counts.
  private var end: Int? { self == .listings ? 1000 : nil }

  /// Whether there can be results after the first `offset`.
  func reaches(_ offset: Int) -> Bool { offset <= largestOffset }

  /// The request for `search`, limited to what the route accepts.
  func request(for search: SearchRequest, base: String) -> HTTPRequest {
    let site = search.filters["site"] ?? "MLA"
    let query = [("q", search.term)] + window(limit: search.limit, offset: search.offset)
    return switch self {
    case .listings: HTTPRequest(base: base, path: "sites/\(site)/search", query: query)
    case .catalogue:
      HTTPRequest(base: base, path: "products/search", query: [("status", "active"), ("site_id", site)] + query)
    }
  }

  /// The parameters for the results after the first `offset`.
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
