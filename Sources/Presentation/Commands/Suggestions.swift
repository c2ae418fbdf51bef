import Domain

extension Command {
  /// What a line may mean whose first word is no command. In this order: a setting, another program's word for a
  /// command of ours, a category or a relation, the nearest command if it accepts the arguments, a search.
  /// - Parameter nearest: the command with the nearest spelling, or ours for another program's word.
  static func meant(by line: Substring, nearest: String?, _ context: () -> Context) -> String? {
    let (name, rest) = nameAndRest(of: line)
    let (word, arguments) = (name.lowercased(), Arguments(rest))
    let context = context()
    if Setting.all(in: context.catalog).contains(where: { $0.name == word }) {
      return "set \(word)" + (arguments.isEmpty ? "" : " " + settingValue(of: word, arguments, in: context.catalog))
    }
    if let ours = otherWords[word] {
      if arguments.isEmpty || ours.contains(" ") { return ours }
      // `list songs` names a place, which `show` does not accept.
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

  /// How to ask for a relation or a category of that name: `open album`, `open 1 album`, `search vivaldi --in album`.
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

  /// The value as stored, or as typed if it is not valid.
  private static func settingValue(of name: String, _ arguments: Arguments, in catalog: Catalog) -> String {
    var settings = Settings()
    let setting = try? settings.set(name, to: String(arguments.text), in: catalog)
    return setting.flatMap { settings.value(of: $0, in: catalog) } ?? String(arguments.text)
  }

  /// Our words for those of other programs. A value with a blank in it is a complete answer; after a bare name, the
  /// arguments that followed the other word are kept.
  static let otherWords = Dictionary(
    uniqueKeysWithValues: theirWords.flatMap { ours, theirs in theirs.split(separator: " ").map { (String($0), ours) } }
  )

  private static let theirWords = [
    "search": "find lookup query google",
    "show": "list dir print display cls",
    "show, or filter alone to see every row again": "clear",
    "reload": "refresh update", "retry": "again repeat",
    "open": "info details cd enter select goto pushd",
    "filter": "grep", "sort": "order orderby",
    "charts": "top ranking rankings best", "stores": "prices price buy", "news": "latest releases", "changes": "diff",
    "back": "prev previous up return popd", "home": "root start", "trail": "pwd path breadcrumbs",
    "favs": "favourites favorites bookmarks likes starred",
    "star": "favourite favorite bookmark like add heart",
    "unstar": "delete del rm remove unlike drop",
    "mark": "seen heard watched", "undo": "revert rollback",
    "export": "save write dump", "get": "download fetch wget",
    "explain --curl, or get for what an item offers": "curl",
    "play": "listen watch preview", "link": "url urls", "copy": "yank", "browse": "web",
    "artwork": "cover image picture",
    "set": "config settings options preferences setting",
    "help": "man commands usage about", "source": "load run include", "expect": "assert",
    "limits": "quota budget stats", "explain": "trace why", "catalog": "use service services",
    "quit": "bye logout leave end close",
  ]
}
