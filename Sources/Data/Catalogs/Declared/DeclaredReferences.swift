package import Domain
import Wire

/// Pasted addresses and ids.
extension DeclaredClient {
  package func recognizes(_ reference: Reference) -> Bool {
    switch reference {
    case .item(let id): id.catalog == catalog.name
    case .page(let address): id(at: address) != nil
    case .number, .upc, .isbn, .bundle: false
    }
  }

  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    let named: ItemID? =
      switch reference {
      case .item(let id): id
      case .page(let address): id(at: address)
      case .number, .upc, .isbn, .bundle: nil
      }
    guard let id = named, id.catalog == catalog.name, let category = declaration.category(named: id.category) else {
      throw .unknown(reference.text, storefront: nil)
    }
    let bare = Item(id: id, title: id.key)
    do throws(CatalogError) {
      let known = try await known(bare, in: category)
      if known.wasAsked { return known.item }
    } catch .unknown {
      throw .unknown(reference.text, storefront: nil)
    }
    throw .refused(
      host: HTTPRequest(url: base.asked).host, status: 0,
      reason: "\(category.title) \(id.key) cannot be looked up by its id alone; open it from a list")
  }

  /// What a pasted address leads to, by the first pattern that fits.
  private func id(at address: String) -> ItemID? {
    var address = address
    if base.isReplaced, address.hasPrefix(base.asked) { address = base.declared + address.dropFirst(base.asked.count) }
    guard let parts = AddressParts(address) else { return nil }
    for category in declaration.categories {
      for page in category.pages {
        guard let key = page.id(in: parts) else { continue }
        return ItemID(catalog: catalog.name, category: category.name, key: key)
      }
    }
    return nil
  }
}
