package import Domain

/// Pasted addresses and ids.
extension DeclaredClient {
  package func recognizes(_ reference: Reference) -> Bool {
    !ids(of: reference).isEmpty || isOwnPage(reference) || !categories(by: reference.otherID).isEmpty
  }

  /// The categories whose items can be looked up by such a standard id.
  private func categories(by id: OtherID?) -> [DeclaredCategory] {
    declaration.categories.filter { category in id.map { category.by[$0.kind] != nil } ?? false }
  }

  /// Whether it is a page of the service that is not an item's.
  private func isOwnPage(_ reference: Reference) -> Bool {
    guard let hook = declaration.hook, case .page(let address) = reference else { return false }
    return hook.isPage(address)
  }

  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    let client = try await filtered(by: filters)
    let ids = ids(of: reference)
    if ids.isEmpty, isOwnPage(reference) { throw .notAnItemPage(reference.text) }
    if let id = reference.otherID {
      let categories = categories(by: id)
      for category in categories {
        if let item = try await client.found(id, in: category.name) { return item }
      }
      if !id.value.isEmpty, !categories.isEmpty, categories.allSatisfy({ client.question(for: id, in: $0) == nil }) {
        throw client.unasked()
      }
    }
    var failure = CatalogError.unknown(reference.text, storefront: nil)
    for id in ids where id.key == ids[0].key {
      guard let category = declaration.category(named: id.category) else { continue }
      do throws(CatalogError) {
        let known = try await client.known(bare(id.key, in: category), in: category)
        guard known.wasAsked else {
          if category.lookup?.path.hasFilter == true { throw unasked(category.lookup) }
          throw refusal("\(category.title) \(id.key) cannot be opened by id; open it from a list")
        }
        return known.item
      } catch  where error.code == .notFound {
        // An address may have an ISBN instead of the service's own id: openlibrary.org/isbn/9780140328721
        let isbn = OtherID(.isbn, id.key)
        if isbn.value == id.key.filter({ $0 != "-" }), [10, 13].contains(isbn.value.count),
          let item = try await client.found(isbn, in: category.name)
        {
          return item
        }
        // The page may belong to an item of another category, with the same id.
        if case .reported = error { failure = error }
      }
    }
    throw failure
  }

  package func item(
    with id: OtherID, in category: Category, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    try await filtered(by: filters).found(id, in: category.name)
  }

  private func question(for id: OtherID, in category: DeclaredCategory) -> DeclaredQuestion? {
    category.by[id.kind].flatMap { question($0, Filling(values: ["value": [id.value]])) }
  }

  private func found(_ id: OtherID, in category: String) async throws(CatalogError) -> Item? {
    // `isbn:abc` has no number, and its request would ask for something else.
    guard !id.value.isEmpty, let category = declaration.category(named: category), let rule = category.by[id.kind],
      let question = question(for: id, in: category)
    else { return nil }
    do throws(CatalogError) {
      let isSingle = category.known.first { $0.kind == id.kind }?.value.isSingle == true
      let entries = try await entries(for: question, by: rule, as: category, id)
      // Where only a search finds the id, it may return others too.
      let items = entries.compactMap(\.item)
      let ids = items.map { $0.otherIDs.filter { $0.kind == id.kind } }
      let likely = ids.firstIndex { $0.contains { $0.isSame(as: id) } } ?? ids.firstIndex(where: \.isEmpty)
      // A book may have several ISBNs, and its row gives only one of them.
      if let index = likely ?? (isSingle && entries.count > 1 ? nil : ids.indices.first) { return items[index] }
      if items.isEmpty, rule.ids == nil, let skipped = entries.first?.skipped {
        throw .unreadable(host: host, what: "a record \(skipped.asProperty)")
      }
      return nil
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// What may have the id. If the answer consists of ids, the first one is; others only if it turns out to have another.
  // Inlined, it would double the code that follows its call.
  @inline(never)
  private func entries(
    for question: DeclaredQuestion, by rule: RequestRule, as category: DeclaredCategory, _ id: OtherID
  ) async throws(CatalogError) -> [Entry] {
    guard var answer = try await ask(question, by: rule, isLookup: true) else { return [] }
    guard let ids = rule.ids else {
      answer.rows.removeAll { $0.value == .object([:]) }
      return await entries(of: answer, as: category)
    }
    let named = try readIDs(by: ids, in: answer).ids.prefix(5)
    let first = try await followed(Array(named.prefix(1)), by: nil, as: category, nil, limit: 1).entries
    let own = first.compactMap(\.item).flatMap(\.otherIDs).filter { $0.kind == id.kind }
    if own.isEmpty || own.contains(where: { $0.isSame(as: id) }) { return first }
    return try await first + followed(Array(named.dropFirst()), by: nil, as: category, nil, limit: 4).entries
  }

  package func items(with ids: [ItemID], filters: [String: String]) async throws(CatalogError) -> [Item] {
    guard let category = ids.first.flatMap({ declaration.category(named: $0.category) }) else { return [] }
    return try await filtered(by: filters)
      .followed(ids.map(\.key), by: nil, as: category, nil, limit: nil, repeatsRefused: false)
      .entries.compactMap(\.item)
  }

  package func requests(for ids: [ItemID]) -> Int {
    let category = ids.first.flatMap { declaration.category(named: $0.category) }
    return linkRequests(ids.count, ids.count > 1 ? category?.many : nil, limit: nil)
  }

  package var preparatoryRequests: Int {
    (declaration.credentials?.key == nil ? 0 : 1) + (declaration.maps.isEmpty ? 0 : 1)
  }

  /// An item with only its id. Its title is empty, because no request may search for the id as a title.
  func bare(_ id: String, in category: DeclaredCategory) -> Item {
    Item(id: ItemID(catalog: catalog.name, category: category.name, key: id), title: "")
  }

  /// The items that a reference may mean, the most likely first.
  private func ids(of reference: Reference) -> [ItemID] {
    switch reference {
    case .item(let id): id.catalog == catalog.name ? [id] : []
    case .page(let address): declaration.ids(ofPage: address, at: base)
    case .number, .upc, .isbn, .bundle: []
    }
  }
}

extension Reference {
  /// The standard id in the reference.
  fileprivate var otherID: OtherID? {
    switch self {
    case .upc(let code): OtherID(.upc, code)
    case .isbn(let code): OtherID(.isbn, code)
    case .page, .number, .bundle, .item: nil
    }
  }
}

extension Declaration {
  /// Where its requests go: to the user's own server, to a replaced base, or to the service.
  func base(in environment: [String: String], signedIn: String?, isReplay: Bool) -> DeclaredBase {
    let address = environment[baseVariable]
    let own = own == nil ? nil : address ?? signedIn ?? (isReplay ? DeclaredBase.unknown : "")
    return DeclaredBase(declared: own ?? base, replaced: own ?? address)
  }

  /// The items that a page may show, by the first matching pattern of each category, because several may have pages of
  /// the same form.
  func ids(ofPage address: String, at base: DeclaredBase) -> [ItemID] {
    if let found = hook?.id(ofPage: address) {
      return [ItemID(catalog: name, category: found.category, key: found.key)]
    }
    var address = address
    if base.isReplaced, address.hasPrefix(base.asked) { address = base.declared + address.dropFirst(base.asked.count) }
    guard let parts = WebAddress(address) else { return [] }
    return categories.compactMap { category in
      let own = category.ownPages.lazy.compactMap { PagePattern(base.declared + $0)?.id(in: parts) }
      let key = category.pages.lazy.compactMap { $0.id(in: parts) }.first ?? own.first
      return key.map { ItemID(catalog: name, category: category.name, key: $0) }
    }
  }
}
