package import Domain

/// What a test's own catalog does when the test says nothing about it.
extension CatalogClient {
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList { ItemList(items: []) }
  package func recognizes(_ reference: Reference) -> Bool { false }
  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    throw .unknown(reference.text, storefront: nil)
  }
}

/// The same of a test's own files.
extension Files {
  package func absolute(_ path: String) -> String { path }
  package func canonical(_ path: String) -> String { path }
}
