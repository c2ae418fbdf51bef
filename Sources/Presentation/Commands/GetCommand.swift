extension Command {
  static let get = Command(
    "get", "[SEL]",
    options: [
      Option("to", "the folder it goes to", takes: .file("DIR")), Option("new", "only what is new since the last time"),
      Option("again", "also what was got before"), Option("list", "what was got"),
    ],
    "download episodes and other files",
    """
    Keeps episodes and other files whole, into --to, else the folder of set downloads: SHOW/2026-11-20 Title.mp3. What \
    breaks off or is stopped stands in NAME.part, and the next get goes on from there. Nothing comes twice, not even after \
    its file was removed, unless --again is given. get --new alone asks the starred podcasts for what they brought out \
    since it was last asked; the first time it marks where that begins.
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
}
