import Domain

extension Catalog {
  /// What the rest of liner knows of a declared catalog.
  convenience init(_ declaration: Declaration) {
    let categories = Dictionary(
      uniqueKeysWithValues: declaration.categories.map { category in
        (category.name, Category(category))
      })
    func known(_ category: DeclaredCategory) -> Category? { categories[category.name] }
    let asked = declaration.categories.filter { $0.search != nil || $0.list != nil }
    let searched = asked.filter { $0.search != nil }
    let usual = searched.filter(\.isDefault)
    self.init(
      name: declaration.name, title: declaration.title, categories: asked.compactMap(known),
      furtherCategories: declaration.categories.filter { $0.search == nil && $0.list == nil }.compactMap(known),
      defaultCategories: (usual.isEmpty ? searched : usual).compactMap(known),
      homes: declaration.homes.map { home in
        let shelves = home.shelves.enumerated().compactMap { index, shelf in
          categories[shelf.category].map {
            Shelves.Shelf(title: shelf.title, category: $0, question: .own(home: home.name, shelf: index))
          }
        }
        return Shelves(name: home.name, title: home.title) { _ in shelves }
      },
      opening: declaration.categories.first.flatMap { category in
        // What is searched here is small enough to be shown whole.
        if case .places? = category.search { known(category) } else { nil }
      })
  }
}

extension Category {
  convenience init(_ category: DeclaredCategory) {
    // What a row lacks a lookup may tell.
    let mayLookUp = category.lookup != nil || category.list != nil
    self.init(
      name: category.name, title: category.title, others: category.others, isListable: category.list != nil,
      relations: category.relations.map { Relation($0, mayLookUp: mayLookUp) })
  }
}

extension Relation {
  fileprivate convenience init(_ relation: DeclaredRelation, mayLookUp: Bool) {
    let isHad: @Sendable (Item) -> Bool = { relation.isHad(by: $0) }
    self.init(
      relation.word, title: relation.title, others: relation.others, category: relation.category,
      reach: relation.isOne ? .one : .many, preview: relation.preview.inDomain,
      by: relation.placeholders.isEmpty || mayLookUp ? nil : isHad)
  }
}

extension DeclaredRelation {
  /// The keys of an item that its request is filled with.
  var placeholders: [String] { request?.placeholders.filter { !Self.ofLinks.contains($0) } ?? [] }

  /// Whether it is there for `item`: what the path needs is known, and where it names the item only in its query, some of
  /// that is. A request that names nothing of the item would bring what does not belong to it.
  func isHad(by item: Item) -> Bool {
    guard let request, !placeholders.isEmpty else { return true }
    return request.needed.allSatisfy { Self.ofLinks.contains($0) || item.filling($0) != nil }
      && (placeholders.contains { item.filling($0) != nil } || request.needed.contains(where: Self.ofLinks.contains))
  }

  private static let ofLinks: Set = ["value", "values"]

  private var request: RequestRule? {
    switch form {
    case .request(let rule): rule
    case .links(_, let rule): rule?.request
    case .within, .list: nil
    }
  }
}

extension DeclaredRelation.Preview {
  fileprivate var inDomain: Relation.Preview {
    switch self {
    case .all: .all
    case .named: .named
    case .first(let count): .first(count)
    }
  }
}
