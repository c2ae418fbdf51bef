import Domain

extension Command {
  private static let exportSynopsis = "[FILE] [--format FORMAT] [--force]"

  static let export = Command(
    "export", exportSynopsis, "write the screen's items to a file",
    """
    Writes the items of this screen, filtered and sorted as it is, in the format that the file's name ends in: .json, \
    .csv, .tsv, .md, .m3u8 (previews to play) or .opml (podcasts to subscribe to); --format chooses another. A file that \
    exists is replaced only with --force. Without a file, they are printed.
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
        guard let known = ExportFormat(named: name) else {
          throw .usage(.badValue(name, of: "--format", allowed: ExportFormat.allCases.map(\.rawValue)))
        }
        format = known
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

  static let source = Command(
    "source", "FILE", "run the commands in a file",
    "Runs a script here, in this session. Scripts may source others, at most 25 deep.",
    example: "source tour.liner", argument: .file
  ) { arguments, _ throws(CommandError) in
    .source(path: try arguments.required(by: "source", "FILE"))
  }
}
