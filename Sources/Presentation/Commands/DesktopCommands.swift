extension Command {
  static let link = Command(
    "link", "[SEL]", "print pages' URLs",
    """
    Prints the addresses of the items' pages, one per line. On an item's screen, SEL is optional. Items without a page are \
    reported on standard error.
    """,
    example: "link 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.link, try arguments.picked(in: context)))
  }

  static let browse = Command(
    "browse", "[SEL]", options: [Option("yes", "open them all")], "open pages in the browser",
    """
    Opens the items' pages with $BROWSER, or with xdg-open where BROWSER is not set. More than five pages need --yes. \
    liner does not wait.
    """,
    example: "browse 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.browse(isSure: arguments.has("yes")), try arguments.picked(in: context)))
  }

  static let copy = Command(
    "copy", "[SEL]", "copy pages' URLs",
    """
    Asks the terminal to copy the pages' URLs, one per line (OSC 52). This works over ssh too, if the terminal supports \
    it. Within tmux the URLs go to its buffer as well.
    """,
    example: "copy 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.copy, try arguments.picked(in: context)))
  }

  static let play = Command(
    "play", "[SEL]", "play episodes or previews",
    """
    Plays the items in turn with mpv, ffplay or vlc, whichever is installed. Episodes play in full, other items as \
    previews. Ctrl-C stops.
    """,
    example: "play 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.play, try arguments.picked(in: context)))
  }

  static let get = Command(
    "get", "[SEL]",
    options: [
      Option("to", "folder to download to", takes: .file("DIR")),
      Option("new", "only episodes since the last get --new"),
      Option("again", "download again"), Option("list", "list downloaded files"),
    ],
    "download episodes and other files",
    """
    Downloads files to --to or the folder of set downloads, as SHOW/2026-11-20 Title.mp3. An interrupted download is saved \
    as NAME.part and resumed by the next get. Files are never downloaded twice, even if deleted, without --again. \
    get --new alone downloads new episodes of starred podcasts; the first time, it only records the starting point.
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
    return .get(selection, folder: arguments.value(of: "to"), isNew: isNew, again: arguments.has("again"))
  }

  static let artwork = Command(
    "artwork", "[SEL]",
    options: [
      Option("size", "the largest width and height, in pixels", takes: .text("PX")),
      Option("save", "save instead of showing", takes: .file("FILE or DIR/")),
      Option("force", "replace existing files"),
    ],
    "show or save covers",
    """
    Shows covers if the terminal can or chafa is installed; else prints their URLs. --size limits the pixels. --save \
    writes the largest cover, or that size, to a file, or to a folder if the name ends in a slash. Existing files are kept \
    without --force.
    """,
    example: "artwork 3 --save cover.jpg", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(
      ItemAction(
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
