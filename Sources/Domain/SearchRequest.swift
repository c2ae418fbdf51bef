/// What is asked of one category.
package struct SearchRequest: Sendable, Hashable {
  package let category: Category
  /// The words searched for; empty to list the category where it `isListable`.
  package let term: String
  /// How many results are asked for; nil leaves it to the service.
  package let limit: Int?
  /// Values by filter name, checked by whoever made the request.
  package let filters: [String: String]
  /// How many results of the same search came already, shown or skipped; where `ItemList.hasMore`, the next start there.
  package let offset: Int

  package init(category: Category, term: String, limit: Int? = nil, filters: [String: String] = [:], offset: Int = 0) {
    self.category = category
    self.term = term
    self.limit = limit
    self.filters = filters
    self.offset = offset
  }
}
