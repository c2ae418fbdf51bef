extension Command {
  static let star = Command(
    "star", aliases: ["*"], "[SEL]", "add to the favourites, or take out again",
    """
    Stars each item picked that is not a favourite, and unstars each that is. SEL is 3, 1-3,5, 7-, -2 or all. On an \
    item's own screen, star alone means that item.
    """,
    example: "star 1-3,5", argument: .items
  ) { arguments, _ throws(CommandError) in
    .change(.star(try arguments.selection()))
  }

  static let unstar = Command(
    "unstar", "[SEL]", "take out of the favourites",
    "Removes the items picked from the favourites; those that are none stay as they are.",
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
