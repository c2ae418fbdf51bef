import Domain
import Foundation
import Presentation
import TestSupport
import Testing

/// Keeps favourites in memory, until it is full.
private struct FullStore: FavoritesStore {
  let capacity: Int

  func load(known: Favorites) async throws(FileError) -> Favorites { known }

  func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites? {
    if known.count > capacity { throw FileError(path: "favs", .noSpace) }
    return known
  }
}

@Suite struct `Results for programs` {
  private let transcript = Transcript()
  private let files = MemoryFiles()

  /// Two songs, one with an escape sequence in its title, and albums that cannot be had.
  private let client = StubCatalogClient(
    Catalog(
      name: "c", title: "C",
      categories: [Category(name: "song", title: "Song"), Category(name: "album", title: "Album")])
  ) { request in
    if request.term == "long" {
      let numbers = request.offset..<request.offset + 2
      return .success(
        ItemList(items: numbers.map { .made("Song \($0)", catalog: "c", key: "\($0)") }, extent: .service))
    }
    if request.category.name == "album" { return .failure(.timedOut(host: "x.invalid", after: .seconds(1))) }
    return .success(
      ItemList(items: ["One, two", "Red \u{1B}[31m"].enumerated().map { .made($1, catalog: "c", key: "\($0)") }))
  }

  /// - Returns: the titles of the favourites at the end.
  @discardableResult
  private func run(
    _ script: String, form: OutputForm = .text, store: (any FavoritesStore)? = nil, isTerminal: Bool = false
  ) async throws -> [String] {
    let favorites = try await store?.load() ?? Favorites()
    let coordinator = Coordinator(clients: [client], start: "c", favorites: favorites, store: store)
    let repl = await transcript.repl(
      transcript.output(isTerminal: isTerminal), options: Repl.Options(form: form, keepsGoing: true), files: files,
      on: coordinator)
    _ = await repl.run(ArraySource(script, source: "-c"))
    return await coordinator.favorites.items.map(\.title)
  }

  private static let header =
    ItemField.ofTables.map(\.key).joined(separator: ",") + "\r\n"
  private static let rest = String(repeating: ",", count: ItemField.ofTables.count - 7)
  private static let rows = [
    "1,c:song:0,song,,\"One, two\",,false\(rest)a\r\n",
    "2,c:song:1,song,,Red \u{1B}[31m,,false\(rest)a\r\n",
  ]

  @Test func `are the items of each screen, and nothing of other commands`() async throws {
    try await run("trail\nsearch a --in song\nset limit 3\nopen 9\nfilter red", form: .csv)
    #expect(transcript.verbatim == Self.header + Self.rows.joined() + Self.rows[1])
    #expect(transcript.results.isEmpty)
    #expect(transcript.diagnostics == "-c:4: open 9: there is no item 9 here; this screen has 1-2\n")
  }

  @Test func `are one table, to which more adds only what is new`() async throws {
    try await run("search long --in song\nopen song\nmore\nfilter 3\nmore", form: .csv)
    let keys = transcript.verbatim.split(separator: "\r\n").map { $0.split(separator: ",")[1] }
    #expect(
      keys == [
        "id", "c:song:0", "c:song:1", "c:song:0", "c:song:1", "c:song:2", "c:song:3", "c:song:3",
      ])
    try await run("search long --in song\nmore\nshow", form: .markdown)
    #expect(
      transcript.verbatim.components(separatedBy: "\r\n").last?.components(separatedBy: "\n\n").map {
        $0.count { $0 == "-" }
      }
        == [2, 2, 4, 0])
  }

  @Test func `act on no terminal`() async throws {
    try await run("search a --in song\nexport --format tsv", form: .csv, isTerminal: true)
    #expect(transcript.verbatim.isEmpty)
    #expect(transcript.results.contains("Red ␛[31m"))
    #expect(!transcript.results.contains("\u{1B}"))
    #expect(!transcript.results.contains("\r"))
    #expect(transcript.results.contains("number\tid\tcategory"))
  }

  @Test func `come with a word on what is missing from them`() async throws {
    try await run("search a", form: .tsv)
    #expect(transcript.verbatim.split(separator: "\n").count == 3)
    #expect(transcript.diagnostics == "-c:1: search a: Album: x.invalid did not answer in 1 s. Try again: retry\n")
  }

  @Test func `keep two Markdown lists apart`() async throws {
    try await run("search a --in song\nshow", form: .markdown)
    let tables = transcript.verbatim.components(separatedBy: "\n\n")
    #expect(tables.count == 3)
    #expect(tables[0] == tables[1])
    #expect(tables[2].isEmpty)
  }

  @Test func `are exported as the screen shows them`() async throws {
    try await run("search a --in song\nsort title desc\nexport a.csv\nfilter one\nexport b.csv\nstar 1")
    #expect(files["a.csv"] == Self.header + Self.rows.reversed().joined())
    #expect(files["b.csv"] == Self.header + Self.rows[0])
    #expect(transcript.results.contains("2 items written to a.csv\n"))
    #expect(transcript.results.contains("1 item written to b.csv\n"))
    #expect(transcript.diagnostics.isEmpty)
  }

  @Test func `are printed where no file is named, whatever the form`() async throws {
    try await run("search a --in song\nexport --format csv\nexport --format m3u8")
    #expect(transcript.verbatim == Self.header + Self.rows.joined() + "#EXTM3U\n#PLAYLIST:a\n")
    #expect(transcript.diagnostics == "-c:3: export --format m3u8: 2 skipped: no preview\n")
  }

  @Test func `tell JSON what was exported`() async throws {
    try await run("search a --in song\nexport a.opml\nexport --format tsv", form: .json)
    let lines = transcript.results.split(separator: "\n").dropFirst()
    #expect(lines.first?.hasSuffix(#""exported":{"file":"a.opml","format":"opml","items":0,"leftOut":2}}"#) == true)
    #expect(lines.last?.contains(#""exported":{"format":"tsv","items":2,"text":"number\tid"#) == true)
    #expect(transcript.verbatim.isEmpty)
  }

  @Test func `replace a file only by force`() async throws {
    files["a.csv"] = "old"
    try await run("search a --in song\nexport a.csv\nexpect error file")
    #expect(files["a.csv"] == "old")
    #expect(transcript.diagnostics == "-c:2: export a.csv: a.csv already exists; --force replaces it\n")
    try await run("search a --in song\nexport a.csv --force")
    #expect(files["a.csv"] == Self.header + Self.rows.joined())
  }

  @Test func `need something to export`() async throws {
    try await run(
      "export a.csv\nexpect error nothing-here\nsearch a --in album\nexport a.csv\nexpect error timed-out\nfavs\nexport b.csv\nexpect error nothing-here\nsearch a --in song\nfilter x\n> b.csv"
    )
    #expect(files.paths.isEmpty)
    #expect(transcript.diagnostics.hasSuffix("-c:11: > b.csv: no items here to write; no file was written\n"))
  }

  @Test(arguments: OutputForm.endings.map { "a." + $0 } + ["a.csv --force", "b --format md"])
  func `go from a command to a file as from its screen`(file: String) async throws {
    try await run("search a --in song\n> \(file)")
    let path = String(file.prefix { $0 != " " })
    let written = files[path]
    #expect(written != nil)
    transcript.clear()
    try await run("search a --in song > \(file.hasSuffix("force") ? file : file + " --force")\ntrail")
    #expect(files[path] == written)
    #expect(
      transcript.results.hasSuffix(" items written to \(path)\n  1 home\n▸   a\n") || file.hasSuffix("m3u8")
        || file.hasSuffix("opml"))
    #expect(!transcript.results.contains("Song"))
  }

  @Test(arguments: [
    ("help > a.csv", "help shows no items for | or >"),
    ("star 1 | cat", "star shows no items for | or >"),
    ("search a > a.xyz", "a.xyz: unknown format"),
    ("search a | cat", "scripts need --shell to run shell commands"),
    ("search a > a.csv b", "unexpected \"b\": export"), ("search a > -", "export does not write to -"),
  ])
  func `go nowhere, and nothing is asked, where that cannot be`(line: String, sentence: String) async throws {
    try await run("\(line)\ntrail")
    #expect(transcript.diagnostics.contains("-c:1: \(line): \(sentence)"))
    #expect(transcript.results == "▸ home\n")
    #expect(files.paths.isEmpty)
  }

  @Test(arguments: [
    ("export a.csv --columns title,creator", "title,creator\r\n\"One, two\",\r\n"),
    ("search a --in song > a.tsv --columns NUMBER,tit", "number\ttitle\n1\tOne, two\n"),
    ("export --columns title", "title\r\n\"One, two\"\r\n"),
  ])
  func `have the columns that were chosen`(line: String, beginning: String) async throws {
    try await run("search a --in song\n\(line)")
    let written = files["a.csv"] ?? files["a.tsv"] ?? transcript.verbatim
    #expect(written.hasPrefix(beginning), "\(written)\(transcript.diagnostics)")
  }

  @Test func `have no column that does not exist`() async throws {
    try await run("search a --in song\nexport a.csv --columns titel")
    #expect(transcript.diagnostics.contains("--columns cannot be \"titel\"; did you mean title?"))
    #expect(files.paths.isEmpty)
  }

  @Test func `go to a file that is there only by force`() async throws {
    files["a.csv"] = "old"
    try await run("search a --in song > a.csv\nexpect error file\nexpect items 2")
    #expect(files["a.csv"] == "old")
    #expect(transcript.results.isEmpty)
  }

  @Test func `include favourites only as far as they could be kept`() async throws {
    let store = FullStore(capacity: 1)
    let few = try await run("search a --in song\nstar 2\nstar 1\nexpect error file\nexpect starred 1", store: store)
    #expect(few == ["Red \u{1B}[31m"])
    #expect(
      transcript.diagnostics == "-c:3: star 1: favs: no space left on the disk; nothing was written\n")
    let others = try await run(
      "search a --in song\nstar 2\nunstar all\nstar 1\nundo\nundo\nundo\nstar 1", store: store)
    #expect(others == ["One, two"])
  }
}
