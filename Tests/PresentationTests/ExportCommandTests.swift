import Domain
import Presentation
import Testing

@Suite struct `The export command` {
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
}
