/// What belongs to an item, as a way to walk: a song's album, an artist's albums, a film's characters.
///
/// An entry of its category's table. `open WORD`, completion, hints, help, JSON's `relations` and the sections of an item's
/// screen all read that table; no command knows a relation by name. A class, because entries are
/// compared by identity.
package final class Relation: Sendable, Hashable {
  /// What is typed behind `open`: `tracks`.
  package let word: String
  /// The header of its section, and the title of its own screen: `Tracks`.
  package let title: String
  /// Every accepted way to type it, as words are compared; its singular or plural among them.
  package let keys: [String]
  /// The name of the category that it leads to; nil where it leads to several.
  package let category: String?
  package let reach: Reach
  /// What an item has to say of itself for it to be asked; nil: nothing but its own id.
  package let need: Need?
  /// The kinds of items that have it, in the service's own words; empty: whatever the kind.
  package let kinds: Set<String>
  /// The kinds of items that do not have it.
  package let otherKinds: Set<String>
  /// The kind of the single thing that it leads to, in the service's own words, as far as that is sure.
  package let kindAhead: String?
  /// How much of it the item's own screen shows.
  package let preview: Preview
  /// What else an item must have for it; nil: nothing.
  private let isHad: (@Sendable (Item) -> Bool)?

  package enum Reach: Sendable {
    /// A single thing, whose own screen it opens.
    case one
    /// A list of them.
    case many
  }

  /// The key of an item that leads to what belongs to it.
  package enum Need: Sendable {
    case album, creator
  }

  package enum Preview: Sendable, Hashable {
    /// It is named with its word; filling it would make the screen cost more than two requests.
    case named
    /// The first few.
    case first(Int)
    /// Everything.
    case all
  }

  /// - Parameters:
  ///   - others: further words for it.
  ///   - kinds: the only kinds of items that have it; empty: whatever the kind.
  ///   - otherKinds: the kinds of items that do not.
  ///   - isHad: what else decides whether an item has it.
  package init(
    _ word: String, title: String, others: [String] = [], category: String?, reach: Reach = .many,
    needs need: Need? = nil,
    ofKinds kinds: Set<String> = [], notOfKinds otherKinds: Set<String> = [], kindAhead: String? = nil,
    preview: Preview = .named, by isHad: (@Sendable (Item) -> Bool)? = nil
  ) {
    self.isHad = isHad
    self.word = word
    self.title = title
    self.category = category
    self.reach = reach
    self.need = need
    self.kinds = kinds
    self.otherKinds = otherKinds
    self.kindAhead = kindAhead
    self.preview = preview
    keys = ([word, title] + others).map(\.wordKey)
  }

  package static func == (a: Relation, b: Relation) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether `item`, being of the category, has it, as far as the item tells.
  package func applies(to item: Item) -> Bool {
    guard kinds.isEmpty || item.kind.map(kinds.contains) ?? false, !(item.kind.map(otherKinds.contains) ?? false) else {
      return false
    }
    if let isHad, !isHad(item) { return false }
    return switch need {
    case nil: true
    case .album: item.albumID != nil
    case .creator: item.creatorID != nil
    }
  }

  /// The single thing that it leads to from `item`, with no more than `item` tells of it; nil where it leads to many, or
  /// the item does not tell.
  package func target(from item: Item) -> Item? {
    guard reach == .one else { return nil }
    var target: Item
    switch need {
    case .album:
      guard let id = item.albumID else { return nil }
      target = Item(id: id, title: item.album ?? title)
    case .creator:
      guard let id = item.creatorID else { return nil }
      target = Item(id: id, title: item.creator ?? title)
    case nil: return nil
    }
    target.kind = kindAhead
    target.storefront = item.storefront
    return target
  }
}

extension Catalog {
  /// What leads on from `item`, in the order of its category's table.
  package func relations(of item: Item) -> [Relation] {
    guard let category = category(ofID: item.id) else { return [] }
    return category.relations.filter { $0.applies(to: item) }
  }

  /// The category that an item's id names, even one that cannot be searched; nil where this version does not know it.
  package func category(ofID id: ItemID) -> Category? {
    guard id.catalog == name else { return nil }
    let name = id.category
    return categories.first { $0.name == name } ?? furtherCategories.first { $0.name == name }
  }
}

extension [Relation] {
  /// The relation that is called `word` in any form, else the only one with a form that begins so.
  package func found(_ word: String) -> Found<Relation> { found(word.wordKey, by: \.keys) }

  /// The relation that `word` names; nil where it names none or several.
  package func named(_ word: String) -> Relation? { found(word).only }
}
