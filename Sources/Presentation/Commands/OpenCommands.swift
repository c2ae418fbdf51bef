import Domain

extension Command {
  static let open = Command(
    "open", "CATEGORY | N [RELATION] | RELATION | REF | WORDS",
    options: [Option("limit", "results asked for in a category", takes: .number)],
    "look closer at whatever a screen names",
    """
    open song shows everything the service has for the term among songs; open 3, or 3 alone, shows item 3 of this \
    screen; open upside down the one whose title has these words. On an item's screen open album leads to what belongs \
    to it, and from a list open 3 album does. A pasted page of the store, id:909253, upc:…, isbn:…, bundle:… and \
    liner's own ids are looked up.
    """,
    example: "open song",
    argument: .place
  ) { arguments, context throws(CommandError) in
    if let number = Selection.number(arguments.text) { return .go(.openItem(number)) }
    let (place, context) = (try arguments.plainText(), context())
    if place.isEmpty, context.screen.subject == nil, context.screen.origin != nil { return .go(.openItem(nil)) }
    if place.isEmpty { throw arguments.missing() }
    return .go(try Command.place(place, limit: try arguments.limit(in: context.screenCatalog), on: context))
  }

  /// What `typed` leads to, read in this order: a number and a relation, a reference, a relation of the screen's item, a
  /// shelf or a category, words of a title.
  private static func place(
    _ typed: String, limit: Int?, on context: Context
  ) throws(CommandError) -> Action.Navigation {
    let screen = context.screen
    let words = typed.split(separator: " ", maxSplits: 1)
    if words.count == 2, let number = Selection.number(words[0]) {
      return .openRelation(try relation(words[1], of: try screen.existingRow(number).item, in: context), of: number)
    }
    if let reference = Reference(typed, catalogs: context.catalogNames()) { return .openReference(reference) }
    if let subject = screen.origin {
      if let relation = subject.relations.named(typed) { return .openRelation(relation, of: nil) }
      // Titles have several words more often than not; a single one is taken for a relation that is not there.
      if words.count == 1 || screen.rows(titled: typed).isEmpty {
        return .openRelation(try relation(typed[...], of: subject.item, in: context), of: nil)
      }
    }
    if let section = screen.shelf(named: typed, in: context.screenCatalog) {
      return .openSection(section, limit: limit)
    }
    if screen.origin == nil, let category = context.screenCatalog.category(named: typed) {
      return .openCategory(category, limit: limit)
    }
    if screen.origin == nil, let home = context.screenCatalog.home(named: typed) {
      return .shelves(home.name, only: nil)
    }
    let found = screen.rows(titled: typed)
    if let only = found.first, found.count == 1 { return .openItem(only.number) }
    let known = context.screenCatalog.categories.map(\.name)
    guard found.isEmpty else {
      throw .usage(.ambiguousTitle(typed, candidates: found.map { "\($0.number) \($0.item.title)" }))
    }
    let categories = screen.subject == nil ? context.screenCatalog.categories(beginning: typed) : []
    if categories.count > 1 { throw .usage(.ambiguousWord(typed, candidates: categories.map(\.name))) }
    throw .usage(.unknownPlace(typed, catalog: context.screenCatalog.title, categories: known))
  }

  /// The relation of that name. One that the item does not tell the key of is looked up on the way.
  private static func relation(
    _ word: Substring, of item: Item, in context: Context
  ) throws(CommandError) -> Relation {
    let catalog = context.catalogs.first { $0.name == item.id.catalog }
    let applying = catalog?.relations(of: item) ?? []
    if let relation = applying.named(String(word)) { return relation }
    let possible = (catalog?.category(ofID: item.id)?.relations ?? []).filter {
      $0.kinds.isEmpty || item.kind.map($0.kinds.contains) ?? true
    }
    if let relation = possible.named(String(word)) { return relation }
    let wanted = word.lowercased()
    let candidates = applying.map(\.word).filter { $0.hasPrefix(wanted) }
    if candidates.count > 1 { throw .usage(.ambiguousWord(String(word), candidates: candidates)) }
    throw .usage(.unknownRelation(String(word), of: item.title, known: applying.map(\.word)))
  }
}

extension Screen {
  /// The section of a home of shelves that `word` names: by its title, as the only one of that category, or, where it is
  /// no category, by the beginning of its title.
  fileprivate func shelf(named word: String, in catalog: Catalog) -> Int? {
    guard isHomeOfShelves else { return nil }
    let typed = word.lowercased()
    if let titled = sections.firstIndex(where: { $0.title.lowercased() == typed }) { return titled }
    if let category = catalog.category(named: word) {
      return sections.indices.only { sections[$0].category == category.name }
    }
    return sections.indices.only { sections[$0].title.lowercased().hasPrefix(typed) }
  }

  /// The rows with all of these words in their titles; where one title is just that, it alone.
  package func rows(titled words: String) -> [Row] {
    let wanted = words.lowercased()
    let parts = wanted.split(separator: " ")
    let found = visibleRows.filter { row in
      let title = row.item.title.lowercased()
      return parts.allSatisfy { title.contains($0) }
    }
    let exact = found.filter { $0.item.title.lowercased() == wanted }
    return exact.isEmpty ? found : exact
  }
}
