/// A page of sections, such as the seasons, and an entry of the table `Catalog.homes`. Each section is filled by its
/// own request; all are sent at once.
package struct BrowsePage: Sendable, Hashable {
  /// What users type, and the kind of its screen in JSON: `seasons`.
  package let name: String
  /// The title of its screen: `Seasons`.
  package let title: String
  private let make: @Sendable ([String: String]) -> [Shelf]

  /// One section: `Summer`, and the request that fills it.
  package struct Shelf: Sendable, Hashable {
    package let title: String
    package let category: Category
    package let question: Question

    package init(title: String, category: Category, question: Question) {
      self.title = title
      self.category = category
      self.question = question
    }
  }

  /// The request that fills a shelf.
  package enum Question: Sendable, Hashable {
    /// A search of the shelf's category.
    case search(term: String)
    /// The catalog's own request for this shelf, sent by `CatalogClient.shelf`.
    case own(home: String, shelf: Int)
  }

  /// - Parameter shelves: makes the shelves, in order, from values by filter name, such as the storefront's country.
  package init(name: String, title: String, shelves: @escaping @Sendable (_ filters: [String: String]) -> [Shelf]) {
    self.name = name
    self.title = title
    make = shelves
  }

  /// The shelves for values by filter name, in the order in which they are shown.
  package func shelves(filters: [String: String]) -> [Shelf] { make(filters) }

  /// A page's name is unique within its catalog.
  package static func == (a: BrowsePage, b: BrowsePage) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
