import Foundation
import Synchronization
import TestSupport
import Testing

/// A session with each shipped declaration, and made-up answers.
@Suite(.timeLimit(.minutes(10)))
struct DeclaredSessionTests {
  @Test(arguments: Transcript.declared)
  func `a declared catalog's session matches its transcript, and sends no other request`(
    _ session: Transcript
  ) async throws {
    let catalog = String(session.name.prefix { $0 != "." })
    let answers = try MadeAnswers(of: catalog)
    let unknown = Mutex<[String]>([])
    try await StandInServer.run { request in
      if let answer = answers.answer(to: request) { return answer }
      unknown.withLock { $0.append(request.target.removingPercentEncoding ?? request.target) }
      return .status(404)
    } body: { server in
      let variable = "LINER_\(catalog.uppercased())_"
      let printed = try await session.played(environment: [variable + "URL": server.url, variable + "TOKEN": "T0"])
      #expect(printed.replacing(server.host, with: "HOST") == session.text)
    }
    #expect(unknown.withLock(\.self) == [])
  }

  @Test func `the declaration in the README works unchanged`() async throws {
    let readme = try String(contentsOf: Transcript.root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```json\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    let declaration = try #require(blocks.first { $0.contains(#""declaration": 1"#) })
    #expect(declaration.split(separator: "\n").count <= 12)
    let folder = TemporaryFolder()
    folder.write(declaration, to: "shows.json")
    let answers = try MadeAnswers(of: "tvmaze")
    try await StandInServer.run {
      answers.answer(to: $0) ?? .status(404)
    } body: { server in
      let run = try await BuiltProgram.run(
        [
          "--catalog", folder.path("shows.json"), "-c", "search lantern", "-c", "open 1", "-c", "catalog", "-c",
          "catalog show shows",
        ],
        environment: ["LINER_SHOWS_URL": server.url])
      #expect(run.status == 0)
      #expect(run.text.contains("▸ shows "), "a catalog that a path named is listed among the others")
      #expect(run.text.hasSuffix(declaration), "and its declaration is shown")
      #expect(run.text.contains("Lantern Hill") && run.text.contains("Episodes  open episodes"))
    }
  }

  @Test func `an untrusted declaration sends requests to a known host no faster than the built-in one`() async throws {
    let folder = TemporaryFolder()
    folder.write(
      """
      {"declaration": 1, "name": "mine", "title": "Mine", "base": "https://api.tvmaze.com",
       "rate": {"requests": 1000, "seconds": 1},
       "categories": [{"name": "show", "title": "Show", "search": {"path": "/search/shows"},
         "fields": {"id": "/id", "title": "/name"}}]}
      """, to: "mine.json")
    // No request leaves the machine: it goes to a proxy that does not exist.
    let run = try await BuiltProgram.shell(
      "$liner --catalog mine.json --keep-going -c 'search x; limits'", in: folder,
      environment: ["https_proxy": "http://127.0.0.1:1"])
    #expect(run.text.contains("(1000 in 1 s, 20 in 10 s)"), "\(run.text) \(run.errorText)")
  }

  @Test func `every declared catalog has a session, except the one with a sample`() {
    let names = [
      "archive", "artic", "deezer", "gutendex", "jikan", "musicbrainz", "openlibrary", "rickandmorty", "tmdb", "tvmaze",
    ]
    #expect(Transcript.declared.map(\.name) == names.map { $0 + ".liner" })
  }
}

/// A service's answers, by the decoded target of the request; `404 ` before an answer is its status.
private struct MadeAnswers: Sendable {
  private let bodies: [String: [UInt8]]

  init(of catalog: String) throws {
    let file = Transcript.root.appending(path: "Tests/SessionTests/Declared/\(catalog).json")
    let table = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    bodies = try table.mapValues { [UInt8](try JSONSerialization.data(withJSONObject: $0)) }
  }

  func answer(to request: StandInServer.Request) -> StandInServer.Answer? {
    let target = request.target.removingPercentEncoding ?? request.target
    if let body = bodies[target] { return .json(body) }
    return bodies["404 " + target].map { .json($0, status: 404) }
  }
}
