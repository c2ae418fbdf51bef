/// What is asked of one category.
package struct SearchRequest: Sendable, Hashable {
  package let category: Category
  /// The words searched for; empty to list the category where it `isListable`.
  package let term: String
  /// How many results are asked for; nil leaves it to the service.
  package let limit: Int?
  /// Values by filter name, checked by whoever made the request.
  package let filters: [String: String]
  /// How many results of the same search came already, shown or skipped; where `Page.hasMore`, the next start there.
  package let offset: Int

  package init(category: Category, term: String, limit: Int? = nil, filters: [String: String] = [:], offset: Int = 0) {
    self.category = category
    self.term = term
    self.limit = limit
    self.filters = filters
    self.offset = offset
  }
}

/// What came back for one request.
package struct Page: Sendable, Equatable {
  package var items: [Item]
  package var skipped: [SkippedRow]
  /// Whether the service has further results behind these that it would give.
  package var hasMore: Bool

  package init(items: [Item], skipped: [SkippedRow] = [], hasMore: Bool = false) {
    self.items = items
    self.skipped = skipped
    self.hasMore = hasMore
  }
}

/// A row of an answer that could not be shown.
package struct SkippedRow: Sendable, Equatable, Error {
  /// Its place in the answer, counted from 1.
  package let row: Int
  package let reason: String

  package init(row: Int, reason: String) {
    self.row = row
    self.reason = reason
  }
}
