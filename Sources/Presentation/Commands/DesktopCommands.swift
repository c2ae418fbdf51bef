extension Command {
  static let link = Command("link", argument: .items) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.link, try arguments.picked(in: context)))
  }

  static let browse = Command("browse", argument: .items) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.browse(isSure: arguments.has("yes")), try arguments.picked(in: context)))
  }

  static let copy = Command("copy", argument: .items) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.copy, try arguments.picked(in: context)))
  }

  static let play = Command("play", argument: .items) { arguments, context throws(CommandError) in
    .desktop(ItemAction(.play, try arguments.picked(in: context)))
  }

  static let get = Command("get", argument: .items) { arguments, context throws(CommandError) in
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

  static let artwork = Command("artwork", argument: .items) { arguments, context throws(CommandError) in
    .desktop(
      ItemAction(
        .artwork(
          size: try arguments.number(of: "size", in: 1...Artwork.largestSize), file: arguments.value(of: "save"),
          replaces: arguments.has("force")),
        try arguments.picked(in: context)))
  }
}

enum Artwork {
  /// Larger than any cover, so that a service returns its largest.
  static let largestSize = 10_000
  /// Sharp at forty columns, and quick to fetch.
  static let shownSize = 600
}
