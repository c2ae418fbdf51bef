import Domain

extension Command {
  static let export = Command("export", argument: .file) { arguments, _ throws(CommandError) in
    let words = try arguments.words()
    if words.count > 1 { throw arguments.unexpected(words[1].text) }
    let typed = arguments.value(of: "format")
    let format = try typed.map { name throws(CommandError) in try OutputFormat(of: "--format", typed: name) }
    let columns = try arguments.value(of: "columns").map { names throws(CommandError) in
      try ItemField.ofTables.list(names, for: "--columns")
    }
    let path = words.first?.text
    if path == "-" { throw .usage(.exportToDash) }
    guard let format = format ?? path.map({ OutputFormat(ofFile: $0) }) ?? columns.map({ _ in .csv }) else {
      guard let path else { throw arguments.missing("FILE, or export --format FORMAT") }
      throw .file(path: path, .unknownFormat(OutputFormat.endings.map { "." + $0 }))
    }
    if columns != nil, format.need != nil {
      let allowed = OutputFormat.allCases.filter { $0.need == nil }.compactMap(\.ending)
      throw .usage(.badValue(format.rawValue, of: "a file with --columns", allowed: allowed))
    }
    return .export(path: path, format, columns: columns, replaces: arguments.has("force"))
  }

  static let importFile = Command("import", argument: .file) { arguments, _ in
    if arguments.isEmpty { throw arguments.missing() }
    return .importFile(path: try arguments.plainText(), list: try arguments.list())
  }

  static let pipe = Command("|") { arguments, _ in
    if arguments.isEmpty { throw arguments.missing() }
    return .pipe(command: String(arguments.text))
  }

  static let source = Command("source", argument: .file) { arguments, _ in
    if arguments.isEmpty { throw arguments.missing() }
    return .source(path: try arguments.plainText())
  }
}
