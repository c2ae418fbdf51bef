import Wire
package import Domain

extension GhibliClient {
  /// liner's ids, and addresses on the host that is asked or on one where the database was or is.
  package func recognizes(_ reference: Reference) -> Bool {
    switch reference {
    case .item(let id): id.catalog == catalog.name
    case .page(let address):
      Self.hosts.union([HTTPRequest(url: base).host]).contains(HTTPRequest(url: address).host.lowercased())
    case .number, .upc, .isbn, .bundle: false
    }
  }

  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    guard recognizes(reference) else { throw .unknown(reference.text, storefront: nil) }
    let id: ItemID
    switch reference {
    case .item(let named): id = named
    case .page(let address): id = try Self.id(at: address)
    case .number, .upc, .isbn, .bundle: throw .unknown(reference.text, storefront: nil)
    }
    guard let category = GhibliCategory.named(id.category) else { throw .unknown(reference.text, storefront: nil) }
    do throws(CatalogError) {
      return try await entry(for: id, in: category).item
    } catch .unknown {
      throw .unknown(reference.text, storefront: nil)
    }
  }

  /// The id in `…/films/ID`, whatever stands before it.
  /// - Throws: `noCatalogueNumber` where the address is that of a whole collection, or of something else.
  private static func id(at address: String) throws(CatalogError) -> ItemID {
    let parts = HTTPRequest(url: address).path.split(separator: "/").suffix(2)
    guard let key = parts.last.map(String.init), parts.count == 2,
      let category = GhibliCategory.all.first(where: { $0.collection == parts.first.map(String.init) })
    else { throw .noCatalogueNumber(address) }
    return ItemID(catalog: Catalog.ghibli.name, category: category.category.name, key: key)
  }

  /// Copies of the database, by the sheet of the original's issues 14 and 52.
  private static let hosts: Set = [
    "ghibliapi.vercel.app", "ghibliapi.herokuapp.com", "ghibliapi.dev", "www.ghibliapi.dev", "ghibli.rest",
  ]
}
