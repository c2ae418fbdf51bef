import Domain

extension Command {
  /// What somebody may have meant whose first word names no command: a setting, the command that other programs call so, a
  /// category or a relation, the nearest command if it takes what follows, or else a search.
  /// - Parameter nearest: the command that is spelled like it, or ours for another program's word.
  static func meant(by line: Substring, nearest: String?, _ context: () -> Context) -> String? {
    let (name, rest) = nameAndRest(of: line)
    let (word, arguments) = (name.lowercased(), Arguments(rest))
    let context = context()
    if Setting.all(in: context.catalog).contains(where: { $0.name == word }) {
      return "set \(word)" + (arguments.isEmpty ? "" : " " + settingValue(of: word, arguments, in: context.catalog))
    }
    if let ours = otherWords[word] {
      if arguments.isEmpty || ours.contains(" ") { return ours }
      // `list songs` names what `show` would not take.
      return "\(ours == show.name ? open.name : ours) \(arguments.text)"
    }
    if let place = place(called: word, arguments, on: context) { return place }
    guard !arguments.isEmpty else {
      let isWord = word.first.map { $0.isLetter || $0.isNumber } ?? false
      return nearest ?? (isWord ? "search \(Arguments(line).text)" : nil)
    }
    if let nearest, let command = try? named(nearest[...]) {
      do throws(CommandError) {
        _ = try command.action(for: rest, Variables(), on: { context })
        return nearest
      } catch {
        switch error {
        case .usage(.unexpectedArgument), .usage(.notAWholeNumber), .usage(.malformedSelection): break
        default: return nearest
        }
      }
    }
    return "search \(Arguments(line).text)"
  }

  /// How a relation or a category of that name is asked for: `open album`, `open 1 album`, `search vivaldi --in album`.
  private static func place(called word: String, _ arguments: Arguments, on context: Context) -> String? {
    let relation = context.screen.subject?.relations.first { $0.word == word }?.word
    let category = context.screenCatalog.categories.first {
      [$0.name, $0.name + "s", $0.title.lowercased(), $0.title.lowercased() + "s"].contains(word)
    }
    guard let place = relation ?? category?.name else { return nil }
    if arguments.isEmpty { return "open \(place)" }
    if Selection.number(arguments.text) != nil { return "open \(arguments.text) \(word)" }
    return category.map { "search \(arguments.text) --in \($0.name)" }
  }

  /// The value as it would be kept, or as it was typed where it is none.
  private static func settingValue(of name: String, _ arguments: Arguments, in catalog: Catalog) -> String {
    var settings = Settings()
    let setting = try? settings.set(name, to: String(arguments.text), in: catalog)
    return setting.flatMap { settings.value(of: $0, in: catalog) } ?? String(arguments.text)
  }

  /// Our words for those of other programs. What has a blank in it is an answer as it stands; a bare name takes what
  /// stands behind the other word.
  static let otherWords = [
    // Looking
    "find": "search", "lookup": "search", "query": "search", "google": "search",
    "list": "show", "dir": "show", "print": "show", "display": "show", "refresh": "reload", "update": "reload",
    "again": "retry", "repeat": "retry",
    "clear": "show, or filter alone to see every row again", "cls": "show",
    "info": "open", "details": "open", "cd": "open", "enter": "open", "select": "open",
    "goto": "open",
    "grep": "filter", "order": "sort", "orderby": "sort",
    "top": "charts", "ranking": "charts", "rankings": "charts", "best": "charts",
    "prices": "stores", "price": "stores", "buy": "stores", "latest": "news", "releases": "news",
    // Moving
    "prev": "back", "previous": "back", "up": "back", "return": "back", "popd": "back", "pushd": "open",
    "root": "home", "start": "home", "pwd": "trail", "path": "trail", "breadcrumbs": "trail",
    // Keeping
    "favourites": "favs", "favorites": "favs", "bookmarks": "favs", "likes": "favs", "starred": "favs",
    "favourite": "star", "favorite": "star", "bookmark": "star", "like": "star", "add": "star", "heart": "star",
    "delete": "unstar", "del": "unstar", "rm": "unstar", "remove": "unstar", "unlike": "unstar", "drop": "unstar",
    "save": "export", "write": "export", "dump": "export", "download": "get", "fetch": "get", "wget": "get",
    "curl": "explain --curl, or get for what an item offers", "seen": "mark", "heard": "mark", "watched": "mark",
    "diff": "changes", "revert": "undo", "rollback": "undo",
    // Leaving for other programs
    "listen": "play", "watch": "play", "preview": "play", "url": "link", "urls": "link", "yank": "copy",
    "web": "browse", "cover": "artwork", "image": "artwork", "picture": "artwork",
    // The session
    "config": "set", "settings": "set", "options": "set", "preferences": "set", "setting": "set",
    "man": "help", "commands": "help", "usage": "help", "about": "help", "load": "source", "run": "source",
    "include": "source", "assert": "expect", "quota": "limits", "budget": "limits", "stats": "limits",
    "trace": "explain", "why": "explain", "use": "catalog", "service": "catalog", "services": "catalog",
    "bye": "quit", "logout": "quit", "leave": "quit", "end": "quit", "close": "quit",
  ]
}
