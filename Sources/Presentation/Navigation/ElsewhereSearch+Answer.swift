import Domain

/// Finds the same work in other catalogs: by the item's own ids, then by Wikidata, then by words.
extension ElsewhereSearch {
  /// How many requests are for Wikidata: its search, and the entity.
  static let ofCrosswalk = 2

  /// - Parameter earlier: what the screen shows.
  /// - Throws: `unrecognized` for an unknown page.
  mutating func answer(
    to question: ElsewhereQuestion, besides earlier: [Item]
  ) async throws(CatalogError) -> SectionAnswer {
    switch question {
    case .item(let item): await find(item)
    case .page(let page): try await find(page)
    }
    let own = catalogs.compactMap { one in one.failure.map { FailedPart(name: one.catalog.name, error: $0) } }
    let failures = failures + own
    var without = without
    // What was not asked again, or not for all ids, keeps its rows.
    let unasked = without.filter { [.notAsked, .restNotAsked].contains($0.reason) }.map(\.catalog)
    let items = (items + earlier.filter { unasked.contains($0.id.catalog) }).distinct(by: \.id)
    if case .page(let page) = question {
      // For a pasted page, lists only the catalogs that may still have the item: with further matches, or without
      // credentials.
      without.removeAll { left in
        left.reason != .restNotAsked && !(left.reason == .noToken && lacking.contains { $0.catalog == left.catalog })
      }
      if items.isEmpty, failures.isEmpty {
        if let lack = await lack(of: page.address) { throw lack }
        if without.isEmpty { throw .unrecognized(page.address) }
      }
    }
    var answer = SectionAnswer(list: ItemList(items: items), remarks: Remark.incomplete(failures))
    if items.isEmpty, !failures.isEmpty { answer = SectionAnswer(failed: failures) }
    answer.complete = { [without, answered, title] in
      $0.receive(without, of: answered, titled: title, inSection: $1)
    }
    return answer
  }

  /// What the catalogs that have the page's thing lack; nil if none has it.
  private func lack(of address: String) async -> CatalogError? {
    var found: [(name: String, variables: [[String]], about: String?, catalog: String?)] = []
    for id in lacking.distinct(by: \.catalog) {
      guard let one = catalogs.first(where: { $0.catalog.name == id.catalog }) else { continue }
      // Nothing is sent without credentials.
      do throws(CatalogError) {
        _ = try await one.client.item(for: .item(id), filters: one.filters)
      } catch .credentialsMissing(let variables, let about, let catalog) {
        found.append((id.catalog, variables, about, catalog))
      } catch {}
    }
    if found.isEmpty { return nil }
    return .credentialsNeeded(
      address, in: found.map(\.name), variables: found.flatMap(\.variables), about: found.only?.about,
      catalog: found.only?.catalog)
  }

  private mutating func find(_ item: Item) async {
    let category = own?.client.catalog.category(ofID: item.id)
    var kind = category?.kind ?? WorkKind(ofCategory: item.id.category)
    let item = await completed(item, category)
    // Other catalogs may know the item by its page.
    let page = item.link.flatMap { crosswalk?.page(at: $0.text) }
    let ids = (own?.client.otherIDs(of: item) ?? item.otherIDs) + (page?.otherIDs ?? []).filter { $0.kind == .url }
    begin(with: kind, isEither: category?.holdsFilmsAndSeries ?? false)
    addKnownResults(for: item)
    // A kind of the catalog's own may be any kind elsewhere.
    let common: WorkKind? = if case .other = kind { nil } else { kind }
    await ask(about: item, by: ids, common)
    if mayUse(common), let crosswalk {
      var properties = ids.compactMap { id in
        crosswalk.property(of: id.kind, for: kind).map { PropertyID($0, id.value) }
      }
      if let property = category?.wikidataProperty { properties.append(PropertyID(property, item.id.key)) }
      let thing = await asked("wikidata", costing: Self.ofCrosswalk) { () throws(CatalogError) in
        try await crosswalk.thing(
          with: properties, wikidata: ids.first { $0.kind == .wikidata }?.value, kind: common)
      }
      if let thing {
        await ask(by: thing, common ?? thing.kind)
        // An archive has works of all kinds; once the kind is known, other catalogs can be searched for it.
        if common == nil, let known = thing.kind {
          kind = known
          begin(with: kind)
        }
      }
    }
    await ask(byWordsOf: item, kind)
  }

  private mutating func find(_ page: CrosswalkPage) async throws(CatalogError) {
    guard let crosswalk else { throw .unrecognized(page.address) }
    var thing: CrosswalkWork?
    if page.name != .address {
      thing = await asked("wikidata", costing: Self.ofCrosswalk) { () throws(CatalogError) in
        try await crosswalk.thing(at: page)
      }
    }
    title = thing?.title
    if let thing {
      await ask(by: thing, thing.kind)
      // A single is a song, and its ids are those of an album; a season of anime has those of a series.
      let further = thing.kind.flatMap { [.song: .album, .season: .series][$0] as WorkKind? }
      if items.isEmpty, let further { await ask(by: thing, further) }
      lacking = catalogs.indices.flatMap { catalogs[$0].reason == .noToken ? ids(of: thing, thing.kind, in: $0) : [] }
    }
    if items.isEmpty { await ask(about: nil, by: (thing?.otherIDs ?? []) + page.otherIDs, thing?.kind) }
    if items.isEmpty, let thing, let kind = thing.kind, let title = thing.title {
      var item = Item(id: ItemID(catalog: "wikidata", category: kind.name, key: thing.id), title: title)
      item.released = thing.year.flatMap { ReleaseDate($0) }
      await ask(byWordsOf: item, kind)
    }
  }

  /// The item with the ids that only a lookup in its own catalog returns.
  private mutating func completed(_ item: Item, _ category: Domain.Category?) async -> Item {
    guard let own, let category, !category.knownIDs.isSubset(of: Set(item.otherIDs.map(\.kind))) else { return item }
    // Some items exist only in lists and cannot be looked up.
    let fuller = await asked(own.catalog.name, costing: 1, except: [.notFound, .refused]) { () throws(CatalogError) in
      try await own.client.item(for: .item(item.id), filters: own.filters)
    }
    return changing(item) { if let fuller { $0.fillGaps(from: fuller) } }
  }

  /// Sends a request to Wikidata or to the item's own catalog; nil if it fails. Records the failure.
  /// - Parameter expected: error codes that are not recorded.
  private mutating func asked<Value>(
    _ name: String, costing count: Int, except expected: [ErrorCode] = [],
    _ ask: () async throws(CatalogError) -> Value?
  ) async -> Value? {
    sent += count
    let answer = await result(of: ask)
    recount()
    if case .failure(let error) = answer, !expected.contains(error.code) {
      failures.append(FailedPart(name: name, error: error))
    }
    return try? answer.get()
  }
}
