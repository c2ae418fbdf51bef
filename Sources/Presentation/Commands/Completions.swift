package import Domain

extension PromptContext {
  /// On the first screen of a catalog, for a shell's completion.
  package init(
    root catalog: Catalog, names: @escaping @Sendable () -> [String], files: @escaping @Sendable (String) -> [String]
  ) {
    let command = Command.Context(screen: .root(of: catalog), catalog: catalog, catalogNames: names)
    self.init(command: command, files: files)
  }

  /// The completions for Tab, from the table of commands and the screen.
  /// - Parameter cursor: a position in `line`, in characters; the text after it is ignored.
  package func completions(for line: String, at cursor: Int) -> [Completion] {
    guard let typed = Arguments.lastCommand(of: String(line.prefix(cursor))) else { return [] }
    let (name, rest) = Command.nameAndRest(of: typed)
    // Symbols are complete names: after `/` the term follows directly.
    if rest.isEmpty, name.first?.isLetter ?? true { return Self.commandNames(beginningWith: name) }
    // `3 album` is `open 3 album`.
    if Selection.number(name) != nil { return places(TypedWords(typed)) }
    guard let known = try? Command.named(name) else { return [] }
    return arguments(of: known, TypedWords(rest))
  }

  private static func commandNames(beginningWith typed: Substring) -> [Completion] {
    let wanted = typed.lowercased()
    return Command.all.compactMap { command in
      let names = [command.name] + command.aliases.filter { $0.count > 1 }
      // Symbols are quicker to type than to choose.
      return names.first { $0.hasPrefix(wanted) && $0.first?.isLetter == true }.map {
        Completion(text: $0, summary: command.summary, replaced: typed.count)
      }
    }
  }

  private func arguments(of known: Command, _ words: TypedWords) -> [Completion] {
    let options = known.options(in: command.catalog)
    if !options.isEmpty, !words.finished.contains("--") {
      if words.word.hasPrefix("--"), !words.isQuoted { return completions(of: words, among: options) }
      if let last = words.finished.last, let option = options.first(where: { $0.dashed == last }), option.value != nil {
        return values(of: option, words.word, words).map { $0.replacing(words) }
      }
    }
    let first = words.finished.isEmpty
    switch known.argument {
    case .none, .filterText: return []
    case .term: return terms(behind: words, options)
    case .place: return places(words)
    case .item:
      let others = known === Command.elsewhere ? catalogs : storefronts
      let named = Self.matchingLast(of: words.word, others).map { $0.replacing(words) }
      let isOfSubject = command.screen.origin != nil
      return (first ? items(matching: words.text, replacing: words.text.count) : [])
        + (first && !isOfSubject ? [] : named)
    case .items: return selection(words)
    case .command:
      let topics = Self.matching(words.text, HelpTopic.all.map { Completion($0.name, $0.summary) })
      return first
        ? Self.commandNames(beginningWith: words.text) + topics.map { $0.replacing(words.text.count) } : []
    case .catalog: return catalogs(words)
    case .setting: return settingWords(words)
    case .sortKey:
      let orders = [Completion("desc"), Completion("asc")]
      return first
        ? matching(words, ItemField.sortKeys.map { Completion($0.key) })
        : matching(words, words.finished.count == 1 ? orders : [])
    case .file: return paths(words)
    case .chart: return charts(words)
    case .favoritesList:
      let names =
        lists.map { Completion($0) } + [Completion(Command.earlierWord, "unsaved favourites from earlier sessions")]
      return first ? matching(words, names) : []
    case .shelf(let home): return first ? shelves(of: home, words) : []
    case .expectation: return expectations(words)
    }
  }

  // MARK: Candidates

  /// The candidates that begin with the typed word; if none do, those whose summary does.
  private func matching(_ words: TypedWords, _ candidates: [Completion]) -> [Completion] {
    Self.matching(words.word, candidates).map { $0.replacing(words) }
  }

  private static func matching(_ typed: some StringProtocol, _ candidates: [Completion]) -> [Completion] {
    let wanted = typed.lowercased()
    let found = candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
    return found.isEmpty ? candidates.filter { $0.summary.lowercased().hasPrefix(wanted) } : found
  }

  /// Completes the last of several values separated by commas.
  private static func matchingLast(of typed: String, _ candidates: [Completion]) -> [Completion] {
    let last = typed.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
    let before = typed.dropLast(last.count)
    let others = before.split(separator: ",").map { $0.lowercased() }
    return matching(last, candidates.filter { !others.contains($0.text) }).map {
      Completion(before + $0.text, $0.summary)
    }
  }

  private func catalogs(_ words: TypedWords) -> [Completion] {
    let tasks = Command.catalogs.tasks.map { Completion($0.name, $0.meaning) }
    switch words.finished {
    case [] where !words.word.contains("/"): return matching(words, catalogs + tasks)
    case [], ["check"], ["new"], ["try"], ["add"]: return files(words.word).map { Completion($0).replacing(words) }
    case ["show"], ["test"], ["sign-in"], ["sign-out"]: return matching(words, catalogs)
    default: return []
    }
  }

  private var catalogs: [Completion] {
    command.catalogNames().map { name in Completion(name, command.catalogs.first { $0.name == name }?.title ?? "") }
  }

  private static func categories(of catalog: Catalog, where isMeant: (Category) -> Bool = { _ in true }) -> [Completion]
  {
    catalog.categories.filter(isMeant).map { Completion($0.name, $0.title) }
  }

  // MARK: Options

  private func completions(of words: TypedWords, among options: [Command.Option]) -> [Completion] {
    let word = words.word
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let option = options.first(where: { $0.name == parts[0] }) {
      return values(of: option, String(parts[1]), words).map { $0.replacing(parts[1].count) }
    }
    return Self.matching(word, options.map { Completion($0.dashed, $0.meaning) }).map { $0.replacing(word.count) }
  }

  private func values(of option: Command.Option, _ typed: String, _ words: TypedWords) -> [Completion] {
    switch option.value {
    case .filter:
      return Self.matching(
        typed, option.filter?.allValues.map { Completion($0, option.filter?.valueTitles[$0] ?? "") } ?? [])
    case .categories:
      return Self.matchingLast(of: typed, Self.categories(of: command.catalog, where: \.isSearchable))
    case .format: return Self.matching(typed, OutputForm.endings.map { Completion($0) })
    case .genre: return Self.matching(typed, genres(behind: words.finished).map { Completion($0) })
    case .columns: return Self.matchingLast(of: typed, ItemField.ofTables.map { Completion($0.key) })
    case .file, .folder, .fileOrFolder: return files(typed).map { Completion($0) }
    case .name: return Self.matching(typed, lists.map { Completion($0) })
    case .number, .date, .pixels, nil: return []
    }
  }

  /// The genres of the chart in the words; without a category, those that all charts on the charts page have.
  private func genres(behind words: [String]) -> [String] {
    let catalog = command.catalog
    let named = words.compactMap { catalog.category(named: $0) }
    let offers = (catalog.charts?.offers ?? []).filter { named.isEmpty ? $0.isShelf : named.contains($0.category) }
    guard let first = offers.first else { return [] }
    return offers.dropFirst().reduce(Set(first.genres)) { $0.intersection($1.genres) }.sorted()
  }

  // MARK: What commands take

  /// Earlier searches that contain the typed text, newest first.
  private func terms(behind words: TypedWords, _ options: [Command.Option]) -> [Completion] {
    var start = words.finished.count
    // The term starts after the last option and its value.
    while start > 0, !words.finished[start - 1].hasPrefix("--") {
      if start > 1, options.contains(where: { $0.dashed == words.finished[start - 2] }) { break }
      start -= 1
    }
    let typed = words.text[words.starts[start]...]
    let isQuoted = typed.first == "\""
    let found = searches.newestFirst(containing: String(isQuoted ? typed.dropFirst() : typed), in: command.catalogs)
    return found.map { term in Completion(text: isQuoted ? term.inQuotes : term.asTerm, replaced: typed.count) }
  }

  /// Items whose number begins with the typed text, or whose title contains it.
  private func items(matching typed: some StringProtocol, replacing length: Int) -> [Completion] {
    let wanted = typed.lowercased()
    let isNumber = !wanted.isEmpty && wanted.utf8.allSatisfy(\.isASCIIDigit)
    return command.screen.visibleRows.filter { row in
      if wanted.isEmpty || isNumber && String(row.number).hasPrefix(wanted) { return true }
      return !isNumber && row.item.title.lowercased().contains(wanted)
    }
    .map { Completion(text: String($0.number), summary: $0.item.title, replaced: length) }
  }

  private func places(_ words: TypedWords) -> [Completion] {
    let typed = words.text.first == "\"" ? words.text.dropFirst() : words.text
    if words.finished.count == 1, let number = Int(words.finished[0]),
      let row = command.screen.sections.row(numbered: number)
    {
      let catalog = command.catalogs.first { $0.name == row.id.catalog }
      return matching(words, Self.relations(catalog?.relations(of: row.item) ?? []))
    }
    let length = words.text.count
    let named = Self.matching(typed, placeNames).map { $0.replacing(length, isQuoted: words.isQuoted) }
    return named + items(matching: typed, replacing: length)
  }

  /// What can be opened by name: an item screen's relations, elsewhere sections, categories and pages of sections.
  private var placeNames: [Completion] {
    let screen = command.screen
    if let subject = screen.origin { return Self.relations(subject.relations) }
    let shelves = screen.kind.isOfShelves ? screen.sections.map { Completion($0.title) } : []
    let catalog = command.screenCatalog
    return shelves + Self.categories(of: catalog) + catalog.openedHomes.map { Completion($0.name, $0.title) }
  }

  private static func relations(_ relations: [Relation]) -> [Completion] {
    relations.map { Completion($0.word, $0.title) }
  }

  private func shelves(of home: String, _ words: TypedWords) -> [Completion] {
    let home = command.catalog.homes.first { $0.name == home }
    let shelves = home?.shelves(settings.filters(of: command.catalog)) ?? []
    return matching(words, shelves.map { Completion($0.title) })
  }

  /// Completes the part of a selection after the last comma.
  private func selection(_ words: TypedWords) -> [Completion] {
    let part = words.text.lastIndex(of: ",").map { words.text[words.text.index(after: $0)...] } ?? words.text
    let typed = part.drop(while: \.isWhitespace)
    let all = typed.startIndex == words.text.startIndex && !typed.isEmpty && "all".hasPrefix(typed.lowercased())
    let found = items(matching: typed, replacing: typed.count)
    return (all ? [Completion(text: "all", summary: "every item here", replaced: typed.count)] : []) + found
  }

  /// Completes a place of one or more words, then a category.
  private func charts(_ words: TypedWords) -> [Completion] {
    guard let charts = command.catalog.charts else { return [] }
    let names = charts.offers.map { Completion($0.category.name, $0.title) }
    let world = Completion("world", "every store's number one")
    if words.finished.isEmpty { return matching(words, names + [world] + storefronts) }
    // `united k` is the beginning of one name.
    let places = Self.matching(words.text, storefronts)
    if !places.isEmpty { return places.map { $0.replacing(words.text.count) } }
    return names.contains { $0.text == words.finished.last } ? [] : matching(words, names)
  }

  private var storefronts: [Completion] {
    let filter = command.catalog.storefronts
    return (filter?.allValues ?? []).map { Completion($0.lowercased(), filter?.valueTitles[$0] ?? "") }
  }

  private func settingWords(_ words: TypedWords) -> [Completion] {
    if words.finished.first == "--save" { return settingWords(TypedWords(words.text[words.starts[1]...])) }
    let all = Setting.all(in: command.catalog)
    // `country=g` means the same as `country g`.
    let parts = words.word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isAssignment = words.finished.isEmpty && parts.count == 2
    let typed = isAssignment ? parts[1] : words.word
    guard let name = isAssignment ? parts[0] : words.finished.first else {
      return matching(words, all.map { Completion($0.name, $0.meaning) })
    }
    guard let setting = try? Setting.named(name, in: command.catalog) else { return [] }
    var values = setting.values.map { Completion($0, setting.valueTitles[$0] ?? "") }
    // These stand alone, and not among others.
    if setting.isList, typed.contains(",") {
      values.removeAll { $0.text == setting.defaultValue }
    } else {
      values.append(Completion("default", "resets to \(setting.defaultValue)"))
    }
    switch setting.name {
    case "everywhere": values += catalogs
    case "favorites", "downloads": values += files(typed).map { Completion($0) }
    default: break
    }
    if setting.isList { return Self.matchingLast(of: typed, values).map { $0.replacing(typed.count) } }
    if words.finished.count < 2, !isAssignment { return matching(words, values) }
    if isAssignment { return Self.matching(typed, values).map { $0.replacing(typed.count) } }
    // `united k` is the beginning of one name.
    let whole = words.text[words.starts[1]...]
    return Self.matching(whole, values).map { $0.replacing(whole.count) }
  }

  private func paths(_ words: TypedWords) -> [Completion] {
    let isQuoted = words.text.first == "\""
    return files(String(isQuoted ? words.text.dropFirst() : words.text)).map { path in
      var completion = Completion(path).replacing(words.text.count, isQuoted: isQuoted)
      // A folder does not end the path, so its quotes stay open.
      if path.hasSuffix("/"), completion.text.hasSuffix("\"") { completion.text.removeLast() }
      return completion
    }
  }

  private func expectations(_ words: TypedWords) -> [Completion] {
    guard let subject = words.finished.first?.lowercased() else {
      return matching(words, Expectation.subjects.map { Completion($0) })
    }
    let screen = command.screen
    let titles = screen.sections.filter { !$0.rows.isEmpty }.map(\.title)
    let others = command.catalog.categories.map(\.title).filter { !titles.contains($0) }
    switch (subject, words.finished.count) {
    case ("state", 1):
      return matching(words, LoadPhase.allCases.filter { $0 != .loading }.map { Completion($0.rawValue) })
    case ("error", 1): return matching(words, ErrorCode.allCases.map { Completion($0.rawValue) })
    case ("items", 1): return matching(words, [Completion("\(screen.visibleRows.count)", "the current number")])
    case ("section", 1): return matching(words, titles.map { Completion($0) })
    case ("no", 1): return matching(words, [Completion("section")])
    case ("no", 2): return matching(words, others.map { Completion($0) })
    case ("title", 1): return matching(words, [Completion(screen.title)])
    case ("item", 1): return items(matching: words.word, replacing: words.length)
    case ("item", 2):
      let row = Int(words.finished[1]).flatMap { screen.sections.row(numbered: $0) }
      return matching(words, row.map { [Completion($0.item.title)] } ?? [])
    default: return []
    }
  }
}

extension Completion {
  /// A candidate that may replace the typed text.
  fileprivate init(_ text: String, _ summary: String = "") { self.init(text: text, summary: summary, replaced: 0) }

  fileprivate func replacing(_ words: TypedWords) -> Completion { replacing(words.length, isQuoted: words.isQuoted) }

  /// - Parameter isQuoted: whether the word has an opening quote; the completion closes it.
  fileprivate func replacing(_ length: Int, isQuoted: Bool = false) -> Completion {
    Completion(text: isQuoted ? text.inQuotes : text.asWord, summary: summary, replaced: length)
  }
}
