import Wire
package import Domain

extension MercadoLibreClient {
  /// The other listings of a seller or a category, or the offers of a product.
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard item.id.isMercadoLibreKey else { return ItemList(items: []) }
    switch relation.word {
    case "products": return try await products(of: try await user(item.id.key), id: item.id, from: offset)
    case "category": return try await others(of: item, from: offset, filters: filters)
    case "offers":
      let product = try await productID(of: item)
      return try await offers(of: item, product: product, from: offset)
    default: return ItemList(items: [])
    }
  }

  /// The products that a seller offers on their site.
  func products(of user: JSONValue, id seller: ItemID, from offset: Int) async throws(CatalogError) -> ItemList {
    guard let site = user["site_id"]?.text, Catalog.sites.contains(site) else {
      throw .unreadable(host: host, what: "a seller without a site")
    }
    return try await listings(on: site, by: ("seller_id", seller.key), from: offset)
  }

  private func others(
    of item: Item, from offset: Int, filters: [String: String]
  ) async throws(CatalogError) -> ItemList {
    guard let category = item.albumID, category.isMercadoLibreKey else { return ItemList(items: []) }
    let site = category.mercadoLibreSite ?? item.id.mercadoLibreSite ?? filters["site"] ?? "MLA"
    return try await listings(on: site, by: ("category", category.key), from: offset)
  }

  private func listings(
    on site: String, by filter: (String, String), from offset: Int
  ) async throws(CatalogError) -> ItemList {
    let query = [filter] + MercadoLibreRoute.listings.window(limit: nil, offset: offset)
    let request = HTTPRequest(base: base, path: "sites/\(site)/search", query: query)
    return try await whileOpen { () throws(CatalogError) in try await list(for: request, from: offset, by: .listings) }
  }

  /// The offers of a product. With "No winners found", a 404, the service says that there are none.
  func offers(of item: Item, product: String, from offset: Int = 0) async throws(CatalogError) -> ItemList {
    let query = offset > 0 ? [("offset", String(offset))] : []
    let request = HTTPRequest(base: base, path: "products/\(product)/items", query: query)
    do throws(CatalogError) {
      return try await list(for: request, from: offset, by: .catalogue) { row, number throws(SkippedRow) in
        try Item(offer: row, of: item, row: number)
      }
    } catch .notFound {
      return ItemList(items: [])
    }
  }

  /// The product itself, or the one that a listing offers, from its page or by requesting the listing.
  private func productID(of item: Item) async throws(CatalogError) -> String {
    if MercadoLibreRoute(ofKind: item.kind) == .catalogue { return item.id.key }
    if let product = Self.product(of: item) { return product }
    let product = try await whileOpen { () throws(CatalogError) in
      try await record(at: "items/\(item.id.key)") { $0.productID }
    }
    guard let product else { throw .unknown("Offers · \(item.title)", storefront: nil) }
    return product
  }
}
