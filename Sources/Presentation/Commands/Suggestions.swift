import Domain

extension Command {
  /// What a line may mean if its first word is not a command. In this order: a setting with a valid value, another
  /// program's name for a command of ours, a setting, a relation, category or home page, the nearest command if it
  /// accepts the arguments, a search. A single word may be both of the last two. Every suggestion is a valid command.
  /// - Parameter nearest: the command with the nearest spelling, or our command for another program's name.
  static func meant(by line: Substring, nearest: String?, _ context: () -> Context) -> [String] {
    let ends: [Character: Character] = ["\"": "\"", "'": "'", "“": "”"]
    let inner = line.dropFirst().dropLast()
    if let first = line.first, let last = line.last, ends[first] == last, !inner.isEmpty, !inner.contains(last) {
      return meant(by: inner, nearest: nearest, context)
    }
    let (name, rest) = nameAndRest(of: line)
    let (word, arguments) = (name.lowercased(), Arguments(rest))
    let context = context()
    let setting = Setting.all(in: context.catalog).first { $0.name == word }
    // Any word may be a file, but `favorites jazz` means a list.
    let text = String(arguments.text)
    let isFile = text.contains { "./".contains($0) } || setting?.values.contains(text) == true
    let isSet = setting?.isPath == false || otherWords[word] == nil || isFile
    var settings = Settings()
    if setting != nil, isSet, !arguments.isEmpty,
      let setting = try? settings.set(word, to: text, in: context.catalog)
    {
      return ["set \(word) \(settings.value(of: setting, in: context.catalog) ?? text)"]
    }
    if let ours = otherWords[word] {
      let isPlace = [show.name, open.name].contains(ours) && !arguments.isEmpty
      let place = isPlace ? place(called: arguments.text.lowercased(), Arguments(""), on: context) : nil
      if let meant = place ?? completed(ours, with: arguments, on: context) { return [meant] }
    }
    if setting != nil { return ["set \(word)"] }
    let whole = "search \(String(Arguments(line).text).asTypedTerm)"
    if let place = place(called: word, arguments, on: context) {
      // `film noir` may be a film or the words of a title.
      let hasTerm = !arguments.isEmpty && Selection.number(arguments.text) == nil
      return [place] + (hasTerm && place.hasPrefix("search ") ? [whole] : [])
    }
    let command = nearest.flatMap { completed($0, with: arguments, on: context) }.map { [$0] } ?? []
    let isWord = word.first.map { $0.isLetter || $0.isNumber } ?? false
    let maySearch = command.isEmpty ? isWord || !arguments.isEmpty : arguments.isEmpty && nearest != search.name
    guard maySearch, !context.catalog.searchable.isEmpty else { return command }
    return command + [whole]
  }

  /// Our command with the arguments typed after another program's name for it; nil if it does not accept them, or if
  /// the catalog lacks what it is about.
  private static func completed(_ ours: String, with arguments: Arguments, on context: Context) -> String? {
    // `show` accepts no names, but `list songs` means to open the songs.
    let ours = ours == show.name && !arguments.isEmpty ? open.name : ours
    guard let command = try? named(nameAndRest(of: ours[...]).name) else { return nil }
    if command === search, context.catalog.searchable.isEmpty { return nil }
    if arguments.isEmpty {
      do throws(CommandError) {
        _ = try action(for: ours[...], on: context)
        return ours
      } catch {
        if case .nothingHere(.feature) = error { return nil }
        guard ours == command.name, let usage = command.usage.split(separator: "|").first else { return ours }
        return "\(ours) \(Arguments(usage).text.filter { !"[]".contains($0) })"
      }
    }
    if command === favs, let meant = starring(arguments.text.split(separator: " ").map(String.init)) { return meant }
    // Suggestions of several words are complete.
    if ours.contains(" ") { return ours }
    let line = "\(ours) \(arguments.text)"
    return (try? check(action(for: line[...], on: context), on: context)).map { line }
  }

  /// Looks up the names in an action that are otherwise looked up when it runs.
  private static func check(_ action: Action, on context: Context) throws(CommandError) {
    switch action {
    case .answer(.help(let name?)): _ = try HelpTopic.named(name)
    case .answer(.setting(let name)): _ = try Setting.named(name, in: context.catalog)
    case .go(.elsewhere(_, in: let names?)): for name in names { try check(.go(.catalog(name)), on: context) }
    case .go(.catalog(let name)) where !CatalogTask.isPath(name):
      _ = try Catalog.name(name, among: context.catalogNames(), loaded: context.catalogs, from: nil)
    default: break
    }
  }

  /// The command that opens a relation, section, category or home page: `open album`, `open 1 album`, `search vivaldi
  /// --in album`.
  private static func place(called word: String, _ arguments: Arguments, on context: Context) -> String? {
    let screen = context.screen
    let section = screen.sections.lazy.filter { !$0.rows.isEmpty }.compactMap(screen.word(opening:)).first {
      word.isForm(of: $0)
    }
    let category = context.screenCatalog.categories.first { $0.keys.contains(word.wordKey) }
    let home = context.screenCatalog.openedHomes.first { $0.name == word }?.name
    let name = section ?? screen.subject?.relations.first { $0.word == word }?.word
    let isNumber = Selection.number(arguments.text) != nil
    // On an item's screen, or after a number, it must be a relation.
    if arguments.isEmpty || isNumber {
      let isHere = category.map { screen.opens($0, of: context.screenCatalog) } ?? false
      let place = isNumber ? "\(arguments.text) \(word)" : home ?? name ?? (isHere ? category?.name : nil)
      if let line = place.map({ "open \($0)" }), (try? action(for: line[...], on: context)) != nil { return line }
    }
    guard let category, category.isSearchable else { return nil }
    let term = arguments.isEmpty || isNumber ? "TERM" : String(arguments.text).asTypedTerm
    return "search \(term) --in \(category.name)"
  }

  /// Our commands by other programs' names for them. A command of several words is complete; other commands keep the
  /// arguments that were typed.
  static let otherWords = all.reduce(
    into: ["curl": "explain --curl", "lists": "favs --lists", "playlists": "favs --lists"]
  ) { words, command in
    for other in command.others { words[other] = command.name }
  }
}
