/// A named home of shelves, such as the seasons: each shelf is filled by a question of its own, all asked at once.
///
/// A catalog's table of them is `Catalog.homes`: a new home is one entry there.
package struct Shelves: Sendable, Hashable {
  /// What is typed, and the kind of its screen in JSON: `seasons`.
  package let name: String
  /// What the screen is called: `Seasons`.
  package let title: String
  private let make: @Sendable ([String: String]) -> [Shelf]

  /// One shelf: `Summer`, and what fills it.
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

  /// What is asked to fill a shelf.
  package enum Question: Sendable, Hashable {
    /// A search of the shelf's category.
    case search(term: String)
    /// What the catalog asks for this shelf of its own; `CatalogClient.shelf` does.
    case own(home: String, shelf: Int)
  }

  /// - Parameter shelves: makes the shelves, in order, for values by filter name, such as the storefront's country.
  package init(name: String, title: String, shelves: @escaping @Sendable (_ filters: [String: String]) -> [Shelf]) {
    self.name = name
    self.title = title
    make = shelves
  }

  /// The shelves for values by filter name, in the order in which they are shown.
  package func shelves(filters: [String: String]) -> [Shelf] { make(filters) }

  /// Its name tells one home of a catalog from the others.
  package static func == (a: Shelves, b: Shelves) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
