import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// What processes share, as the service sees it: the budget, the answers, and who sends the request.
@Suite(.timeLimit(.minutes(10)))
struct SharedAmongProgramsTests {
  private let cache = TemporaryFolder()

  private func run(_ arguments: [String], at server: StandInServer, cache: String? = nil) async throws
    -> BuiltProgram.Run
  {
    try await BuiltProgram.run(
      arguments, environment: ["LINER_ITUNES_URL": server.url, "XDG_CACHE_HOME": cache ?? self.cache.path])
  }

  private static let song =
    #"{"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"T"}]}"#

  @Test func `a shell loop sends no more than one session would`() async throws {
    let arrivals = Mutex<[ContinuousClock.Instant]>([])
    try await StandInServer.run { _ in
      arrivals.withLock { $0.append(.now) }
      return .json(Self.song)
    } body: { server in
      let runs = try await withThrowingTaskGroup(of: BuiltProgram.Run.self) { group in
        for number in 1...45 {
          group.addTask { try await run(["--wait", "0", "--keep-going", "-c", "search w\(number)"], at: server) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let limits = try await run(["--output", "json", "-c", "limits"], at: server)
      let times = arrivals.withLock(\.self)
      #expect(times.count >= 20)
      // However slow the machine is: never more than 20 in any 60 seconds.
      for index in times.indices.dropFirst(20) { #expect(times[index] - times[index - 20] >= .seconds(60)) }
      #expect(runs.contains { $0.errorText.contains("The request budget for \(server.host)") })
      #expect(limits.text.contains(#""host":"\#(server.host)","#))
      #expect(limits.text.contains(#""capacity":20,"sent":0,"sentByOthers":"#))
    }
  }

  @Test func `programs with the same request at the same time send it once`() async throws {
    let gate = Gate()
    try await StandInServer.run { _ in
      await gate.wait()
      return .json(Self.song)
    } body: { server in
      let runs = (1...6).map { _ in Task { try await run(["-c", "search w"], at: server) } }
      await server.waitForRequests(3)
      gate.open()
      for task in runs {
        let text = try await task.value.text
        #expect(text.contains("T"))
      }
      #expect(await server.requests.count == 3)
    }
  }

  @Test func `a process killed during a request delays nobody for long, and its request counts`() async throws {
    let hangs = Mutex(true)
    try await StandInServer.run { _ in
      hangs.withLock(\.self) ? .silence : .json(Self.song)
    } body: { server in
      let program = try StartedProgram(
        BuiltProgram.liner, ["-c", "search w"],
        environment: ["HOME": cache.path, "XDG_CACHE_HOME": cache.path, "LINER_ITUNES_URL": server.url])
      await server.waitForRequests(3)
      hangs.withLock { $0 = false }
      program.send(SIGKILL)
      let next = try await run(["--output", "json", "-c", "search w; limits"], at: server)
      #expect(next.status == 0)
      #expect(await server.requests.count == 6)
      #expect(next.text.contains(#""sent":3,"sentByOthers":"#))
    }
  }

  @Test func `an unusable folder is reported once, and requests are sent one at a time`() async throws {
    cache.write("", to: "file")
    let arrivals = Mutex<[ContinuousClock.Instant]>([])
    try await StandInServer.run { _ in
      arrivals.withLock { $0.append(.now) }
      return .json(Self.song)
    } body: { server in
      let start = ContinuousClock.now
      let run = try await run(
        ["--rate", "120", "-c", "search w; search x"], at: server, cache: cache.path("file"))
      #expect(run.status == 0)
      #expect(
        run.errorText
          == "\(cache.path("file")) cannot be used: not a folder. Until it can, each host gets one "
          + "request every 500 ms\n")
      let times = [start] + arrivals.withLock(\.self)
      #expect(times.count == 7)
      for (first, second) in zip(times, times.dropFirst()) { #expect(second - first > .milliseconds(450)) }
    }
  }

  /// Like a full disk: everything can be read, and nothing added.
  @Test func `if nothing can be written any more, requests are still sent one at a time`() async throws {
    try await StandInServer.run(answering: .json(Self.song)) { server in
      #expect(try await run(["-c", "search v --in song"], at: server).status == 0)
      let full = try await BuiltProgram.shell(
        "ulimit -f 4; $liner --rate 120 -c 'search w --in song; search x --in song; search y --in song; limits'",
        in: cache, environment: ["LINER_ITUNES_URL": server.url, "XDG_CACHE_HOME": cache.path])
      #expect(full.status == 0)
      #expect(full.errorText.components(separatedBy: "cannot be used").count == 2)
      #expect(full.text.contains("not shared"))
      #expect(await server.requests.count == 4)
      let limits = try await run(["--output", "json", "-c", "limits"], at: server)
      #expect(limits.text.contains(#""sent":0,"sentByOthers":1"#))
    }
  }
}
