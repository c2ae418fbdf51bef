extension Command {
  static let star = Command(
    "star", aliases: ["*"], "[SEL]", options: [Option("add", "add only, and never take out")],
    "add to the favourites, or take out again",
    """
    Adds one item to the favourites, or takes it out if it is one already. Of several (1-3,5, 7-, -2 or all) it adds the \
    missing ones and takes none out; with --add this holds for one item too. On an item's own screen, star alone means \
    that item.
    """,
    example: "star 1-3,5", argument: .items
  ) { arguments, _ throws(CommandError) in
    let selection = try arguments.selection()
    return .change(arguments.has("add") ? .add(selection) : .star(selection))
  }

  static let unstar = Command(
    "unstar", "[SEL]", "take out of the favourites",
    "Takes the items out of the favourites. An item that is no favourite is named and stays as it is.",
    example: "unstar all", argument: .items
  ) { arguments, _ throws(CommandError) in
    .change(.unstar(try arguments.selection()))
  }

  static let favs = Command(
    "favs", summary: "the favourites, by category",
    "Shows all favourites of all catalogs, grouped by category, each group in the order of starring.",
    example: "favs", action: .go(.favorites))

  static let undo = Command(
    "undo", summary: "take back the last change to the favourites",
    "Takes back the last change to the favourites; again, the one before it, up to a hundred.",
    example: "undo", action: .change(.undo))
}

extension Arguments {
  fileprivate func selection() throws(CommandError) -> Selection? {
    isEmpty ? nil : try Selection(text)
  }
}
