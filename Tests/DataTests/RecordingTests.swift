import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RecordingTests {
  private static let host = "music.example"
  private let folder = TemporaryFolder()
  private var path: String { folder.path("x.rec") }
  private let get = HTTPRequest(url: "https://music.example/search?term=a%20b")

  @Test func `a recording reads like the session it was`() async throws {
    let recorder = try await Recorder(path: path)
    let body = "{\"a\":1,\n \"b\":\"é\"}\n"
    let headers = ["content-type": "text/javascript", "date": "now", "retry-after": "3"]
    let recorded = recorder.recording(
      ScriptedLayer(.answer(200, body, headers: headers), .failure(.offline(host: Self.host))).transfer)
    recorder.note(Recording.Command("search a b", source: "tour.liner", line: 7))
    _ = await recorded(get)
    recorder.note(Recording.Command("open 1\u{1B}", source: nil, line: 2))
    _ = await recorded(HTTPRequest(method: "POST", url: "https://music.example/x", body: Array("q=1".utf8)))
    #expect(
      text == """
        liner-recording 1

        @ tour.liner:7
        > search a b
        GET https://music.example/search?term=a%20b
        < 200
        content-type: text/javascript
        retry-after: 3
        | {"a":1,
        |  "b":"é"}
        |\u{20}

        @ 2
        % b3BlbiAxGw==
        POST https://music.example/x
        + q=1
        ! offline

        """)
    let commands = try Recording(parsing: Array(text.utf8)).commands
    #expect(commands.map(\.text) == ["search a b", "open 1\u{1B}"])
    #expect(commands.map(\.source) == ["tour.liner", nil])
    #expect(commands.map(\.line) == [7, 2])
  }

  @Test(arguments: [
    Transfer.answer(200, "{}"), .answer(200, ""), .answer(200, "\n"), .answer(200, "\n\n a\r\nb"), .answer(204, ""),
    .answer(200, "> search x\n< 200\n| y\nGET z"), .answer(200, "\u{1B}[31m"), .answer(200, "\u{0}"),
    .answer(429, "", headers: ["retry-after": "7"]), .answer(503, "<html>"),
    .answer(200, String(repeating: "\u{7}", count: 1000)),
    Transfer(.success(HTTPResponse(status: 200, body: [0xFF, 0xFE, 0x0A])), source: .network),
    .failure(.offline(host: host)), .failure(.timedOut(host: host, after: .milliseconds(1500))),
    .failure(.offline(host: "other.example")), .failure(.offLimits(host: "the proxy p:1", address: "10.0.0.1")),
    .failure(.rateLimited(host: host, retryAfter: nil)), .failure(.rateLimited(host: host, retryAfter: .seconds(9))),
    .failure(.unreadable(host: host, what: "a redirect to a non-web address")),
    .failure(.tooLarge(host: host, limit: 33_554_432)),
    .failure(.untrusted(host: host, reason: .expired)), .failure(.untrusted(host: host, reason: .unreadableFile)),
    .failure(.offLimits(host: host, address: "127.0.0.1")),
    .failure(.refused(host: host, status: 302, reason: "it redirects to h; a declaration may use only its own host")),
    .failure(.refused(host: host, status: 407, reason: "the proxy denied the connection")),
  ])
  func `a replay returns what was recorded`(transfer: Transfer) async throws {
    let recorder = try await Recorder(path: path)
    #expect(await recorder.recording(ScriptedLayer(transfer).transfer)(get) == transfer)
    let replayed = try await replay().transfer(get)
    #expect(replayed.result == transfer.result)
    #expect(replayed.source == .recording)
  }

  @Test func `equal requests get their answers in order, and then the last one repeatedly`() async throws {
    let recorder = try await Recorder(path: path)
    let recorded = recorder.recording(
      ScriptedLayer(.answer(200, "[1]"), .answer(500), .answer(200, "[3]")).transfer)
    for _ in 1...3 { _ = await recorded(get) }
    let replay = try self.replay()
    var statuses: [Int?] = []
    for _ in 1...4 { statuses.append(await replay.transfer(get).status) }
    #expect(statuses == [200, 500, 200, 200])
  }

  @Test func `a recording works at another address`() async throws {
    let recorder = try await Recorder(path: path)
    _ = await recorder.recording(ScriptedLayer(.answer(200, "[1]")).transfer)(get)
    #expect(try await replay().transfer(HTTPRequest(url: "http://127.0.0.1:8080/search?term=a%20b")).body == "[1]")
  }

  @Test func `what one host answered is no answer of another that has its own`() async throws {
    let (books, films) = (HTTPRequest(url: "https://books.example/s"), HTTPRequest(url: "https://films.example/s"))
    let recorder = try await Recorder(path: path)
    let recorded = recorder.recording(ScriptedLayer(.answer(200, "[1]"), .answer(500)).transfer)
    for request in [books, films] { _ = await recorded(request) }
    let replay = try self.replay()
    #expect(await replay.transfer(films).status == 500)
    #expect(await replay.transfer(books).body == "[1]")
    let other = HTTPRequest(url: "https://books.example/only")
    _ = await recorder.recording(ScriptedLayer(.answer(200, "[2]")).transfer)(other)
    let again = try self.replay()
    #expect(await again.transfer(HTTPRequest(url: "https://films.example/only")).error?.code == .notRecorded)
  }

  @Test(arguments: [
    HTTPRequest(url: "https://music.example/search?term=b"), HTTPRequest(url: "https://music.example/"),
    HTTPRequest(method: "POST", url: "https://music.example/search?term=a%20b"),
    HTTPRequest(url: "https://music.example/search?term=a%20b", body: [1]),
  ])
  func `a request that was not recorded gets no answer`(request: HTTPRequest) async throws {
    let recorder = try await Recorder(path: path)
    _ = await recorder.recording(ScriptedLayer(.answer(200, "[1]")).transfer)(get)
    #expect(try await replay().transfer(request).error == .notRecorded(request: "\(request.method) \(request.url)"))
  }

  @Test func `a cancelled request is cancelled in a replay, and a cancelled preview is not recorded`() async throws {
    let recorder = try await Recorder(path: path)
    let recorded = recorder.recording(ScriptedLayer(.failure(.cancelled), .failure(.cancelled)).transfer)
    _ = await RequestContext.$current.withValue(RequestContext(preview: Preview())) { await recorded(get) }
    #expect(text == "liner-recording 1\n")
    _ = await recorded(get)
    #expect(try await replay().transfer(get).error == .cancelled)
  }

  @Test func `no credential is written, and a replay works without one`() async throws {
    let recorder = try await Recorder(path: path)
    let answer = Transfer.answer(
      200, #"{"access_token" : "s3cret-a\"s3cret","n":1,"refresh_token":"s3cret","x":{"client_secret":"s3cret"}}"#)
    func token(_ secret: String) -> HTTPRequest {
      HTTPRequest(
        method: "POST", url: "https://me:\(secret)@music.example/oauth?access_token=\(secret)&x=1",
        headers: ["Authorization": "Bearer \(secret)"],
        body: Array("grant_type=refresh_token&client_secret=\(secret)&refresh%5Ftoken=\(secret)".utf8))
    }
    let recorded = recorder.recording(ScriptedLayer(answer).transfer)
    #expect(await recorded(token("s3cret")) == answer)
    #expect(
      text == """
        liner-recording 1
        POST https://music.example/oauth?access_token=REMOVED&x=1
        + grant_type=refresh_token&client_secret=REMOVED&refresh%5Ftoken=REMOVED
        < 200
        | {"access_token" : "REMOVED","n":1,"refresh_token":"REMOVED","x":{"client_secret":"REMOVED"}}

        """)
    #expect(try await replay().transfer(token("another")).status == 200)
  }

  @Test(
    arguments: TextTable.rows("an invalid file is reported with its line") {
      ($0[0], FileProblem.malformed(line: Int($0[1])!, $0[2]))
    })
  func `an invalid file is reported with its line`(text: String, error: FileProblem) {
    #expect(throws: error) { try Recording(parsing: Array(text.utf8)) }
  }

  @Test func `an option ends the exchange before it`() throws {
    let recording = try Recording(parsing: Array("liner-recording 1\nGET /x\n! offline\n--set limit=3\n".utf8))
    guard case .exchange = recording.entries.first else {
      Issue.record("\(recording.entries)")
      return
    }
    #expect(recording.entries.last == .option("--set limit=3"))
  }

  @Test func `a file that cannot be written is reported`() async throws {
    let absent = TemporaryFolder().path("absent/x.rec")
    await #expect(throws: FileError(path: absent, .notFound)) { try await Recorder(path: absent) }
    await #expect(throws: FileError(path: "/dev/full", .noSpace)) { try await Recorder(path: "/dev/full") }
  }

  @Test func `no damage to a recording crashes its reader`() throws {
    let whole = Array(
      "liner-recording 1\n\n> s\nPOST /x\n+ a\n< 200\na: b\n= eA==\nGET /y\n! timed-out 5\nGET /z\n< 200\n| é\n".utf8)
    _ = try Recording(parsing: whole)
    var random = SplitMix(state: 42)
    for _ in 1...20_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 18..<damaged.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: damaged.remove(at: index)
        case 2: damaged.insert(contentsOf: damaged[Int.random(in: 18...index, using: &random)...index], at: index)
        default: damaged.removeSubrange(index...)
        }
        if damaged.count <= 18 { break }
      }
      do {
        _ = try Recording(parsing: damaged)
      } catch {
        guard case .malformed(let line, _) = error else { continue }
        #expect(line >= 1)
      }
    }
  }

  private func replay() throws -> Replay { Replay(try Recording(parsing: Array(text.utf8))) }

  private var text: String { folder.read("x.rec") ?? "" }
}
