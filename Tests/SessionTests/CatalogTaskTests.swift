import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Presentation
@testable import Wire

/// What can be done with declarations, through the built program.
struct CatalogTaskTests {
  private static let mine = #"""
    {"declaration": 1, "name": "mine", "title": "Mine", "base": "https://api.example.org",
     "credentials": {"ask": {"token": "a token"}, "send": {"headers": {"Authorization": "Bearer {token}"}}, "required": true},
     "filters": [{"name": "tag", "title": "Tag", "values": {"path": "/tags", "key": "/k", "value": "/v"}}],
     "tests": [{"search": "x", "least": 2, "has": ["released"]}, {"search": "y", "has": ["genre"]}],
     "categories": [{"name": "thing", "title": "Thing",
      "search": {"path": "/s", "query": {"q": "{term}", "t": "{tag}"}, "rows": "/r"},
      "fields": {"id": "/id", "title": "/t", "released": "/y", "genre": "/nope", "artwork": "/c", "price": "/id"}}]}
    """#

  private static func answer(_ request: StandInServer.Request) -> StandInServer.Answer {
    if request.path == "/tags" { return .json(Array(#"[{"k": "jz", "v": "Jazz"}, {"k": "rk", "v": "Rock"}]"#.utf8)) }
    guard request.headers["authorization"] == "Bearer sesame-open" else { return .status(401) }
    return .json(
      Array(
        #"{"r": [{"id": 1, "t": "One", "y": "1999"}, {"id": 2, "t": "Two sesame-open", "y": 2001, "more": {"x": 3}}]}"#
          .utf8))
  }

  private static func run(_ arguments: String, in folder: TemporaryFolder, environment: [String: String] = [:])
    async throws
    -> (text: String, errors: String, status: Int32)
  {
    folder.write(mine, to: "mine.json")
    return try await StandInServer.run {
      answer($0)
    } body: { server in
      let own = ["LINER_MINE_URL": server.url, "HOME": folder.path]
      let run = try await BuiltProgram.shell(
        "$liner \(arguments)", in: folder, environment: own.merging(environment) { $1 })
      return (run.text.replacing(server.url, with: "URL"), run.errorText, run.status)
    }
  }

  @Test func `a sign-in is tried before it is kept, and signing out forgets it`() async throws {
    let folder = TemporaryFolder()
    let file = folder.path(".local/state/liner/credentials/mine.json")
    let wrong = try await Self.run(
      "catalog sign-in ./mine.json < wrong",
      in: {
        folder.write("no\n", to: "wrong"); return folder
      }())
    #expect(wrong.status == 1 && !FileManager.default.fileExists(atPath: file), "\(wrong)")
    folder.write("sesame-open\n", to: "right")
    let script = "catalog sign-in ./mine.json < right && stat -c %a .local/state/liner/credentials/mine.json"
    let right = try await Self.run(script, in: folder)
    #expect(right.status == 0 && right.text.hasSuffix("600\n"), "\(right)")
    // Another port is another base, which has none of it.
    let other = try await Self.run("--catalog ./mine.json -c 'search x'", in: folder)
    #expect(other.status == 1 && other.errors.contains("catalog sign-in mine"), "\(other)")
    // The sample has no credentials; there is a home folder, and what is in it stays.
    let sample = try await Self.run("--offline catalog sign-out ./mine.json", in: folder)
    #expect(sample.status == 1 && sample.errors.contains("never with --offline"), "\(sample)")
    let out = try await Self.run("catalog sign-out ./mine.json", in: folder)
    #expect(out.status == 0 && !FileManager.default.fileExists(atPath: file))
  }

  @Test func `credentials are in no recording, log, cache, screen or command line for a shell`() async throws {
    let folder = TemporaryFolder()
    let run = try await Self.run(
      "--catalog ./mine.json --record r.txt --log-file l.txt --log-level trace -c 'search x; explain --curl; open 2; | env'",
      in: folder, environment: ["LINER_MINE_TOKEN": "sesame-open"])
    #expect(run.text.contains(#"--header "Authorization: Bearer $LINER_MINE_TOKEN""#), "\(run)")
    #expect(run.text.contains("One"))
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let texts = files.compactMap { try? Data(contentsOf: URL(filePath: folder.path($0))) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    for text in texts + [run.text, run.errors] { #expect(!text.contains("sesame-open")) }
    let replayed = try await BuiltProgram.shell("$liner --catalog ./mine.json --replay r.txt", in: folder)
    #expect(replayed.text.contains("One"), "\(replayed.text) \(replayed.errorText)")
  }

  @Test func `values that a service lists are asked for by set, and a wrong one is refused with those there are`()
    async throws
  {
    let run = try await Self.run(
      "--catalog ./mine.json --keep-going -c 'set tag pop; set tag JAZZ; set tag; search x --tag rock; search x --tag zz'",
      in: TemporaryFolder(), environment: ["LINER_MINE_TOKEN": "sesame-open"])
    #expect(run.errors.contains(#"tag cannot be "pop"; use jz or rk"#), "\(run)")
    #expect(run.errors.contains(#"tag cannot be "zz""#))
    #expect(run.text.contains("tag  jz"), "\(run)")
  }

  @Test func `a declaration's tests are run, a line each`() async throws {
    let run = try await Self.run(
      "catalog test ./mine.json", in: TemporaryFolder(), environment: ["LINER_MINE_TOKEN": "sesame-open"])
    #expect(run.text == "passed  search x: 2 rows\nfailed  search y: no row has genre\n1 passed, 1 failed\n", "\(run)")
    #expect(run.status == 1)
  }

  @Test func `what new drafts passes check, and reads every row of the answer`() async throws {
    let feed = """
      <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>Books</title>
      <entry><id>urn:1</id><title type="text">A</title><author><name>B</name></author><rights>free</rights><updated>2026-11-01T10:00:00Z</updated>
      <link rel="alternate" href="https://x.org/1"/><link rel="self" href="https://x.org/1.atom"/></entry>
      <entry><id>urn:2</id><title type="text">C</title><author><name>D</name></author></entry></feed>
      """
    let podcast = """
      <rss version="2.0"><channel><title>P</title>
      <item><title>One</title><guid isPermaLink="false">1</guid><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item>
      <item><title>Two</title><guid isPermaLink="false">2</guid></item></channel></rss>
      """
    let answers = [
      (feed, 2), (podcast, 2),
      (
        #"{"total": 40, "page": 0, "items": [{"show": {"ids": {"imdb": "tt1", "x": 7}, "title": "A", "year": 2001, "runtime": 42}}]}"#,
        1
      ),
      (
        #"[{"id": 1, "name": "B", "duration_ms": 61000, "images": [{"url": "https://x.org/a.jpg"}], "authors": [{"name": "C"}]}]"#,
        1
      ),
      (#"{"pages": {"7": {"pageid": 7, "title": "A"}, "9": {"pageid": 9, "title": "B"}}}"#, 2),
      (#"{"data": {"id": 7, "title": "A", "places": [{"weight": 3}, {"weight": 4}]}, "info": {"version": 1}}"#, 1),
      (#"{"catalogs": [{"metadata": {"title": "A"}, "image": {"href": "https://x.org/a"}}]}"#, 1),
      (
        #"[{"id": 1, "date": "2020-01-02", "guid": {"rendered": "https://x.org/1"}, "title": {"rendered": "A"}}, {"id": 2, "title": {"rendered": "B"}}]"#,
        2
      ),
      (#"{"feed": {"entry": [{"name": {"label": "A"}, "id": {"label": "i1", "attributes": {"im:id": "1"}}}]}}"#, 1),
      (
        #"[{"trackId": 1, "name": "A", "makerId": 5}, {"makerId": 5, "albumId": 7, "name": "B"}, {"makerId": 5, "albumId": 8, "name": "C"}]"#,
        3
      ),
      (#"{"objectID": "9", "title": null, "created_at": "2012-04-02T08:23:08Z", "story_text": "ten years"}"#, 1),
    ]
    for (index, (answer, rows)) in answers.enumerated() {
      let folder = TemporaryFolder()
      folder.write(answer, to: "a.json")
      let run = try await Self.run(
        "catalog new a.json draft && $liner catalog check draft.json && $liner --output json catalog try ./draft.json --answer a.json",
        in: folder)
      #expect(run.status == 0, "\(index): \(run)")
      #expect(run.text.contains(#""rows":\#(rows),"items":\#(rows)"#), "\(index): \(run)")
      if index == 0 { #expect(run.text.contains("\"/rights\""), "what else the rows have: \(run)") }
      let again = try await Self.run("catalog new a.json draft", in: folder)
      #expect(again.status == 1, "never over a file")
    }
  }

  @Test func `every key of the language is on a page of the help and in the schema`() throws {
    let topic = TextRenderer().render(.topic(HelpTopic.all.first { $0.name == "catalogs" }!), favorites: Favorites())
      .text
    #expect(topic.contains("help catalogs TOPIC: \(DeclarationLanguage.topics.map(\.name).joined(separator: ", "))."))
    let pages = try DeclarationLanguage.topics.map {
      try DeclarationHelp.report(on: $0.name).lines.joined(separator: "\n")
    }
    let schema = DeclarationSchema.value.lines.joined(separator: "\n")
    for object in LanguageObject.allCases {
      #expect(schema.contains("\"\(object.rawValue)\": {"))
      for key in object.keys {
        #expect(pages.contains { $0.contains("  \(key.name) ") }, "\(object.rawValue).\(key.name)")
        #expect(schema.contains("\"\(key.name)\": {"), "\(object.rawValue).\(key.name)")
      }
    }
    #expect(throws: (any Error).self) { try DeclarationHelp.report(on: "zzz") }
    // Every object may have a comment, also one whose members are named by its author.
    #expect(schema.matches(of: /"additionalProperties"/).count == schema.matches(of: /"\/\/": {/).count)
  }
}
