import Domain
import Synchronization
import TestSupport
import Testing

@testable import Presentation

/// Interrupted pages, players and covers, and how far they got. `Stories/outside.txt` covers the rest.
@Suite(.timeLimit(.minutes(1)))
struct ErrandTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2]
  private let transcript = Transcript()
  private let files = MemoryFiles()
  private let coordinator = Coordinator(
    clients: [
      StubCatalogClient(
        Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song")], features: [.previews]),
        details: StubCatalogClient.itemAlone, artwork: { item, _ in item.artwork },
        search: { _ in
          .success(
            ItemList(
              items: [1, 2].map { number in
                .made("Full", catalog: "c", key: "\(number)") { item in
                  item.preview = WebLink("https://h.invalid/\(number).m4a")
                  item.artwork = WebLink("https://h.invalid/\(number).jpg")
                }
              }))
        })
    ], start: "c")

  private func run(
    _ script: String, desktop: RecordingDesktop = RecordingDesktop(), interruption: Interruption = Interruption(),
    patience: Duration = .seconds(5), fetch: @escaping @Sendable (WebLink) async -> Void = { _ in }
  ) async -> Repl.End {
    var outside = Outside(
      desktop: desktop,
      fetch: { link async throws(CatalogError) in
        await fetch(link)
        if Task.isCancelled { throw .cancelled }
        return Self.jpeg
      }, budgets: { [] })
    outside.coverPatience = patience
    let repl = await transcript.repl(
      transcript.output(rows: 24), interruption: interruption, files: files, outside: outside, on: coordinator)
    _ = await repl.run(ArraySource("search x", source: "-c"))
    transcript.clear()
    return await repl.run(ArraySource(script, source: "-c"))
  }

  @Test(
    arguments: [
      ("https://h.invalid/1.m4a", "The address is https://h.invalid/1.m4a"), ("/d/1.m4a", "The file is /d/1.m4a"),
    ])
  func `a missing player is an error with the address of the audio`(_ target: String, _ place: String) async {
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        throw .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play audio or video", target: target))
      })
    _ = await run("play 1; expect error nothing-here", desktop: desktop)
    #expect(transcript.diagnostics.replacing("\n", with: " ").hasSuffix("vlc. \(place) "))
  }

  @Test func `cancelling stops the player and ends the script`() async {
    let gate = Gate()
    let interruption = Interruption()
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        gate.open()
        await Gate().wait()
        return Playback(player: "mpv", wasStopped: true)
      })
    async let end = run("play 1; link 1", desktop: desktop, interruption: interruption)
    await gate.wait()
    interruption.raise()
    #expect(await coordinator.cancelLoad())
    #expect(await end == .interrupted)
    #expect(transcript.results == "stopped playing https://h.invalid/1.m4a with mpv\n")
    #expect(await !coordinator.cancelLoad())
  }

  @Test func `stopping one item stops all`() async {
    let desktop = RecordingDesktop(playing: { Playback(player: "mpv", wasStopped: true) })
    _ = await run("play 1,2", desktop: desktop)
    #expect(desktop.requests.count == 1)
    #expect(transcript.diagnostics == "-c:1: play 1,2: stopped; 1 left\n")
  }

  @Test func `a full disk ends it, and the error says how far it got`() async {
    let files = files
    let end = await run("artwork 1,2 --save c/; expect error file") { link in
      if link.text.contains("/2") { files.failWrites(with: .noSpace) }
    }
    #expect(end == .finished)
    #expect(
      transcript.diagnostics.replacing("\n", with: " ").hasSuffix("no space left on the disk; nothing was written "))
  }

  @Test func `a stop keeps what was done, and retry does the rest`() async {
    let stops = Mutex([true, false])
    let end = await run("artwork 1,2 --save c/; retry") { _ in
      if stops.withLock({ $0.popLast() }) == true { withUnsafeCurrentTask { $0?.cancel() } }
    }
    #expect(end == .finished && files.paths.sorted() == ["c/Full (2).jpg", "c/Full.jpg"])
    #expect(transcript.diagnostics.hasPrefix("-c:1: artwork 1,2 --save c/: stopped; 1 left\n"))
  }

  @Test func `a cover that takes too long for an item's screen is skipped`() async {
    let never = Gate()
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await run("set covers on; open 1", desktop: desktop, patience: .milliseconds(20)) { _ in await never.wait() }
    #expect(desktop.requests.isEmpty && transcript.diagnostics.isEmpty)
    #expect(transcript.results.contains("☆ Full\n"))
  }
}
