import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `get` by the built program, over real sockets and with kills at any moment.
@Suite(.timeLimit(.minutes(5)))
struct GetProgramTests {
  private let home = TemporaryFolder()
  private static let sound = [UInt8]((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

  private func environment(_ server: StandInServer) -> [String: String] {
    ["HOME": home.path, "LINER_ITUNES_URL": server.url, "PATH": "/usr/bin:/bin"]
  }

  private func run(_ arguments: [String], at server: StandInServer) async throws -> BuiltProgram.Run {
    try await BuiltProgram.run(["--rate", "off"] + arguments, environment: environment(server))
  }

  /// Two episodes, of which the second is gone.
  private static func search(_ request: StandInServer.Request) -> StandInServer.Answer {
    let host = "http://" + (request.headers["host"] ?? "")
    let rows = [(1, "One", "one.mp3"), (2, "Two", "gone.mp3")].map { id, title, file in
      #"{"wrapperType":"podcastEpisode","kind":"podcast-episode","trackId":\#(id),"trackName":"\#(title)","collectionId":9,"#
        + #""collectionName":"A/B","releaseDate":"2026-11-20T10:00:00Z","episodeUrl":"\#(host)/\#(file)"}"#
    }
    return .json(#"{"resultCount":2,"results":[\#(rows.joined(separator: ","))]}"#)
  }

  private static func answer(_ request: StandInServer.Request) -> StandInServer.Answer {
    if request.path == "/search" { return search(request) }
    if request.path == "/gone.mp3" { return .status(404) }
    var headers = ["content-type": "audio/mpeg", "etag": "\"v1\""]
    guard let range = request.headers["range"], request.headers["if-range"] == "\"v1\"",
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return StandInServer.Answer(headers: headers, body: sound) }
    headers["content-range"] = "bytes \(start)-\(sound.count - 1)/\(sound.count)"
    return StandInServer.Answer(status: 206, headers: headers, body: Array(sound[start...]))
  }

  private var file: String { home.path("to/A-B/2026-11-20 One.mp3") }

  @Test func `what can be got is, what cannot fails the command, and play takes what is there`() async throws {
    try await StandInServer.run {
      Self.answer($0)
    } body: { server in
      let find = "search x --in episode"
      let first = try await run(
        ["--output", "json", "-c", "\(find); get all --to \(home.path("to"))"], at: server)
      #expect(first.status == 1)
      #expect(first.text.contains(#""got":[{"number":1,"id":""#))
      #expect(first.text.contains(#""file":"\#(file)","bytes":600000}]"#))
      #expect(first.text.contains(#""failed":[{"number":2,"code":"not-found""#))
      #expect(FileManager.default.contents(atPath: file).map { [UInt8]($0) } == Self.sound)
      let second = try await run(["-c", "\(find); get 1 --to \(home.path("to")); get --list"], at: server)
      #expect(second.status == 0)
      #expect(second.text.contains("\(file)  already downloaded"))
      #expect(await server.requests.filter { $0.path == "/one.mp3" }.count == 1)
      // A player that writes down what it is given.
      try FileManager.default.createDirectory(atPath: home.path("bin"), withIntermediateDirectories: true)
      home.write("#!/bin/sh\necho \"$@\" > \(home.path("played"))\n", to: "bin/mpv")
      chmod(home.path("bin/mpv"), 0o755)
      var environment = environment(server)
      environment["PATH"] = home.path("bin") + ":/usr/bin:/bin"
      let third = try await BuiltProgram.run(["-c", "\(find); play 1"], environment: environment)
      #expect(third.status == 0)
      #expect(home.read("played")?.contains(file) == true)
    }
  }

  /// The message advises it, though no screen failed.
  @Test func `retry repeats a download that failed`() async throws {
    let failures = Mutex(1)
    try await StandInServer.run { request in
      let fails =
        request.path == "/one.mp3"
        && failures.withLock { left in
          left -= 1
          return left >= 0
        }
      return fails ? .status(500) : Self.answer(request)
    } body: { server in
      let run = try await run(
        ["-c", "search x --in episode; get 1 --to \(home.path("to")); expect error server; retry"], at: server)
      #expect(run.status == 0, "\(run.errorText)")
      #expect(run.errorText.contains("retry"))
      let isThere = FileManager.default.contents(atPath: file).map { [UInt8]($0) } == Self.sound
      #expect(isThere)
    }
  }

  /// A feed with so many episodes, one a day; those after the fourth come out on its day.
  private static func feed(_ count: Int, at host: String) -> StandInServer.Answer {
    let items = (1...count).map { number in
      """
      <item><title>Day \(number)</title><guid>\(number)</guid><pubDate>\(min(number, 4)) Mar 2026 06:00:00 GMT</pubDate>
      <enclosure url="http://\(host)/\(number).mp3" type="audio/mpeg"/></item>
      """
    }
    let text = "<rss version=\"2.0\"><channel><title>Show</title>" + items.joined() + "</channel></rss>"
    return StandInServer.Answer(headers: ["content-type": "text/xml"], body: Array(text.utf8))
  }

  @Test func `what is new is marked at first, got from then on, and stays new until it is got`() async throws {
    let count = Mutex(2)
    let isDown = Mutex(false)
    try await StandInServer.run { request in
      let host = request.headers["host"] ?? ""
      switch request.path {
      case "/feed": return Self.feed(count.withLock(\.self), at: host)
      case let path where path.hasSuffix(".mp3"): return isDown.withLock(\.self) ? .status(404) : Self.answer(request)
      default:
        return .json(
          """
          {"resultCount":1,"results":[{"wrapperType":"track","kind":"podcast","trackId":9,"collectionId":9,
          "trackName":"Show","feedUrl":"http://\(host)/feed"}]}
          """)
      }
    } body: { server in
      func getNew() async throws -> (status: Int32, text: String, got: [String]) {
        let run = try await run(
          [
            "--no-cache", "--favorites", home.path("favs"), "--keep-going",
            "-c", "get --new --to \(home.path("to"))",
          ], at: server)
        let got = try? FileManager.default.contentsOfDirectory(atPath: home.path("to/Show")).sorted()
        return (run.status, run.text, got ?? [])
      }
      #expect(try await run(["--favorites", home.path("favs"), "-c", "open id:9; star"], at: server).status == 0)
      let first = try await getNew()
      #expect((first.status, first.got) == (0, []))
      #expect(first.text.contains("2026-03-02"))
      #expect(try await getNew().got == [])
      count.withLock { $0 = 4 }
      isDown.withLock { $0 = true }
      #expect(try await getNew().status == 1)
      isDown.withLock { $0 = false }
      let last = try await getNew()
      #expect((last.status, last.got) == (0, ["2026-03-03 Day 3.mp3", "2026-03-04 Day 4.mp3"]))
      #expect(await server.requests.filter { $0.path == "/3.mp3" }.count == 2)
      #expect(try await getNew().status == 0)
      #expect(await server.requests.filter { $0.path.hasSuffix(".mp3") }.count == 4)
      count.withLock { $0 = 5 }
      #expect(try await getNew().got.last == "2026-03-04 Day 5.mp3")
    }
  }

  @Test func `a podcast is followed from the first time on, whatever happens to another`() async throws {
    let counts = Mutex(["/a": 1, "/b": 1])
    try await StandInServer.run { request in
      if let count = counts.withLock({ $0[request.path] }) {
        return Self.feed(count, at: (request.headers["host"] ?? "") + request.path)
      }
      return request.path.hasPrefix("/a/") ? .status(404) : Self.answer(request)
    } body: { server in
      func getNew(_ commands: String) async throws -> BuiltProgram.Run {
        try await BuiltProgram.run(
          ["--no-cache", "--favorites", home.path("favs"), "-c", "\(commands); get --new --to \(home.path("to"))"],
          environment: environment(server).merging(["LINER_FEEDS_URL": server.url]) { $1 })
      }
      #expect(try await getNew("open \(server.url)/a; star").status == 0)
      counts.withLock { $0["/a"] = 2 }
      let second = try await getNew("open \(server.url)/b; star; home")
      #expect(second.status == 1)
      #expect(!second.errorText.contains("succeeded"), "nothing was downloaded")
      #expect(second.text.contains("episodes after 2026-03-01 count as new"))
      counts.withLock { $0["/b"] = 2 }
      #expect(try await getNew("home").text.contains("2026-03-02 Day 2.mp3"))
    }
  }

  @Test func `whoever is killed leaves nothing, a part that is gone on with, or the whole file`() async throws {
    let isSlow = Mutex(true)
    try await StandInServer.run { request in
      let answer = Self.answer(request)
      guard request.path == "/one.mp3", isSlow.withLock(\.self) else { return answer }
      let head = answer.headers.map { "\($0): \($1)\r\n" }.joined() + "content-length: \(answer.body.count)\r\n\r\n"
      // Some of it, and then nothing more.
      return StandInServer.Answer(
        delivery: .steps([
          .send("HTTP/1.1 \(answer.status) OK\r\n" + head),
          .over("x", times: Int.random(in: 1...5) * 10_000), .hold,
        ]))
    } body: { server in
      for round in 1...8 {
        let process = Process()
        process.executableURL = URL(filePath: BuiltProgram.liner)
        process.arguments = ["--rate", "off", "-c", "search x --in episode; get 1 --to \(home.path("to"))"]
        process.environment = environment(server)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let asked = await server.requests.count { $0.path == "/one.mp3" }
        try process.run()
        while process.isRunning, await server.requests.count(where: { $0.path == "/one.mp3" }) == asked {
          try await Task.sleep(for: .milliseconds(1))
        }
        // Before anything came, or while it comes.
        if round % 3 > 0 { try await Task.sleep(for: .milliseconds(25 * round)) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(size(file) == nil)
        #expect(try names().allSatisfy { $0 == "2026-11-20 One.mp3.part" })
      }
      isSlow.withLock { $0 = false }
      let before = size(file + ".part") ?? 0
      #expect(before > 0)
      let last = try await run(["-c", "search x --in episode; get 1 --to \(home.path("to"))"], at: server)
      #expect(last.status == 0, "\(last.errorText)")
      #expect(try names() == ["2026-11-20 One.mp3"])
      #expect(size(file) == Self.sound.count)
      // Who was killed too soon for the file's version to be noted begins anew.
      let ranges = await server.requests.filter { $0.path == "/one.mp3" }.map { $0.headers["range"] }
      #expect(ranges.last == "bytes=\(before)-" || ranges.last == .some(nil))
      #expect(ranges.contains { $0 != nil })
    }
  }

  private func names() throws -> [String] {
    guard FileManager.default.fileExists(atPath: home.path("to/A-B")) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: home.path("to/A-B"))
  }

  private func size(_ path: String) -> Int? {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : nil
  }
}
