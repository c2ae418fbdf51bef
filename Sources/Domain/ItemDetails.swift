/// An item in full: what a further request adds to what its row said.
package struct ItemDetails: Sendable, Equatable {
  /// The item again, richer where the service says more of a single one.
  package var item: Item
  package var skipped: [SkippedRow]
  /// What belongs to it, as far as its screen shows it; in the order of the category's table. Relations that are only
  /// named, or of which there is nothing, are not among them.
  package var filled: [Filled]
  /// Relations of its category that it turned out not to have.
  package var absent: Set<Relation> = []

  package init(item: Item, skipped: [SkippedRow] = [], filled: [Filled] = []) {
    self.item = item
    self.skipped = skipped
    self.filled = filled
  }

  /// The beginning of one relation, or why it is not there.
  package struct Filled: Sendable, Equatable {
    package var relation: Relation
    package var answer: Result<ItemList, CatalogError>

    package init(_ relation: Relation, _ answer: Result<ItemList, CatalogError>) {
      self.relation = relation
      self.answer = answer
    }
  }
}
