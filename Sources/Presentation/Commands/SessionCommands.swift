extension Command {
  static let set = Command(
    "set", "[NAME [VALUE]]", "show or change a setting",
    """
    Alone, lists all settings with value and meaning; with a name, shows one; with a value, changes it. The value \
    default restores what was there at the start.
    """,
    example: "set country gb", argument: .setting
  ) { arguments, _ throws(CommandError) in
    let words = try arguments.words().map(\.text)
    switch words.count {
    case 0: return .tell(.settings)
    case 1:
      // `set country=gb` is what `--set country=gb` looks like.
      let parts = words[0].split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? .set(name: parts[0], value: parts[1]) : .tell(.setting(words[0]))
    default: return .set(name: words[0], value: words.dropFirst().joined(separator: " "))
    }
  }

  static let source = Command(
    "source", "FILE", "run the commands in a file",
    "Runs a script here, in this session. Scripts may source others, at most 25 deep.",
    example: "source tour.liner", argument: .file
  ) { arguments, _ throws(CommandError) in
    .source(path: try arguments.required(by: "source", "FILE"))
  }

  static let expect = Command(
    "expect", "WHAT", "assert on what is there, in a script",
    """
    items 3..50, section Song 5, no section Podcast, title "Song", state loaded, item 3 "Upside Down", starred 2, \
    text "No results found" (in what the last command printed), error rate-limited (the command just before failed \
    so). What does not hold is a failed command.
    """,
    example: "expect items 3..50", argument: .expectation
  ) { arguments, _ throws(CommandError) in
    .expect(try Expectation(arguments))
  }

  static let help = Command(
    "help", aliases: ["?"], "[COMMAND]", "what there is, or one command",
    "Lists every command on one screen, or explains one with an example.",
    example: "help star", argument: .command
  ) { arguments, _ throws(CommandError) in
    .tell(.help(arguments.isEmpty ? nil : String(arguments.text)))
  }

  static let quit = Command(
    "quit", aliases: ["exit", "q"], summary: "leave", "Ends the session; so does Ctrl-D on an empty line.",
    example: "quit", action: .quit)
}
