import Domain

extension Command {
  static let back = Command(
    "back", aliases: ["b", ".."], "[K]", "go back one screen, or K screens",
    "Goes back along the trail. Nothing is asked again: the screen is as you left it, at the same page.",
    example: "back 2", argument: .steps
  ) { arguments, _ throws(CommandError) in
    .go(.back(try arguments.steps(of: "back")))
  }

  static let forward = Command(
    "forward", aliases: ["f"], "[K]", "go forward again after back",
    "Goes to the screen that back came from. A new search or open drops the screens ahead.",
    example: "forward", argument: .steps
  ) { arguments, _ throws(CommandError) in
    .go(.forward(try arguments.steps(of: "forward")))
  }

  static let home = Command(
    "home", summary: "go to the first screen",
    "Goes back to the first screen of this catalog. forward leads back again.",
    example: "home", action: .go(.home))

  static let trail = Command(
    "trail", aliases: ["where"], summary: "list the screens from home to here",
    """
    Lists the screens from the first to this one, which is marked, each with the K that back K takes to reach it. Then \
    come the screens that forward leads to.
    """,
    example: "trail", action: .tell(.trail))

  static let show = Command(
    "show", aliases: ["ls"], "", "show this screen again, from its top",
    "Draws this screen again, from its top. show 3 is open 3.",
    example: "show"
  ) { arguments, _ throws(CommandError) in
    if let number = Selection.number(arguments.text) { return .go(.openItem(number)) }
    try arguments.refuseWords()
    return .go(.show)
  }

  static let more = Command(
    "more", aliases: ["n", "next"], summary: "show what follows",
    """
    Goes on where the output stopped at a full window, as Enter on an empty line does. At the end of a list, asks the \
    service for further results if it has any; their numbers go on.
    """,
    example: "more", action: .go(.more))

  static let retry = Command(
    "retry", aliases: ["r"], summary: "repeat what failed",
    "Repeats the requests of this screen that failed or were cancelled. What is on the screen stays.",
    example: "retry", action: .go(.retry))

  static let reload = Command(
    "reload", summary: "fetch this screen afresh",
    "Asks the service again and passes over every answer that was kept.",
    example: "reload", action: .go(.reload))

  static let filter = Command(
    "filter", "[TEXT]", options: [Option("unmarked", "only what is not marked as heard or seen")],
    "show only items with this text",
    "Shows only items with the text in title, creator or genre. Numbers stay. filter alone shows all items again.",
    example: "filter allegro", argument: .filterText
  ) { arguments, _ throws(CommandError) in
    .go(.filter(arguments.isEmpty ? nil : try arguments.plainText(), unmarked: arguments.has("unmarked")))
  }

  static let sort = Command(
    "sort", "[KEY [desc]]", "order the list",
    """
    Orders each section by \(ItemField.sortKeys.map(\.key).joined(separator: ", ")). Numbers come \
    before letters and are ordered by value; prices are ordered within their currency. Items keep their numbers. sort \
    alone restores the service's order.
    """,
    example: "sort released desc", argument: .sortKey
  ) { arguments, _ throws(CommandError) in
    let words = try arguments.words().map(\.text)
    guard let word = words.first else { return .go(.sort(nil)) }
    let key = try ItemField.sortKeys.chosen(word, for: "sort", by: \.key)
    guard words.count <= 2,
      case .one(let direction) = Choice(["asc", "desc"]).found(words.count > 1 ? words[1] : "asc")
    else { throw arguments.unexpected(words.dropFirst().joined(separator: " ")) }
    return .go(.sort(Arrangement.Order(key: key, isDescending: direction == "desc")))
  }

  static let catalogs = Command(
    "catalog", "[NAME or FILE] | new, try, check, test, show, add, sign-in …",
    options: [
      Option("answer", "try: a saved answer, in place of asking", takes: .file("FILE")),
      Option("yes", "add: without asking"),
    ], "list the catalogs, or switch to one",
    """
    Each catalog keeps its own trail and settings; favourites are one list over all of them. The path of a declaration \
    switches to what it declares: catalog ./mine.json. The verbs: new URL or FILE [NAME] drafts a declaration from an \
    answer; try FILE [CATEGORY] TERM shows what each field reads; check FILE reports every mistake with its place; test \
    NAME or FILE runs its tests; show NAME or FILE [CATEGORY] prints one; add FILE or URL keeps one; schema prints the \
    JSON Schema; sign-in NAME and sign-out NAME keep and forget credentials. See: help catalogs.
    """,
    example: "catalog ghibli", argument: .catalog
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { return .tell(.catalogs) }
    let text = try arguments.plainText()
    let words = try arguments.words().map(\.text)
    let rest = Array(words.dropFirst())
    func one() throws(CommandError) -> String {
      guard let first = rest.first else { throw arguments.missing() }
      if rest.count > 1 { throw arguments.unexpected(rest.dropFirst().joined(separator: " ")) }
      return first
    }
    func two() throws(CommandError) -> (String, String?) {
      guard let first = rest.first else { throw arguments.missing() }
      if rest.count > 2 { throw arguments.unexpected(rest.dropFirst(2).joined(separator: " ")) }
      return (first, rest.count > 1 ? rest[1] : nil)
    }
    switch words[0].lowercased() {
    case "check": return .tell(.catalogCheck(try one()))
    case "show":
      let (name, category) = try two()
      return .catalogTask(.show(name, category: category))
    case "new":
      let (place, name) = try two()
      return .catalogTask(.new(place, name: name))
    case "try":
      let answer = arguments.value(of: "answer")
      guard rest.count > 1 || rest.count == 1 && answer != nil else { throw arguments.missing() }
      return .catalogTask(.attempt(path: rest[0], words: Array(rest.dropFirst()), answer: answer))
    case "test": return .catalogTask(.test(try one()))
    case "schema" where rest.isEmpty: return .catalogTask(.schema)
    case "add": return .catalogTask(.add(try one(), isAgreed: arguments.has("yes")))
    case "sign-in", "signin", "login": return .catalogTask(.signIn(try one()))
    case "sign-out", "signout", "logout": return .catalogTask(.signOut(try one()))
    default: return .go(.catalog(text))
    }
  }
}

extension Arguments {
  /// How many screens to move: 1 unless a number is given.
  fileprivate func steps(of command: String) throws(CommandError) -> Int {
    isEmpty ? 1 : try Setting.wholeNumber(String(text), of: command, in: 1...1_000_000)
  }
}
