import Domain

extension Command {
  static let back = Command(
    "back", aliases: ["b", ".."], "[K]", "to the screen before, or K screens back",
    "Goes back along the trail. Nothing is fetched again: the screen is as you left it.",
    example: "back 2", argument: .steps
  ) { arguments, _ throws(CommandError) in
    .go(.back(try arguments.steps(of: "back")))
  }

  static let forward = Command(
    "forward", aliases: ["f"], "[K]", "the way back took, the other way",
    "Goes to where back came from. A new search or open leaves what was ahead behind.",
    example: "forward", argument: .steps
  ) { arguments, _ throws(CommandError) in
    .go(.forward(try arguments.steps(of: "forward")))
  }

  static let home = Command(
    "home", summary: "to the first screen", "Goes back to where everything began; forward leads back again.",
    example: "home", action: .go(.home))

  static let trail = Command(
    "trail", aliases: ["where"], summary: "the screens from home to here",
    """
    Lists the screens that back would lead through, each with the number that back takes to it, the present one marked; \
    then what forward leads to.
    """,
    example: "trail", action: .tell(.trail))

  static let show = Command(
    "show", aliases: ["ls"], summary: "this screen again, from its top",
    "Draws the present screen once more, from its top.",
    example: "show", action: .go(.show))

  static let more = Command(
    "more", aliases: ["n", "next"], summary: "what follows, of a list or of anything long",
    """
    Goes on with what stopped at a full window, as Enter on an empty line does. Where the service has further results, it \
    is asked for them and the numbers go on.
    """,
    example: "more", action: .go(.more))

  static let retry = Command(
    "retry", aliases: ["r"], summary: "repeat what failed",
    "Asks again for whatever failed on this screen; what is there stays.",
    example: "retry", action: .go(.retry))

  static let reload = Command(
    "reload", summary: "fetch this screen afresh", "Asks the service again, past anything kept from earlier.",
    example: "reload", action: .go(.reload))

  static let filter = Command(
    "filter", "[TEXT]", "show only rows with this text",
    "Narrows the list to rows with the text in title, creator or genre. Numbers stay; filter alone shows all again.",
    example: "filter allegro", argument: .filterText
  ) { arguments, _ throws(CommandError) in
    .go(.filter(arguments.isEmpty ? nil : try arguments.plainText()))
  }

  static let sort = Command(
    "sort", "[KEY [desc]]", "order the list",
    """
    Orders each section by \(ItemField.sortKeys.map(\.key).joined(separator: ", ")). Digits stand before \
    letters and count as numbers; prices are ordered within their currency. Numbers stay the items' own; sort alone \
    restores the service's order.
    """,
    example: "sort released desc", argument: .sortKey
  ) { arguments, _ throws(CommandError) in
    let words = try arguments.words().map(\.text)
    guard let word = words.first else { return .go(.sort(nil)) }
    let key = try ItemField.chosen(word, for: "sort", among: ItemField.sortKeys)
    guard words.count <= 2,
      case .one(let direction) = Choice(["asc", "desc"]).found(words.count > 1 ? words[1] : "asc")
    else { throw arguments.unexpected(words.dropFirst().joined(separator: " ")) }
    return .go(.sort(Arrangement.Order(key: key, isDescending: direction == "desc")))
  }

  static let catalogs = Command(
    "catalog", "[NAME or FILE] | check FILE | show NAME", "list the catalogs, or switch to one",
    """
    Each catalog keeps its own trail and settings; favourites are one list over all of them. A file that declares a \
    catalog is switched to by its path: catalog ./mine.json. catalog check FILE proves one and tells every mistake with its \
    place; catalog show NAME prints one, to begin one's own from. help catalogs tells more.
    """,
    example: "catalog ghibli", argument: .catalog
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { return .tell(.catalogs) }
    let text = try arguments.plainText()
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else {
      if ["check", "show"].contains(text) { throw arguments.missing() }
      return .go(.catalog(text))
    }
    switch words[0].lowercased() {
    case "check": return .tell(.catalogCheck(words[1]))
    case "show": return .tell(.catalogText(words[1]))
    default: return .go(.catalog(text))
    }
  }
}

extension Arguments {
  /// How many screens to move: 1 unless a number is given.
  fileprivate func steps(of command: String) throws(CommandError) -> Int {
    isEmpty ? 1 : try Setting.wholeNumber(String(text), of: command, in: 1...1_000_000)
  }
}
