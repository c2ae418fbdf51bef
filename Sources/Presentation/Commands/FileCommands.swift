import Domain

extension Command {
  private static let exportSynopsis = "[FILE] [--format FORMAT] [--force]"

  static let export = Command(
    "export", aliases: [">"], exportSynopsis, "write the screen's items to a file",
    """
    Writes the items of this screen, filtered and sorted as it is, in the format that the file's name ends in: .json, \
    .jsonl (an object a line), .csv, .tsv, .md (a list to paste), .m3u8 (episodes and previews to play) or .opml \
    (podcasts to subscribe to); --format chooses another. A file that exists is replaced only with --force. Without a \
    file, they are printed. > FILE is the same.
    """,
    example: "export vivaldi.csv", argument: .file
  ) { arguments, _ throws(CommandError) in
    var path: String?
    var format: ExportFormat?
    var replaces = false
    var words = try arguments.words()[...]
    var takesOptions = true
    while let word = words.popFirst() {
      guard takesOptions, !word.isQuoted, word.text.hasPrefix("--") else {
        if path != nil {
          throw .usage(.unexpectedArgument(word.text, command: "export", synopsis: exportSynopsis))
        }
        path = word.text
        continue
      }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch (parts[0], parts.count) {
      case ("--", 1): takesOptions = false
      case ("--force", 1): replaces = true
      case ("--format", _):
        guard let name = parts.count > 1 ? parts[1] : words.popFirst()?.text else {
          throw .usage(.missingValue(option: "--format"))
        }
        format = try ExportFormat(of: "--format", typed: name)
      default: throw .usage(.unknownOption(word.text, known: ["--format", "--force"]))
      }
    }
    guard let path else {
      guard let format else { throw .usage(.missingArgument(command: "export", synopsis: exportSynopsis)) }
      return .export(path: nil, format, replaces: false)
    }
    guard let format = format ?? ExportFormat(ofFile: path) else {
      throw .file(path: path, .unknownFormat(ExportFormat.allCases.map { "." + $0.rawValue }))
    }
    return .export(path: path, format, replaces: replaces)
  }

  static let pipe = Command(
    "|", "COMMAND", "hand the items to a command of the shell",
    """
    Runs a command of the shell, which reads the items of this screen, filtered and sorted as it is, as JSON objects, one \
    a line. It takes the rest of the line as it stands, and stands at the start of a line only; Ctrl-C stops it. \
    Scripts may use it with --shell, a replay never.
    """,
    example: "| jq -r .title"
  ) { arguments, _ throws(CommandError) in
    guard !arguments.isEmpty else { throw .usage(.missingArgument(command: "|", synopsis: "COMMAND")) }
    return .pipe(command: String(arguments.text))
  }

  static let source = Command(
    "source", "FILE", "run the commands in a file",
    """
    Runs a script here, in this session. A name that begins with no slash is looked for beside the script that names it, \
    then here. Scripts may source others, at most 25 deep.
    """,
    example: "source tour.liner", argument: .file
  ) { arguments, _ throws(CommandError) in
    .source(path: try arguments.required(by: "source", "FILE"))
  }
}
