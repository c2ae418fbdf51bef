import Domain

extension Command {
  static let export = Command(
    "export", aliases: [">"], "[FILE]",
    options: [
      Option("format", "format, whatever the file's extension", takes: .format),
      Option("columns", "the columns of a table or a list", takes: .columns),
      Option("force", "replace an existing file"),
    ],
    "write the screen's items to a file",
    """
    Writes the items of this screen, as filtered and sorted, in the format of the file's extension: .json, .jsonl \
    (one object per line), .csv, .tsv, .md (a list), .m3u8 (episodes and previews to play) or .opml (podcasts to \
    subscribe to). --format chooses another; with --format alone, the items are printed. CSV and TSV have the same \
    columns for every screen unless --columns chooses: --columns title,creator. An existing file is replaced only with \
    --force. > FILE is the same, also after other commands: search vivaldi > vivaldi.csv.
    """,
    example: "export vivaldi.csv", argument: .file
  ) { arguments, _ throws(CommandError) in
    let words = try arguments.words()
    if words.count > 1 { throw arguments.unexpected(words[1].text) }
    let typed = arguments.value(of: "format")
    let format = try typed.map { name throws(CommandError) in try OutputForm(of: "--format", typed: name) }
    let columns = try arguments.value(of: "columns").map { names throws(CommandError) in try ItemField.table(names) }
    guard let path = words.first?.text else {
      guard let format = format ?? columns.map({ _ in OutputForm.csv }) else {
        throw arguments.missing("FILE, or export --format FORMAT")
      }
      return .export(path: nil, format, columns: columns, replaces: false)
    }
    if path == "-" { throw .usage(.exportToDash) }
    guard let format = format ?? OutputForm(ofFile: path) else {
      throw .file(path: path, .unknownFormat(OutputForm.endings.map { "." + $0 }))
    }
    return .export(path: path, format, columns: columns, replaces: arguments.has("force"))
  }

  static let importFile = Command(
    "import", "FILE", options: [Option("list", "put the items into a list as well", takes: .text("NAME"))],
    "star what an OPML file or an export names",
    """
    Adds the podcasts of an OPML file, or the items of a file that liner exported (.json, .jsonl, .csv, .tsv), to the \
    favourites, without a request. Feeds become podcasts of the catalog feeds. undo takes all of them back.
    """,
    example: "import podcasts.opml", "import stars.csv --list old", argument: .file
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { throw arguments.missing() }
    return .importFile(path: try arguments.plainText(), list: try arguments.list())
  }

  static let pipe = Command(
    "|", "COMMAND", "pipe the items into a shell command",
    """
    Runs the rest of the line as a shell command. The command reads the items of this screen, as filtered and sorted, \
    as JSON objects, one per line. After another command, | passes on the items that it shows: search vivaldi | jq -r \
    .title. Ctrl-C stops the command. Scripts need --shell; a replay never runs it.
    """,
    example: "| jq -r .title"
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { throw arguments.missing() }
    return .pipe(command: String(arguments.text))
  }

  static let source = Command(
    "source", "FILE", "run the commands in a file",
    """
    Runs a script in this session. A relative path is tried in the sourcing script's folder, then in the current one. \
    Scripts can nest 25 deep.
    """,
    example: "source tour.liner", argument: .file
  ) { arguments, _ throws(CommandError) in
    if arguments.isEmpty { throw arguments.missing() }
    return .source(path: try arguments.plainText())
  }
}

extension ItemField {
  /// The columns of a table that a comma-separated list names.
  fileprivate static func table(_ names: String) throws(CommandError) -> [ItemField] {
    try names.split(whereSeparator: { $0 == "," || $0 == " " }).map { name throws(CommandError) in
      try ofTables.resolve(String(name), for: "--columns", by: \.key)
    }
  }
}
