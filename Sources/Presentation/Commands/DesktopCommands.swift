extension Command {
  static let link = Command(
    "link", "[SEL]", "print pages' URLs",
    """
    Prints where the items picked are on the web, one a line. On an item's own screen, link alone means that item. What has \
    no page is left out, and said so.
    """,
    example: "link 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.link, try arguments.picked(in: context)))
  }

  static let browse = Command(
    "browse", "[SEL]", options: [Option("yes", "open them, however many")], "open pages in the browser",
    """
    Opens the pages with the programs of $BROWSER, or with xdg-open where it is not set. More than five are opened only \
    with --yes. The session goes on.
    """,
    example: "browse 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.browse(isSure: arguments.has("yes")), try arguments.picked(in: context)))
  }

  static let copy = Command(
    "copy", "[SEL]", "copy pages' URLs",
    """
    Has the terminal put the pages' URLs into the clipboard, one a line (OSC 52), which works over ssh too where the \
    terminal does it.
    """,
    example: "copy 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.copy, try arguments.picked(in: context)))
  }

  static let play = Command(
    "play", "[SEL]", "play previews, episodes",
    """
    Plays one item after the other with the first of mpv, ffplay and vlc that is installed: an episode from its podcast's \
    own feed whole, of the rest the preview. Ctrl-C stops all of it.
    """,
    example: "play 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.play, try arguments.picked(in: context)))
  }

  static let artwork = Command(
    "artwork", "[SEL]",
    options: [
      Option("size", "the most pixels a side", takes: .text("PX")),
      Option("save", "where to", takes: .file("FILE or DIR/")),
      Option("force", "replace files that are there"),
    ],
    "show or save covers",
    """
    Shows the covers where the terminal draws pictures or chafa is installed, and prints their URLs elsewhere. --size asks \
    for at most so many pixels; --save writes the largest there is, or that size, to a file, or into a folder whose name \
    ends in a slash, each under its creator and title. A file that is there already stays unless --force is given.
    """,
    example: "artwork 3 --save cover.jpg", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(
      DesktopErrand(
        .artwork(
          size: try arguments.number(of: "size", in: 1...Artwork.largestSize), file: arguments.value(of: "save"),
          replaces: arguments.has("force")),
        try arguments.picked(in: context)))
  }
}

/// What there is to say of covers in general.
enum Artwork {
  /// Larger than any cover; asking for more than there is gives what there is.
  static let largestSize = 10_000
  /// Sharp in a picture of forty columns, and small to fetch.
  static let shownSize = 600
}
