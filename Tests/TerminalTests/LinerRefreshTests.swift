import Disk
import Synchronization
import TestSupport
import Testing

@testable import Wire

/// What the prompt shows of stale answers.
@Suite(.timeLimit(.minutes(3)))
struct LinerRefreshTests {
  private let home = LinerTerminal()

  /// Makes all cached answers two hours older.
  private func age() async throws {
    let cache = home.folder.path(".cache/liner")
    let database = Database.cache(in: PrivateFolder(path: cache))
    try await database.perform(patience: .seconds(60)) { connection throws(DatabaseError) in
      let answers = try connection.rows("SELECT key, stored, status, headers, body FROM answers") { row in
        let response = HTTPResponse(
          status: Int(row.integer(2)), headers: CachedResponse.headers(in: row.text(3)), body: row.bytes(4))
        return (key: row.text(0), answer: CachedResponse(response: response, stored: row.integer(1) - 7200))
      }
      for (key, answer) in answers {
        try connection.run(
          "UPDATE answers SET stored = ?, checksum = ? WHERE key = ?",
          [answer.stored, answer.checksum(key: key), key])
      }
    }
    await database.close()
  }

  private static func songs(_ titles: String...) -> StandInServer.Answer {
    let rows = titles.enumerated().map {
      #"{"wrapperType":"track","kind":"song","trackId":\#(100 + $0.element.utf8.count),"trackName":"\#($0.element)"}"#
    }
    return .json(#"{"resultCount":\#(rows.count),"results":[\#(rows.joined(separator: ","))]}"#)
  }

  @Test(arguments: [["--set", "hints=off"], ["--set", "reader=on"]])
  func `a stale answer is shown at once, and differences above the line being typed`(options: [String]) async throws {
    let gate = Gate()
    let isLater = Atomic(false)
    try await StandInServer.run { request in
      guard request.query["entity"] == "song" else { return Self.songs() }
      guard isLater.load(ordering: .sequentiallyConsistent) else { return Self.songs("One", "Three") }
      await gate.wait()
      return Self.songs("Three", "Eleven")
    } body: { server in
      let environment = ["LINER_ITUNES_URL": server.url]
      _ = try await BuiltProgram.run(
        ["-c", "search castle"], environment: home.environment.merging(environment) { $1 })
      try await age()
      isLater.store(true, ordering: .sequentiallyConsistent)
      let terminal = try await home.start(options, environment)
      try await terminal.enter("search castle", prompt: "castle>")
      #expect(terminal.screen.transcript.contains(", refreshing…\n"))
      #expect(terminal.screen.transcript.contains("One"))
      terminal.send("sta")
      gate.open()
      if options.contains("hints=off") {
        try await terminal.wait { $0.text.contains("1 new, 1 gone: type show\n") && $0.cursorRow == "castle> sta" }
        terminal.send("r 2\r")
      } else {
        // For a screen reader nothing is redrawn: the result comes with the next line.
        terminal.send("r 2\r")
        while !terminal.screen.transcript.contains("1 new, 1 gone: type show") {
          try await terminal.enter("trail", prompt: "castle>")
        }
      }
      try await terminal.enter("show", prompt: "castle>")
      let shown = terminal.screen.transcript.split(separator: "castle> show\n").last ?? ""
      #expect(!shown.contains("again") && shown.contains("Eleven") && !shown.contains("One"))
    }
  }
}
