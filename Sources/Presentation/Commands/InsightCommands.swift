extension Command {
  static let limits = Command(
    "limits", summary: "how much may be asked of each host",
    "Shows for each host asked so far how many requests may be sent now, and when the next one may.",
    example: "limits", action: .tell(.limits))

  static let explain = Command(
    "explain", "[--curl]", "what the last command asked, and how that went",
    """
    Lists the requests of the last command that asked something: from where each was answered, how long each \
    part took, and which rows were skipped and why. --curl prints commands that ask the same.
    """,
    example: "explain --curl"
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { return .explain(asCurl: false) }
    guard arguments.text == "--curl" else {
      throw .usage(.unexpectedArgument(String(arguments.text), command: "explain", synopsis: "[--curl]"))
    }
    return .explain(asCurl: true)
  }
}
