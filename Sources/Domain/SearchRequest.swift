/// A request to search or list one category.
package struct SearchRequest: Sendable, Hashable {
  package let category: Category
  /// The words to search for; empty to list a category that `isListable`.
  package let term: String
  /// How many results to ask for; nil leaves it to the service.
  package let limit: Int?
  /// Values by filter name, which the caller has checked.
  package let filters: [String: String]
  /// How many results of the same search came already, shown or skipped. If `ItemList.hasMore`, the next start there.
  package let offset: Int

  package init(category: Category, term: String, limit: Int? = nil, filters: [String: String] = [:], offset: Int = 0) {
    self.category = category
    self.term = term
    self.limit = limit
    self.filters = filters
    self.offset = offset
  }
}
