import Foundation
import Synchronization
import TestSupport
import Testing

/// The program as a whole against a service that keeps its listings to itself and takes each refresh token once.
@Suite(.timeLimit(.minutes(10)))
struct MercadoLibreProgramTests {
  private let state = TemporaryFolder()
  private let service = ClosedService()

  private func run(
    _ commands: String, _ options: [String] = [], at url: String, environment: [String: String]? = nil
  ) async throws -> BuiltProgram.Run {
    let credentials =
      environment ?? [
        "MERCADOLIBRE_ACCESS_TOKEN": "A0", "MERCADOLIBRE_CLIENT_ID": "app", "MERCADOLIBRE_CLIENT_SECRET": "hush",
        "MERCADOLIBRE_REFRESH_TOKEN": "R0",
      ]
    let places = ["LINER_MERCADOLIBRE_URL": url, "XDG_STATE_HOME": state.path]
    return try await BuiltProgram.run(
      ["--catalog", "mercadolibre", "--timeout", "60", "-c", commands] + options,
      environment: credentials.merging(places) { $1 })
  }

  @Test func `closed listings are told once, on standard error`() async throws {
    try await StandInServer.run(answering: service.answer) { server in
      let run = try await run("search mate; show; search yerba; open product", at: server.url)
      #expect(run.status == 0)
      #expect(run.text.contains("Mate Uno"))
      #expect(
        run.errorText
          == "\(server.host) denies these credentials its listings; "
          + "using its product catalog for this session\n")
    }
  }

  @Test func `in JSON the notice is part of the line it came with`() async throws {
    try await StandInServer.run(answering: service.answer) { server in
      let run = try await run("search mate\nsearch yerba", ["--output", "json"], at: server.url)
      let lines = run.lines.filter { !$0.isEmpty }
      #expect(lines.map { $0.contains(#""notice":"\#(server.host) denies"#) } == [true, false])
    }
  }

  @Test func `programs side by side spend a refresh token once, and both go on`() async throws {
    try await StandInServer.run(answering: service.answer) { server in
      let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
        for _ in 1...4 { group.addTask { try await run("search mate", at: server.url).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [0, 0, 0, 0])
      #expect(await server.requests.filter { $0.method == "POST" }.map { $0.form["refresh_token"] } == ["R0"])
      #expect(
        state.read("liner/credentials/mercadolibre.json")?.contains(#""also":{"accessToken":"A1","refreshToken":"R1"}"#)
          == true)
    }
  }

  /// SIGHUP ends no program whose parent ignores it, as under nohup.
  private static var deadlySignals: [Int32] {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    return isIgnored ? [SIGTERM] : [SIGTERM, SIGHUP]
  }

  /// The signal comes when the old token is spent and the new one is not here yet.
  @Test(arguments: deadlySignals)
  func `a token that was spent is kept before a signal ends the program`(signal: Int32) async throws {
    let folder = state
    let isRenewed = Mutex(false)
    try await StandInServer.run { [service] request in
      if request.method == "POST", let process = folder.read("pid").flatMap({ Int32($0.dropLast()) }) {
        isRenewed.withLock { $0 = true }
        kill(process, signal)
      } else if isRenewed.withLock(\.self) {
        // The program must not come to its own end before the signal does.
        return StandInServer.Answer(delivery: .steps([.hold]))
      }
      return service.answer(to: request)
    } body: { server in
      let run = try await BuiltProgram.shell(
        "(echo $BASHPID > pid; exec $liner --catalog mercadolibre -c 'search mate') & wait $!", in: folder,
        environment: [
          "LINER_MERCADOLIBRE_URL": server.url, "XDG_STATE_HOME": folder.path, "MERCADOLIBRE_ACCESS_TOKEN": "A0",
          "MERCADOLIBRE_CLIENT_ID": "app", "MERCADOLIBRE_CLIENT_SECRET": "hush", "MERCADOLIBRE_REFRESH_TOKEN": "R0",
        ])
      #expect(run.status == 128 + signal)
      #expect(
        folder.read("liner/credentials/mercadolibre.json")?.contains(
          #""also":{"accessToken":"A1","refreshToken":"R1"}"#)
          == true)
    }
  }

  @Test func `without credentials the variables are named`() async throws {
    try await StandInServer.run(answering: service.answer) { server in
      let run = try await run("search mate", at: server.url, environment: [:])
      #expect(run.status == 1)
      #expect(
        run.errorText
          == "-c:1: search mate: This catalog needs credentials. Set MERCADOLIBRE_ACCESS_TOKEN, or MERCADOLIBRE_CLIENT_ID, "
          + "MERCADOLIBRE_CLIENT_SECRET and MERCADOLIBRE_REFRESH_TOKEN, then restart\n")
    }
  }

  @Test func `offline no credentials are wanted, and what is kept is left alone`() async throws {
    let run = try await run("search guitarra", ["--offline"], at: "http://127.0.0.1:1")
    #expect(run.status == 0)
    #expect(run.errorText.isEmpty)
    #expect(state.read("liner/credentials/mercadolibre.json") == nil)
  }
}

private final class ClosedService: Sendable {
  private let count = Mutex(0)

  @Sendable func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    count.withLock { count in
      if request.method == "POST" {
        guard request.form["refresh_token"] == "R\(count)" else {
          return .json(#"{"message":"used already","error":"invalid_grant","status":400}"#, status: 400)
        }
        count += 1
        return .json(#"{"access_token":"A\#(count)","refresh_token":"R\#(count)"}"#)
      }
      guard let authorization = request.headers["authorization"] else {
        return .json(#"{"code":"unauthorized","message":"authorization value not present"}"#, status: 401)
      }
      guard count > 0, authorization == "Bearer A\(count)" else {
        return .json(#"{"message":"invalid access token","status":401}"#, status: 401)
      }
      if request.path.hasPrefix("/sites/") {
        return .json(#"{"message":"forbidden","error":"forbidden","status":403,"cause":[]}"#, status: 403)
      }
      return .json(#"{"paging":{"total":1},"results":[{"id":"MLA22","name":"Mate Uno"}]}"#)
    }
  }
}
