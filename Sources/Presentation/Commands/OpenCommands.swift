import Domain

extension Command {
  static let open = Command("open", argument: .place) { arguments, context in
    let limit = arguments.has("limit") ? try arguments.limit(in: context().screenCatalog) : nil
    let opened = try place(arguments, limit: limit, context)
    switch opened {
    case .openCategory, .openSection: break
    default:
      let places = ["categories", "sections"]
      if let limit { throw CommandError.usage(.inapplicableFilter("\(limit)", of: "--limit", categories: places)) }
    }
    return .go(opened)
  }

  /// Reads what to open in this order: a number, a section by its title, a number with a relation, a reference, a
  /// relation of the screen's item, a section or a category, a page of sections, words of a title.
  private static func place(
    _ arguments: Arguments, limit: Int?, _ context: () -> Context
  ) throws(CommandError) -> Action.Navigation {
    if let number = Selection.number(arguments.text) { return .openItem(number) }
    let (typed, context) = (try arguments.plainText(), context())
    let screen = context.screen
    if typed.isEmpty, screen.subject == nil, screen.origin != nil { return .openItem(nil) }
    if typed.isEmpty { throw arguments.missing() }
    // A section's title may look like anything.
    if let section = screen.section(titled: typed) { return .openSection(section, limit: limit) }
    let words = typed.split(separator: " ", maxSplits: 1)
    if words.count == 2, let number = Selection.number(words[0]) {
      do throws(CommandError) {
        let item = try screen.sections.existingRow(number).item
        return .openRelation(try relation(String(words[1]), of: item, in: context), of: number)
      } catch {
        // Titles begin with numbers, too.
        let rows = screen.rows(titled: typed).filter { $0.item.title.folded.hasPrefix(typed.folded) }
        if let row = rows.only { return .openItem(row.number) }
        // A message names an item by its number and its title.
        let named = screen.sections.row(numbered: number)
        guard named?.item.title.folded == String(words[1]).folded else { throw error }
        return .openItem(number)
      }
    }
    if let reference = Reference(typed, catalogs: context.catalogNames()) { return .openReference(reference) }
    lazy var rows = screen.rows(titled: typed)
    if let subject = screen.origin {
      if let relation = subject.relations.named(typed, besides: possible(for: subject.item, in: context)) {
        return .openRelation(relation, of: nil)
      }
      // Most titles have several words, so a single word is treated as a mistyped relation.
      if words.count == 1 || rows.isEmpty {
        let isKnown = screen.kind == .item && screen.phase == .loaded
        return .openRelation(
          try relation(typed, of: subject.item, subject.relations, areAll: isKnown, in: context), of: nil)
      }
      return .openItem(try only(of: rows, titled: typed))
    }
    let catalog = context.screenCatalog
    // A relation's word, typed again, repeats what failed. Otherwise a category's word means the category, and any other
    // shows the list again.
    switch screen.sections.only?.source {
    case .related(let shown, _)? where limit == nil, .target(let shown, _)? where limit == nil:
      guard shown.keys.contains(typed.wordKey) else { break }
      if screen.phase == .failed { return .retry }
      if catalog.category(named: typed) == nil { return .show }
    default: break
    }
    let shelves = screen.shelves(named: typed, in: catalog)
    if let shelf = shelves.only { return .openSection(shelf, limit: limit) }
    let titles = shelves.map { index in
      let section = screen.sections[index]
      return section.catalog.flatMap { _ in screen.word(opening: section) } ?? section.title
    }
    // The current catalog's own section comes before those of others, but nothing that is not here.
    if screen.isEverywhere, shelves.count > 1 {
      let own = shelves.filter { screen.sections[$0].catalog == catalog.name }.only
      if let own { return .openSection(own, limit: limit) }
      return .openItem(try only(of: rows, titled: typed, besides: titles))
    }
    let categories = catalog.match(category: typed)
    if let category = categories.only {
      // The full name of a page of sections takes precedence over a prefix of a category's name.
      if category.name.wordKey != typed.wordKey,
        let home = catalog.openedHomes.first(where: { $0.name.wordKey == typed.wordKey })
      {
        return .shelves(home.name, only: nil)
      }
      // Where it has nothing to show, only what is on the screen can be meant.
      if !screen.opens(category, of: catalog), !(rows.isEmpty && titles.isEmpty) {
        return .openItem(try only(of: rows, titled: typed, besides: titles))
      }
      return .openCategory(category, limit: limit)
    }
    if !categories.isEmpty {
      return .openItem(try only(of: rows, titled: typed, besides: categories.map(\.name) + titles))
    }
    let homes = catalog.homes.match(typed.wordKey, by: { [$0.name.wordKey, $0.title.wordKey] })
    if let home = homes.only, titles.isEmpty || home.name.wordKey == typed.wordKey {
      return .shelves(home.name, only: nil)
    }
    let pages = titles + homes.map(\.name)
    if rows.isEmpty && pages.isEmpty {
      // Titles contain colons, too.
      if words.count == 1, let id = ItemID(typed), typed.first?.isLetter == true,
        [id.catalog, id.category].allSatisfy({ $0 == $0.lowercased() })
      {
        throw missing(catalog: id.catalog)
      }
      if let items = try? Selection(typed[...]) {
        _ = try screen.rows(picked: items)
        throw .usage(.severalToOpen(typed))
      }
      if let inner = catalog.secondaryCategories.match(typed).only {
        throw .nothingHere(.feature("list of \(inner.name.inQuotes)", catalog: catalog.title))
      }
      throw .usage(.nothingToOpen(typed, catalog: catalog.title, categories: catalog.categories.map(\.name)))
    }
    return .openItem(try only(of: rows, titled: typed, besides: pages))
  }

  /// The number of the only row. If `typed` may also mean one of `others`, only its whole title will do.
  private static func only(
    of rows: [Row], titled typed: String, besides others: [String] = []
  ) throws(CommandError) -> Int {
    if let row = rows.only, others.isEmpty || row.item.title.folded == typed.folded { return row.number }
    throw .usage(.ambiguousWord(typed, candidates: others + rows.map { "\($0.number) \($0.item.title)" }))
  }

  /// The relations that items of its kind can have.
  private static func possible(for item: Item, in context: Context) -> [Relation] {
    let catalog = context.catalogs.first { $0.name == item.id.catalog }
    return (catalog?.category(ofID: item.id)?.relations ?? []).filter {
      $0.kinds.isEmpty || item.kind.map($0.kinds.contains) ?? true
    }
  }

  static func missing(catalog: String) -> CommandError {
    .nothingHere(.link("catalog \"\(catalog)\" here; add it: catalog add FILE"))
  }

  /// The relation with that name. If the item lacks the relation's key, following it looks the item up first.
  /// - Parameters:
  ///   - known: the relations found so far; nil stands for those of its category that apply to the item.
  ///   - areAll: whether it has no others; false if it was not looked up yet.
  private static func relation(
    _ word: String, of item: Item, _ known: [Relation]? = nil, areAll: Bool = false, in context: Context
  ) throws(CommandError) -> Relation {
    let catalog = context.catalogs.first { $0.name == item.id.catalog }
    let applying = known ?? catalog?.relations(of: item) ?? []
    let possible = possible(for: item, in: context)
    let others = areAll ? [] : possible
    if let relation = applying.named(word, besides: possible) ?? others.named(word, besides: possible) {
      return relation
    }
    _ = try applying.match(word).chosen(by: word, named: \.word)
    if catalog == nil, !context.catalogNames().contains(item.id.catalog) { throw missing(catalog: item.id.catalog) }
    throw .usage(.unknownRelation(word, of: item.title, known: applying.map(\.word)))
  }
}

extension [Relation] {
  /// The relation that `word` names or begins, unless it is the name of another of `all`: a song in a chart has no known
  /// album, but `album` must not mean its artist's albums.
  fileprivate func named(_ word: String, besides all: [Relation]) -> Relation? {
    func isNamed(_ relation: Relation) -> Bool { relation.keys.contains(word.wordKey) }
    return named(word).flatMap { isNamed($0) || !all.contains(where: isNamed) ? $0 : nil }
  }
}

extension Catalog {
  /// The pages of sections that `open` accepts; the seasons have their own command.
  var openedHomes: [BrowsePage] { homes.filter { $0.name != Command.seasons.name } }
}

extension Screen {
  /// Whether `open` can show a category in full: its list, the results of this screen's search, or, on the page of
  /// charts, its chart.
  func opens(_ category: Category, of catalog: Catalog) -> Bool {
    if category.isListable || category.isSearchable && query?.term.isEmpty == false { return true }
    return kind == .shelves("charts") && catalog.charts?.offer(for: category) != nil
  }

  /// The category of the first filled section that has this category or title, in the plural too.
  func category(shownAs word: String) -> String? {
    sections.first { section in
      let names = [section.category.wordKey, String(section.title.prefix { $0 != "·" }).wordKey]
      return section.phase != .empty && names.contains(where: word.wordKey.isForm)
    }?.category
  }

  /// The sections of a page that `word` may mean if none has that title: those of the category it names, or, if it
  /// names no category, those whose titles begin with it.
  fileprivate func shelves(named word: String, in catalog: Catalog) -> [Int] {
    if isEverywhere {
      let key = category(shownAs: word)?.wordKey ?? word.wordKey
      let shown = sections.indices.filter { sections[$0].phase != .empty }
      let titled = shown.filter { sections[$0].title.wordKey == key }
      // Several catalogs may have one title.
      if titled.count > 1 { return titled }
      // `album deezer`, as its header says, or the only section that begins so.
      let named = shown.match(
        key, by: { [self.word(opening: sections[$0])?.wordKey, sections[$0].title.wordKey].compactMap(\.self) })
      // An empty section has no header, but the word that it would have opens it.
      return named.isEmpty ? sections.indices.filter { self.word(opening: sections[$0])?.wordKey == key } : named
    }
    guard kind.isOfShelves else { return [] }
    let key = word.wordKey
    let inner = catalog.secondaryCategories.first { $0.keys.contains(key) }
    if let category = catalog.category(named: word) ?? inner {
      return sections.indices.filter { sections[$0].category == category.name }
    }
    return sections.indices.match(key, by: { [sections[$0].title.wordKey] })
  }

  /// The section on a page of sections with this title, or this word in its header.
  fileprivate func section(titled word: String) -> Int? {
    guard kind.isOfShelves else { return nil }
    let key = word.wordKey
    return sections.firstIndex { $0.title.wordKey == key || self.word(opening: $0)?.wordKey == key }
  }

  /// The rows with all of these words in their titles; only exact matches if there are any.
  package func rows(titled words: String) -> [Row] {
    let wanted = FoldedText(words)
    let parts = words.split(separator: " ").map { FoldedText(String($0)) }
    let found = visibleRows.filter { row in
      let title = FoldedText(row.item.title)
      return parts.allSatisfy(title.contains)
    }
    let exact = found.filter { FoldedText($0.item.title) == wanted }
    return exact.isEmpty ? found : exact
  }
}
