import Domain

/// The answer for one section of a screen.
struct SectionAnswer: Sendable {
  fileprivate(set) var section = 0
  /// The rows of the section.
  var list = ItemList(items: [])
  /// The failures of some of several requests.
  var remarks: [Remark] = []
  /// The error that left no rows, and how many requests failed with it; `remarks` have the other errors.
  var failure: (error: CatalogError, count: Int)?
  /// Puts what the answer says about the whole screen, besides the rows of `section`, on the screen.
  var complete: @Sendable (_ screen: inout Screen, _ section: Int) -> Void = { _, _ in }

  /// Whether the user cancelled it, now or in the replayed session.
  var isCancelled: Bool { failure?.error == .cancelled || remarks.contains { $0.failure?.error == .cancelled } }

  /// The answer to `source` in the words of the sample: what it lacks may exist in the service.
  func ofSample(to source: Section.Source?) -> SectionAnswer {
    guard let error = failure?.error else { return changing(self) { $0.remarks = remarks.map(\.ofSample) } }
    // A page may have been looked up elsewhere, at an address that nobody typed.
    if case .elsewhere(.page(let page), in: _, _)? = source, [.notFound, .offline].contains(error.code) {
      return SectionAnswer(section: section, failure: (.notInSample(page.address), 1))
    }
    return SectionAnswer(section: section, failure: (error.ofSample, 1))
  }

  /// Whether a stopped load received part of its content.
  var isWorthShowing: Bool { !list.items.isEmpty && remarks.contains { if case .stopped = $0 { true } else { false } } }
}

extension SectionAnswer {
  /// Without rows, because parts failed.
  init(failed parts: [FailedPart]) {
    let first = parts.first?.error
    let others = parts.filter { $0.error.cause != first?.cause }
    self.init(remarks: Remark.incomplete(others), failure: first.map { ($0, parts.count - others.count) })
  }

  fileprivate init(_ answer: Result<SectionAnswer, CatalogError>) {
    do throws(CatalogError) { self = try answer.get() } catch { self.init(failure: (error, 1)) }
  }
}

extension Screen {
  /// Puts an answer into the section that requested it.
  mutating func receive(_ answer: SectionAnswer) {
    let result = answer.failure.map { .failure($0.error) } ?? Result.success(answer.list)
    receive(result, with: answer.remarks, inSection: answer.section)
    sections[answer.section].errorCount = answer.failure?.count ?? 1
    answer.complete(&self, answer.section)
  }
}

/// Fetches what a screen lacks. A value, because requests run beside the session's actor.
struct Fetcher: Sendable {
  let screen: Screen
  let clients: [any CatalogClient]
  let settings: Settings
  let resources: Resources

  /// Fetches what the sections lack, all at once.
  func answers() async -> [SectionAnswer] {
    let lacking = screen.sections.indices.filter { screen.sections[$0].awaited != nil }
    var waiting = lacking.reduce(into: [String?: Int]()) { $0[screen.sections[$1].catalog, default: 0] += 1 }
    let all = waiting.count
    return await concurrentMap(lacking) { (answer: SectionAnswer) in
      guard screen.isEverywhere else { return }
      let name = screen.sections[answer.section].catalog
      waiting[name, default: 1] -= 1
      if waiting[name] == 0 { waiting[name] = nil }
      RequestContext.current.onEvent(.answered(all - waiting.count, of: all, what: "catalogs"))
    } ask: { index in
      var answer = await answer(for: screen.sections[index])
      answer.section = index
      return answer
    }
  }

  private func answer(for section: Section) async -> SectionAnswer {
    switch section.source {
    case .elsewhere(let question, in: let names, let without):
      return await elsewhere(question, in: names, without, besides: section.rows.map(\.item))
    case .news(let stars, let first, let last, let onlyNew):
      let shown = section.rows.lazy.filter { $0.item.isNew == true }.map(\.id)
      return await news(of: stars, from: first, to: last, onlyNew: onlyNew, newBefore: Set(shown))
    default: break
    }
    let name = section.catalog ?? screen.catalog
    guard let client = clients.first(where: { $0.catalog.name == name }) else { return SectionAnswer() }
    let ask = { @Sendable () async throws(CatalogError) in try await answer(for: section, from: client) }
    return SectionAnswer(screen.isEverywhere ? await withCatalogTimeout(client.catalog, ask) : await result(of: ask))
  }

  private func answer(
    for section: Section, from client: any CatalogClient
  ) async throws(CatalogError) -> SectionAnswer {
    // Separate from the rarer questions, which need much memory: dozens of searches may run at once.
    if case .search(var request) = section.source, section.awaited != .fullerRows {
      if section.awaited == .nextPage { request.offset = section.received }
      return SectionAnswer(list: try await client.search(request))
    }
    return try await rarerAnswer(for: section, from: client)
  }

  @inline(never)
  private func rarerAnswer(
    for section: Section, from client: any CatalogClient
  ) async throws(CatalogError) -> SectionAnswer {
    let (catalog, filters) = (client.catalog, self.filters(of: client.catalog))
    if section.awaited == .fullerRows {
      let items = try await client.enriched(section.rows.map(\.item), filters: filters).items
      return .init(list: ItemList(items: items, extent: section.extent ?? .all))
    }
    let offset = section.awaited == .nextPage ? section.received : 0
    switch section.source {
    // Searches are above; news and `elsewhere` come from several catalogs.
    case .memory, .search, .news, .elsewhere: return .init()
    case .shelf(let shelf, let home, let limit):
      return .init(list: try await client.shelf(shelf, of: home, filters: filters, limit: limit, offset: offset))
    case .related(let relation, let item):
      return .init(list: try await client.related(by: relation, to: item, filters: filters, offset: offset))
    case .details(let item): return try await details(of: item, from: client, filters)
    case .target(let relation, let item):
      let target = try await client.target(of: relation, from: item, filters: filters)
      return try await details(of: target, from: client, filters)
    case .reference(let reference):
      let item = try await client.item(for: reference, filters: filters)
      // Some services look up things of all kinds by their ids.
      if case .item(let id) = reference, catalog.category(ofID: id) != catalog.category(ofID: item.id) {
        throw .unknown(reference.text, storefront: item.storefront)
      }
      var filters = filters
      if let filter = catalog.storefrontFilter { filters[filter] = item.storefront }
      do throws(CatalogError) {
        return try await details(of: item, from: client, filters)
      } catch  where error != .cancelled {
        // The item itself was found.
        return .init(failure: (error, 1)) { $0.receive(ItemDetails(item: item), from: client.catalog, inSection: $1) }
      }
    case .chart(let request, let storefronts, let latest):
      let asked = offset > 0 ? request.inFull : request
      var (answer, changes) = try await changes(
        of: asked, in: storefronts, for: section, from: client, notAfter: latest)
      guard let changes else { return answer }
      answer.list = changes.chart.list
      // The rows of changes are in sections of their own.
      if screen.kind == .changes { answer.list = ItemList(items: [], skipped: answer.list.skipped) }
      answer.complete = { [catalog] in $0.receive(changes, from: catalog, inSection: $1) }
      return answer
    case .stores(let item, let storefronts):
      let asked = section.unanswered(of: storefronts)
      let found = await client.stores(of: item, in: asked, filters: filters)
      return try catalog.collected(found, asked: asked.count, of: storefronts.count, absent: item)
    }
  }

  private func details(
    of item: Item, from client: any CatalogClient, _ filters: [String: String]
  ) async throws(CatalogError) -> SectionAnswer {
    let details = try await client.details(of: item, filters: filters)
    let failures = details.failures.map { FailedPart(name: details.item.title, error: $0) }
    return .init(remarks: Remark.incomplete(failures)) {
      $0.receive(details, from: client.catalog, inSection: $1)
    }
  }

  /// A chart, or the number ones of storefronts that have not answered yet, compared with an earlier snapshot; nil if
  /// all storefronts failed.
  private func changes(
    of request: ChartRequest, in storefronts: [String]?, for section: Section, from client: any CatalogClient,
    notAfter latest: String?
  ) async throws(CatalogError) -> (SectionAnswer, ChartChanges?) {
    let filters = self.filters(of: client.catalog)
    // A charts page shows only beginnings; each chart's own screen compares places.
    let memory = screen.kind.compares ? resources.chartMemory : nil
    guard let storefronts else {
      return (.init(), try await client.changes(of: request, filters: filters, memory: memory, notAfter: latest))
    }
    let asked = section.unanswered(of: storefronts)
    let found = await client.numberOnes(of: request, in: asked, filters: filters)
    let answer = try client.catalog.collected(found, asked: asked.count, of: storefronts.count, absent: nil)
    if answer.failure != nil { return (answer, nil) }
    var changes = await client.changes(
      ofFirsts: answer.list.items, of: request, on: resources.today(), isWhole: found.count == storefronts.count,
      memory: memory, notAfter: latest)
    changes.left = changes.left.map { client.catalog.placed($0, in: $0.storefront) }
    return (answer, changes)
  }

  private func elsewhere(
    _ question: ElsewhereQuestion, in names: [String], _ without: [SkippedCatalog], besides earlier: [Item]
  ) async -> SectionAnswer {
    let all = clients.map { ElsewhereSearch.SearchedCatalog(client: $0, filters: settings.filters(of: $0.catalog)) }
    func searched(_ name: String) -> ElsewhereSearch.SearchedCatalog? { all.first { $0.catalog.name == name } }
    var catalogs = names.compactMap(searched)
    if case .page = question {
      catalogs += without.compactMap { left in
        searched(left.catalog).map { changing($0) { $0.reason = left.reason } }
      }
    }
    var search = ElsewhereSearch(catalogs, own: searched(screen.catalog), resources.crosswalk)
    let answer = await result { () throws(CatalogError) in
      do throws(CatalogError) {
        return try await search.answer(to: question, besides: earlier)
      } catch .unrecognized(let address, nil) {
        // Its own catalog says what it lacks to look the page up.
        guard let own = all.first(where: { $0.client.recognizes(.page(address)) }) else { throw .unrecognized(address) }
        let item = try await own.client.item(for: .page(address), filters: own.filters)
        return SectionAnswer(list: ItemList(items: [item]))
      }
    }
    return SectionAnswer(Task.isCancelled ? .failure(.cancelled) : answer)
  }

  /// The news of all catalogs, and which of them are new.
  /// - Parameter newBefore: what was new when the screen was filled first; a retry must not take that away.
  private func news(
    of favorites: [Item], from first: String, to last: String, onlyNew: Bool, newBefore: Set<ItemID>
  ) async -> SectionAnswer {
    var (news, left) = (News(), favorites)
    while !left.isEmpty {
      // The same podcast may be a favourite in several catalogs; the first that can have news is used.
      let stars = left.distinct(by: \.feedOrID)
      let parts = await concurrentMap(clients) { client in
        let own = stars.filter { $0.id.catalog == client.catalog.name }
        if own.isEmpty { return News() }
        var filters = settings.filters(of: client.catalog)
        if let storefront = client.catalog.storefrontFilter { filters[storefront] = nil }
        return await client.news(of: own, from: first, to: last, filters: filters)
      }
      let known = Set(clients.map(\.catalog.name))
      news = parts.reduce(into: news) { $0.add($1) }
      news.unsuitable += stars.filter { !known.contains($0.id.catalog) }
      let (asked, lacking) = (Set(stars.map(\.id)), Set(news.unsuitable.map(\.feedOrID)))
      left.removeAll { asked.contains($0.id) || !lacking.contains($0.feedOrID) }
      let next = Set(left.map(\.feedOrID))
      news.unsuitable.removeAll { next.contains($0.feedOrID) }
    }
    news.sort()
    // Nil if it is unknown what was shown before.
    let new = await resources.newsMemory?.show(news, from: first)?.union(newBefore)
    var items = news.entries.map { entry in
      var item = entry.item
      item.from = entry.star.title
      if new?.contains(item.id) == true { item.isNew = true }
      return item
    }
    // If that is unknown, all news is shown, and a notice says why.
    if onlyNew, new != nil { items.removeAll { $0.isNew != true } }
    if items.isEmpty, news.answered.isEmpty, !news.failures.isEmpty { return SectionAnswer(failed: news.failures) }
    var remarks = Remark.incomplete(news.failures)
    if !news.unsuitable.isEmpty { remarks.append(.withoutNews(news.unsuitable.map(\.title))) }
    if !news.partial.isEmpty { remarks.append(.partialNews(news.partial.map(\.title).unique)) }
    return SectionAnswer(list: ItemList(items: items, skipped: news.skipped), remarks: remarks)
  }

  /// The filter values for requests to the screen's catalog. For requests about an item, the screen's storefront
  /// replaces the current one, even if the screen has none.
  private func filters(of catalog: Catalog) -> [String: String] {
    var filters = settings.filters(of: catalog).merging(screen.query?.filters ?? [:]) { $1 }
    guard let filter = catalog.storefrontFilter else { return filters }
    switch screen.sections.first?.source {
    case .details, .target, .related, .reference: filters[filter] = screen.storefront
    case .stores, .chart(_, in: _?, _): filters[filter] = nil
    default: break
    }
    return filters
  }
}

extension CatalogClient {
  /// The single item that `relation` leads to: by a key in the item's details, or as the only related item.
  fileprivate func target(
    of relation: Relation, from item: Item, filters: [String: String]
  ) async throws(CatalogError) -> Item {
    var item = item
    if relation.need == nil {
      let list = try await related(by: relation, to: item, filters: filters, offset: 0)
      if let target = list.items.first { return target }
      if let skipped = list.skipped.first {
        guard let link = skipped.link else {
          throw .unreadable(host: catalog.title, what: "a record with \(skipped.reason)")
        }
        throw link.error ?? .unknown("\(relation.title) \(link.id)", storefront: item.storefront)
      }
    } else {
      item = try await self.item(for: .item(item.id), filters: filters)
      if let target = relation.target(from: item) { return target }
    }
    let known = catalog.relations(of: item).filter { $0 != relation }
    throw .noRelation(relation.word, of: item.title, known: known.map(\.word))
  }
}

/// One catalog's answer, or a failure if it takes too long. A budget that is free only later fails at once, because it
/// is not the service that is slow.
func withCatalogTimeout<Value: Sendable>(
  _ catalog: Catalog, _ ask: @escaping @Sendable () async throws(CatalogError) -> Value
) async -> Result<Value, CatalogError> {
  let patience = Duration.seconds(8)
  var context = RequestContext.current
  context.patience = WaitAllowance(patience - .seconds(1), of: context.patience)
  context.limit = (.now + patience, patience)
  let answer = await RequestContext.$current.withValue(context) {
    await withTimeout(patience) { await result(of: ask) }
  }
  // In a replay, a request that came too late fails at once.
  switch answer {
  case .failure(.timedOut(_, after: patience))?, nil: break
  case let answer?: return answer
  }
  return .failure(Task.isCancelled ? .cancelled : .timedOut(host: catalog.title, after: patience))
}

extension Section {
  /// The storefronts to ask: all, or those that have not answered yet.
  fileprivate func unanswered(of storefronts: [String]) -> [String] {
    guard awaited == .missing else { return storefronts }
    let answered = Set(newRows.compactMap(\.item.storefront))
    return storefronts.filter { !answered.contains($0) }
  }
}

extension Catalog {
  /// The item with a fact for its storefront.
  fileprivate func placed(_ item: Item, in storefront: String?) -> Item {
    guard let storefront else { return item }
    return changing(item) { $0.facts.append(Fact("Store", storefrontName(storefront))) }
  }

  /// A row for each storefront that answered, and why the others did not.
  /// - Parameters:
  ///   - asked: how many storefronts were asked this time; `all` is the number on the whole screen.
  ///   - absent: the item for the rows of storefronts that lack it; nil names these storefronts in a remark.
  fileprivate func collected(
    _ answers: [StorefrontAnswer], asked: Int, of all: Int, absent: Item?
  ) throws(CatalogError) -> SectionAnswer {
    var items: [Item] = []
    var empty: [String] = []
    var failures: [(error: CatalogError, storefront: String)] = []
    for answer in answers {
      switch answer.result {
      case .success(.found(var item)):
        item.storefront = answer.storefront
        items.append(placed(item, in: answer.storefront))
      case .success(.notSold), .success(.notFound):
        guard var item = absent else {
          empty.append(answer.storefront)
          continue
        }
        (item.storefront, item.price, item.match) = (answer.storefront, nil, Match.none)
        item.facts = [
          Fact("Store", storefrontName(answer.storefront)),
          Fact("Sale", answer.result == .success(.notSold) ? "not sold" : "not found"),
        ]
        items.append(item)
      case .failure(.noChart): empty.append(answer.storefront)
      case .failure(let error): failures.append((error, answer.storefront))
      }
    }
    if answers.isEmpty, asked > 0 { throw .cancelled }
    // If no storefront has it, that is a failure, and has one cause.
    if empty.count == all, case .failure(.noChart(let chart, _))? = answers.first?.result {
      throw .unknown(chart, storefront: nil)
    }
    // Without an answer from any, there is nothing to show; a retry asks only some.
    if !failures.isEmpty, failures.count == all {
      failures.sort { $0.error.wait > $1.error.wait }
      return SectionAnswer(failed: failures.map { FailedPart(name: $0.storefront, error: $0.error) })
    }
    // After the longest wait, all stores with the same cause can be asked again.
    var remarks = failures.grouped(by: \.error.code).compactMap { _, failures in
      let longest = failures.max { $0.error.wait < $1.error.wait }
      return longest.map { Remark.unknownStorefronts(failures.map(\.storefront), of: all, $0.error) }
    }
    if !empty.isEmpty { remarks.append(.emptyCharts(empty)) }
    if answers.count < asked { remarks.append(.stopped(done: answers.count, all: asked)) }
    return SectionAnswer(list: ItemList(items: items), remarks: remarks)
  }
}
