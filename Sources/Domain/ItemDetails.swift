/// An item in full: what a further request adds to what its row said.
package struct ItemDetails: Sendable, Equatable {
  /// The item again, richer where the service says more of a single one.
  package var item: Item
  package var creator: Creator?
  /// Other things to go on to, such as further works of the creator.
  package var related: Related?
  package var skipped: [SkippedRow]
  /// What belongs to it, as far as its screen shows it; in the order of the category's table. Relations that are only
  /// named, or of which there is nothing, are not among them.
  package var filled: [Filled]

  package init(
    item: Item, creator: Creator? = nil, related: Related? = nil, skipped: [SkippedRow] = [], filled: [Filled] = []
  ) {
    self.filled = filled
    self.item = item
    self.creator = creator
    self.related = related
    self.skipped = skipped
  }

  /// The beginning of one relation, or why it is not there.
  package struct Filled: Sendable, Equatable {
    package var relation: Relation
    package var answer: Result<Page, CatalogError>

    package init(_ relation: Relation, _ answer: Result<Page, CatalogError>) {
      self.relation = relation
      self.answer = answer
    }
  }

  /// Who made it.
  package struct Creator: Sendable, Equatable {
    package var name: String
    package var link: WebLink?
    package var facts: [Fact]

    package init(name: String, link: WebLink? = nil, facts: [Fact] = []) {
      self.name = name
      self.link = link
      self.facts = facts
    }
  }

  /// Items under a heading of their own, such as `More by Antonio Vivaldi` or `Characters`.
  package struct Related: Sendable, Equatable {
    package var title: String
    package var items: [Item]

    package init(title: String, items: [Item]) {
      self.title = title
      self.items = items
    }
  }
}
