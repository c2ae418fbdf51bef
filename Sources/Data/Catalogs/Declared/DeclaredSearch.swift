package import Domain

/// Searches, lists and shelves.
extension DeclaredClient {
  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    let client = try await filtered(by: request.filters)
    guard let category = declaration.category(named: request.category.name) else { return ItemList(items: []) }
    switch category.search {
    case .places(let places)? where !request.term.isEmpty:
      return try await client.found(in: places, of: category, request)
    case .request(let rule)? where !request.term.isEmpty:
      return try await client.rows(of: rule, .term(request.term), as: category, request)
    case nil where !request.term.isEmpty: throw refusal("it cannot search \(category.title)")
    case .places, .request, nil:
      guard let list = category.list else { throw refusal("it cannot list \(category.title)") }
      let rows = try await client.rows(of: list, .nothing, as: category, request)
      if rows.extent == .all { client.noteWholeList(of: category) }
      return rows
    }
  }

  private func noteWholeList(of category: DeclaredCategory) {
    _ = memory.with { $0.lists.insert(category.name + filtersKey).inserted }
  }

  private func rows(
    of rule: RequestRule, _ filling: Filling, as category: DeclaredCategory, _ request: SearchRequest
  ) async throws(CatalogError) -> ItemList {
    let pages = pages(of: rule, filling, as: category, limit: request.limit, isWhole: request.term.isEmpty)
    return try await list(pages, of: rule, limit: request.limit, offset: request.offset)
  }

  /// The rows of the category's list that contain every word of the term.
  private func found(
    in places: [Pointer], of category: DeclaredCategory, _ request: SearchRequest
  ) async throws(CatalogError) -> ItemList {
    let words = request.term.folded.split(whereSeparator: \.isWhitespace)
    let (all, extent) = try await everything(in: category)
    let skipped = all.compactMap(\.skipped)
    let meant = all.filter { entry in
      let texts = places.flatMap { $0.scalars(in: entry.row.value) }.map(\.folded)
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
    let found = meant.filter { $0.item != nil }
    if found.isEmpty {
      try requireEnd(extent)
      try requireAny(places, in: all)
    }
    // Skipped rows came with the first page.
    let rest = found.dropFirst(request.offset == 0 ? 0 : max(0, request.offset - skipped.count))
    var list = Self.list(of: rest, limit: request.limit, isAll: extent == .all)
    // Rows that were not meant do not make an empty answer unreadable.
    if request.offset == 0 { list.skipped = found.isEmpty ? meant.compactMap(\.skipped) : skipped }
    return list
  }

  /// Refuses rows that have none of the places: a misspelt one would make every answer empty.
  func requireAny(_ places: [Pointer], in all: [Entry]) throws(CatalogError) {
    if !all.isEmpty, !all.contains(where: { entry in places.contains { $0.found(in: entry.row.value) != nil } }) {
      throw .unreadable(host: host, what: "no \(DeclarationChecker.list(places.map(\.text), "or")) in any row")
    }
  }

  /// The most pages to read of a list that is searched locally, because a list might never end.
  private static let mostListPages = 200

  /// Fails if what is wanted may be in a part of the list that did not come.
  func requireEnd(_ extent: Extent) throws(CatalogError) {
    switch extent {
    case .service, .ended, .stopped: throw .unreadable(host: host, what: "only a part of the list")
    case .all, .page, .limit, .unknown: break
    }
  }

  /// Reads the category's list until its end, the page limit, or the wanted row.
  /// - Returns: its rows, and how complete the list is: `service` if it was not read to its end.
  func everything(
    in category: DeclaredCategory, until isWanted: (Entry) -> Bool = { _ in false }
  ) async throws(CatalogError) -> (entries: [Entry], extent: Extent) {
    guard let list = category.list else { return ([], .all) }
    guard let pages = pages(of: list, .nothing, as: category) else { throw unasked(list) }
    var progress = PageProgress()
    var entries: [Entry] = []
    for _ in 0..<Self.mostListPages {
      let page = try await pages.page(progress)
      entries += progress.fresh(of: page)
      guard let next = page.next, page.hasNews(after: progress) else {
        noteWholeList(of: category)
        return (entries, progress.extent(endingWith: page))
      }
      if page.entries.contains(where: isWanted) { break }
      progress.advance(past: page, to: next)
    }
    return (entries, .service)
  }

  package func shelf(
    _ shelf: Int, of home: String, filters: [String: String], limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList {
    let client = try await filtered(by: filters)
    guard let home = declaration.homes.first(where: { $0.name == home }), home.shelves.indices.contains(shelf),
      let category = declaration.category(named: home.shelves[shelf].category)
    else { return ItemList(items: []) }
    // Without the section's limit, because several sections may share an answer, and `open` wants all of one next.
    let request = home.shelves[shelf].request
    let pages = client.pages(of: request, .nothing, as: category, limit: request.ids == nil ? nil : limit)
    return try await client.list(pages, of: request, limit: limit, offset: offset)
  }
}
