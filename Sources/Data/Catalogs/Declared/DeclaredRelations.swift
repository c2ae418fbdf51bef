import Domain

/// The four forms of relations.
extension DeclaredClient {
  /// - Parameter limit: how many are shown; nil for all, or a page of them.
  func related(
    by relation: DeclaredRelation, to known: Known, limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let target = declaration.category(named: relation.category) else { return ItemList(items: []) }
    let given = Given(item: known.item, keys: relation.given)
    let isSingle = relation.relation.reach == .one
    let wanted = isSingle ? 1 : limit
    let pages: Pages?
    switch relation.form {
    case .request(let rule):
      let filling = Filling(known.item, for: rule)
      // A preview sends the same request as `open` will, so that it is sent only once. But what ids name is requested
      // for what is shown alone.
      pages = self.pages(of: rule, filling, as: target, limit: rule.ids == nil ? nil : wanted, given: given)
      if rule.ids == nil { return try await list(pages, of: rule, limit: limit, offset: offset) }
    case .feed(let place):
      return try await episodes(at: place, of: known, as: target, limit: limit, offset: offset)
    case .within(let rule):
      return await within(rule, of: known, as: target, given, limit: limit, offset: offset)
    case .links(let place, let rule):
      let ids = ids(by: place, in: known.row)
      pages =
        if let rule, rule.isList, !ids.isEmpty { lists(ids, by: rule.request, as: target, given, limit: wanted) } else {
          links(ids, of: relation, rule, as: target, given, limit: wanted)
        }
    case .list(let forward, let back):
      return try await listed(forward, back, of: known, as: target, given, limit: limit, offset: offset)
    }
    var found = try await list(pages, limit: wanted, offset: offset)
    // A relation to a single item shows the first one that still exists.
    while isSingle, found.items.isEmpty, found.extent.hasMore, found.skipped.count < Self.mostLinkRequests {
      let next = try await list(pages, limit: wanted, offset: offset + found.skipped.count)
      if next.items.isEmpty, next.skipped.isEmpty { break }
      found = changing(next) { $0.skipped = found.skipped + $0.skipped }
    }
    if isSingle, found.items.isEmpty, let link = found.skipped.first?.link, link.cause.hasPrefix(Self.unusableRecord) {
      throw .unreadable(host: host, what: "\(link.cause) \(link.id)")
    }
    if isSingle, !found.items.isEmpty { found.extent = .all }
    return found
  }

  // MARK: Within

  private func within(
    _ rule: RowsRule, of known: Known, as target: DeclaredCategory, _ given: Given, limit: Int?, offset: Int
  ) async -> ItemList {
    guard let own = known.row?.value else { return ItemList(items: []) }
    let rows = rule.rows(within: own)
    let answer = DeclaredAnswer(
      json: own, url: "\(known.item.id) \(rule.place.text)", start: .now, received: rows.count,
      rows: rows.map { $0.with(url: known.row?.url) })
    let all = await entries(of: answer, as: target, given: given)
    return Self.list(of: all.dropFirst(offset), limit: limit)
  }

  // MARK: A feed

  /// The episodes of the feed whose address is in the item's own row.
  private func episodes(
    at place: Pointer, of known: Known, as target: DeclaredCategory, limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let address = feed(at: place, of: known) else { return ItemList(items: []) }
    var podcast = known.item
    podcast.feed = address
    let feed = try await feeds.feed(at: address, reaching: offset)
    let items = feed.items(of: podcast, as: target.name).map(moved)
    let shown = limit.map { Array(items.prefix($0)) } ?? items
    return ItemList(
      items: shown, skipped: feed.skipped(after: offset),
      extent: shown.count < items.count ? .service : feed.extent(of: podcast),
      notes: feed.fault.map { [.feedBrokeOff(reason: $0.reason, line: $0.line)] } ?? [])
  }

  /// The item with its addresses on the base for requests, if the base is replaced.
  private func moved(_ item: Item) -> Item {
    guard base.isReplaced else { return item }
    return changing(item) { moved in
      for field in ItemField.links {
        let link = field.value(of: item)?.link.flatMap { WebLink(base.moved($0.text)) }
        if let link { field.set(.link(link), in: &moved) }
      }
    }
  }

  /// The address of the item's feed: in its row, or as it was saved with a favourite; nil if there is none.
  func feed(at place: Pointer, of known: Known) -> WebLink? {
    guard let row = known.row else { return known.item.feed }
    guard let text = place.scalar(in: row.value)?.text else { return nil }
    return Value.EvaluationContext(base: base).address(text.trimmed, after: row.url)
  }

  // MARK: Links

  private static let mostLinkRequests = 20

  /// The ids that a rule finds in a row, in order and without repeats.
  func ids(by rule: IDsRule, in row: RowContext?) -> [String] { row.map { readIDs(by: rule, in: $0).ids } ?? [] }

  /// The ids that a rule finds, in order and without repeats, and the positions (from 1) of elements that are not ids.
  private func readIDs(by rule: IDsRule, in row: RowContext) -> (ids: [String], others: [Int]) {
    let target = rule.target.flatMap { declaration.category(named: $0) }
    let evaluation = Value.EvaluationContext(nothing: declaration.nothing)
    var (ids, others): ([String], [Int]) = ([], [])
    for (index, element) in rule.place.elements(in: row.value).enumerated() where element.isSomething {
      let scalars = Pointer.whole.scalars(in: element)
      if scalars.isEmpty { others.append(index + 1) }
      for text in scalars.flatMap({ text in rule.split.map { Form.parts(of: text, at: $0) } ?? [text] })
      where !text.isBlank && !evaluation.isNothing(text) {
        // A text without what its id is cut from is of another kind.
        guard let cut = rule.steps.cut(.text(text.trimmed))?.text else { continue }
        if let id = id(at: cut.trimmed, of: target, after: row.url) { ids.append(id) } else { others.append(index + 1) }
      }
    }
    return (ids.distinct { Array($0.utf8) }, others)
  }

  /// The id in a link: of a path or address the last segment, unless the target's lookup takes them whole. A DOI such as
  /// `10.1000/x5` is neither, nor is `at://did:plc:x/post/5`; but `htps://` is a slip.
  private func id(at place: String, of target: DeclaredCategory?, after url: String?) -> String? {
    let path = target?.lookup?.path
    if let target, target.idsAreAddresses || path?.names.contains(.path("id")) == true {
      let whole = target.idsAreAddresses ? base.id(ofAddress: place, after: url) : place
      let isBelow = if case .literal(let start)? = path?.parts.first { start.hasSuffix("/") } else { false }
      guard whole.contains("://") || isBelow && whole.hasPrefix("/") else { return whole }
      let pages = declaration.ids(ofPage: place, at: base)
      if let own = pages.first(where: { $0.category == target.name }) { return own.key }
    }
    let scheme = place.prefix(while: \.isLetter).lowercased()
    let isOther = place.dropFirst(scheme.count).hasPrefix("://") && !scheme.hasPrefix("ht")
    return isOther || place.hasPrefix("10.") ? place : Conversion.lastSegment(of: place)
  }

  /// The same, for a whole answer.
  /// - Throws: `unreadable` if the first answer of the list has elements, but none of them is an id.
  func readIDs(
    by rule: IDsRule, in answer: DeclaredAnswer, isFirst: Bool = true
  ) throws(CatalogError) -> (ids: [String], others: [SkippedRow]) {
    let (ids, others) = readIDs(by: rule, in: RowContext(value: answer.json, url: answer.url))
    // Objects may be empty, or null.
    let isStrange = texts(by: rule, in: answer.json).isEmpty && rule.place.listed(in: answer.json) > 0
    if isFirst, ids.isEmpty, !others.isEmpty || isStrange {
      throw .unreadable(host: host, what: "no ids at \(rule.place.text) in the answer")
    }
    return (ids, others.map { SkippedRow(row: $0, reason: "no id") })
  }

  /// The texts that may be ids.
  func texts(by rule: IDsRule, in json: JSONValue) -> [String] {
    rule.place.scalars(in: json).flatMap { text in rule.split.map { Form.parts(of: text, at: $0) } ?? [text] }
  }

  /// How many requests the targets of links need, up to a limit.
  func linkRequests(_ ids: Int, _ rule: DeclaredRelation.LinkRule?, limit: Int?) -> Int {
    let count = min(ids, limit ?? ids)
    guard let most = rule?.most else { return count }
    // A batch is requested whole, as `open` will do.
    return (count + most - 1) / most
  }

  private func links(
    _ ids: [String], of relation: DeclaredRelation, _ rule: DeclaredRelation.LinkRule?, as target: DeclaredCategory,
    _ given: Given, limit: Int?
  ) -> Pages {
    let key = "\(given.item.id) \(relation.relation.word) \(limit ?? 0) \(filtersKey)"
    return Pages(key: key) { (progress) async throws(CatalogError) in
      let start = progress.cursor.count
      let left = Array(ids.dropFirst(start))
      let (entries, count) = try await followed(left, by: rule, as: target, given, limit: limit)
      let end = start + count
      return Page(entries: entries, received: count, next: end < ids.count ? .count(end) : nil, isNamed: true)
    }
  }

  /// The pages of a request for each link, which follow each other like those of any request.
  private func lists(
    _ ids: [String], by rule: RequestRule, as target: DeclaredCategory, _ given: Given, limit: Int?
  ) -> Pages? {
    let lists = ids.compactMap { id in
      var filling = Filling(given.item, for: rule)
      filling.values["value"] = [id]
      let pages = pages(of: rule, filling, as: target, limit: rule.ids == nil ? nil : limit, given: given)
      return pages.map { (id: id, pages: $0) }
    }
    if lists.isEmpty { return nil }
    return Pages(key: lists.map(\.pages.key).joined(separator: " ")) { (progress) async throws(CatalogError) in
      var (own, index, before, lost) = (progress, 0, 0, 0)
      if case .link(let number, let cursor, let received, let lacking) = progress.cursor {
        (index, own.cursor, before, lost) = (number, cursor, received, lacking)
      }
      own.received -= before
      var page: Page
      do throws(CatalogError) {
        page = try await lists[index].pages.page(own)
      } catch  where error.code == .notFound {
        page = Page(entries: [missing(lists[index].id)], received: 1)
        logMissing(page.entries, in: target)
      }
      if let next = page.next, page.hasNews(after: own) {
        page.next = .link(index, next, before: before, lost: lost)
      } else {
        lost += max(0, (page.total ?? 0) - own.received - page.received)
        let isLast = index + 1 == lists.count
        page.next = isLast ? nil : .link(index + 1, .first, before: progress.received + page.received, lost: lost)
      }
      // The lists may have items in common, so the sum of their totals is none.
      own = progress
      own.advance(past: page, to: .first)
      page.total = lost == 0 ? nil : own.came + lost
      page.isNamed = true
      return page
    }
  }

  /// The items with the given ids: as many as are wanted and fit into the most requests of one command.
  /// - Parameters:
  ///   - rule: the request for them; nil for the category's own lookup, for one or for many.
  ///   - given: with the item that has the links, if they are a relation.
  ///   - step: how many go into one request; nil for as many as fit.
  ///   - repeatsRefused: whether a refused request for several is repeated for each of them.
  /// - Returns: also how many of the ids they represent.
  func followed(
    _ ids: [String], by rule: DeclaredRelation.LinkRule?, as target: DeclaredCategory, _ given: Given?, limit: Int?,
    step: Int? = nil, repeatsRefused: Bool = true
  ) async throws(CatalogError) -> (entries: [Entry], count: Int) {
    let rule = rule ?? (ids.count > 1 && limit != 1 ? target.many : nil)
    let step = step ?? rule?.most ?? 1
    let count = min(ids.count, limit ?? ids.count)
    let most = min(Self.mostLinkRequests, max(1, (count + step - 1) / step))
    let wanted = Array(ids.prefix(most * step))
    let groups = stride(from: 0, to: wanted.count, by: step).map { Array(wanted[$0...].prefix(step)) }
    let turns = Turns(groups.count)
    let answers = await concurrentMap(Array(groups.indices)) { index in
      let group = groups[index]
      return await turns.take(index) {
        await result { () throws(CatalogError) in
          do throws(CatalogError) {
            return try await linked(group, rule, as: target, given)
          } catch  where error.code == .notFound && group.count == 1 {
            return [missing(group[0])]
          }
        }
      }
    }
    let failures = zip(groups, answers).compactMap { group, answer in
      if group.count > 1, case .failure(let error) = answer { error } else { nil }
    }
    if let failure = failures.first(where: { $0.code == .notFound || repeatsRefused && $0.isOfOneID }) {
      // A request that is wrong in another way fails for the first alone too, and is not repeated for each.
      if failure.code != .notFound {
        _ = try await followed([ids[0]], by: rule, as: target, given, limit: 1, step: 1)
      }
      // One of them no longer exists, or is malformed, and the answer does not say which.
      return try await followed(ids, by: rule, as: target, given, limit: limit, step: 1)
    }
    var entries: [Entry] = []
    var followed = 0
    let last = answers.lastIndex { (try? $0.get()) != nil }
    let isPart = last != nil
    for (index, (group, answer)) in zip(groups, answers).enumerated() {
      // `more` requests what the budget does not allow now.
      if case .failure(.budgetSpent) = answer, followed > 0 { break }
      let fault: (cause: String, error: CatalogError?)? =
        switch answer {
        case .failure(.unreadable(_, let what)) where groups.count > 1 || what.hasPrefix(Self.unusableRecord):
          (what, nil)
        case .failure(let error) where isPart:
          switch error {
          case .refused(_, 410, _): ("HTTP 410", nil)
          case .server(_, let status), .refused(_, let status, _): ("HTTP \(status)", error)
          case .reported(_, .server, let message): (message ?? "a failure", error)
          case .offline, .timedOut, .tooLarge, .rateLimited: (error.code.rawValue.replacing("-", with: " "), error)
          default: nil
          }
        default: nil
        }
      // One invalid or refused record does not hide the others, nor what follows on the next page.
      if let fault {
        entries += group.map { missing($0, "\(fault.cause), id", because: fault.error) }
      } else {
        entries += try answer.get()
      }
      followed += group.count
      // `more` requests what was not sent after the service had enough.
      if let last, index > last, fault?.error?.code == .rateLimited { break }
    }
    logMissing(entries, in: target)
    return (entries, followed)
  }

  /// The targets of links from one request.
  private func linked(
    _ ids: [String], _ rule: DeclaredRelation.LinkRule?, as target: DeclaredCategory, _ given: Given?
  ) async throws(CatalogError) -> [Entry] {
    guard let rule else { return [try await lookedUp(ids[0], as: target, given)] }
    var filling = given.map { Filling($0.item, for: rule.request) } ?? .nothing
    filling.values["value"] = [ids[0]]
    filling.values["values"] = ids
    guard let question = question(rule.request, filling) else { return ids.map { missing($0, Self.lackOfValue) } }
    guard let answer = try await ask(question, by: rule.request) else {
      // A link's own list may be empty.
      if rule.most == nil { return [] }
      throw .unknown(ids.joined(separator: ","), storefront: nil)
    }
    var entries = await entries(of: answer, as: target, given: given)
    guard rule.most != nil else { return entries }
    // In the order of the links, followed by items without a link.
    let byID = Dictionary(grouping: entries) { $0.item?.id }
    let links = ids.map { bare($0, in: target).id }
    let isLinked = Set(links)
    let isStrange = { (entry: Entry) in entry.item.map { !isLinked.contains($0.id) } ?? false }
    // An item's id may differ from the one in its link, so unexpected ids are accepted, unless there are more items
    // than links: then some were not requested. Where the links are the items' own ids, perhaps none was.
    let isAnyLinked = rule.isOwn || links.contains { byID[$0] != nil }
    if isAnyLinked, entries.count(where: { $0.item != nil }) > ids.count { entries.removeAll(where: isStrange) }
    let others = entries.filter { $0.item == nil || isStrange($0) }
    // The link of an unreadable row does not count as missing: the row is already counted as skipped.
    let unreadable = Set(
      others.compactMap { target.id?.result(in: $0.row, as: .name)?.text }.map { bare($0, in: target).id })
    let mayBeGone = entries.count < ids.count
    return links.flatMap { link in
      byID[link] ?? (mayBeGone && !unreadable.contains(link) ? [missing(link.key)] : [])
    } + others
  }

  private func lookedUp(_ id: String, as target: DeclaredCategory, _ given: Given?) async throws(CatalogError) -> Entry
  {
    let known = try await known(bare(id, in: target), in: target)
    guard known.wasAsked, let row = known.row else { return missing(id, Self.lackOfValue) }
    return Entry(row: row, result: .success(given?.filled(known.item) ?? known.item))
  }

  /// Why a link was skipped if its request lacks a value, such as a filter.
  private static let lackOfValue = "no request for id"

  /// A link whose target no longer exists, which is counted so that the rest does not count as all.
  /// - Parameter error: why its request failed; nil if the service answered.
  private func missing(
    _ id: String, _ cause: String = "no item with id", because error: CatalogError? = nil
  ) -> Entry {
    Entry(row: RowContext(value: .null), result: .failure(SkippedRow(row: 1, .init(cause, id: id, error: error))))
  }

  /// Logs the missing ones for `explain`, in one entry, those with the same cause alike.
  private func logMissing(_ entries: [Entry], in target: DeclaredCategory) {
    let missing = entries.enumerated().compactMap { index, entry -> (row: Int, link: SkippedRow.Link)? in
      entry.skipped?.link.map { (index + 1, $0) }
    }
    guard let first = missing.first?.link, let log = RequestContext.current.log else { return }
    let skipped = missing.grouped(by: \.link.cause).flatMap { cause, alike in
      let reason = alike.count == 1 ? nil : "\(cause)s such as \(alike[0].link.id)"
      return alike.map { SkippedRow(row: $0.row, $0.link, reason: reason) }
    }
    log.append(
      Decoding(
        url: missing.count == 1 ? bare(first.id, in: target).id.description : "\(catalog.name):\(target.name)",
        shown: 0, skipped: skipped, took: .zero))
  }

  // MARK: The other category's list

  private func listed(
    _ forward: IDsRule?, _ back: IDsRule?, of known: Known, as target: DeclaredCategory, _ given: Given,
    limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    let (all, extent) = try await everything(in: target)
    // If no row could be read, it is unknown which ones belong to the item.
    if let skipped = all.first?.skipped, all.allSatisfy({ $0.item == nil }) {
      throw .unreadable(host: host, what: "rows \(skipped.asProperty)")
    }
    let byID = Dictionary(all.map { ($0.item?.id, $0) }) { first, _ in first }
    var found = (forward.map { ids(by: $0, in: known.row) } ?? []).compactMap { id in
      byID[bare(id, in: target).id] ?? (extent == .all ? missing(id) : nil)
    }
    logMissing(found, in: target)
    if let back {
      let own = known.item.id.key.utf8
      let named = Set(found.compactMap { $0.item?.id })
      found += all.filter { entry in
        guard let item = entry.item, !named.contains(item.id) else { return false }
        return ids(by: back, in: entry.row).contains { $0.utf8.elementsEqual(own) }
      }
    }
    if found.isEmpty {
      try requireEnd(extent)
      if forward == nil, let back { try requireAny([back.place], in: all) }
    }
    var list = Self.list(of: found.dropFirst(offset), limit: limit, isAll: extent == .all)
    list.items = list.items.map(given.filled)
    return list
  }
}

extension CatalogError {
  /// Whether the service may have refused a request for several because of a single id.
  fileprivate var isOfOneID: Bool {
    switch self {
    case .refused(_, 400, _), .refused(_, 422, _): true
    default: false
    }
  }
}
