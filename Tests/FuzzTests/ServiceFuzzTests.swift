@testable import Catalogs
@testable import Sample
@testable import Wire
import Domain
import Presentation
import Synchronization
import TestSupport
import Testing

extension FuzzTests {
  @Test func `whatever a service answers becomes items, skipped rows or an error`() async {
    await fuzz("services") { dice in
      let fetch = Self.service(dice.next())
      let client = dice.pick(Self.clients(fetch))
      let request = SearchRequest(
        category: dice.pick(client.catalog.categories), term: dice.text(0...6), limit: dice.pick([nil, 1, 5]))
      do throws(CatalogError) {
        let page = try await client.search(request)
        for item in page.items.prefix(3) {
          try claimTitled(item)
          _ = (client.artwork(of: item, size: 100), client.pngArtwork(of: item, size: 3))
          let details = try await client.details(of: item, filters: [:])
          try claimTitled(details.item)
        }
      } catch {
        try Self.claimReadable(ErrorMessages.sentence(for: error), of: request.term)
      }
    }
  }

  /// All shipped catalogs.
  private static func clients(_ fetch: @escaping HTTPFetch) -> [any CatalogClient] {
    [ITunesClient(fetch: fetch)]
      + Dice.declarations.map { DeclaredClient($0, environment: $0.everyVariable(as: "T0"), fetch: fetch) }
  }

  @Test func `sessions of any lines with any answers end, and print only what is allowed`() async {
    await fuzz("sessions") { dice in
      let fetch = Self.service(dice.next())
      let coordinator = Coordinator(
        clients: Self.clients(fetch), start: dice.pick(Dice.catalogs).name)
      let isJSON = dice.chance(1, in: 2)
      let script = dice.several(1...12) { dice in
        dice.chance(1, in: 3)
          ? dice.pick(["search a", "open 1", "favs", "star all", "open films", "undo"]) : dice.line()
      }.joined(separator: "\n")
      let output = Printed()
      let repl = await Repl(
        on: coordinator, output: output, interruption: Interruption(),
        options: Repl.Options(form: isJSON ? .json : .text, echoes: true, keepsGoing: true), files: NoFiles(),
        outside: Outside(
          desktop: NoDesktop(), fetch: { _ throws(CatalogError) in throw .cancelled }, budgets: { [] }),
        openScript: { path throws(CommandError) in throw .file(path: path, .notFound) })
      _ = await repl.run(ArraySource(script, source: dice.text()))
      for text in output.texts { try Self.claimHarmless(text) }
      for line in output.lines { try Self.claimJSONLine(line) }
    }
  }

  private final class Printed: Output {
    private let printed = Mutex<(texts: [StyledText], lines: [[UInt8]])>(([], []))
    var texts: [StyledText] { printed.withLock(\.texts) }
    var lines: [[UInt8]] { printed.withLock(\.lines) }

    func write(_ text: StyledText) { printed.withLock { $0.texts.append(text) } }
    func write(data: [UInt8]) { printed.withLock { $0.lines.append(data) } }
    func write(diagnostics text: StyledText) { write(text) }
    var size: (columns: Int, rows: Int)? { (40, 10) }
  }

  @Test func `any bytes are JSON or not, and JSON that was written is read back`() async {
    await fuzz("JSON") { dice in
      let text = dice.json()
      _ = try? JSONValue(parsing: dice.damaged(Array(text.utf8)))
      do throws(JSONValue.Malformed) {
        _ = try JSONValue(parsing: Array(text.utf8))
      } catch {
        throw Finding("JSON refused at \(error.offset): \(text)")
      }
      let string = dice.text()
      var writer = JSONWriter()
      writer.value(string)
      try claim(
        (try? JSONValue(parsing: writer.bytes)) == .string(string), "\(string.debugDescription) is read differently")
    }
  }

  @Test func `a recording is read back, and damage is reported`() async {
    await fuzz("recordings") { dice in
      let entries = dice.several(0...6) { dice -> Recording.Entry in
        switch dice.number(0...3) {
        case 0: .option("--set " + dice.text().filter { !$0.isNewline })
        case 1:
          .command(
            Recording.Command(
              dice.text().replacing("\n", with: ""), source: dice.pick([nil, "stdin", "-c", "a:3"]),
              line: dice.number(1...99)))
        default: .exchange(dice.exchange())
        }
      }
      let bytes = Array((Recording.header + "\n" + entries.map(\.text).joined()).utf8)
      let read: Recording
      do throws(FileProblem) {
        read = try Recording(parsing: bytes)
      } catch {
        throw Finding("\(error) in \(String(decoding: bytes, as: UTF8.self))")
      }
      try claim(read.entries == entries, "read differently: \(String(decoding: bytes, as: UTF8.self))")
      do throws(FileProblem) {
        _ = try Recording(parsing: dice.damaged(bytes))
      } catch {
        if case .malformed(let line, _) = error { try claim(line >= 1, "line \(line)") }
      }
    }
  }

  /// Plausible answers.
  private static func service(_ seed: UInt64) -> HTTPFetch {
    let dice = Mutex(Dice(seed: seed))
    return { (request) async throws(CatalogError) -> HTTPResponse in
      let (status, body) = dice.withLock { dice -> (Int, [UInt8]) in
        let rows = dice.several(0...4) { $0.row(Self.fields.randomElement(using: &$0)!) }
        let list = "[" + rows.joined(separator: ",") + "]"
        let text =
          switch dice.number(0...5) {
          case 0: dice.json()
          case 1: list
          case 2: rows.first ?? "{}"
          case 3: #"{"paging":{"total":\#(dice.number(0...9))},"results":\#(list)}"#
          default: #"{"resultCount":\#(rows.count),"results":\#(list)}"#
          }
        let status = dice.chance(1, in: 10) ? dice.pick([204, 301, 400, 401, 403, 404, 429, 500, 999]) : 200
        return (status, dice.chance(1, in: 10) ? dice.damaged(Array(text.utf8)) : Array(text.utf8))
      }
      return HTTPResponse(status: status, headers: ["retry-after": "-5"], body: body)
    }
  }

  private static let fields: [[String: String]] = [
    [
      "wrapperType": #""track""#, "kind": #""song""#, "trackId": "123", "collectionId": "7", "artistId": "5",
      "trackName": #""A""#, "collectionName": #""B""#, "artistName": #""C""#, "trackTimeMillis": "1000",
      "trackPrice": "1.29", "currency": #""USD""#, "releaseDate": #""2010-04-03T07:00:00Z""#,
      "artworkUrl100": #""https://x.example/a/100x100bb.jpg""#, "trackViewUrl": #""https://x.example/1""#,
      "longDescription": #""<b>x</b>""#, "genres": #"["a",1,null]"#,
    ],
    [
      "id": #""abc""#, "title": #""Film""#, "name": #""Name""#, "director": #""D""#, "running_time": #""104""#,
      "release_date": #""1986""#, "people": #"["https://x.example/people/","https://x.example/people/1"]"#,
      "films": #"["https://x.example/films/abc"]"#, "url": #""https://x.example/films/abc""#, "rt_score": #""95""#,
    ],
    [
      "id": #""MLA1""#, "title": #""Product""#, "name": #""Product""#, "price": "5.5", "currency_id": #""ARS""#,
      "permalink": #""https://x.example/p""#, "thumbnail": #""http://x.example/I.jpg""#,
      "attributes": #"[{"id":"BRAND","name":"Marca","value_name":"X"}]"#, "seller": #"{"id":1}"#,
      "pictures": #"[{"url":"https://x.example/1.jpg"}]"#, "sold_quantity": "7", "condition": #""new""#,
    ],
  ]
}

private func claimTitled(_ item: Item) throws(CatalogError) {
  if item.title.allSatisfy(\.isWhitespace) { throw .unreadable(host: "", what: "") }
}

extension Dice {
  fileprivate mutating func exchange() -> Recording.Exchange {
    let request = HTTPRequest(
      method: pick(["GET", "POST"]), url: "https://x.example/" + text().filter { !$0.isNewline },
      body: chance(1, in: 3) ? Array(text().utf8) : [])
    let failure = pick([
      "offline", "timed-out \(number(0...99999))", "rate-limited", "rate-limited \(number(0...99999))",
      "budget-spent \(number(0...99999))", "too-large \(number(0...99999))",
    ])
    if chance(1, in: 3) { return Recording.Exchange(request: request, result: .failure(.init(text: failure))) }
    let body = chance(1, in: 3) ? several(0...90) { UInt8($0.number(0...255)) } : Array(json().utf8)
    let headers = chance(1, in: 2) ? ["content-type": "text/x", "retry-after": "3"] : [:]
    return Recording.Exchange(
      request: request, result: .success(HTTPResponse(status: number(100...999), headers: headers, body: body)))
  }
}

/// A disk without any file.
struct NoFiles: Files {
  func read(_ path: String) async throws(FileError) -> (bytes: [UInt8], version: FileVersion)? { nil }
  func write(_ bytes: [UInt8], to path: String, replaces: Bool) async throws(FileError) {
    throw FileError(path: path, .notPermitted)
  }
  func makeFolder(_ path: String) async throws(FileError) { throw FileError(path: path, .notPermitted) }
  func update(
    _ path: String, seen: FileVersion?, _ change: @escaping @Sendable (FileState) throws(FileError) -> FileChange
  ) async throws(FileError) -> FileVersion? {
    _ = try change((false, { [] }))
    return nil
  }
}

/// A desktop that can do nothing.
struct NoDesktop: Desktop {
  func browse(_ page: WebLink) async throws(CommandError) {}
  func copy(_ text: String) async throws(CommandError) -> Clipboard { .terminal }
  func ask(_ question: String, isSecret: Bool) async -> String? { nil }
  func play(_ target: String, from stream: ByteStream?, title: String) async throws(CommandError) -> Playback {
    Playback(player: "x")
  }
  func run(_ command: String, reading input: [UInt8], isShown: Bool) async throws(CommandError) -> [UInt8] { [] }
  var pictures: PictureDisplay { .cannot(.noTerminal) }
  func show(_ picture: Picture, rows: Int?, caption: String?) async throws(CommandError) {}
}

extension Declaration {
  /// An environment with every variable that a catalog reads.
  func everyVariable(as value: String) -> [String: String] {
    Dictionary((credentials?.asked ?? []).map { (variable(of: $0.name), value) }) { $1 }
  }
}
