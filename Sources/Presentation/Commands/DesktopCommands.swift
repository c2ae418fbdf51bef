extension Command {
  static let link = Command(
    "link", "[SEL]", "print pages' URLs",
    """
    Prints the addresses of the items' pages, one a line. On an item's own screen, link alone means that item. Items \
    without a page are named on standard error.
    """,
    example: "link 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.link, try arguments.picked(in: context)))
  }

  static let browse = Command(
    "browse", "[SEL]", options: [Option("yes", "open them, however many")], "open pages in the browser",
    """
    Opens the items' pages with $BROWSER, or with xdg-open where BROWSER is not set. More than five pages need --yes. \
    The session goes on meanwhile.
    """,
    example: "browse 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.browse(isSure: arguments.has("yes")), try arguments.picked(in: context)))
  }

  static let copy = Command(
    "copy", "[SEL]", "copy pages' URLs",
    """
    Asks the terminal to copy the pages' URLs, one a line (OSC 52). This works over ssh too, if the terminal supports \
    it. Within tmux the URLs go to its buffer as well.
    """,
    example: "copy 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.copy, try arguments.picked(in: context)))
  }

  static let play = Command(
    "play", "[SEL]", "play previews, episodes",
    """
    Plays one item after the other with mpv, ffplay or vlc, whichever is installed. Episodes are played whole, other \
    items as their preview. Ctrl-C stops all of it.
    """,
    example: "play 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.play, try arguments.picked(in: context)))
  }

  static let get = Command(
    "get", "[SEL]",
    options: [
      Option("to", "the folder to download into", takes: .file("DIR")),
      Option("new", "only what came out since the last get --new"),
      Option("again", "also what was downloaded before"), Option("list", "list what was downloaded"),
    ],
    "download episodes and other files",
    """
    Downloads whole files into --to, or else into the folder of set downloads, as SHOW/2026-11-20 Title.mp3. What breaks \
    off or is stopped stays as NAME.part, and the next get goes on from there. Nothing is downloaded twice, not even after \
    its file was deleted, unless --again is given. get --new alone gets the episodes that the starred podcasts have \
    published since the last get --new; the first time, it only notes where to begin.
    """,
    example: "get 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    if arguments.has("list") {
      guard arguments.isEmpty else {
        throw .usage(.unexpectedArgument(String(arguments.text), command: "get --list", synopsis: ""))
      }
      return .tell(.downloads)
    }
    let isNew = arguments.has("new")
    let selection = isNew && arguments.isEmpty ? nil : try arguments.picked(in: context)
    return .desktop(
      DesktopErrand(
        .get(folder: arguments.value(of: "to"), isNew: isNew, again: arguments.has("again")), selection))
  }

  static let artwork = Command(
    "artwork", "[SEL]",
    options: [
      Option("size", "the largest width and height, in pixels", takes: .text("PX")),
      Option("save", "save instead of showing", takes: .file("FILE or DIR/")),
      Option("force", "replace files that are there"),
    ],
    "show or save covers",
    """
    Shows the covers where the terminal draws pictures or chafa is installed; elsewhere prints their URLs. --size limits \
    the pixels. --save writes the largest cover there is, or that size, to a file, or into a folder if the name ends in a \
    slash. An existing file stays unless --force is given.
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

enum Artwork {
  /// Larger than any cover; a service sends its largest.
  static let largestSize = 10_000
  /// Sharp in a picture of forty columns, and small to fetch.
  static let shownSize = 600
}
