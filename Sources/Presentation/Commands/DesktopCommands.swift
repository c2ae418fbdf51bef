extension Command {
  static let link = Command(
    "link", "[N]", "print the URL of an item's page",
    "Prints where item N is on the web. On an item's own screen, link alone means that item.",
    example: "link 3", argument: .item
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.link, try arguments.item(of: "link", in: context)))
  }

  static let browse = Command(
    "browse", "[N]", "open an item's page in the browser",
    "Opens the page with the programs of $BROWSER, or with xdg-open where it is not set. The session goes on.",
    example: "browse 3", argument: .item
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.browse, try arguments.item(of: "browse", in: context)))
  }

  static let copy = Command(
    "copy", "[N]", "copy the URL of an item's page",
    "Has the terminal put the page's URL into the clipboard (OSC 52), which works over ssh too where the terminal does it.",
    example: "copy 3", argument: .item
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.copy, try arguments.item(of: "copy", in: context)))
  }

  static let play = Command(
    "play", "[N]", "play an item's preview",
    "Plays the preview with the first of mpv, ffplay and vlc that is installed. Ctrl-C stops it.",
    example: "play 3", argument: .item
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.play, try arguments.item(of: "play", in: context)))
  }

  private static let artworkSynopsis = "[N] [--size PX] [--save FILE] [--force]"

  static let artwork = Command(
    "artwork", artworkSynopsis, "show or save an item's cover",
    """
    Shows the cover where the terminal draws pictures or chafa is installed, and prints its URL elsewhere. --size asks \
    for at most so many pixels; --save writes the largest there is, or that size, to a file; --force replaces one.
    """,
    example: "artwork 3 --save cover.jpg", argument: .item
  ) { arguments, context throws(CommandError) in
    var words = try arguments.words()[...]
    var (size, file, replaces) = (Int?.none, String?.none, false)
    var rest: [String] = []
    while let word = words.popFirst() {
      guard !word.isQuoted, word.text.hasPrefix("--") else {
        rest.append(word.text)
        continue
      }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = ["--size", "--save", "--force"].only { $0.hasPrefix(parts[0].lowercased()) }
      func value() throws(CommandError) -> String {
        guard let value = parts.count > 1 ? parts[1] : words.popFirst()?.text, !value.isEmpty else {
          throw .usage(.missingValue(option: option ?? parts[0]))
        }
        return value
      }
      switch option {
      case "--size": size = try Setting.wholeNumber(try value(), of: "--size", in: 1...Artwork.largestSize)
      case "--save": file = try value()
      case "--force" where parts.count == 1: replaces = true
      default: throw .usage(.unexpectedArgument(word.text, command: "artwork", synopsis: artworkSynopsis))
      }
    }
    let number = try Arguments(rest.joined(separator: " ")[...]).item(
      of: "artwork", artworkSynopsis, in: context)
    return .desktop(DesktopErrand(.artwork(size: size, file: file, replaces: replaces), number))
  }
}

/// What there is to say of covers in general.
enum Artwork {
  /// Larger than any cover; asking for more than there is gives what there is.
  static let largestSize = 10_000
  /// Sharp in a picture of forty columns, and small to fetch.
  static let shownSize = 600
}

extension Arguments {
  /// The item's number; nil for the item that the screen is about.
  fileprivate func item(
    of command: String, _ synopsis: String = "[N]", in context: () -> Command.Context
  ) throws(CommandError) -> Int? {
    if let number = Selection.number(text), text.utf8.allSatisfy({ $0 < 0x3A }) { return number }
    guard isEmpty else { throw .usage(.unexpectedArgument(String(text), command: command, synopsis: synopsis)) }
    guard context().screen.subject != nil else { throw .usage(.missingArgument(command: command, synopsis: "N")) }
    return nil
  }
}
