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
    let line = String(line.prefix(cursor))
    guard let typed = Arguments.lastCommand(of: line) else { return [] }
    return after(Arguments.commands(in: line).dropLast()).completions(of: typed)
  }

  /// The context after `commands`: without the screen's rows if one may leave it, since its numbers end there.
  private func after(_ commands: ArraySlice<Substring>) -> PromptContext {
    let leads = commands.contains { text in
      switch try? Command.action(for: text, in: command) {
      case .go(.show), .go(.more), .go(.filter), .go(.sort), .go(.retry), .go(.reload): false
      case .go, .send, .source: true
      default: false
      }
    }
    guard leads else { return self }
    return changing(self) {
      // A search has the same categories.
      if command.screen.kind != .home { $0.command.screen = .root(of: command.catalog) }
      for index in $0.command.screen.sections.indices { $0.command.screen.sections[index].rows = [] }
    }
  }

  private func completions(of typed: Substring) -> [Completion] {
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
      if words.word.text.hasPrefix("--"), !words.word.isQuoted { return completions(of: words, among: options) }
      if let last = words.finished.last, let option = options.match(dashed: last).only, option.value != nil {
        return values(of: option, words.word, behind: words.finished)
      }
    }
    let first = words.finished.isEmpty
    switch known.argument {
    case .none, .filterText: return []
    case .term: return terms(behind: words, options)
    case .place: return places(words)
    case .item:
      let others = known === Command.elsewhere ? catalogs : storefronts
      let named = first && command.screen.origin == nil ? [] : matching(words.word, others, isList: true)
      // The screen may show items of catalogs without stores.
      return accepted(first ? items(matching: words.text, replacing: words.text.count) : [], by: known) + named
    case .items: return selection(words)
    case .command:
      let topics = matching(TypedWord(words.text), HelpTopic.all.map { Completion($0.name, $0.summary) })
      return first ? Self.commandNames(beginningWith: words.text) + topics : []
    case .catalog: return catalogs(words)
    case .setting: return settingWords(words)
    case .sortKey:
      if words.finished.count > 1 || command.screen.visibleRows.isEmpty { return [] }
      return matching(words.word, (first ? ItemField.sortKeys.map(\.key) : ["desc", "asc"]).candidates)
    case .file: return paths(words)
    case .chart: return charts(words)
    case .favoritesList:
      let earlier = Completion(Command.earlierWord, "unsaved favourites from earlier sessions")
      return first ? matching(words.word, lists.candidates + [earlier]) : []
    case .shelf(let name):
      let home = command.catalog.homes.first { $0.name == name }
      let shelves = home?.shelves(settings.filters(of: command.catalog)) ?? []
      return first ? matching(words.word, shelves.map(\.title).candidates) : []
    case .expectation: return expectations(words)
    }
  }

  // MARK: Candidates

  /// The candidates that begin with the typed word; if none do, those whose summary does.
  /// - Parameter isList: whether the typed text is a comma-separated list, and only its last value is completed.
  private func matching(_ typed: TypedWord, _ candidates: [Completion], isList: Bool = false) -> [Completion] {
    let before = isList ? typed.text.lastIndex(of: ",").map { typed.text[...$0] } ?? "" : ""
    let others = before.split(separator: ",").map { $0.lowercased() }
    let wanted = typed.text.dropFirst(before.count).lowercased()
    let open = candidates.filter { !others.contains($0.text) }
    let found = open.filter { $0.text.lowercased().hasPrefix(wanted) }
    let fitting = found.isEmpty ? open.filter { $0.summary.lowercased().hasPrefix(wanted) } : found
    return fitting.map { Completion(before + $0.text, $0.summary).replacing(typed) }
  }

  private func catalogs(_ words: TypedWords) -> [Completion] {
    let tasks = Command.catalogs.tasks
    var (names, usage) = (catalogs + tasks.map { Completion($0.name, $0.meaning) }, "NAME or FILE")
    if let first = words.finished.first {
      guard words.finished.count == 1, let task = tasks.match(first.lowercased(), by: { [$0.name] }).only else {
        return []
      }
      // Its first argument.
      (names, usage) = (catalogs, String(task.usage.prefix { $0 != "[" }))
    }
    let isName = usage.contains("NAME") && !(usage.contains("FILE") && words.word.text.contains("/"))
    let paths = usage.contains("FILE") ? files(words.word.text).candidates : []
    return matching(words.word, isName ? names : paths)
  }

  private var catalogs: [Completion] {
    command.catalogNames().map { name in Completion(name, command.catalogs.first { $0.name == name }?.title ?? "") }
  }

  private static func categories(_ categories: [Category]) -> [Completion] {
    categories.map { Completion($0.name, $0.title) }
  }

  // MARK: Options

  private func completions(of words: TypedWords, among options: [Command.Option]) -> [Completion] {
    let parts = words.word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let option = options.match(dashed: parts[0]).only {
      return values(of: option, TypedWord(parts[1]), behind: words.finished)
    }
    return options.filter { $0.dashed.hasPrefix(words.word.text.lowercased()) }
      .map { Completion(text: $0.dashed, summary: $0.meaning, replaced: words.word.length) }
  }

  private func values(of option: Command.Option, _ typed: TypedWord, behind words: [String]) -> [Completion] {
    let values =
      switch option.value {
      case "VALUE": (option.filter?.allValues ?? []).map { Completion($0, option.filter?.valueTitles[$0] ?? "") }
      case "CATS": Self.categories(command.catalog.searchable)
      case "FORMAT": OutputFormat.endings.candidates
      case "G": genres(behind: words).candidates
      case "A,B,…": ItemField.ofTables.map(\.key).candidates
      case "FILE", "DIR", "FILE or DIR/": files(typed.text).candidates
      case "NAME": lists.candidates
      default: [Completion]()
      }
    return matching(typed, values, isList: option.isList)
  }

  /// The genres of the chart in the words; without a category, those of the charts page.
  private func genres(behind words: [String]) -> [String] {
    let catalog = command.catalog
    let named = words.compactMap { catalog.category(named: $0) }
    let offers = (catalog.charts?.offers ?? []).filter { named.isEmpty ? $0.isShelf : named.contains($0.category) }
    return Set(offers.flatMap(\.genres)).sorted()
  }

  // MARK: What commands take

  /// Earlier searches that contain the typed text, newest first.
  private func terms(behind words: TypedWords, _ options: [Command.Option]) -> [Completion] {
    var start = words.finished.count
    // The term starts after the last option and its value.
    while start > 0, !words.finished[start - 1].hasPrefix("--") {
      if start > 1, options.match(dashed: words.finished[start - 2]).only?.value != nil { break }
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
    if words.finished.count == 1, let number = Int(words.finished[0]),
      let row = command.screen.sections.row(numbered: number)
    {
      let catalog = command.catalogs.first { $0.name == row.id.catalog }
      return matching(words.word, Self.relations(catalog?.relations(of: row.item) ?? []))
    }
    let typed = words.text.first == "\"" ? words.text.dropFirst() : words.text
    let place = TypedWord(text: String(typed), length: words.text.count, isQuoted: words.word.isQuoted)
    // A section that found nothing has no header, and a word may mean several.
    return accepted(matching(place, placeNames), by: .open) + items(matching: typed, replacing: place.length)
  }

  /// Those that the command does not refuse at once.
  private func accepted(_ offered: [Completion], by known: Command) -> [Completion] {
    offered.filter { (try? Command.action(for: "\(known.name) \($0.text)", in: command)) != nil }
  }

  /// What can be opened by name: an item screen's relations, elsewhere sections, categories and pages of sections.
  private var placeNames: [Completion] {
    let screen = command.screen
    if let subject = screen.origin { return Self.relations(subject.relations) }
    let shelves = screen.kind.isOfShelves ? screen.sections.map(\.title).candidates : []
    let headed = screen.isEverywhere ? screen.sections.filter { $0.phase != .empty } : screen.sections
    let found = (screen.isEverywhere || screen.kind.isOfShelves ? headed : []).compactMap { section in
      screen.word(opening: section).map { Completion($0, section.title) }
    }
    let catalog = command.screenCatalog
    let categories = catalog.categories.filter { screen.opens($0, of: catalog) }
    let homes = catalog.openedHomes.map { Completion($0.name, $0.title) }
    return (shelves + found + Self.categories(categories) + homes).distinct { $0.text.lowercased() }
  }

  private static func relations(_ relations: [Relation]) -> [Completion] {
    relations.map { Completion($0.word, $0.title) }
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
    if words.finished.isEmpty { return matching(words.word, names + [world] + storefronts) }
    // `united k` is the beginning of one name.
    let places = matching(TypedWord(words.text), storefronts)
    if !places.isEmpty { return places }
    return names.contains { $0.text == words.finished.last } ? [] : matching(words.word, names)
  }

  private var storefronts: [Completion] {
    let filter = command.catalog.storefronts
    return (filter?.allValues ?? []).map { Completion($0.lowercased(), filter?.valueTitles[$0] ?? "") }
  }

  private func settingWords(_ words: TypedWords) -> [Completion] {
    if words.finished.first == "--save" { return settingWords(TypedWords(words.text[words.starts[1]...])) }
    let all = Setting.all(in: command.catalog)
    // `country=g` means the same as `country g`.
    let parts = words.word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isAssignment = words.finished.isEmpty && parts.count == 2
    let typed = isAssignment ? parts[1] : words.word.text
    guard let name = isAssignment ? parts[0] : words.finished.first else {
      return matching(words.word, all.map { Completion($0.name, $0.meaning) })
    }
    guard let setting = try? Setting.named(name, in: command.catalog) else { return [] }
    var values = setting.values.map { Completion($0, setting.valueTitles[$0] ?? "") }
    // These stand alone, and not among others.
    if setting.isList, typed.contains(",") {
      values.removeAll { $0.text == setting.defaultValue }
    } else if !setting.acceptsDefaultAsValue {
      values.append(Completion("default", "resets to \(setting.defaultValue)"))
    }
    switch setting.name {
    case "everywhere": values += catalogs
    case "favorites", "downloads": values += files(typed).candidates
    default: break
    }
    if isAssignment || setting.isList { return matching(TypedWord(typed), values, isList: setting.isList) }
    // `united k` is the beginning of one name.
    return matching(words.finished.count < 2 ? words.word : TypedWord(words.text[words.starts[1]...]), values)
  }

  private func paths(_ words: TypedWords) -> [Completion] {
    let isQuoted = words.text.first == "\""
    return files(String(isQuoted ? words.text.dropFirst() : words.text)).map { path in
      Completion(path).replacing(TypedWord(text: path, length: words.text.count, isQuoted: isQuoted))
    }
  }

  private func expectations(_ words: TypedWords) -> [Completion] {
    guard let subject = words.finished.first?.lowercased() else {
      return matching(words.word, Expectation.subjects.candidates)
    }
    let screen = command.screen
    let titles = screen.sections.filter { !$0.rows.isEmpty }.map(\.title)
    switch (subject, words.finished.count) {
    case ("state", 1):
      return matching(words.word, LoadPhase.allCases.filter { $0 != .loading }.map(\.rawValue).candidates)
    case ("error", 1): return matching(words.word, ErrorCode.allCases.map(\.rawValue).candidates)
    case ("section", 1): return matching(words.word, titles.candidates)
    case ("no", 1): return matching(words.word, ["section"].candidates)
    case ("title", 1): return matching(words.word, [screen.title].candidates)
    case ("item", 1): return items(matching: words.word.text, replacing: words.word.length)
    default: return []
    }
  }
}

extension Completion {
  /// A candidate that may replace the typed text.
  fileprivate init(_ text: String, _ summary: String = "") { self.init(text: text, summary: summary, replaced: 0) }

  fileprivate func replacing(_ typed: TypedWord) -> Completion {
    let word = typed.isQuoted ? text.inQuotes : text.asWord
    // A folder does not end the path, so its quotes stay open.
    let isOpen = text.hasSuffix("/") && word.hasSuffix("\"")
    return Completion(text: String(word.dropLast(isOpen ? 1 : 0)), summary: summary, replaced: typed.length)
  }
}

extension [String] {
  fileprivate var candidates: [Completion] { map { Completion($0) } }
}
