extension Command {
  static let link = onItems("link") { _ in .link }
  static let browse = onItems("browse") { arguments in .browse(isSure: arguments.has("yes")) }
  static let copy = onItems("copy") { _ in .copy }
  static let play = onItems("play") { _ in .play }
  static let artwork = onItems("artwork") { arguments throws(CommandError) in
    .artwork(
      size: try arguments.number(of: "size", in: 1...ItemAction.largestCover), file: arguments.value(of: "save"),
      replaces: arguments.has("force"))
  }

  /// A command that does something with the picked items.
  private static func onItems(
    _ name: String, _ action: @escaping @Sendable (Arguments) throws(CommandError) -> ItemAction
  ) -> Command {
    Command(name, argument: .items) { arguments, context throws(CommandError) in
      .desktop(try action(arguments), try arguments.picked(in: context))
    }
  }

  static let get = Command("get", argument: .items) { arguments, context throws(CommandError) in
    if arguments.has("list") {
      guard arguments.isEmpty else {
        throw .usage(.unexpectedArgument(String(arguments.text), command: "get --list", synopsis: ""))
      }
      return .answer(.downloads)
    }
    let isNew = arguments.has("new")
    let selection = isNew && arguments.isEmpty ? nil : try arguments.picked(in: context)
    return .get(selection, folder: arguments.value(of: "to"), isNew: isNew, again: arguments.has("again"))
  }
}
