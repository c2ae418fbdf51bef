import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `get` in the built program, killed at any moment; `Shell/downloads.txt` covers the rest.
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

  private static func search(_ request: StandInServer.Request) -> StandInServer.Answer {
    .json(
      #"""
      {"resultCount":1,"results":[{"wrapperType":"podcastEpisode","kind":"podcast-episode","trackId":1,
       "trackName":"One","collectionId":9,"collectionName":"A/B","releaseDate":"2026-11-20T10:00:00Z",
       "episodeUrl":"http://\#(request.headers["host"] ?? "")/one.mp3"}]}
      """#)
  }

  private static func answer(_ request: StandInServer.Request) -> StandInServer.Answer {
    if request.path == "/search" { return search(request) }
    var headers = ["content-type": "audio/mpeg", "etag": "\"v1\""]
    guard let range = request.headers["range"], request.headers["if-range"] == "\"v1\"",
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return StandInServer.Answer(headers: headers, body: sound) }
    headers["content-range"] = "bytes \(start)-\(sound.count - 1)/\(sound.count)"
    return StandInServer.Answer(status: 206, headers: headers, body: Array(sound[start...]))
  }

  private var file: String { home.path("to/A-B/2026-11-20 One.mp3") }

  @Test func `a kill leaves nothing, a part that is resumed, or the whole file`() async throws {
    let isSlow = Mutex(true)
    try await StandInServer.run { request in
      let answer = Self.answer(request)
      guard request.path == "/one.mp3", isSlow.withLock(\.self) else { return answer }
      let head = answer.headers.map { "\($0): \($1)\r\n" }.joined() + "content-length: \(answer.body.count)\r\n\r\n"
      // A part of it, and then nothing more.
      return StandInServer.Answer(
        delivery: .steps([
          .send("HTTP/1.1 \(answer.status) OK\r\n" + head),
          .over("x", times: Int.random(in: 1...5) * 10_000), .hold,
        ]))
    } body: { server in
      for round in 1...8 {
        let asked = await server.requests.count { $0.path == "/one.mp3" }
        let program = try StartedProgram(
          BuiltProgram.liner, ["--rate", "off", "-c", "search x --in episode; get 1 --to \(home.path("to"))"],
          environment: environment(server))
        while program.ended == nil, await server.requests.count(where: { $0.path == "/one.mp3" }) == asked {
          try await Task.sleep(for: .milliseconds(1))
        }
        // Before anything has arrived, or during the transfer.
        if round % 3 > 0 { try await Task.sleep(for: .milliseconds(25 * round)) }
        program.send(SIGKILL)
        await program.ending()
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
      // A process killed before it saved the file's version starts over.
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
