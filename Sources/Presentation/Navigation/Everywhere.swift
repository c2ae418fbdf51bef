import Domain

/// A search of every catalog at once.
extension Coordinator {
  /// Loads the catalogs that can be asked, and makes the home screen of a search in all of them.
  /// - Throws: `usage` if no catalog has a category that was named.
  func everywhere(_ query: SearchQuery) throws(CommandError) -> Screen {
    var (asked, without): ([(Catalog, [Category])], [LeftOut]) = ([], [])
    for (name, reason) in try reachable(among: settings.everywhere) {
      guard reason == nil, let catalog = catalogs.first(where: { $0.name == name }) else {
        without.append(LeftOut(name, reason ?? .invalid))
        continue
      }
      let categories =
        query.words.map { words in catalog.categories(called: words) }
        ?? settings.categories(of: catalog) ?? catalog.defaultCategories
      if categories.isEmpty {
        without.append(LeftOut(name, query.words == nil ? .unsearchable : .noCategory))
      } else {
        asked.append((catalog, categories))
      }
    }
    if asked.isEmpty, let words = query.words {
      let known = Set(catalogs.flatMap(\.categories).map(\.name)).sorted()
      throw .usage(.unknownCategory(words.joined(separator: ","), catalog: "every catalog", known: known))
    }
    return maker.everywhere(query, asked, without: without)
  }

  /// What the catalog needs and nobody gave: credentials, or the address of the user's own server; nil if nothing.
  func lack(of name: String) -> LeftOut.Reason? {
    if case .recorded(let reasons) = reach { return reasons[name] }
    guard let summary = source?.summary(named: name), sample == nil else { return nil }
    if summary.credentials.contains(where: { $0.isRequired && !$0.isSet }) { return .noToken }
    return summary.lacksAddress ? .noAddress : nil
  }

  /// The catalogs of those names, or all, each loaded or with the reason why it cannot be asked.
  func reachable(among chosen: [String]?) throws(CommandError) -> [(name: String, reason: LeftOut.Reason?)] {
    var names = catalogNames
    if let chosen { names = try chosen.map { typed throws(CommandError) in try name(ofCatalog: typed) } }
    return names.map { name in
      let reason = lack(of: name) ?? obstacle(toLoading: name)
      if case .recording(let note) = reach, let reason { note(name, reason) }
      return (name, reason)
    }
  }

  private func obstacle(toLoading name: String) -> LeftOut.Reason? {
    do throws(CommandError) {
      try loadCatalog(named: name)
      return nil
    } catch {
      if case .declaration(.noSample) = error { return .noSample }
      return .invalid
    }
  }
}

extension Catalog {
  /// The categories that any of the words names in full, in the catalog's order.
  fileprivate func categories(called words: [String]) -> [Category] {
    let keys = Set(words.map(\.wordKey))
    let grouped = groups.filter { keys.contains($0.key) }.flatMap(\.value)
    return categories.filter(\.isSearchable)
      .filter { !keys.isDisjoint(with: $0.keys) || grouped.contains($0) || keys.contains("all") }
  }
}
