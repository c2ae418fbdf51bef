extension Command {
  static let limits = Command(
    "limits", summary: "how much may be asked of each host",
    "Shows for each host asked so far how many requests may be sent now, and when the next one may.",
    example: "limits", action: .tell(.limits))

  static let explain = Command(
    "explain", options: [Option("curl", "as commands for curl that ask the same")],
    "what the last command asked, and how that went",
    """
    Lists the requests of the last command that asked something: from where each was answered, how long each \
    part took, and which rows were skipped and why.
    """,
    example: "explain --curl"
  ) { arguments, _ throws(CommandError) in
    try arguments.refuseWords()
    return .explain(asCurl: arguments.has("curl"))
  }
}
