import Domain

extension Command {
  static let back = Command(
    "back", aliases: ["b", ".."], "[K]", "go back one screen, or K screens",
    "Goes back along the trail without a request. The screen is as you left it, on the same page.",
    example: "back 2"
  ) { arguments, _ throws(CommandError) in
    .go(.back(try arguments.steps(of: "back")))
  }

  static let forward = Command(
    "forward", aliases: ["f"], "[K]", "go forward again after back",
    "Returns to the screen before back. A new search or open discards the screens ahead.",
    example: "forward"
  ) { arguments, _ throws(CommandError) in
    .go(.forward(try arguments.steps(of: "forward")))
  }

  static let home = Command(
    "home", summary: "go to the first screen",
    "Goes to this catalog's first screen; forward returns.",
    example: "home", action: .go(.home))

  static let trail = Command(
    "trail", aliases: ["where"], summary: "list the screens from home to here",
    "Lists the screens from the first to this one, each with the K for back K, then the screens that forward reaches.",
    example: "trail", action: .tell(.trail))

  static let show = Command(
    "show", aliases: ["ls"], "", "show this screen again, from the top",
    "Shows this screen again, from the top. show 3 is open 3.",
    example: "show"
  ) { arguments, _ throws(CommandError) in
    if let number = Selection.number(arguments.text) { return .go(.openItem(number)) }
    try arguments.refuseWords()
    return .go(.show)
  }

  static let more = Command(
    "more", aliases: ["n", "next"], summary: "show the next page",
    """
    Shows the next page, as Enter on an empty line does. At the end of a list, fetches further results, if any, numbered \
    onwards.
    """,
    example: "more", action: .go(.more))

  static let retry = Command(
    "retry", aliases: ["r"], summary: "repeat what failed",
    "Repeats this screen's failed or cancelled requests and keeps the rest.",
    example: "retry", action: .go(.retry))

  static let reload = Command(
    "reload", summary: "fetch this screen again",
    "Fetches everything on this screen again, ignoring the cache.",
    example: "reload", action: .go(.reload))

  static let filter = Command(
    "filter", "[TEXT]", options: [Option("unmarked", "only items not marked as heard or seen")],
    "show only items with this text",
    "Shows only items with TEXT in title, creator or genre. Numbers do not change. filter alone shows all items again.",
    example: "filter allegro", argument: .filterText
  ) { arguments, _ throws(CommandError) in
    .go(.filter(arguments.isEmpty ? nil : try arguments.plainText(), unmarked: arguments.has("unmarked")))
  }

  static let sort = Command(
    "sort", "[KEY [desc]]", "order the list",
    """
    Orders each section by \(ItemField.sortKeys.map(\.key).joined(separator: ", ")). Numbers sort by \
    value, before letters; prices sort within their currency. Item numbers do not change. sort alone restores the \
    service's order.
    """,
    example: "sort released desc", argument: .sortKey
  ) { arguments, _ throws(CommandError) in
    let words = try arguments.words().map(\.text)
    guard let word = words.first else { return .go(.sort(nil)) }
    let key = try ItemField.sortKeys.resolve(word, for: "sort", by: \.key)
    guard words.count <= 2,
      case .one(let direction) = WordList(["asc", "desc"]).match(words.count > 1 ? words[1] : "asc")
    else { throw arguments.unexpected(words.dropFirst().joined(separator: " ")) }
    return .go(.sort(Arrangement.Order(key: key, isDescending: direction == "desc")))
  }

  static let catalogs = Command(
    "catalog", "[NAME or FILE] | new, try, check, test, show, add, sign-in …",
    options: [
      Option("answer", "try: a saved answer instead of a request", takes: .file("FILE")),
      Option("yes", "add: without asking"),
    ], "list the catalogs, or switch to one",
    """
    Each catalog keeps its own trail and settings; favourites are shared. catalog ./mine.json switches to the catalog \
    declared in that file. new URL or FILE [NAME] drafts a declaration from an answer; try FILE [CATEGORY] TERM shows \
    what each field reads; check FILE reports every error with line and column; test NAME or FILE runs its tests; show NAME \
    or FILE [CATEGORY] prints one as a template; add FILE or URL saves one; schema prints the JSON Schema; sign-in NAME \
    and sign-out NAME save and delete credentials. See help catalogs.
    """,
    example: "catalog ghibli", argument: .catalog
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { return .tell(.catalogs) }
    let text = try arguments.plainText()
    let words = try arguments.words().map(\.text)
    let rest = Array(words.dropFirst())
    let task = words[0].lowercased()
    let missing = arguments.missing(Command.catalogTasks[task].map { "\(task) \($0)" })
    func one() throws(CommandError) -> String {
      guard let first = rest.first else { throw missing }
      if rest.count > 1 { throw arguments.unexpected(rest.dropFirst().joined(separator: " ")) }
      return first
    }
    func two() throws(CommandError) -> (String, String?) {
      guard let first = rest.first else { throw missing }
      if rest.count > 2 { throw arguments.unexpected(rest.dropFirst(2).joined(separator: " ")) }
      return (first, rest.count > 1 ? rest[1] : nil)
    }
    switch task {
    case "check": return .tell(.catalogCheck(try one()))
    case "show":
      let (name, category) = try two()
      return .catalogTask(.show(name, category: category))
    case "new":
      let (place, name) = try two()
      return .catalogTask(.new(place, name: name))
    case "try":
      let answer = arguments.value(of: "answer")
      guard rest.count > 1 || rest.count == 1 && answer != nil else { throw missing }
      return .catalogTask(.attempt(path: rest[0], words: Array(rest.dropFirst()), answer: answer))
    case "test": return .catalogTask(.test(try one()))
    case "schema" where rest.isEmpty: return .catalogTask(.schema)
    case "add": return .catalogTask(.add(try one(), isAgreed: arguments.has("yes")))
    case "sign-in", "signin", "login": return .catalogTask(.signIn(try one()))
    case "sign-out", "signout", "logout": return .catalogTask(.signOut(try one()))
    default: return .go(.catalog(text))
    }
  }

  /// The tasks of `catalog` with their arguments.
  private static let catalogTasks = [
    "check": "FILE", "show": "NAME or FILE [CATEGORY]", "new": "URL or FILE [NAME]", "try": "FILE [CATEGORY] TERM",
    "test": "NAME or FILE", "add": "FILE or URL", "sign-in": "NAME", "sign-out": "NAME",
  ]
}

extension Arguments {
  /// How many screens to move: 1 unless a number is given.
  fileprivate func steps(of command: String) throws(CommandError) -> Int {
    isEmpty ? 1 : try Setting.wholeNumber(String(text), of: command, in: 1...1_000_000)
  }
}
