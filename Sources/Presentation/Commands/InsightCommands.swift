extension Command {
  static let limits = Command(
    "limits", summary: "show the request budget of each host",
    "Shows for each host how many requests may be sent now, and when the next one may be sent.",
    example: "limits", action: .tell(.limits))

  static let explain = Command(
    "explain", options: [Option("curl", "as commands for curl that ask the same")],
    "show the requests of the last command",
    """
    Lists the requests of the last command: where each answer came from, how long each part took, and which rows were \
    skipped and why.
    """,
    example: "explain --curl"
  ) { arguments, _ throws(CommandError) in
    try arguments.refuseWords()
    return .explain(asCurl: arguments.has("curl"))
  }
}
