package import Domain

/// Complete items and their relations.
extension DeclaredClient {
  /// The most requests for an item's screen.
  private static let screenBudget = 2

  /// A known item, and the row with its relations.
  struct Known: Sendable {
    var item: Item
    /// Nil if it is unavailable.
    var row: RowContext?
    /// Whether it took a request.
    var wasAsked = false
    /// The parts of its row that are missing.
    var failures: [FailedPart] = []

    /// Why a relation's rows or links may be missing.
    func failure(of relation: DeclaredRelation) -> CatalogError? {
      failures.first { relation.place?.text.hasPrefix("/" + $0.name) == true }?.error
    }
  }

  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    let client = try await filtered(by: filters)
    guard let category = declaration.category(named: item.id.category), item.id.catalog == catalog.name else {
      return ItemDetails(item: item)
    }
    let known = try await client.known(item, in: category)
    var details = ItemDetails(item: known.item)
    details.failures = known.failures.map(\.error)
    // Besides an item's parts, a screen waits for at most two answers.
    var budget = Self.screenBudget - (known.wasAsked ? 1 : 0)
    for declared in category.relations {
      let relation = declared.relation
      guard client.applies(declared, to: known) else {
        // A part that failed may contain it.
        if known.failure(of: declared) == nil { details.absent.insert(relation) }
        continue
      }
      let cost = client.cost(of: declared, for: known)
      guard relation.preview == .named ? client.isLoaded(declared) : cost <= budget else { continue }
      budget -= cost
      let answer = await result { () throws(CatalogError) in
        try await client.related(by: declared, to: known, limit: declared.previewCount, offset: 0)
      }
      if case .failure(.cancelled) = answer { throw .cancelled }
      // Skipped silently: a notice has already reported that Mercado Libre closes its listings.
      if case .failure(.refused(_, 403, _)) = answer, hook?.isClosed == true { continue }
      if case .success(let list) = answer, list.items.isEmpty, list.skipped.isEmpty {
        details.absent.insert(relation)
      } else {
        details.filled.append(ItemDetails.Filled(relation, answer))
      }
    }
    return details
  }

  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    let client = try await filtered(by: filters)
    guard let category = declaration.category(named: item.id.category),
      let declared = category.relations.first(where: { $0.relation.word == relation.word })
    else { return ItemList(items: []) }
    var known = Known(item: item)
    if declared.readsRow || declared.form.placeholders.contains(where: { item.filling($0) == nil }) {
      do throws(CatalogError) {
        known = try await client.known(item, in: category)
      } catch  where error.code == .notFound && !declared.readsRow && declared.form.applies(to: item) {
        // The item is not needed in full: the request can be filled from what is known.
      }
    }
    guard declared.form.applies(to: known.item) else {
      let others = category.relations.filter { client.applies($0, to: known) }
      throw .noRelation(relation.word, of: known.item.title, known: others.map(\.relation.word))
    }
    guard !lacksRow(declared, known) else {
      throw refusal("\(relation.title) · \(item.title) exists only in its list; open it from there")
    }
    let list = try await client.related(by: declared, to: known, limit: nil, offset: offset)
    if list.items.isEmpty, let failure = known.failure(of: declared) { throw failure }
    return list
  }

  /// How many requests an item's screen needs for a relation.
  private func cost(of relation: DeclaredRelation, for known: Known) -> Int {
    let target = declaration.category(named: relation.category)
    let shown = relation.relation.reach == .one ? 1 : relation.previewCount
    func cost(of rule: RequestRule) -> Int {
      rule.ids == nil ? 1 : 1 + linkRequests(shown ?? 20, target?.many, limit: nil)
    }
    return switch relation.form {
    case .within: 0
    case .feed: 1
    case .request(let rule): cost(of: rule)
    case .list where isLoaded(relation): 0
    // It is read to its end, wherever that is.
    case .list: target?.list?.paging == nil && target?.list?.ids == nil ? 1 : .max
    case .links(_, let rule?) where rule.isList: cost(of: rule.request)
    case .links(let at, let rule): linkRequests(ids(by: at, in: known.row).count, rule ?? target?.many, limit: shown)
    }
  }

  /// Whether the item may have the relation, judging by its fields and its row, and by the filters.
  private func applies(_ relation: DeclaredRelation, to known: Known) -> Bool {
    relation.form.applies(to: known.item) && canAsk(relation, of: known.item) && !lacksRow(relation, known)
      && !isKnownEmpty(relation, for: known)
  }

  /// Whether its request has the values that it needs, those of its links aside.
  private func canAsk(_ relation: DeclaredRelation, of item: Item) -> Bool {
    guard let rule = relation.form.request else { return true }
    var filling = Filling(item, for: rule)
    for name in DeclaredRelation.Form.ofLinks { filling.values[name] = ["0"] }
    return question(rule, filling) != nil
  }

  /// Whether the relation reads the item's own row, which no list of this session contained. A feed is a field too.
  private func lacksRow(_ relation: DeclaredRelation, _ known: Known) -> Bool {
    if case .feed = relation.form, known.item.feed != nil { return false }
    return relation.readsRow && known.row == nil
  }

  /// Whether the item's own row shows that the relation is empty.
  private func isKnownEmpty(_ relation: DeclaredRelation, for known: Known) -> Bool {
    guard let row = known.row else { return false }
    switch relation.form {
    case .within(let rule): return rule.rows(within: row.value).isEmpty
    case .links(let place, _): return ids(by: place, in: known.row).isEmpty
    case .feed(let place): return feed(at: place, of: known) == nil
    case .list(let forward?, nil): return ids(by: forward, in: known.row).isEmpty
    case .request, .list: return false
    }
  }

  /// Whether the relation's list was already read and may be reused.
  private func isLoaded(_ relation: DeclaredRelation) -> Bool {
    guard case .list = relation.form else { return false }
    return RequestContext.current.mayUseCache && memory.with { $0.lists.contains(relation.category + filtersKey) }
  }

  // MARK: The item itself

  package func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> ItemList {
    let client = try await filtered(by: filters)
    var list = ItemList(items: items)
    for (index, item) in items.enumerated() {
      guard let category = declaration.category(named: item.id.category) else { continue }
      do throws(CatalogError) {
        let known = try await client.known(item, in: category)
        list.items[index] = known.item
        list.partialFailure = list.partialFailure ?? known.failures.first?.error
      } catch  where error.code == .notFound {
        // It stays as it is known.
      }
    }
    return list
  }

  /// Looks an item up if possible: by its category's lookup, or by id in its list. Otherwise returns it unchanged.
  /// - Throws: `unknown` if the service does not know it.
  func known(_ item: Item, in category: DeclaredCategory) async throws(CatalogError) -> Known {
    // The service does not know the episodes of a feed.
    if item.kind == "podcast-episode" { return Known(item: item) }
    // A service may return the whole item for a name, but nothing for the id in that answer.
    let earlier = memory.with { $0.lookups[item.id] }.flatMap { $0.again?(self) }
    if let rule = category.lookup, let question = earlier ?? lookupQuestion(of: item, in: category) {
      do throws(CatalogError) {
        var known = try await lookup(item, at: question, by: rule, in: category)
        known.item = category.merged(item, with: known.item)
        return known
      } catch .refused(_, 403, _) where declaration.hook != nil && !item.title.isEmpty {
        // An item of Mercado Libre from a list: its listing may be closed, as a notice said.
        return Known(item: item)
      }
    }
    guard category.lookup == nil, category.list != nil else {
      return Known(item: item, row: memory.row(of: item, filters: filtersKey))
    }
    func isMeant(_ entry: Entry) -> Bool { entry.item?.id == item.id }
    let (all, extent) = try await result { () throws(CatalogError) in
      try await everything(in: category, until: isMeant)
    }.mapError(\.asPreparationFailure).get()
    let sharing = all.filter(isMeant)
    // Two rows may share an id; then the title decides.
    guard let entry = sharing.first(where: { $0.item?.title == item.title }) ?? sharing.first,
      let found = entry.item
    else {
      try requireEnd(extent)
      throw .unknown(item.id.description, storefront: nil)
    }
    return Known(item: category.merged(item, with: found), row: entry.row, wasAsked: true)
  }

  /// The request for an item; nil if its category has none, or if its path lacks a value. A request without `{id}` needs
  /// every value of the item: a title alone may find something else.
  private func lookupQuestion(of item: Item, in category: DeclaredCategory) -> DeclaredQuestion? {
    guard let rule = category.lookup else { return nil }
    let filling = Filling(item, for: rule)
    let own = rule.placeholders.filter { ItemField.named($0) != nil }
    let isEnough = rule.placeholders.contains("id") || own.allSatisfy { filling.values[$0] != nil }
    return isEnough ? question(rule, filling) : nil
  }

  /// Whether a request returns the item's row: its lookup, or else the category's list.
  func isFetched(_ item: Item, in category: DeclaredCategory) -> Bool {
    lookupQuestion(of: item, in: category) != nil || category.lookup == nil && category.list != nil
  }

  /// Further answers about an item, by the members of its row that they become. A part that the service does not have
  /// is not a failure.
  private func parts(
    of item: Item, in category: DeclaredCategory
  ) async throws(CatalogError) -> (found: [(name: String, json: JSONValue)], failures: [FailedPart]) {
    let answers = await concurrentMap(category.parts) { _, rule in
      await result { () throws(CatalogError) -> JSONValue? in
        guard let question = question(rule, Filling(item, for: rule)) else { return nil }
        return try await ask(question, by: rule, isLookup: true)?.json
      }
    }
    var (parts, failures): ([(name: String, json: JSONValue)], [FailedPart]) = ([], [])
    for (answer, name) in zip(answers, category.parts.map(\.name)) {
      switch answer {
      case .success(let json): if let json { parts.append((name, json)) }
      case .failure(.cancelled): throw .cancelled
      case .failure(let error) where error.code == .notFound: continue
      case .failure(let error): failures.append(FailedPart(name: name, error: error))
      }
    }
    return (parts, failures)
  }

  private static let mostMoves = 3

  /// Starts the reason if a well-formed answer has a record that lacks something: a retry would not help.
  static let unusableRecord = "a record "

  private func lookup(
    _ item: Item, at first: DeclaredQuestion, by rule: RequestRule, in category: DeclaredCategory
  ) async throws(CatalogError) -> Known {
    let unknown = CatalogError.unknown(item.id.description, storefront: nil)
    var (asking, id) = (first, bare(item.id.key, in: category).id)
    for _ in 0...Self.mostMoves {
      let asked = await result { () throws(CatalogError) in try await ask(asking, by: rule, isLookup: true) }
      if case .failure(.notFound) = asked { throw unknown }
      guard var answer = try asked.get() else { throw unknown }
      answer.rows.removeAll { $0.value == .object([:]) }
      var failures: [FailedPart] = []
      if !category.parts.isEmpty, !answer.rows.isEmpty {
        // After the item, because only then Mercado Libre's hook knows what it is.
        let parts = try await parts(of: item, in: category)
        failures = parts.failures
        answer.rows = answer.rows.map { $0.with(parts.found) }
      }
      let entries = await entries(of: answer, as: category)
      // The service may know the item by another id, but of several none may be another item.
      let entry = entries.first { $0.item?.id == id } ?? entries.only
      if let entry, let item = entry.item {
        if item.id != id { memory.with { [asking] in $0.lookups[item.id] = asking } }
        return Known(item: item, row: entry.row, wasAsked: true, failures: failures)
      }
      guard let moved = rule.moved?.scalar(in: answer.json).flatMap({ rule.id(at: $0.text) }), moved != id.key else {
        if let skipped = entries.first?.skipped {
          throw .unreadable(host: host, what: Self.unusableRecord + skipped.asProperty)
        }
        throw unknown
      }
      var other = Item(id: bare(moved, in: category).id, title: item.title)
      other.fillGaps(from: item)
      guard let next = question(rule, Filling(other, for: rule)) else { throw unknown }
      (asking, id) = (next, other.id)
    }
    throw unknown
  }
}

extension RequestRule {
  /// The id at an item's new place: the last part of a path or an address, unless ids are whole paths.
  fileprivate func id(at place: String) -> String? {
    let isPlace = place.hasPrefix("/") || place.contains("://")
    return isPlace && !path.names.contains(.path("id")) ? Conversion.lastSegment(of: place) : place
  }
}
