/// An item in full: what a further request adds to what its row said.
package struct ItemDetails: Sendable, Equatable {
  /// The item again, richer where the service says more of a single one.
  package var item: Item
  package var creator: Creator?
  /// Other things to go on to, such as further works of the creator.
  package var related: Related?
  package var skipped: [SkippedRow]

  package init(item: Item, creator: Creator? = nil, related: Related? = nil, skipped: [SkippedRow] = []) {
    self.item = item
    self.creator = creator
    self.related = related
    self.skipped = skipped
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
