import Wire

/// The Mercado Libre API over sample listings: search, items, catalog products, sellers.
///
/// Listings can be searched by words, seller and category, as until 2025, and without a token. Facets are omitted.
struct SampleMercadoLibre: SampleAnswering {
  private let listings: [SampleListing]
  private let sellers: [SampleTable.Row]

  init() {
    sellers = SampleTables.mercadoLibre["sellers"]
    listings = ["listingsArgentina", "listingsBrazil", "listingsMexico"].flatMap {
      SampleTables.mercadoLibre[$0].compactMap(SampleListing.init)
    }
  }

  func answer(to request: HTTPRequest) -> HTTPResponse {
    guard request.method == "GET", let route = SampleRoute(request, from: ["sites", "items", "products", "users"])
    else {
      return notFound("Resource not found")
    }
    let path = route.path
    switch (path[0], path.count) {
    case ("sites", 3) where path[2] == "search": return search(site: path[1], route.query)
    case ("items", 2):
      return listing(path[1]).map { .json($0.item(seller: seller($0))) }
        ?? notFound("Item with id \(path[1]) not found")
    case ("items", 3) where path[2] == "description":
      return listing(path[1]).flatMap(\.description).map { .json($0) } ?? notFound("Description not found")
    case ("products", 2) where path[1] == "search": return searchProducts(route.query)
    case ("products", 2): return product(path[1]).map { .json($0.product) } ?? notFound("Product not found")
    case ("products", 3) where path[2] == "items":
      guard let product = product(path[1]) else { return notFound("Product not found") }
      return page(of: [product], route.query, largest: 100) { $0.offer(seller: seller($0)) }
    case ("users", 2): return user(path[1])
    default: return notFound("Resource not found")
    }
  }

  private func search(site: String, _ query: [String: String]) -> HTTPResponse {
    guard Self.sites.contains(site[...]) else { return notFound("Site not found") }
    var found = query["q"].map { matches($0, site: site) } ?? listings.filter { $0.site == site }
    // A search without any of the three finds nothing.
    if query["q"] == nil, query["seller_id"] == nil, query["category"] == nil { found = [] }
    if let seller = query["seller_id"] { found.removeAll { $0.row["seller"] != seller } }
    if let category = query["category"] { found.removeAll { $0.categoryID != category } }
    let sort = query["sort"] ?? "relevance"
    if sort != "relevance" {
      // Listings without a price come last in either order.
      let lowestFirst = sort == "price_asc"
      found.sort { lowestFirst ? $0.amount ?? .infinity < $1.amount ?? .infinity : $0.amount ?? 0 > $1.amount ?? 0 }
    }
    return page(
      of: found, query, largest: 50,
      before: [("site_id", .text(site)), ("country_default_time_zone", "GMT-03:00"), ("query", .text(query["q"]))],
      after: [
        ("secondary_results", []), ("related_results", []), ("sort", ["id": .text(sort), "name": .text(sort)]),
        (
          "available_sorts",
          [["id": "price_asc", "name": "Menor precio"], ["id": "price_desc", "name": "Mayor precio"]]
        ),
        ("filters", []), ("available_filters", []),
      ]
    ) { $0.searchRow(seller: seller($0)) }
  }

  private func searchProducts(_ query: [String: String]) -> HTTPResponse {
    guard let site = query["site_id"], let words = query["q"] else {
      return .json(
        ["error": "bad_request", "details": ["external_search_products: q and site_id are required"]], status: 400)
    }
    for name in ["offset", "limit"] where (query[name].flatMap { Int($0) } ?? 0) > 100 {
      let reason = "external_search_products.\(name): 100 is the largest value"
      return .json(["error": "bad_request", "details": [.text(reason)]], status: 400)
    }
    let found = matches(words, site: site).filter { $0.row.note("nocatalog") == nil }
    return page(of: found, query, largest: 100, before: [("keywords", .text(words))]) { $0.productRow }
  }

  /// Listings that contain every word of the term; those with all of them in the title come first.
  private func matches(_ term: String, site: String) -> [SampleListing] {
    let words = SampleSearchText.words(of: term)
    guard !words.isEmpty else { return [] }
    let found = listings.filter { listing in
      listing.site == site && words.allSatisfy { listing.title.holds($0) || listing.rest.holds($0) }
    }
    return found.filter { words.allSatisfy($0.title.holds) } + found.filter { !words.allSatisfy($0.title.holds) }
  }

  private func page(
    of found: [SampleListing], _ query: [String: String], largest: Int, before: [(String, SampleJSON)] = [],
    after: [(String, SampleJSON)] = [], row: (SampleListing) -> SampleJSON
  ) -> HTTPResponse {
    let offset = max(query["offset"].flatMap { Int($0) } ?? 0, 0)
    let limit = min(max(query["limit"].flatMap { Int($0) } ?? 50, 0), largest)
    guard offset + limit <= 1000 else {
      return error("Results beyond the 1000th are not public", "bad_request", status: 400)
    }
    let paging: SampleJSON = [
      "total": .int(found.count), "primary_results": .int(min(found.count, 1000)), "offset": .int(offset),
      "limit": .int(limit),
    ]
    let rows = found.dropFirst(offset).prefix(limit).map(row)
    return .json(.object(before + [("paging", paging), ("results", .array(rows))] + after))
  }

  private func listing(_ id: String) -> SampleListing? { listings.first { $0.id == id } }
  private func product(_ id: String) -> SampleListing? { listings.first { $0.productID == id } }
  private func seller(_ listing: SampleListing) -> SampleTable.Row? {
    sellers.first { $0["id"] == listing.row["seller"] }
  }

  private func user(_ id: String) -> HTTPResponse {
    guard let row = sellers.first(where: { $0["id"] == id }) else { return notFound("User not found") }
    return .json([
      "id": .int(row.int("id")), "nickname": .text(row["nickname"]),
      "registration_date": .text((row["since"] ?? "") + "T09:00:00.000-03:00"),
      "country_id": .text(SampleListing.country(of: row["site"] ?? "").id),
      "address": ["city": .text(row["city"]), "state": .text(row["state"])], "user_type": "normal",
      "tags": ["normal"], "logo": nil, "points": .int(row.int("sales")), "site_id": .text(row["site"]),
      "permalink": .text("https://sample.liner.invalid/perfil/\(row["id"] ?? "")"),
      "seller_reputation": [
        "level_id": row["level"].map { .text($0) } ?? .null, "power_seller_status": nil,
        "transactions": ["period": "historic", "total": .int(row.int("sales"))],
      ],
      "buyer_reputation": ["tags": []], "status": ["site_status": "active"],
    ])
  }

  private func notFound(_ message: String) -> HTTPResponse { error(message, "not_found", status: 404) }

  private func error(_ message: String, _ code: String, status: Int) -> HTTPResponse {
    .json(["message": .text(message), "error": .text(code), "status": .int(status), "cause": []], status: status)
  }

  private static let sites = Set(
    "MLA MLB MLM MLC MCO MLU MPE MLV MEC MBO MPY MCR MPA MRD MGT MHN MNI MSV MCU".split(separator: " "))
}
