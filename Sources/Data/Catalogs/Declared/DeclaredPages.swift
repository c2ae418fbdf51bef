package import Domain
import FoundationEssentials
import Wire

/// Lists with pages.
extension DeclaredClient {
  /// A list that is read page by page: rows of a request, or the targets of links.
  struct Pages: Sendable {
    /// Identifies the list in the session.
    let key: String
    /// Whether its end can be recognized.
    var tellsEnd = true
    /// Reads the page at a cursor.
    let page: @Sendable (PageProgress) async throws(CatalogError) -> Page
  }

  struct Page: Sendable {
    var entries: [Entry]
    /// Rows received, including skipped ones.
    var received: Int
    /// The cursor of the next page; nil for the last.
    var next: PageCursor?

    /// A page without a new id is the last, whatever the service says; but not a page whose rows `where` removed.
    func hasNews(besides seen: Set<ItemID>) -> Bool {
      entries.isEmpty ? received > 0 : entries.contains { entry in entry.item.map { !seen.contains($0.id) } ?? false }
    }
  }

  /// A single command reads no further than this.
  private static let mostPages = 20

  /// The items after the first `offset`, a count that includes skipped rows: the rest of a page, or the next one.
  /// Empty if there are no pages.
  func list(_ pages: Pages?, limit: Int?, offset: Int) async throws(CatalogError) -> ItemList {
    guard let pages else { return ItemList(items: []) }
    var progress = PageProgress()
    var offset = offset
    if let known = memory.progress(of: pages.key), known.start < offset, offset <= known.end {
      progress = known
      // The caller that shows the items removes repeated ids.
      offset = known.end
    }
    var asked = 0
    while true {
      let page = try await pages.page(progress)
      asked += 1
      let fresh = page.entries.filter { entry in entry.item.map { !progress.seen.contains($0.id) } ?? true }
      let hasNews = progress.cursor == .first || page.hasNews(besides: progress.seen)
      let next = hasNews ? page.next : nil
      let rest = hasNews ? fresh.dropFirst(max(0, offset - progress.consumed)) : []
      if !rest.isEmpty || next == nil || asked >= Self.mostPages {
        var list = Self.list(of: rest, limit: limit, hasMore: next != nil)
        let taken = list.items.count + list.skipped.count
        progress.start = max(offset, progress.consumed)
        progress.end = progress.start + taken
        // A page that was handed over whole need not be read again.
        if taken == rest.count, let next { progress.goOn(behind: page, fresh: fresh.count, to: next) }
        memory.keep(progress, of: pages.key)
        // An answer without pages may be the beginning of a longer list.
        if !pages.tellsEnd, list.extent == .all, taken > 0 { list.extent = .unknown }
        return list
      }
      progress.goOn(behind: page, fresh: fresh.count, to: next ?? .first)
    }
  }

  /// The first `limit` items, or all, with the skipped rows between and right after them.
  /// - Parameters:
  ///   - hasMore: whether anything follows `entries`.
  ///   - isAll: whether everything was read; otherwise it is unknown whether there is more.
  static func list(
    of entries: ArraySlice<Entry>, limit: Int?, hasMore: Bool = false, isAll: Bool = true
  ) -> ItemList {
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
  ///   - limit: rows wanted at a time.
  ///   - isWhole: whether an answer without pages is complete.
  func pages(
    of rule: RequestRule, _ filling: Filling, as category: DeclaredCategory, limit: Int? = nil, given: Given? = nil,
    isWhole: Bool = false
  ) -> Pages? {
    guard let first = address(rule, filling) else { return nil }
    // All pages have the size of the first.
    let size = rule.paging.flatMap { paging in
      limit.map { min($0, paging.most ?? $0) } ?? paging.most
    }
    return Pages(
      key: "\(first) \(category.name) \(size ?? 0) \(rule.rows) \(given?.item.id.description ?? "")",
      tellsEnd: rule.paging != nil || isWhole
    ) {
      (progress) async throws(CatalogError) in
      let url: String
      switch progress.cursor {
      case .address(let address): url = address
      case .refused(let refusal): throw refusal
      case .first, .count:
        let parameters = rule.paging?.parameters(at: progress.cursor, size: size) ?? []
        url = address(rule, filling, parameters: parameters) ?? first
      }
      guard let answer = try await ask(url, by: rule) else { return Page(entries: [], received: 0) }
      let entries = await entries(of: answer, as: category, given: given)
      let next = next(after: answer, progress, size: size, by: rule)
      return Page(entries: entries, received: answer.received, next: next)
    }
  }

  /// The cursor of the page after `answer`; nil if that is the last.
  private func next(
    after answer: DeclaredAnswer, _ progress: PageProgress, size: Int?, by rule: RequestRule
  ) -> PageCursor? {
    guard let paging = rule.paging, answer.received > 0 else { return nil }
    let received = progress.received + answer.received
    var address: String?
    if case .next(let pointer) = paging.by { address = pointer.value(in: answer.json)?.text }
    // A total below what has come cannot be right.
    if let total = paging.total?.scalar(in: answer.json)?.decimal, total >= .init(received) {
      if total == .init(received) { return nil }
    } else if case .bool(let hasMore)? = paging.more?.value(in: answer.json) {
      if !hasMore { return nil }
    } else if address == nil, let size = paging.limit == nil ? paging.most : size, answer.received < size {
      return nil
    }
    switch paging.by {
    case .offset: return .count(received)
    case .page: return .count(progress.cursor.count + 1)
    case .next:
      guard let address else { return nil }
      do throws(DeclaredBase.Refusal) {
        return .address(try base.next(address, after: answer.url, without: secretParameters))
      } catch .otherHost(let other) {
        return .refused(refusal("its next page is on another host, \(other)"))
      } catch {
        return .refused(.unreadable(host: host, what: "an invalid next-page address"))
      }
    }
  }
}

extension Paging {
  /// The query parameters for a page.
  fileprivate func parameters(at cursor: PageCursor, size: Int?) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    switch by {
    case .offset(let name): parameters.append((name, String(cursor.count)))
    case .page(let name, let first): parameters.append((name, String(first + cursor.count)))
    case .next: break
    }
    if let limit, let size { parameters.append((limit, String(size))) }
    return parameters
  }
}

extension PageProgress {
  /// - Parameter fresh: how many of the page's items and skipped rows were handed over.
  fileprivate mutating func goOn(behind page: DeclaredClient.Page, fresh: Int, to next: PageCursor) {
    consumed += fresh
    received += page.received
    seen.formUnion(page.entries.compactMap { $0.item?.id })
    cursor = next
  }
}

// MARK: Searching

extension DeclaredClient {
  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    try await filtered(by: request.filters).found(request)
  }

  private func found(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    guard let category = declaration.category(named: request.category.name) else { return ItemList(items: []) }
    switch category.search {
    case .places(let places)?: return try await found(in: places, of: category, request)
    case .request(let rule)? where !request.term.isEmpty:
      return try await rows(of: rule, .term(request.term), as: category, request)
    case nil where !request.term.isEmpty: throw refusal("it cannot search \(category.title)")
    case .request, nil:
      guard let list = category.list else { throw refusal("it cannot list \(category.title)") }
      return try await rows(of: list, .nothing, as: category, request)
    }
  }

  private func rows(
    of rule: RequestRule, _ filling: Filling, as category: DeclaredCategory, _ request: SearchRequest
  ) async throws(CatalogError) -> ItemList {
    guard let pages = pages(of: rule, filling, as: category, limit: request.limit, isWhole: request.term.isEmpty) else {
      // Nothing was asked, so nothing was found to be empty.
      throw missingCredentials ?? refusal("its path has no value for a placeholder, such as a filter: see set")
    }
    return try await list(pages, limit: request.limit, offset: request.offset)
  }

  /// The rows of the category's list that contain every word of the term.
  private func found(
    in places: [RowsPointer], of category: DeclaredCategory, _ request: SearchRequest
  ) async throws(CatalogError) -> ItemList {
    let words = request.term.folded.split(whereSeparator: \.isWhitespace)
    let (all, isAll) = try await everything(in: category)
    let skipped = all.compactMap { if case .failure(let skipped) = $0.result { skipped } else { nil } }
    let found = all.filter { entry in
      guard entry.item != nil else { return false }
      let texts = places.flatMap { $0.scalars(in: entry.row.value) }.map(\.folded)
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
    // Skipped rows came with the first page.
    let rest = found.dropFirst(request.offset == 0 ? 0 : max(0, request.offset - skipped.count))
    var list = Self.list(of: rest, limit: request.limit, isAll: isAll)
    if request.offset == 0 { list.skipped = skipped }
    return list
  }

  /// Reads the category's list until its end, the page limit, or the wanted row.
  /// - Returns: its rows, and whether the list is complete.
  func everything(
    in category: DeclaredCategory, until isWanted: (Entry) -> Bool = { _ in false }
  ) async throws(CatalogError) -> (entries: [Entry], isAll: Bool) {
    guard let pages = category.list.flatMap({ pages(of: $0, .nothing, as: category) }) else { return ([], true) }
    var progress = PageProgress()
    var entries: [Entry] = []
    for _ in 0..<Self.mostPages {
      let page = try await pages.page(progress)
      entries += page.entries
      guard let next = page.next, page.hasNews(besides: progress.seen) else {
        memory.noteRead(category.name + filtersKey)
        return (entries, true)
      }
      if page.entries.contains(where: isWanted) { break }
      progress.goOn(behind: page, fresh: 0, to: next)
    }
    return (entries, false)
  }

  package func shelf(
    _ shelf: Int, of home: String, filters: [String: String], limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    try await filtered(by: filters).rows(ofShelf: shelf, of: home, limit: limit, offset: offset)
  }

  private func rows(
    ofShelf shelf: Int, of home: String, limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let home = declaration.homes.first(where: { $0.name == home }), home.shelves.indices.contains(shelf),
      let category = declaration.category(named: home.shelves[shelf].category)
    else { return ItemList(items: []) }
    // Without the limit of a home's shelf: several shelves may share an answer, and `open` wants all of one next.
    let pages = pages(of: home.shelves[shelf].request, .nothing, as: category)
    return try await list(pages, limit: limit, offset: offset)
  }
}
