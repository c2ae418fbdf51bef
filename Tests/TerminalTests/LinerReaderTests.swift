import Glibc
import TestSupport
import Testing

/// `set reader on`, at the prompt.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerReaderTests {
  private let liner = LinerTerminal()

  @Test func `nothing is redrawn or moved, and there is no ghost text`() async throws {
    let terminal = try await liner.start(
      ["--offline", "--set", "reader=on", "--set", "live=on"], ["TERM": "xterm-kitty"])
    let session = [
      ("search vivaldi", "vivaldi>"), ("star 2", "vivaldi>"), ("open song", "vivaldi, Song>"),
      ("open 2", "…>"), ("trail", "…>"), ("", "…>"), ("search vivaldi", "vivaldi>"),
    ]
    for (line, prompt) in session {
      for key in line { terminal.send(String(key)) }
      try await terminal.wait { $0.cursorRow.hasSuffix(line) }
      let before = terminal.screen.transcript
      terminal.send("\r")
      try await terminal.wait { $0.transcript.count > before.count && $0.text.hasSuffix(prompt) }
    }
    // The only sequences are those that select a colour.
    let sequences = terminal.sent.matches(of: #/\u{1B}(\[[0-9;?]*[A-Za-z]|.)/#).map { String($0.output.0) }
    #expect(!sequences.isEmpty && sequences.allSatisfy { $0.hasSuffix("m") }, "\(Set(sequences))")
    #expect(!terminal.sent.contains("\u{8}") && terminal.screen.ghost.isEmpty)
    #expect(terminal.screen.transcript.contains("\n2. Spring, RV 269: II. Largo e pianissimo sempre"))
    #expect(!terminal.screen.transcript.contains { "★☆▸›·".contains($0) })
  }

  @Test func `progress is a line that stays`() async throws {
    let gate = Gate()
    try await StandInServer.run { request in
      await gate.wait()
      return LinerTerminal.answer(to: request)
    } body: { server in
      let terminal = try await liner.start(["--set", "reader=on"], ["LINER_ITUNES_URL": server.url])
      terminal.send("search vivaldi\r")
      try await terminal.wait { $0.text.hasSuffix("\nasking iTunes…") }
      gate.open()
      try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
      #expect(
        terminal.screen.transcript
          == "liner> search vivaldi\nasking iTunes…\nvivaldi\n\nSong: open song\n1. All of vivaldi\nnot searched: album, artist, music-video, episode, season, movie, audiobook,\nebook, app; add --in all\nvivaldi>"
      )
    }
  }

  @Test func `linerc can switch it on`() async throws {
    mkdir(liner.folder.path("liner"), 0o700)
    liner.folder.write("set reader on\n", to: "liner/linerc")
    let terminal = try await liner.start()
    try await terminal.enter("search vivaldi --in podcast", prompt: "vivaldi>")
    #expect(terminal.screen.text.contains("\n1. Vivaldi Before Nine, by Baroque Breakfast Radio, 5 episodes\n"))
  }

  @Test func `completions have one line each`() async throws {
    let terminal = try await liner.start(["--offline", "--set", "reader=on"])
    terminal.send("set view \t")
    try await terminal.wait { $0.text.hasSuffix("\nlist\ntiles\ndefault, resets to list\nliner> set view") }
  }
}
