import Domain

/// Finds the same work in other catalogs: by the item's own ids, then by Wikidata, then by words.
struct ElsewhereDesk: Sendable {
  /// A loaded catalog, with the current filters.
  struct Source: Sendable {
    let client: any CatalogClient
    let filters: [String: String]

    var name: String { client.catalog.name }
  }

  /// The catalogs to search.
  let sources: [Source]
  /// The item's own catalog, which may know more of its ids; nil if it is not loaded.
  let own: Source?
  let crosswalk: (any Crosswalk)?

  /// The most requests for one answer.
  static let mostRequests = 12
  /// How many of them are for Wikidata: its search, and the entity.
  private static let ofCrosswalk = 2

  /// - Throws: `unrecognized` for an unknown page; the first failure, if it leaves nothing to show.
  func answer(to question: ElsewhereQuestion) async throws(CatalogError) -> ElsewhereAnswer {
    var search = ElsewhereSearch(sources, crosswalk, most: Self.mostRequests)
    var answer: ElsewhereAnswer
    switch question {
    case .item(let item): answer = await self.answer(about: item, &search)
    case .page(let page): answer = try await self.answer(about: page, &search)
    }
    answer.failures += search.failures
    if answer.items.isEmpty, let failure = answer.failures.first { throw failure }
    if answer.items.isEmpty, case .page(let page) = question { throw .unrecognized(page.address) }
    return answer
  }

  private func answer(about item: Item, _ search: inout ElsewhereSearch) async -> ElsewhereAnswer {
    let category = own?.client.catalog.category(ofID: item.id)
    var kind = category?.kind ?? WorkKind(ofCategory: item.id.category)
    var answer = ElsewhereAnswer()
    let item = await completed(item, &search, &answer)
    // Other catalogs may know the item by its page.
    let page = item.link.flatMap { crosswalk?.page(at: $0.text) }
    let ids = (own?.client.otherIDs(of: item) ?? item.otherIDs) + (page?.otherIDs ?? []).filter { $0.kind == .url }
    search.begin(with: kind, isEither: category?.holdsFilmsAndSeries ?? false)
    search.askNobody(item)
    await search.ask(about: item, by: ids, kind)
    if search.mayUse(kind), let crosswalk {
      let isOther = if case .other = kind { true } else { false }
      search.sent(Self.ofCrosswalk)
      let found = await result { [kind] () throws(CatalogError) in
        try await crosswalk.thing(
          with: properties(of: item, ids, kind, crosswalk), wikidata: ids.first { $0.kind == .wikidata }?.value,
          kind: isOther ? nil : kind)
      }
      switch found {
      case .success(let thing?):
        await search.ask(by: thing, isOther ? thing.kind : kind)
        // An archive has works of all kinds; once the kind is known, other catalogs can be searched for it.
        if isOther, let known = thing.kind {
          kind = known
          search.begin(with: kind)
        }
      case .success(nil): break
      case .failure(let error): answer.failures.append(error)
      }
    }
    await search.ask(byWordsOf: item, kind)
    (answer.items, answer.without) = (search.items, search.without)
    return answer
  }

  private func answer(
    about page: CrosswalkPage, _ search: inout ElsewhereSearch
  ) async throws(CatalogError) -> ElsewhereAnswer {
    guard let crosswalk else { throw .unrecognized(page.address) }
    var (thing, answer): (CrosswalkThing?, ElsewhereAnswer) = (nil, ElsewhereAnswer())
    if page.name != .address {
      search.sent(Self.ofCrosswalk)
      switch await result(of: { () throws(CatalogError) in try await crosswalk.thing(at: page) }) {
      case .success(let found): thing = found
      case .failure(let error): answer.failures.append(error)
      }
    }
    search.begin(with: nil)
    answer.title = thing?.title
    if let thing { await search.ask(by: thing, thing.kind) }
    if search.items.isEmpty { await search.ask(about: nil, by: (thing?.otherIDs ?? []) + page.otherIDs, thing?.kind) }
    if search.items.isEmpty, let thing, let kind = thing.kind, let title = thing.title {
      var item = Item(id: ItemID(catalog: "wikidata", category: kind.name, key: thing.id), title: title)
      item.released = thing.year.flatMap { ReleaseDate($0) }
      await search.ask(byWordsOf: item, kind)
    }
    // A list of what is missing was not requested.
    answer.items = search.items
    answer.without = search.without.filter { $0.reason == .restNotAsked }
    return answer
  }

  /// The item with the ids that only a lookup in its own catalog returns.
  private func completed(_ item: Item, _ search: inout ElsewhereSearch, _ answer: inout ElsewhereAnswer) async -> Item {
    let known = Set(item.otherIDs.map(\.kind))
    guard let own, let category = own.client.catalog.category(ofID: item.id), !category.knownIDs.isSubset(of: known)
    else { return item }
    search.sent(1)
    let found = await result { () throws(CatalogError) in
      try await own.client.item(for: .item(item.id), filters: own.filters)
    }
    switch found {
    case .success(let fuller):
      var item = item
      item.fillGaps(from: fuller)
      return item
    case .failure(let error):
      // Some items exist only in lists and cannot be looked up.
      if error.code != .notFound, error.code != .refused { answer.failures.append(error) }
      return item
    }
  }

  private func properties(
    of item: Item, _ ids: [OtherID], _ kind: WorkKind, _ crosswalk: any Crosswalk
  ) -> [PropertyID] {
    var properties = ids.compactMap { id in crosswalk.property(of: id.kind, for: kind).map { PropertyID($0, id.value) }
    }
    if let property = own?.client.catalog.category(ofID: item.id)?.wikidataProperty {
      properties.append(PropertyID(property, item.id.key))
    }
    return properties
  }
}
