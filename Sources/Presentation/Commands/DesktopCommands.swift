extension Command {
  static let link = Command(
    "link", "[SEL]", "print the URLs of items' pages",
    """
    Prints where the items picked are on the web, one a line. On an item's own screen, link alone means that item. What has \
    no page is left out, and said so.
    """,
    example: "link 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.link, try arguments.picked(by: "link", "[SEL]", in: context)))
  }

  private static let browseSynopsis = "[SEL] [--yes]"

  static let browse = Command(
    "browse", browseSynopsis, "open items' pages in the browser",
    """
    Opens the pages with the programs of $BROWSER, or with xdg-open where it is not set. More than five are opened only \
    with --yes. The session goes on.
    """,
    example: "browse 3", argument: .items
  ) { arguments, context throws(CommandError) in
    let options = try ErrandOptions(arguments, of: "browse", browseSynopsis)
    return .desktop(DesktopErrand(.browse(isSure: options.has("--yes")), try options.picked(in: context)))
  }

  static let copy = Command(
    "copy", "[SEL]", "copy the URLs of items' pages",
    """
    Has the terminal put the pages' URLs into the clipboard, one a line (OSC 52), which works over ssh too where the \
    terminal does it.
    """,
    example: "copy 3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.copy, try arguments.picked(by: "copy", "[SEL]", in: context)))
  }

  static let play = Command(
    "play", "[SEL]", "play previews, or whole episodes",
    """
    Plays one item after the other with the first of mpv, ffplay and vlc that is installed: an episode from its podcast's \
    own feed whole, of the rest the preview. Ctrl-C stops all of it.
    """,
    example: "play 1-3", argument: .items
  ) { arguments, context throws(CommandError) in
    .desktop(DesktopErrand(.play, try arguments.picked(by: "play", "[SEL]", in: context)))
  }

  private static let artworkSynopsis = "[SEL] [--size PX] [--save FILE or DIR/] [--force]"

  static let artwork = Command(
    "artwork", artworkSynopsis, "show or save items' covers",
    """
    Shows the covers where the terminal draws pictures or chafa is installed, and prints their URLs elsewhere. --size asks \
    for at most so many pixels; --save writes the largest there is, or that size, to a file, or into a folder whose name \
    ends in a slash, each under its creator and title. A file that is there already stays unless --force is given.
    """,
    example: "artwork 3 --save cover.jpg", argument: .items
  ) { arguments, context throws(CommandError) in
    let options = try ErrandOptions(arguments, of: "artwork", artworkSynopsis)
    var size: Int?
    if let pixels = options.value(of: "--size") {
      size = try Setting.wholeNumber(pixels, of: "--size", in: 1...Artwork.largestSize)
    }
    return .desktop(
      DesktopErrand(
        .artwork(size: size, file: options.value(of: "--save"), replaces: options.has("--force")),
        try options.picked(in: context)))
  }
}

/// What there is to say of covers in general.
enum Artwork {
  /// Larger than any cover; asking for more than there is gives what there is.
  static let largestSize = 10_000
  /// Sharp in a picture of forty columns, and small to fetch.
  static let shownSize = 600
}

/// A selection and the options around it, of those that the synopsis names.
private struct ErrandOptions {
  private let command: String
  private let synopsis: String
  /// The options in the synopsis, and whether each takes a value.
  private let known: [String: Bool]
  private var values: [String: String] = [:]
  private var rest: [String] = []

  init(_ arguments: Arguments, of command: String, _ synopsis: String) throws(CommandError) {
    self.command = command
    self.synopsis = synopsis
    var known: [String: Bool] = [:]
    for option in synopsis.split(whereSeparator: { $0 == "[" || $0 == "]" }) where option.hasPrefix("--") {
      let words = option.split(separator: " ")
      known[String(words[0])] = words.count > 1
    }
    self.known = known
    var words = try arguments.words()[...]
    while let word = words.popFirst() {
      guard !word.isQuoted, word.text.hasPrefix("--") else {
        rest.append(word.text)
        continue
      }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let candidates = known.keys.filter { $0.hasPrefix(parts[0].lowercased()) }.sorted()
      if candidates.count > 1 { throw .usage(.ambiguousWord(word.text, candidates: candidates)) }
      guard let option = candidates.first, known[option] == true || parts.count == 1 else {
        throw .usage(.unexpectedArgument(word.text, command: command, synopsis: synopsis))
      }
      guard known[option] == true else {
        values[option] = ""
        continue
      }
      guard let value = parts.count > 1 ? parts[1] : words.popFirst()?.text, !value.isEmpty else {
        throw .usage(.missingValue(option: option))
      }
      values[option] = value
    }
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  func value(of option: String) -> String? { values[option] }

  /// What is left picks the items.
  func picked(in context: () -> Command.Context) throws(CommandError) -> Selection? {
    try Arguments(rest.joined(separator: " ")[...]).picked(by: command, synopsis, in: context)
  }
}

extension Arguments {
  /// The items picked; nil for the item that the screen is about.
  fileprivate func picked(
    by command: String, _ synopsis: String, in context: () -> Command.Context
  ) throws(CommandError) -> Selection? {
    if !isEmpty { return try Selection(text) }
    guard context().screen.subject != nil else { throw .usage(.missingArgument(command: command, synopsis: "SEL")) }
    return nil
  }
}
