import Domain

/// The same work in other catalogs, and the items behind pasted addresses of other services.
extension Coordinator {
  /// The screen of `item` in the given catalogs, or in those of `--everywhere`.
  func elsewhere(of item: Item, in chosen: [String]?) throws(CommandError) -> Screen {
    try loadCatalog(named: item.id.catalog)
    let catalog = catalogs.first { $0.name == item.id.catalog }
    let kind = catalog?.category(ofID: item.id)?.kind ?? WorkKind(ofCategory: item.id.category)
    let (names, without) = try meant(chosen, for: kind, besides: item.id.catalog)
    return Screen(
      kind: .elsewhere, catalog: item.id.catalog, title: "Elsewhere · \(item.title)",
      sections: [Section(category: "", title: "Elsewhere", source: .elsewhere(.item(item), in: names, without))],
      origin: screen.subject(item, in: catalog), without: without)
  }

  /// The screen that a reference leads to.
  func screen(for reference: Reference) throws(CommandError) -> Screen {
    try loadCatalog(for: reference)
    if case .page(let address) = reference, let page = resources.crosswalk?.page(at: address),
      !isOfUsableCatalog(reference, at: address)
    {
      let (names, without) = try meant(nil, for: nil, besides: nil)
      // Wikidata may say that one of these has it.
      let lacking = without.filter { left in
        left.reason == .noToken
          && source?.summary(named: left.catalog)?.categories.contains { $0.wikidataProperty != nil } ?? false
      }
      for left in lacking { try loadCatalog(named: left.catalog) }
      return Screen(
        kind: .elsewhere, catalog: catalog.name, title: address,
        sections: [Section(category: "", title: page.service, source: .elsewhere(.page(page), in: names, lacking))])
    }
    // Several catalogs may have the ISBN; the current one is meant.
    return try maker.reference(reference, on: [clients[current]] + clients)
  }

  /// Whether the page is a catalog's own, and the catalog has the credentials to look it up. A catalog may know other
  /// services' ids, as OMDb knows IMDb's; it handles their pages only while it is the current one, or the user's own.
  private func isOfUsableCatalog(_ reference: Reference, at address: String) -> Bool {
    guard let name = clients.first(where: { $0.recognizes(reference) })?.catalog.name else { return false }
    if lack(of: name) != nil { return false }
    guard name != catalog.name, let summary = source?.summary(named: name), !summary.isUsersOwn, let host = summary.host
    else { return true }
    func domain(_ host: String?) -> [Substring] { (host ?? "").split(separator: ".").suffix(2) }
    return domain(host) == domain(WebAddress(address)?.host)
  }

  /// The names of the catalogs to search, which it loads, and the catalogs left out.
  private func meant(
    _ chosen: [String]?, for kind: WorkKind?, besides own: String?
  ) throws(CommandError) -> (names: [String], without: [SkippedCatalog]) {
    var (names, without): ([String], [(left: SkippedCatalog, isTold: Bool)]) = ([], [])
    for (name, reason) in try reachable(among: chosen ?? settings.everywhere) {
      if name == own {
        without.append((SkippedCatalog(name, .own), chosen != nil))
        continue
      }
      let categories =
        catalogs.first { $0.name == name }?.allCategories ?? source?.summary(named: name)?.categories ?? []
      let kinds = categories.map(\.kind)
      let isMeant = kind.map { kind in kinds.contains(kind) } ?? true
      if let reason {
        without.append((SkippedCatalog(name, reason), isMeant || chosen != nil))
      } else {
        names.append(name)
        if let kind, !kinds.contains(where: { $0.mayBe(kind) }) {
          without.append((SkippedCatalog(name, .noCategory), chosen != nil))
        }
      }
    }
    // If none of the chosen catalogs can be asked, the screen says why for each.
    let tellsAll =
      settings.everywhere != nil && names.allSatisfy { name in without.contains { $0.left.catalog == name } }
    return (names, without.filter { $0.isTold || tellsAll }.map(\.left))
  }

  /// The item's own screen if a page led to a single item; nil if it led to a list, or may lead to more.
  func onlyResult(on screen: Screen) -> Screen? {
    guard case .elsewhere(.page, in: _, _)? = screen.sections.first?.source, let row = screen.visibleRows.first,
      screen.visibleRows.count == 1, row.item.match != .likely, screen.failedParts == 0,
      !screen.without.contains(where: { $0.reason == .restNotAsked })
    else { return nil }
    return maker.item(changing(row.item) { $0.match = nil })
  }
}
