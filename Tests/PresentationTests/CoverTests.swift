import Domain
import Presentation
import TestSupport
import Testing

/// Covers on item screens: drawn where they can be, and a screen lacks nothing where they cannot.
struct CoverTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2]
  private let transcript = Transcript()
  private let desktop = RecordingDesktop(pictures: .shows([.png]))

  private let coordinator = Coordinator(
    clients: [
      StubCatalogClient(
        .stub, details: StubCatalogClient.itemAlone,
        artwork: { _, size in WebLink("https://h.invalid/\(size).jpg") },
        pngArtwork: { item, size in WebLink("https://h.invalid/\(item.id.key)/\(size).png") },
        search: { _ in .success(ItemList(items: [.stub("Air"), .stub("Gigue")])) })
    ], start: "itunes")

  private func run(
    _ lines: [String], on desktop: RecordingDesktop? = nil, form: OutputForm = .text,
    fetch: @escaping @Sendable (WebLink) async throws(CatalogError) -> [UInt8] = { _ in Self.png }
  ) async {
    var outside = Outside(
      desktop: desktop ?? self.desktop,
      fetch: { [transcript] link async throws(CatalogError) in
        transcript.note(link.text)
        return try await fetch(link)
      }, budgets: { [] })
    outside.coverPatience = .milliseconds(20)
    let repl = await transcript.repl(
      transcript.output(rows: 24), options: Repl.Options(form: form), outside: outside, on: coordinator)
    _ = await repl.run(ArraySource(lines.joined(separator: "\n"), source: "-c"))
  }

  @Test func `are off until asked for`() async {
    await run(["search x --in song", "open 1"])
    #expect(transcript.notes.isEmpty && desktop.requests.isEmpty)
  }

  @Test func `are drawn on items' screens alone, a third of the window high`() async {
    await run(["set covers on", "search x --in song", "open song", "open 1", "favs"])
    #expect(transcript.notes == ["https://h.invalid/Air/600.png"])
    #expect(desktop.requests == ["show png in 8 rows"])
    #expect(transcript.results.contains("☆ Air\n") && transcript.diagnostics.isEmpty)
  }

  @Test func `are not asked for again on the way back`() async {
    await run(["set covers on", "search x --in song", "open 1", "back", "open 2", "back", "forward", "show"])
    #expect(transcript.notes == ["https://h.invalid/Air/600.png", "https://h.invalid/Gigue/600.png"])
    #expect(desktop.requests.count == 4)
    transcript.clear()
    await run(["set covers off", "home", "search x --in song", "open 1", "back", "set covers on", "forward"])
    #expect(transcript.notes.isEmpty, "what was not shown before is not asked for by moving")
  }

  @Test(arguments: [
    PictureDisplay.cannot(.noTerminal), .cannot(.noGraphics), .shows([.jpeg]),
  ])
  func `are left out where they cannot be drawn`(pictures: PictureDisplay) async {
    let desktop = RecordingDesktop(pictures: pictures)
    await run(["set covers on", "search x --in song", "open 1", "expect state loaded"], on: desktop)
    #expect(desktop.requests.isEmpty)
    #expect(transcript.results.contains("☆ Air\n"))
    // Who switches them on is told that they will not be seen.
    #expect(transcript.diagnostics.contains("terminal") == (pictures == .cannot(.noGraphics)))
  }

  @Test(arguments: ["set reader on", "set covers off"])
  func `are not for everybody`(setting: String) async {
    await run(["set covers on", setting, "search x --in song", "open 1"])
    #expect(transcript.notes.isEmpty)
  }

  @Test func `are no part of data`() async {
    await run(["set covers on", "search x --in song", "open 1"], form: .json)
    #expect(transcript.notes.isEmpty && desktop.requests.isEmpty)
  }

  @Test(
    arguments: [
      .failure(.refused(host: "h", status: 403, reason: nil)), .failure(.offline(host: "h")), .success([1, 2, 3]),
      .success([]),
    ] as [Result<[UInt8], CatalogError>])
  func `that do not come are no failure`(answer: Result<[UInt8], CatalogError>) async {
    await run(["set covers on", "search x --in song", "open 1", "expect state loaded"]) {
      _ async throws(CatalogError) in
      try answer.get()
    }
    #expect(desktop.requests.isEmpty && transcript.diagnostics.isEmpty)
    #expect(transcript.results.contains("☆ Air\n"))
  }

  @Test func `that take too long are given up`() async {
    let gate = Gate()
    await run(["set covers on", "search x --in song", "open 1"]) { _ async throws(CatalogError) in
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      if Task.isCancelled { throw .cancelled }
      return Self.png
    }
    #expect(desktop.requests.isEmpty && transcript.diagnostics.isEmpty)
    #expect(transcript.results.contains("☆ Air\n"))
  }
}
