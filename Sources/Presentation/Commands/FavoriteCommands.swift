extension Command {
  private static let list = Option("list", "the list to use; there may be several", takes: .text("NAME"))

  static let star = Command(
    "star", aliases: ["*"], "[SEL]", options: [Option("add", "add only, and never take out"), list],
    "add to the favourites, or take out again",
    """
    Adds one item to the favourites, or takes it out if it is one already. Of several (1-3,5, 7-, -2 or all) it adds the \
    missing ones and takes none out; with --add this holds for one item too. On an item's own screen, star alone means \
    that item. With --list the items go into that list as well, and none is taken out.
    """,
    example: "star 1-3,5", argument: .items
  ) { arguments, _ throws(CommandError) in
    .change(.star(try arguments.selection(), list: try arguments.list(), onlyAdds: arguments.has("add")))
  }

  static let unstar = Command(
    "unstar", "[SEL]", options: [list], "take out of the favourites",
    """
    Takes the items out of the favourites. An item that is no favourite is named and stays as it is. With --list they leave \
    that list and stay favourites. On the screen of favs earlier it forgets them.
    """,
    example: "unstar all", argument: .items
  ) { arguments, _ throws(CommandError) in
    .change(.unstar(try arguments.selection(), list: try arguments.list()))
  }

  static let favs = Command(
    "favs", "[NAME]", options: [Option("lists", "the lists, with how many are in each")], "the favourites, by category",
    """
    Shows all favourites of all catalogs, grouped by category, each group in the order of starring; with a name, those of \
    that list. favs earlier shows favourites of earlier sessions that nobody kept, the newest session first: star takes \
    them into this session, unstar forgets them.
    """,
    example: "favs", argument: .favoritesList
  ) { arguments, _ throws(CommandError) in
    if arguments.has("lists") {
      try arguments.refuseWords()
      return .tell(.lists)
    }
    guard !arguments.isEmpty else { return .go(.favorites) }
    let name = try arguments.plainText()
    // `favs 1` and `favs add jazz 1` mean items; a list can be called so only where it exists.
    if let meant = starring(name.split(separator: " ").map(String.init)) {
      return .go(.favoritesList(name, orElse: meant))
    }
    return .go(name.lowercased() == earlierWord ? .earlierFavorites : .favoritesList(name))
  }

  /// The command that stars what `favs` was told to; nil if the words name a list.
  static func starring(_ words: [String]) -> String? {
    guard let last = words.last, (try? Selection(last[...])) != nil else { return nil }
    var lists = words.dropLast()
    let verb = lists.first?.lowercased()
    if ["add", "remove", "delete", "rm"].contains(verb) { lists = lists.dropFirst() }
    let list = lists.joined(separator: " ")
    let command = verb == "add" || verb == nil || lists.count == words.count - 1 ? star.name : unstar.name
    return "\(command) \(last)" + (list.isEmpty ? "" : " --list \(list.contains(" ") ? list.inQuotes : list)")
  }

  /// No list may have this name.
  static let earlierWord = "earlier"

  static let mark = Command(
    "mark", "[SEL]", "mark as heard or seen",
    "Marks the items picked with ✓ as heard or seen; filter --unmarked shows the others, and undo takes it back.",
    example: "mark 1-3", argument: .items
  ) { arguments, _ throws(CommandError) in .change(.mark(try arguments.selection(), true)) }

  static let unmark = Command(
    "unmark", "[SEL]", "take marks away", "Takes the marks of the items picked away.", example: "unmark 2",
    argument: .items
  ) { arguments, _ throws(CommandError) in .change(.mark(try arguments.selection(), false)) }

  static let undo = Command(
    "undo", summary: "take back the last change to favourites and marks",
    "Takes back the latest star, unstar, mark or unmark, and then the change before it, up to a hundred.",
    example: "undo", action: .change(.undo))
}

extension Arguments {
  fileprivate func selection() throws(CommandError) -> Selection? {
    isEmpty ? nil : try Selection(text)
  }

  func list() throws(CommandError) -> String? {
    guard let name = value(of: "list") else { return nil }
    if name.lowercased() == Command.earlierWord {
      throw .usage(.badValue(name, of: "--list", allowed: ["any other name"]))
    }
    return name
  }
}
