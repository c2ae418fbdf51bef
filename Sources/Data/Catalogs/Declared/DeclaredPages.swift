import Domain
import FoundationEssentials

/// Lists with pages.
extension DeclaredClient {
  /// A list that is read page by page: rows of a request, or the targets of links.
  struct Pages: Sendable {
    /// Identifies the list in the session.
    let key: String
    /// Whether its end can be recognized.
    var endIsKnown = true
    /// How many of the service's pages make one.
    var together = 1
    /// Reads the service's page at a cursor.
    let single: @Sendable (PageProgress) async throws(CatalogError) -> Page

    /// Reads the page at a cursor.
    func page(_ progress: PageProgress) async throws(CatalogError) -> Page {
      var whole = try await asked(progress)
      var (progress, latest) = (progress, whole)
      for _ in 1..<max(1, together) {
        guard let next = latest.next, latest.hasNews(after: progress) else { break }
        progress.advance(past: latest, to: next)
        do throws(CatalogError) {
          latest = try await asked(progress)
        } catch  where error.code == .rateLimited {
          // `more` requests what the budget does not allow now.
          break
        }
        whole.entries += latest.entries
        whole.received += latest.received
        (whole.next, whole.total, whole.saysMore) = (latest.next, latest.total ?? whole.total, latest.saysMore)
        whole.isAtMost = latest.isAtMost
      }
      return whole
    }

    /// The service's page at a cursor. Where each page is a single row, an empty one before the total is a gap, and the
    /// first may be one.
    private func asked(_ progress: PageProgress) async throws(CatalogError) -> Page {
      var page = try await single(progress)
      let next = progress.cursor.count + 1
      if together > 1, page.received == 0, next < progress.total ?? 2 { (page.next, page.isGap) = (.count(next), true) }
      return page
    }
  }

  struct Page: Sendable {
    var entries: [Entry] = []
    /// The ids in an answer without rows.
    var ids: [String] = []
    /// What stands among the ids but is not one.
    var others: [SkippedRow] = []
    /// Rows received, including skipped ones and those that do not match.
    var received = 0
    /// The cursor of the next page; nil for the last.
    var next: PageCursor?
    /// The total, if the service gives one.
    var total: Int?
    /// Whether the service says that there is more.
    var saysMore = false
    /// Whether it is the last that the service returns of any list.
    var isAtMost = false
    /// Whether its rows come from known ids. Then the list continues, even if the page has no new item.
    var isNamed = false
    /// Whether the service says that it has no such page.
    var isMissing = false
    /// Whether it is empty, and others follow.
    var isGap = false

    /// Whether it has rows, but no usable one.
    var isBarren: Bool { received > 0 && entries.allSatisfy { $0.item == nil } }

    /// Whether paging may continue after this page if the service offers another: not after a page without a new id,
    /// nor after the third page in a row without a usable row.
    func hasNews(after progress: PageProgress) -> Bool {
      if progress.cursor == .first || isNamed || isGap { return true }
      if isBarren { return progress.barren + 1 < PageProgress.mostBarren }
      return entries.contains { entry in entry.item.map { !progress.seen.contains($0.id) } ?? false }
    }
  }

  /// The most pages that a single command reads.
  static let mostPages = 20

  /// The error if no request can be made; an empty list would say that the service has nothing.
  /// - Parameter rule: the request; nil if any of the catalog's may be meant.
  func unasked(_ rule: RequestRule? = nil) -> CatalogError {
    let lacking = declaration.filters.map(\.name).filter { filters[$0] == nil }
    // A query is sent without a filter, a path is not.
    let all = declaration.categories.flatMap(\.requests) + declaration.homes.flatMap { $0.shelves.map(\.request) }
    let paths = (rule.map { [$0] } ?? all).flatMap(\.path.names)
    let inPaths = lacking.filter { paths.contains(.filter($0)) }
    // A text of several names lacks them all without one; alone, a filter is left out.
    let texts = rule.map { $0.query.map(\.text) + ($0.body?.template.texts ?? []) }
    func isNeeded(_ name: String) -> Bool {
      texts?.contains { $0.names.count > 1 && $0.names.contains(.filter(name)) } ?? true
    }
    let names = inPaths.isEmpty ? lacking.filter(isNeeded) : inPaths
    let advice = names.first.map { first in
      "\(DeclarationChecker.list(names, "or")) has no value. Set it: catalog \(catalog.name); set \(first) VALUE"
    }
    return missingCredentials ?? refusal(advice ?? adviceOnKey ?? "the request lacks a usable value")
  }

  /// Advice if the key's answer lacks a value, such as a default library: its name, and a list that can be opened without
  /// it; nil if none is lacking.
  private var adviceOnKey: String? {
    let names = (declaration.credentials?.key?.also ?? []).map(\.name).filter { filters[$0] == nil }
    if names.isEmpty { return nil }
    let list = declaration.categories.first { $0.list.map { question($0, .nothing) != nil } ?? false }
    return "the server gave no value for \(DeclarationChecker.list(names, "or"))"
      + (list.map { ". Try: open \($0.name)" } ?? "")
  }

  /// The items after the first `offset`, a count that includes skipped rows: the rest of a page, or the next one.
  /// - Parameter rule: the request for the pages, if it is one.
  func list(
    _ pages: Pages?, of rule: RequestRule? = nil, limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let pages else { throw unasked(rule) }
    var progress = PageProgress()
    var offset = offset
    if let known = memory.with({ $0.progress[pages.key] }), known.start < offset, offset <= known.end {
      progress = known
      // The caller that shows the items removes repeated ids.
      offset = known.end
    }
    var asked = 0
    while true {
      let page = try await pages.page(progress)
      asked += 1
      let fresh = progress.fresh(of: page)
      let hasNews = page.hasNews(after: progress)
      let next = hasNews ? page.next : nil
      let rest = hasNews || page.isBarren ? fresh.dropFirst(max(0, offset - progress.consumed)) : []
      if !rest.isEmpty || next == nil || asked >= Self.mostPages {
        var list = Self.list(of: rest, limit: limit, hasMore: next != nil)
        let taken = list.items.count + list.skipped.count
        progress.start = max(offset, progress.consumed)
        progress.end = progress.start + taken
        if next == nil, list.extent == .all { list.extent = progress.extent(endingWith: page) }
        // A page that was returned in full need not be read again.
        if taken == rest.count, let next { progress.advance(past: page, to: next) }
        memory.with { [progress] in $0.progress[pages.key] = progress }
        // An answer without pages may be the beginning of a longer list.
        if !pages.endIsKnown, list.extent == .all, taken > 0 { list.extent = .unknown }
        return list
      }
      progress.advance(past: page, to: next ?? .first)
    }
  }

  /// The first `limit` items, or all, with the skipped rows between and right after them.
  /// - Parameters:
  ///   - hasMore: whether anything follows `entries`.
  ///   - isAll: whether everything was read; otherwise it is unknown whether there is more.
  static func list(of entries: ArraySlice<Entry>, limit: Int?, hasMore: Bool = false, isAll: Bool = true) -> ItemList {
    var list = ItemList(items: [], extent: hasMore ? .service : isAll ? .all : .unknown)
    for entry in entries {
      switch entry.result {
      case .success where list.items.count == limit:
        list.extent = .service
        return list
      case .success(let item): list.items.append(item)
      case .failure(let skipped): list.skipped.append(skipped)
      }
    }
    return list
  }

  // MARK: Requests with pages

  /// The pages of a request; nil if a placeholder in its path has no value.
  /// - Parameters:
  ///   - limit: how many rows are wanted at a time.
  ///   - isWhole: whether an answer without pages is complete.
  func pages(
    of rule: RequestRule, _ filling: Filling, as category: DeclaredCategory, limit: Int? = nil, given: Given? = nil,
    isWhole: Bool = false
  ) -> Pages? {
    guard let first = question(rule, filling) else { return nil }
    // All pages have the size of the first. Ids take little space, so a page of ids is as large as possible.
    let size = rule.paging.flatMap { paging in
      limit.flatMap { limit in rule.ids == nil ? min(limit, paging.most ?? limit) : nil } ?? paging.most
    }
    let wanted = rule.ids == nil ? "" : " \(limit ?? 0)"
    return Pages(
      key: "\(first.key) \(category.name) \(size ?? 0)\(wanted) \(rule.rows.key) \(given?.item.id.description ?? "")",
      endIsKnown: rule.paging != nil || isWhole || rule.ids != nil, together: rule.paging?.together ?? 1
    ) {
      (progress) async throws(CatalogError) in
      if let ids = rule.ids {
        return try await page(of: ids, rule, filling, progress, size: size, as: category, given, limit: limit)
      }
      let question = try question(rule, filling, at: progress.cursor, size: size) ?? first
      guard let answer = try await ask(question, by: rule) else { return Page(isMissing: true) }
      var page = page(of: answer, received: progress.received, progress.cursor, size: size, by: rule)
      page.entries = await entries(of: answer, as: category, given: given)
      return page
    }
  }

  /// The request for the page at a cursor; nil if its path lacks a value.
  /// - Throws: why the page may not be requested.
  private func question(
    _ rule: RequestRule, _ filling: Filling, at cursor: PageCursor, size: Int?
  ) throws(CatalogError) -> DeclaredQuestion? {
    switch cursor {
    case .address(let address): return question(at: address)
    case .refused(let refusal): throw refusal
    case .first, .count, .mark, .ids, .link:
      return question(rule, filling, parameters: rule.paging?.parameters(at: cursor, size: size) ?? [])
    }
  }

  /// The items whose ids are in an answer: as many as are wanted, from where the latest page ended.
  private func page(
    of rule: IDsRule, _ request: RequestRule, _ filling: Filling, _ progress: PageProgress, size: Int?,
    as category: DeclaredCategory, _ given: Given?, limit: Int?
  ) async throws(CatalogError) -> Page {
    var (cursor, skip) = (progress.cursor, 0)
    if case .ids(let page, let count) = cursor { (cursor, skip) = (page, count) }
    guard let question = try question(request, filling, at: cursor, size: size) else { return Page() }
    // Two categories may find their ids in one answer.
    let key = "\(question.key) \(category.name) \(rule.place.text)"
    let known = skip > 0 ? memory.with { $0.ids[key] } : nil
    var page = known ?? Page()
    if known == nil {
      guard var answer = try await ask(question, by: request) else { return Page() }
      let (ids, others) = try readIDs(by: rule, in: answer, isFirst: progress.consumed == 0)
      // Blank and repeated ones count too: the next page starts after them.
      answer.received = max(texts(by: rule, in: answer.json).count, rule.place.listed(in: answer.json))
      RequestContext.log(
        Decoding(
          url: answer.url, body: answer.body, shown: ids.count, skipped: others,
          took: ContinuousClock.now - answer.start, rows: answer.received), hiding: secrets)
      page = self.page(of: answer, received: progress.received - skip, cursor, size: size, by: request)
      (page.ids, page.others) = (ids, others)
    }
    memory.with { [page] in $0.ids[key] = page }
    let left = Array(page.ids.dropFirst(skip))
    let (entries, count) = try await followed(left, by: nil, as: category, given, limit: limit)
    page.entries = entries
    if skip == 0 { page.entries += page.others.map { Entry(row: RowContext(value: .null), result: .failure($0)) } }
    page.isNamed = count < left.count
    page.received = page.isNamed ? count : page.received - skip
    if page.isNamed { page.next = .ids(cursor, skip: skip + count) }
    return page
  }

  /// The page of an answer, without its entries.
  /// - Parameter before: how many rows came before it.
  private func page(
    of answer: DeclaredAnswer, received before: Int, _ cursor: PageCursor, size: Int?, by rule: RequestRule
  ) -> Page {
    Page(
      received: answer.received, next: next(after: answer, received: before, cursor, size: size, by: rule),
      total: total(of: answer, by: rule),
      saysMore: rule.paging?.more.map { saysMore($0, in: answer.json) } ?? false,
      isAtMost: rule.paging?.end.map { before + answer.received >= $0 } ?? false)
  }

  private func total(of answer: DeclaredAnswer, by rule: RequestRule) -> Int? {
    let total = (rule.paging?.total?.scalar(in: answer.json)?.decimal).flatMap { Double("\($0)")?.rounded() }
    // Sums of such totals must not overflow.
    return total.flatMap { 0...0x1p50 ~= $0 ? Int($0) : nil }
  }

  /// Whether there is a value other than 0.
  private func saysMore(_ place: Pointer, in json: JSONValue) -> Bool {
    guard let value = place.value(in: json), Scalar(value)?.decimal != 0 else { return false }
    return value.means(in: json) && value.text.map(declaration.nothing.mean) != true
  }

  /// The cursor of the page after `answer`; nil if that is the last.
  /// - Parameter before: how many rows came before it.
  private func next(
    after answer: DeclaredAnswer, received before: Int, _ cursor: PageCursor, size: Int?, by rule: RequestRule
  ) -> PageCursor? {
    guard let paging = rule.paging, answer.received > 0 else { return nil }
    let received = before + answer.received
    if let end = paging.end, received >= end { return nil }
    let evaluation = Value.EvaluationContext(nothing: declaration.nothing, base: base)
    let row = RowContext(value: answer.json, url: answer.url, evaluation: evaluation)
    var mark: String? =
      switch paging.by {
      case .next(let value), .cursor(_, let value): value.result(in: row, as: .text)?.text
      case .offset, .page: nil
      }
    if mark == "0" { mark = nil }
    // A total below the number received cannot be right.
    if let total = total(of: answer, by: rule), total >= received {
      if total == received { return nil }
    } else if let more = paging.more {
      if !saysMore(more, in: answer.json) { return nil }
    } else if mark == nil, let size = paging.limit == nil ? paging.most : size, answer.received < size {
      return nil
    }
    switch paging.by {
    case .offset: return .count(received)
    case .page: return .count(cursor.count + 1)
    case .cursor(_, let value):
      guard let mark else { return nil }
      return .mark(value.isNumber(in: row) ? .number(mark) : .string(mark))
    case .next:
      guard let mark else { return nil }
      do throws(CatalogError) {
        return .address(try base.next(mark, after: answer.url, without: secretParameters))
      } catch {
        return .refused(error)
      }
    }
  }
}

extension Paging {
  /// The query parameters for a page, or the keys of its body.
  fileprivate func parameters(at cursor: PageCursor, size: Int?) -> [(name: String, value: JSONValue)] {
    var parameters: [(name: String, value: JSONValue)] = []
    switch by {
    case .offset(let name): parameters.append((name, .number(String(cursor.count))))
    case .page(let name, let first): parameters.append((name, .number(String(first + cursor.count))))
    case .cursor(let name, _): if case .mark(let mark) = cursor { parameters.append((name, mark)) }
    case .next: break
    }
    if let limit, let size {
      // A service with such an end refuses a page that leads beyond it.
      var left = size
      if case .offset = by, let end { left = min(size, max(1, end - cursor.count)) }
      parameters.append((limit, .number(String(left))))
    }
    return parameters
  }
}

extension PageProgress {
  /// After this many consecutive pages without a usable row, the list ends.
  static let mostBarren = 3

  /// The items and skipped rows of a page that no earlier one had.
  func fresh(of page: DeclaredClient.Page) -> [DeclaredClient.Entry] {
    page.entries.filter { entry in entry.item.map { !seen.contains($0.id) } ?? true }
  }

  mutating func advance(past page: DeclaredClient.Page, to next: PageCursor) {
    let fresh = fresh(of: page).count
    consumed += fresh
    came += page.received - (page.entries.count - fresh)
    received += page.received
    // A page of ids may come in parts. The page counts as barren only if no part of it has items.
    let isPart = if case .ids = next { true } else { false }
    if !page.isBarren { barren = isPart ? -1 : 0 } else if !isPart { barren += 1 }
    // An empty page may give none of what came before it.
    if let latest = page.total, page.received > 0 || latest >= came || total == nil { total = latest }
    saysMore = page.saysMore
    seen.formUnion(page.entries.compactMap { $0.item?.id })
    cursor = next
  }

  /// How complete the list is if it ends with `page`: `all` only if the rows received reach the total and the service
  /// offers no more.
  func extent(endingWith page: DeclaredClient.Page) -> Extent {
    var whole = self
    let hasNews = page.hasNews(after: self)
    whole.advance(past: page, to: cursor)
    if page.isBarren, page.entries.isEmpty, page.next != nil { return .stopped(came: whole.came, total: whole.total) }
    if let total = whole.total, whole.came < total { return .ended(came: whole.came, total: total) }
    if page.isAtMost, whole.total == nil { return .limit(whole.came, largest: nil) }
    // The page before said that there is one.
    if page.isMissing, saysMore { return .ended(came: whole.came, total: whole.total) }
    if page.saysMore || page.isBarren && page.next != nil { return .ended(came: whole.came, total: whole.total) }
    // A service that repeats itself may have more than it returns.
    return hasNews || page.received == 0 || whole.total != nil || page.isBarren ? .all : .unknown
  }
}
