extension Command {
  private static let list = Option("list", "list to use; you can have several", takes: .text("NAME"))

  static let star = Command(
    "star", aliases: ["*"], "[SEL]", options: [Option("add", "only add, never remove"), list],
    "add to or remove from the favourites",
    """
    Adds one item to the favourites, or removes it if it already is one. Several (1-3,5, 7-, -2 or all) are only added, as \
    is one with --add. On an item's screen, star alone means that item. --list adds the items to that list as well and \
    removes none.
    """,
    example: "star 1-3,5", argument: .items
  ) { arguments, context throws(CommandError) in
    .change(.star(try arguments.picked(in: context), list: try arguments.list(), onlyAdds: arguments.has("add")))
  }

  static let unstar = Command(
    "unstar", "[SEL]", options: [list], "remove from the favourites",
    """
    Removes items from the favourites and reports those that are not favourites. With --list, removes them from that list \
    only. On the favs earlier screen, deletes them there.
    """,
    example: "unstar all", argument: .items
  ) { arguments, context throws(CommandError) in
    .change(.unstar(try arguments.picked(in: context), list: try arguments.list()))
  }

  static let favs = Command(
    "favs", "[NAME]", options: [Option("lists", "the lists and their sizes")], "the favourites, by category",
    """
    Shows all favourites of all catalogs, grouped by category, in the order starred; with NAME, one list. favs earlier \
    shows unsaved favourites from earlier sessions, newest first: star adds them to this session, unstar deletes them.
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
    return "\(command) \(last)" + (list.isEmpty ? "" : " --list \(list.asWord)")
  }

  /// No list may have this name.
  static let earlierWord = "earlier"

  static let mark = Command(
    "mark", "[SEL]", "mark as heard or seen",
    "Marks the items picked with ✓ as heard or seen; filter --unmarked shows the others, and undo reverts it.",
    example: "mark 1-3", argument: .items
  ) { arguments, context throws(CommandError) in .change(.mark(try arguments.picked(in: context), true)) }

  static let unmark = Command(
    "unmark", "[SEL]", "remove marks", "Removes the items' marks.", example: "unmark 2",
    argument: .items
  ) { arguments, context throws(CommandError) in .change(.mark(try arguments.picked(in: context), false)) }

  static let undo = Command(
    "undo", summary: "undo the last change to favourites or marks",
    "Undoes the last star, unstar, mark or unmark, then the one before, up to a hundred.",
    example: "undo", action: .change(.undo))
}

extension Arguments {
  func list() throws(CommandError) -> String? {
    guard let name = value(of: "list") else { return nil }
    if name.lowercased() == Command.earlierWord {
      throw .usage(.badValue(name, of: "--list", allowed: ["any other name"]))
    }
    return name
  }
}
