import TestSupport
import Testing

/// What the prompt shows about requests in flight, budgets and hosts.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerPromptTests {
  private let liner = LinerTerminal()

  @Test func `a search typed quickly is previewed with one request per category, which Enter uses`() async throws {
    try await StandInServer.run {
      LinerTerminal.answer(to: $0)
    } body: { server in
      let terminal = try await liner.start(["--set", "live=on"], ["LINER_ITUNES_URL": server.url])
      terminal.send("search vi")
      terminal.send("valdi")
      try await terminal.wait {
        $0.text.contains("All of vivaldi") && $0.cursorRow == "liner> search vivaldi" && $0.cursor.column == 21
      }
      #expect(await server.requests.map { $0.query["term"] } == ["vivaldi", "vivaldi", "vivaldi"])
      terminal.send("\r")
      try await terminal.wait { $0.text.hasSuffix("vivaldi>") && $0.text.contains("All of vivaldi") }
      #expect(await server.requests.count == 3)
      // The preview has vanished: only the command's output remains.
      let transcript = terminal.screen.transcript
      #expect(transcript.split(separator: "All of vivaldi", omittingEmptySubsequences: false).count == 2)
      #expect(transcript.hasPrefix("liner> search vivaldi\nvivaldi\n"))
    }
  }

  @Test func `marks above and below letters stay in the prompt`() async throws {
    let terminal = try await liner.start(["--offline"])
    terminal.send("search e\u{301}te\u{301} \u{E17}\u{E35}\u{E48} e\u{301}\r")
    let prompt = "e\u{301}te\u{301} \u{E17}\u{E35}\u{E48} e\u{301}>"
    try await terminal.wait { $0.cursorRow == prompt && $0.cursor.column == 9 }
    terminal.send("x")
    try await terminal.wait { $0.cursorRow == prompt + " x" && $0.cursor.column == 10 }
  }

  @Test func `a wait for the request budget is counted down, and Ctrl-C ends it`() async throws {
    try await StandInServer.run {
      LinerTerminal.answer(to: $0)
    } body: { server in
      let terminal = try await liner.start(["--rate", "1"], ["LINER_ITUNES_URL": server.url])
      terminal.send("search vivaldi\r")
      try await terminal.wait {
        $0.cursorRow.hasPrefix("waiting ") && $0.cursorRow.hasSuffix("; Ctrl-C cancels")
      }
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.hasSuffix("Cancelled\nliner>") }
      #expect(!terminal.screen.transcript.contains("waiting"))
    }
  }

  @Test func `a declaration is shown in pages too`() async throws {
    let terminal = try await liner.start(["--offline"], rows: 12)
    terminal.send("catalog show ghibli\r")
    try await terminal.wait {
      $0.text.contains("\"name\": \"ghibli\"") && $0.text.contains(" lines; Enter for more\n")
    }
  }

  @Test func `a declaration's host is printed before the first key`() async throws {
    let declaration =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://mine.example","categories":["#
      + #"{"name":"a","title":"A","search":{"path":"/a"},"fields":{"id":"/id","title":"/t"}}]}"#
    liner.folder.write(declaration, to: "mine.json")
    let terminal = try await liner.start(["--catalog", liner.folder.path("mine.json")])
    #expect(terminal.screen.transcript.replacing("\n", with: " ").contains("it uses mine.example and no credentials"))
  }

  @Test func `the farewell names the file of the favourites as it can be typed`() async throws {
    let path = liner.folder.path("a;b.jsonl")
    let terminal = try await liner.start(["--offline", "--favorites", path], columns: 300)
    try await terminal.enter("search vivaldi --in song", prompt: "vivaldi>")
    try await terminal.enter("star 1", prompt: "vivaldi>")
    terminal.send("quit\r")
    _ = try await terminal.waitForExit()
    #expect(terminal.screen.text.hasSuffix("set --save favorites \"\(path)\""))
  }
}
