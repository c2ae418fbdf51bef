extension Command {
  static let star = Command(
    "star", aliases: ["*"], "[SEL]", options: [Option("add", "add only, and never take out")],
    "add to the favourites, or take out again",
    """
    One item is added to the favourites, or taken out where it is one. Of several (1-3,5, 7-, -2 or all) those missing are \
    added and none is taken out; with --add that holds for one item too. On an item's own screen, star alone means that \
    item.
    """,
    example: "star 1-3,5", argument: .items
  ) { arguments, _ throws(CommandError) in
    let selection = try arguments.selection()
    return .change(arguments.has("add") ? .add(selection) : .star(selection))
  }

  static let unstar = Command(
    "unstar", "[SEL]", "take out of the favourites",
    "Removes the items picked from the favourites; what is none of them is named and stays as it is.",
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
    "Takes back the latest star, unstar or undone change before it, up to a hundred.",
    example: "undo", action: .change(.undo))
}

extension Arguments {
  fileprivate func selection() throws(CommandError) -> Selection? {
    isEmpty ? nil : try Selection(text)
  }
}
