import Wire
package import Domain

extension MercadoLibreClient {
  /// Recognizes liner's ids, the service's own (`id:MLA123`), and its pages of listings and products.
  package func recognizes(_ reference: Reference) -> Bool {
    switch reference {
    case .item(let id): id.catalog == catalog.name
    case .number(let number): ItemID.mercadoLibre(Catalog.product.name, number.uppercased()).mercadoLibreSite != nil
    case .page(let address): MercadoLibreAddress(address) != nil
    case .upc, .isbn, .bundle: false
    }
  }

  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    do throws(CatalogError) {
      switch reference {
      case .item(let id) where id.catalog == catalog.name && id.isMercadoLibreKey:
        if id.category == Catalog.seller.name { return try await seller(id.key) }
        if id.category == Catalog.product.name { return try await listingOrProduct(id.key) }
      case .number(let number) where recognizes(reference): return try await listingOrProduct(number.uppercased())
      case .page(let address):
        switch MercadoLibreAddress(address)?.target {
        case .product(let id): return try await product(id)
        case .listing(let id): return try await listing(id)
        case .seller(let id): return try await seller(id)
        case nil: throw .notAnItemPage(address)
        }
      default: break
      }
    } catch .notFound {
      throw .unknown(reference.text, storefront: nil)
    }
    throw .unknown(reference.text, storefront: nil)
  }

  /// Ids do not distinguish listings from products, so the first to answer is the one.
  private func listingOrProduct(_ id: String) async throws(CatalogError) -> Item {
    let refusal: CatalogError
    do throws(CatalogError) {
      return try await listing(id)
    } catch {
      switch error {
      case .notFound, .refused: refusal = error
      default: throw error
      }
    }
    do throws(CatalogError) {
      return try await product(id)
    } catch .notFound {
      // A listing that is closed to us may still exist.
      throw refusal
    }
  }

  private func listing(_ id: String) async throws(CatalogError) -> Item {
    try await whileOpen { () throws(CatalogError) in try await item(at: "items/\(id)", by: .listings) }
  }

  private func product(_ id: String) async throws(CatalogError) -> Item {
    try await item(at: "products/\(id)", by: .catalogue)
  }

  private func seller(_ id: String) async throws(CatalogError) -> Item {
    try Item(seller: try await user(id), id: .mercadoLibre(Catalog.seller.name, id), host: host)
  }

  private func item(at path: String, by route: MercadoLibreRoute) async throws(CatalogError) -> Item {
    try await record(at: path) { row throws(SkippedRow) in try Item(row, by: route) }
  }
}

/// A page of the service, by its address.
///
/// Each country has its own host for listings (`articulo.mercadolibre.com.ar/MLA-123-mate-_JM`); products are at
/// `www…/mate/p/MLA123`.
struct MercadoLibreAddress: Sendable, Equatable {
  /// The thing that it leads to; nil for a page of something else.
  let target: Target?

  enum Target: Sendable, Equatable {
    case listing(String), product(String), seller(String)
  }

  /// Nil if it is not on one of the service's hosts.
  init?(_ address: String) {
    guard let address = WebAddress(address), Self.isHost(address.host) else { return nil }
    target = Self.target(in: address.path.split(separator: "/").map(String.init))
  }

  private static func target(in path: [String]) -> Target? {
    if let place = path.lastIndex(of: "p"), place + 1 < path.count {
      return id(path[place + 1].uppercased()).map(Target.product)
    }
    if path.count == 2, path[0] == "perfil", path[1].allSatisfy({ "0"..."9" ~= $0 }) { return .seller(path[1]) }
    let parts = path.last?.uppercased().split(separator: "-", maxSplits: 2) ?? []
    guard parts.count >= 2, parts[0].count == 3 else { return nil }
    return id("\(parts[0])\(parts[1])").map(Target.listing)
  }

  /// `text` if it is a site and a number.
  private static func id(_ text: String) -> String? {
    let id = ItemID.mercadoLibre(Catalog.product.name, text)
    return id.mercadoLibreSite != nil && text.dropFirst(3).allSatisfy { "0"..."9" ~= $0 } ? text : nil
  }

  /// `mercadolibre.com.ar` and its equivalents in other countries, `mercadolivre.com.br`, and the sample's host.
  private static func isHost(_ host: String) -> Bool {
    if host == "sample.liner.invalid" { return true }
    let labels = host.split(separator: ".")
    return labels.indices.contains { index in
      ["mercadolibre", "mercadolivre"].contains(labels[index])
        && suffixes.contains(labels[(index + 1)...].joined(separator: "."))
    }
  }

  /// Any other ending would be a stranger's host: `mercadolibre.evil.org`.
  private static let suffixes: Set = [
    "com", "com.ar", "com.br", "com.mx", "cl", "com.co", "com.uy", "com.pe", "com.ve", "com.ec", "com.bo", "com.py",
    "co.cr", "com.pa", "com.do", "com.gt", "com.hn", "com.ni", "com.sv", "com.cu",
  ]
}
