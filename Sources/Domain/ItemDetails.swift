/// An item in full: what a further request adds to its row.
package struct ItemDetails: Sendable, Equatable {
  /// The item again, with more detail if the service gives more about a single item.
  package var item: Item
  package var skipped: [SkippedRow]
  /// The relations whose items its screen shows, in the order of the category's table. Those that are only named, or
  /// that have no items, are not among them.
  package var filled: [Filled]
  /// Relations of its category that it turned out not to have.
  package var absent: Set<Relation> = []

  package init(item: Item, skipped: [SkippedRow] = [], filled: [Filled] = []) {
    self.item = item
    self.skipped = skipped
    self.filled = filled
  }

  /// The first items of one relation, or why they are missing.
  package struct Filled: Sendable, Equatable {
    package var relation: Relation
    package var answer: Result<ItemList, CatalogError>

    package init(_ relation: Relation, _ answer: Result<ItemList, CatalogError>) {
      self.relation = relation
      self.answer = answer
    }
  }
}
