/// A link from an item to others: a song's album, an artist's albums, a film's characters.
///
/// An entry of its category's table. `open WORD`, completion, hints, help, JSON's `relations` and the sections of an
/// item's screen all read that table; no command knows a relation by name. A class, as entries compare by identity.
package final class Relation: Sendable, Hashable {
  /// What users type after `open`: `tracks`.
  package let word: String
  /// The header of its section and the title of its own screen: `Tracks`.
  package let title: String
  /// Every accepted name, in the form of `String.wordKey`.
  package let keys: [String]
  /// The name of the category that it leads to; nil if it leads to several.
  package let category: String?
  package let reach: Reach
  /// The key that the request needs from an item; nil if the item's own id is enough.
  package let need: Need?
  /// The only kinds of items that have it, in the service's own words; empty if all do.
  package let kinds: Set<String>
  /// The kinds of items that do not have it.
  package let otherKinds: Set<String>
  /// The kind of the single item that it leads to, in the service's own words, if certain.
  package let targetKind: String?
  /// How much of it an item's own screen shows.
  package let preview: Preview
  /// Whether its rows have dates and `news` requests it for starred items.
  package let isNews: Bool
  /// Whether its rows are the episodes of the item's feed, or it leads from one of them to the podcast.
  package let isOfFeed: Bool
  /// The label of a fact that each row of its list shows, such as a person's role.
  package let line: String?
  /// A further condition on an item.
  private let condition: (@Sendable (Item) -> Bool)?

  package enum Reach: Sendable {
    /// A single item, whose own screen it opens.
    case one
    /// A list of items.
    case many
  }

  package enum Need: Sendable {
    case album, creator
  }

  package enum Preview: Sendable, Hashable {
    /// Only its title and word; filling it would make the screen cost more than two requests.
    case named
    case first(Int)
    case all
  }

  /// - Parameter others: further names.
  package init(
    _ word: String, title: String, others: [String] = [], category: String?, reach: Reach = .many,
    needs need: Need? = nil,
    ofKinds kinds: Set<String> = [], notOfKinds otherKinds: Set<String> = [], targetKind: String? = nil,
    preview: Preview = .named, isNews: Bool = false, isOfFeed: Bool = false, line: String? = nil,
    by condition: (@Sendable (Item) -> Bool)? = nil
  ) {
    (self.condition, self.word, self.title, self.category) = (condition, word, title, category)
    (self.reach, self.need, self.kinds, self.otherKinds) = (reach, need, kinds, otherKinds)
    (self.targetKind, self.preview, self.isNews, self.line) = (targetKind, preview, isNews, line)
    self.isOfFeed = isOfFeed
    keys = ([word, title] + others).map(\.wordKey)
  }

  package static func == (a: Relation, b: Relation) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether `item`, which is of the category, has it, judging by the item alone.
  package func applies(to item: Item) -> Bool {
    guard kinds.isEmpty || item.kind.map(kinds.contains) ?? false, !(item.kind.map(otherKinds.contains) ?? false) else {
      return false
    }
    if let condition, !condition(item) { return false }
    return need.map { item.named(by: $0) != nil } ?? true
  }

  /// The single item that it leads to, with only what `item` says about it; nil if it leads to many or `item` does not
  /// say.
  package func target(from item: Item) -> Item? {
    guard reach == .one, let need, var target = item.named(by: need, orElse: title) else { return nil }
    target.kind = targetKind
    target.storefront = item.storefront
    if isOfFeed { target.feed = item.feed }
    return target
  }

  /// The same, if `item` knows its name as well.
  package func namedTarget(from item: Item) -> Item? {
    (need == .album ? item.album : item.creator).flatMap { _ in target(from: item) }
  }
}

extension Item {
  /// The item that a key leads to, with only what is known here; nil without that key.
  /// - Parameter title: used if its title is not known here.
  func named(by need: Relation.Need, orElse title: String? = nil) -> Item? {
    switch need {
    case .album: albumID.map { Item(id: $0, title: album ?? title ?? $0.key) }
    case .creator: creatorID.map { Item(id: $0, title: creator ?? title ?? $0.key) }
    }
  }
}

extension Catalog {
  /// The relations of `item`, in the order of its category's table.
  package func relations(of item: Item) -> [Relation] {
    category(ofID: item.id)?.relations.filter { $0.applies(to: item) } ?? []
  }

  /// The relation to what can be played or downloaded in place of an item, such as an album's tracks.
  package func recordings(of item: Item) -> Relation? {
    relations(of: item).first { relation in
      guard relation.reach == .many, let name = relation.category, name != item.id.category else { return false }
      return relation.isOfFeed || category(called: name)?.hasRecordings == true
    }
  }

  /// The category in an item's id, even one that cannot be searched; nil if this version does not know it.
  package func category(ofID id: ItemID) -> Category? { id.catalog == name ? category(called: id.category) : nil }

  private func category(called name: String) -> Category? {
    categories.first { $0.name == name } ?? secondaryCategories.first { $0.name == name }
  }
}

extension [Relation] {
  /// The relation with the name `word`, else those with a name that begins with it.
  package func match(_ word: String) -> [Relation] { match(word.wordKey, by: \.keys) }

  /// The relation that `word` means; nil if none or several.
  package func named(_ word: String) -> Relation? { match(word).only }
}
