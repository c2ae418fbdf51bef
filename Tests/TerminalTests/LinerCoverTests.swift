import TestSupport
import Testing

/// `set covers on` at the prompt of a terminal that can show pictures.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerCoverTests {
  private let liner = LinerTerminal()
  /// Opened when the cover is requested.
  private let isAsked = Gate()
  private static let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 5000)

  /// A song whose cover is at `base`, and the cover.
  private static func answer(
    to request: StandInServer.Request, at base: String?, _ cover: StandInServer.Answer
  ) -> StandInServer.Answer {
    let base = base ?? "http://\(request.headers["host"] ?? "")"
    if request.path.hasPrefix("/cover") { return cover }
    guard request.query["entity"] == "song" || request.query["id"] != nil else {
      return .json(#"{"resultCount":0,"results":[]}"#)
    }
    return .json(
      #"{"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"Air","#
        + #""artworkUrl100":"\#(base)/cover/100x100bb.jpg"}]}"#)
  }

  private func play(
    _ cover: StandInServer.Answer, base: String? = nil,
    _ body: (PseudoTerminal, StandInServer) async throws -> Void
  ) async throws {
    try await StandInServer.run { [isAsked] request in
      if request.path.hasPrefix("/cover") { isAsked.open() }
      return Self.answer(to: request, at: base, cover)
    } body: { server in
      let terminal = try await liner.start(
        ["--set", "covers=on", "--rate", "off"], rows: 30,
        ["LINER_ITUNES_URL": server.url, "TERM": "xterm-kitty", "PATH": liner.folder.path])
      try await terminal.enter("search air --in song", prompt: "air>")
      try await body(terminal, server)
    }
  }

  private static let drawing = "\u{1B}_Ga=T,f=100,q=2,r=10,m=1;"

  @Test func `the cover is shown above an item, and again without a request`() async throws {
    try await play(StandInServer.Answer(body: Self.png)) { terminal, server in
      #expect(!terminal.sent.contains("\u{1B}_G"))
      try await terminal.enter("open 1", prompt: "Air>")
      #expect(terminal.sent.split(separator: Self.drawing).count == 2)
      #expect(terminal.screen.transcript.contains("☆ Air\n"))
      let asked = await server.requests.count
      try await terminal.enter("back", prompt: "air>")
      try await terminal.enter("forward", prompt: "Air>")
      #expect(terminal.sent.split(separator: Self.drawing).count == 3)
      #expect(await server.requests.count == asked)
    }
  }

  @Test func `without its cover a screen is complete and nothing fails`() async throws {
    try await play(.status(404)) { terminal, _ in
      try await terminal.enter("open 1", prompt: "Air>")
      #expect(!terminal.sent.contains("\u{1B}_G"))
      #expect(terminal.screen.transcript.contains("air> open 1\n☆ Air\n"))
    }
  }

  @Test func `a private address gets no request for a cover`() async throws {
    try await play(StandInServer.Answer(body: Self.png), base: "http://127.0.0.2:9") { terminal, server in
      try await terminal.enter("open 1", prompt: "Air>")
      #expect(!terminal.sent.contains("\u{1B}_G"))
      #expect(terminal.screen.transcript.contains("air> open 1\n☆ Air\n"))
      try await terminal.enter("explain", prompt: "Air>")
      #expect(terminal.screen.transcript.contains("127.0.0.2"))
    }
  }

  @Test func `Ctrl-C continues without the cover`() async throws {
    try await play(.silence) { terminal, server in
      terminal.send("open 1\r")
      await isAsked.wait()
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.hasSuffix("Air>") }
      #expect(terminal.screen.text.contains("☆ Air\n"))
    }
  }

}
