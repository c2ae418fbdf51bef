import Glibc
import TestSupport
import Testing

/// The sample never affects the user's files, and what it lacks is reported as such.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerSampleTests {
  private let liner = LinerTerminal()

  /// Without a history file of its own, which would be used in any case.
  private var state: [String: String] { ["LINER_HISTORY": "", "XDG_STATE_HOME": liner.folder.path("state")] }

  private func leave(_ terminal: PseudoTerminal) async throws {
    terminal.send("quit\r")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `stars, searches and history of the sample never appear beside real ones`() async throws {
    try await StandInServer.run {
      LinerTerminal.answer(to: $0)
    } body: { server in
      let real = state.merging(["LINER_ITUNES_URL": server.url]) { $1 }
      var terminal = try await liner.start(["--rate", "off"], real)
      try await terminal.enter("search real", prompt: "real>")
      try await terminal.enter("star 1", prompt: "real>")
      try await leave(terminal)

      terminal = try await liner.start(["--offline"], state)
      try await terminal.enter("history")
      #expect(terminal.screen.text.contains("No searches found"))
      try await terminal.enter("favs earlier")
      #expect(!terminal.screen.text.contains("All of real"))
      try await terminal.enter("search vivaldi --in song", prompt: "vivaldi>")
      try await terminal.enter("star 2", prompt: "vivaldi>")
      try await leave(terminal)

      terminal = try await liner.start(["--rate", "off"], real)
      try await terminal.enter("history")
      #expect(terminal.screen.text.contains("> history\nreal\nliner>"))
      try await terminal.enter("favs earlier")
      #expect(terminal.screen.text.contains("All of real"))
      #expect(!terminal.screen.text.contains("Spring"))
      try await leave(terminal)

      terminal = try await liner.start(["--offline"], state)
      try await terminal.enter("history")
      #expect(terminal.screen.text.contains("> history\nvivaldi\nliner>"))
      try await terminal.enter("favs earlier")
      #expect(terminal.screen.text.contains("Spring"))
      #expect(!terminal.screen.text.contains("All of real"))
      try await leave(terminal)
    }
  }

  @Test func `linerc's favourites file contains nothing from the sample, but one given as an option does`() async throws
  {
    let folder = liner.folder
    mkdir(folder.path("liner"), 0o700)
    folder.write("set favorites \(folder.path("mine.jsonl"))\n", to: "liner/linerc")
    var terminal = try await liner.start(["--offline"], state)
    try await terminal.enter("search vivaldi --in song", prompt: "vivaldi>")
    try await terminal.enter("star 1", prompt: "vivaldi>")
    try await leave(terminal)
    #expect(folder.read("mine.jsonl") == nil)
    terminal = try await liner.start(["--offline", "--favorites", folder.path("other.jsonl")], state)
    try await terminal.enter("search vivaldi --in song", prompt: "vivaldi>")
    try await terminal.enter("star 1", prompt: "vivaldi>")
    try await leave(terminal)
    #expect(folder.read("other.jsonl")?.contains("Spring") == true)
  }

  @Test(arguments: [
    "open https://music.apple.com/us/album/abbey-road/1441164426", "open id:1", "itunes:album:1440857781",
    "open itunes:podcast:1", "open upc:602547924087", "search beatles", "search xyzzy --in song",
    "open https://podcasts.apple.com/us/podcast/x/id1200361736",
  ])
  func `a missing item is reported as not in the sample`(line: String) async throws {
    let run = try await BuiltProgram.run(["--offline", "--keep-going", "-c", line])
    let said = run.text + run.errorText
    #expect(said.contains("not in the sample"), "\(said)")
    #expect(!said.contains("not known"))
  }

  @Test(arguments: [
    (["--offline"], "search vivaldi"), (["--offline", "--catalog", "ghibli"], "search castle"),
    (["--offline", "--catalog", "mercadolibre"], "search mate"),
  ])
  func `the greeting mentions the sample, and its suggestion finds something`(
    arguments: [String], proposed: String
  ) async throws {
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner, arguments: arguments, environment: liner.environment, columns: 100, rows: 24)
    try await terminal.wait { $0.text.hasSuffix(">") }
    let greeting = terminal.screen.text.split(separator: "\n").dropLast().joined(separator: " ")
    for part in ["liner 1.", "--offline: a small sample", proposed, "help"] {
      #expect(greeting.contains(part), "\(greeting)")
    }
    if arguments.count == 1 { #expect(greeting.contains("iTunes · United States · ")) }
    for command in ["search vivaldi", "search castle", "search mate", "charts", "seasons"]
    where greeting.contains(command) {
      let run = try await BuiltProgram.run(arguments + ["-c", command + "\nexpect items 1.."])
      #expect(run.status == 0, "\(run.errorText)")
    }
  }

  @Test func `the greeting comes after the results of commands before the prompt`() async throws {
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner, arguments: ["--offline", "-i", "-c", "trail"], environment: liner.environment,
      columns: 200, rows: 24)
    try await terminal.wait { $0.text.hasSuffix(">") }
    #expect(terminal.screen.text.hasPrefix("▸ home\nliner 1."))
  }
}
