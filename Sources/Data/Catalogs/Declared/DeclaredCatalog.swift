import Domain

extension Catalog {
  /// The catalog for a declaration, as the rest of liner knows it.
  convenience init(_ declaration: Declaration) {
    let known = Dictionary(uniqueKeysWithValues: declaration.itemCategories.map { ($0.name, $0) })
    func categories(_ isMeant: (DeclaredCategory) -> Bool) -> [Category] {
      declaration.categories.filter(isMeant).compactMap { known[$0.name] }
    }
    let usual = categories { $0.search != nil && $0.isDefault }
    self.init(
      name: declaration.name, title: declaration.title, categories: categories { $0.search != nil || $0.list != nil },
      secondaryCategories: categories { $0.search == nil && $0.list == nil },
      defaultCategories: usual.isEmpty ? categories { $0.search != nil } : usual,
      filters: declaration.filters, features: declaration.features,
      homes: declaration.homes.map { home in
        let shelves = home.shelves.enumerated().compactMap { index, shelf in
          known[shelf.category].map {
            BrowsePage.Shelf(title: shelf.title, category: $0, question: .own(home: home.name, shelf: index))
          }
        }
        return BrowsePage(name: home.name, title: home.title) { _ in shelves }
      },
      opening: declaration.categories.first.flatMap { category in
        // A list that is searched locally is small enough to show in full.
        if case .places? = category.search { known[category.name] } else { nil }
      })
  }
}

extension Declaration {
  /// Its categories, as the rest of liner knows them.
  var itemCategories: [Category] {
    categories.map { Category($0, adding: impliedRelations(of: $0)) }
  }

  /// Relations to what its items name in fields: from an episode to its podcast, from a song to its album and artist.
  private func impliedRelations(of part: DeclaredCategory) -> [Relation] {
    func relation(_ whole: DeclaredCategory, _ need: Relation.Need, isOfFeed: Bool = false) -> Relation {
      Relation(
        whole.name, title: whole.title, others: whole.others, category: whole.name, reach: .one, needs: need,
        isOfFeed: isOfFeed
      ) { (need == .album ? $0.albumID : $0.creatorID)?.category == whole.name }
    }
    let given = categories.flatMap { whole in
      whole.relations.filter { $0.category == part.name }.flatMap(\.given).filter { $0.from == "id" }
        .map { (key: $0.key, whole: whole.name) }
    }
    let named = part.fields.compactMap { field in field.category.map { (key: field.field.key, whole: $0) } } + given
    let needs: [String: Relation.Need] = ["albumId": .album, "creatorId": .creator]
    return categories.filter { $0.hasInFeed(part.name) }.map { relation($0, .album, isOfFeed: true) }
      + named.compactMap { key, name in
        guard let need = needs[key], let whole = category(named: name), whole.lookup != nil || whole.list != nil
        else { return nil }
        return relation(whole, need)
      }
  }

  /// What `play` and `get` may find in its items.
  fileprivate var features: Set<Catalog.Feature> {
    let ofBase: Set<Catalog.Feature> = own == nil ? [] : [.ownServer]
    if categories.contains(where: \.hasFiles) { return ofBase.union([.previews, .files]) }
    return categories.contains { $0.fills("preview") } ? ofBase.union([.previews]) : ofBase
  }
}

extension Category {
  /// - Parameter implied: relations to add, except where a declared one has the same name, or leads to the same single item.
  convenience init(_ category: DeclaredCategory, adding implied: [Relation]) {
    let relations = implied.reduce(into: category.relations.map(\.relation)) { relations, one in
      let isKnown = relations.contains {
        $0.keys.contains(one.word.wordKey) || !one.isOfFeed && $0.category == one.category && $0.reach == .one
      }
      if !isKnown { relations.append(one) }
    }
    self.init(
      name: category.name, title: category.title, others: category.others, isListable: category.list != nil,
      isSearchable: category.search != nil, relations: relations,
      lookups: Set(category.by.keys), knownIDs: Set(category.known.map(\.kind)), wikidataProperty: category.wikidata,
      hasRecordings: category.hasFiles || category.fills("preview"))
  }
}

extension DeclaredCategory {
  fileprivate var hasFiles: Bool { file != nil || fills("audio") }

  fileprivate func fills(_ key: String) -> Bool { fields.contains { $0.field.key == key } }

  fileprivate func hasInFeed(_ part: String) -> Bool {
    relations.contains { relation in
      if case .feed = relation.form { relation.relation.category == part } else { false }
    }
  }
}

extension DeclaredRelation.Form {
  /// The item keys that its request uses.
  var placeholders: [String] { request?.placeholders.filter { !Self.ofLinks.contains($0) } ?? [] }

  /// Whether `item` can have it: it has all keys in the path or, if only the query uses the item, at least one. A
  /// request without any would return unrelated items.
  func applies(to item: Item) -> Bool {
    guard let needed = request?.path.placeholders, !placeholders.isEmpty else { return true }
    return needed.allSatisfy { Self.ofLinks.contains($0) || item.filling($0) != nil }
      && (placeholders.contains { item.filling($0) != nil } || needed.contains(where: Self.ofLinks.contains))
  }

  /// The placeholders for the ids that links have.
  static let ofLinks: Set = ["value", "values"]

  var request: RequestRule? {
    switch self {
    case .request(let rule): rule
    case .links(_, let rule): rule?.request
    case .within, .list, .feed: nil
    }
  }
}
