import Domain

/// A search of all catalogs at once.
extension Coordinator {
  /// Loads the catalogs that can be asked, and makes the home screen of a search in all of them.
  /// - Parameter settings: those of a screen that is made anew, else the current ones.
  /// - Throws: `usage` if no catalog has a category that was named.
  func everywhere(_ query: SearchQuery, with settings: Settings) throws(CommandError) -> Screen {
    var (asked, without): ([(Catalog, [Category])], [SkippedCatalog]) = ([], [])
    let reachable = try reachable(among: settings.everywhere)
    let words = try query.words.map { words throws(CommandError) in try inFull(words, in: reachable.map(\.name)) }
    for (name, reason) in reachable {
      guard reason == nil, let catalog = catalogs.first(where: { $0.name == name }) else {
        without.append(SkippedCatalog(name, reason ?? .invalid))
        continue
      }
      let named = words.map { words in catalog.categories(called: words) }
      let categories =
        named?.filter(catalog.searchable.contains) ?? settings.categories(of: catalog) ?? catalog.defaultCategories
      if categories.isEmpty {
        without.append(SkippedCatalog(name, named.map { $0.isEmpty ? .noCategory : .noSearch } ?? .unsearchable))
      } else {
        asked.append((catalog, categories))
      }
    }
    if let own = asked.first(where: { $0.0 == catalog }) { try maker.check(query.filters, for: own.1) }
    return changing(maker) { $0.asked = settings }.everywhere(query, asked, without: without)
  }

  /// Adds the skipped catalogs that can be searched now to a screen of several catalogs, for the next load.
  func includeSkippedCatalogs() throws(CommandError) {
    if screen.isEverywhere, let query = screen.query {
      let (new, known) = (try everywhere(query, with: asked), Set(screen.sections.map(\.key)))
      change { screen in
        screen.sections += new.sections.filter { !known.contains($0.key) }
        screen.without = new.without
      }
    } else if case .elsewhere(let question, in: let names, let without)? = screen.sections.first?.source {
      let lacking = without.filter { ![.own, .noCategory].contains($0.reason) }.map(\.catalog)
      let usable = try reachable(among: lacking).filter { $0.reason == nil }.map(\.name)
      let left = without.filter { !usable.contains($0.catalog) }
      change { $0.sections[0].source = .elsewhere(question, in: names + usable, left) }
    }
  }

  /// Completes words that are prefixes of a category's name.
  /// - Parameter names: the catalogs to search.
  /// - Throws: `ambiguousWord` if a word has several completions, and `unknownCategory` if no catalog has the category.
  private func inFull(_ words: [String], in names: [String]) throws(CommandError) -> [String] {
    let searched = catalogs.filter { names.contains($0.name) }
    let categories = searched.flatMap(\.categories)
    let distinct = categories.distinct(by: \.name).sorted { $0.name < $1.name }
    return try words.map { word throws(CommandError) in
      let key = word.wordKey
      let isGroup = key == "all" || searched.contains { $0.groups[key] != nil }
      if isGroup || categories.contains(where: { $0.keys.contains(key) }) { return word }
      if let category = try distinct.match(word).chosen(by: word, named: \.name) { return category.name }
      // A catalog that is not searched may have it.
      let others = (source?.summaries() ?? []).flatMap(\.categories).map(\.name.wordKey)
      if others.contains(where: key.isForm) { return word }
      throw .usage(
        .unknownCategory(word, catalog: nil, known: Set(catalogs.flatMap(\.categories).map(\.name)).sorted()))
    }
  }

  /// What the catalog lacks, the credentials or the address of the user's own server; nil if nothing.
  func lack(of name: String) -> SkippedCatalog.Reason? {
    if let reasons = resources.recordedLacks { return reasons[name] }
    guard resources.sample == nil, let summary = source?.summary(named: name) else { return nil }
    if summary.credentials.contains(where: { $0.isRequired && !$0.isSet }) { return .noToken }
    return summary.lacksAddress ? .noAddress : nil
  }

  /// The given catalogs, or all, each loaded or with the reason why it cannot be searched.
  func reachable(among chosen: [String]?) throws(CommandError) -> [(name: String, reason: SkippedCatalog.Reason?)] {
    var names = catalogNames
    if let chosen { names = try chosen.map { typed throws(CommandError) in try name(ofCatalog: typed) } }
    return names.unique.map { name in
      let reason = lack(of: name) ?? obstacle(toLoading: name)
      if let reason { resources.noteLack?(name, reason) }
      return (name, reason)
    }
  }

  private func obstacle(toLoading name: String) -> SkippedCatalog.Reason? {
    switch Result(catching: { () throws(CommandError) in try loadCatalog(named: name) }) {
    case .success: nil
    case .failure(.declaration(.noSample)): .noSample
    case .failure(.declaration(.file)): .unreadable
    case .failure: .invalid
    }
  }
}

extension Catalog {
  /// The categories that any of the words names in full, in the catalog's order.
  fileprivate func categories(called words: [String]) -> [Category] {
    let keys = Set(words.map(\.wordKey))
    let grouped = groups.filter { keys.contains($0.key) }.flatMap(\.value)
    return allCategories.filter { !keys.isDisjoint(with: $0.keys) || grouped.contains($0) || keys.contains("all") }
  }
}
