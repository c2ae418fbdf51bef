import Wire
package import Domain

/// Lookups by ids from other catalogs.
extension ITunesClient {
  /// By a barcode or an ISBN.
  package func item(with id: OtherID, in category: Category) async throws(CatalogError) -> Item? {
    guard let reference = [.upc: .upc(id.value), .isbn: Reference.isbn(id.value)][id.kind] else { return nil }
    do throws(CatalogError) {
      let found = try await item(for: reference, filters: [:])
      return found.id.category == category.name ? found : nil
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// In the chosen store; Wikidata has the numbers of the US store, which is tried if the chosen one has none.
  package func items(with ids: [ItemID], filters: [String: String]) async throws(CatalogError) -> [Item] {
    let lookup = ITunesLookup(key: ids.map(\.key).filter(\.isCatalogueNumber).joined(separator: ","))
    guard !lookup.key.isEmpty, let category = ids.first.flatMap({ ITunesCategory.named($0.category) }) else {
      return []
    }
    let chosen = Self.storefront(chosenIn: filters)
    for storefront in [chosen, ITunesStorefronts.defaultCode] {
      let found = try await records(of: lookup, storefront: storefront, filters: filters, as: category).items
      let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      let items = ids.compactMap { known[$0] }
      if !items.isEmpty || chosen == nil || chosen == ITunesStorefronts.defaultCode { return items }
    }
    return []
  }

  /// One lookup accepts all of them.
  package func requests(for ids: [ItemID]) -> Int { min(ids.count, 1) }

  /// The address of an album's cover contains its barcode.
  package func otherIDs(of item: Item) -> [OtherID] {
    guard item.id.category == "album", let barcode = item.artwork?.barcode else { return item.otherIDs }
    return item.otherIDs + [OtherID(.upc, barcode)]
  }
}
