import Domain
import Presentation
import Testing

@Suite struct `The export command` {
  private static let formats = ["json", "jsonl", "csv", "tsv", "md", "m3u8", "opml"]

  private func action(_ line: String) throws(CommandError) -> Action {
    let catalog = Catalog(name: "c", title: "C", categories: [])
    return try Command.action(for: line[...], on: Command.Context(screen: .root(of: catalog), catalog: catalog))
  }

  @Test(
    arguments: [
      ("export a.csv", .export(path: "a.csv", .csv, replaces: false)),
      ("export a.csv --format opml --force", .export(path: "a.csv", .opml, replaces: true)),
      ("export --format m3u8", .export(path: nil, .playlist, replaces: false)),
      ("export a.jsonl", .export(path: "a.jsonl", .jsonl, replaces: false)),
      (#"export "my list.json""#, .export(path: "my list.json", .json, replaces: false)),
      (#"export "--force" --format csv"#, .export(path: "--force", .csv, replaces: false)),
      ("export -- --x.tsv", .export(path: "--x.tsv", .tsv, replaces: false)),
    ] as [(String, Action)])
  func `reads`(line: String, expected: Action) throws {
    #expect(try action(line) == expected)
  }

  @Test(arguments: [
    (
      "export",
      CommandError.usage(.missingArgument(command: "export", synopsis: "FILE, or export --format FORMAT"))
    ),
    (
      "export a.csv b.csv",
      .usage(
        .unexpectedArgument(
          "b.csv", command: "export", synopsis: "[FILE] [--format FORMAT] [--columns A,B,…] [--force]"))
    ),
    ("export a.csv --format", .usage(.missingValue(option: "--format"))),
    ("export --format xls", .usage(.badValue("xls", of: "--format", allowed: formats))),
    ("export --format j", .usage(.ambiguousWord("j", candidates: ["json", "jsonl"]))),
    ("export --format m", .usage(.ambiguousWord("m", candidates: ["md (markdown)", "m3u8"]))),
    ("export --format=", .usage(.missingValue(option: "--format"))),
    // What a file is called is no abbreviation.
    ("export a.c", .file(path: "a.c", .unknownFormat(formats.map { "." + $0 }))),
    (
      "export a.csv --forced",
      .usage(.unknownOption("--forced", command: "export", known: ["--format", "--columns", "--force"]))
    ),
    ("export a.csv --force=no", .usage(.valueNotTaken(option: "--force"))),
    ("export a.csv --for", .usage(.ambiguousWord("--for", candidates: ["--format", "--force"]))),
    ("export a.xls", .file(path: "a.xls", .unknownFormat(formats.map { "." + $0 }))),
    ("export list", .file(path: "list", .unknownFormat(formats.map { "." + $0 }))),
  ])
  func `refuses`(line: String, error: CommandError) {
    #expect(throws: error) { try action(line) }
  }
}
