import Domain
import Presentation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LivePreviewTests {
  /// The requests and drawings.
  private final class Seen: Sendable {
    struct Events: Sendable {
      var asked: [String] = []
      var drawn: [String] = []
      var cancelled: [String] = []
      var answered: [String] = []
    }
    let events = Mutex(Events())
    var asked: [String] { events.withLock(\.asked) }
    var drawn: [String] { events.withLock(\.drawn) }
    var cancelled: [String] { events.withLock(\.cancelled) }
    var answered: [String] { events.withLock(\.answered) }

    /// Lets other tasks run until `condition` holds.
    func wait(until condition: (Seen) -> Bool) async throws { try await until { condition(self) } }
  }

  private let seen = Seen()
  private let clock = ManualClock()
  private let context = Command.Context(screen: .root(of: .stub), catalog: .stub)

  /// - Parameter gate: delays answers until it opens.
  private func preview(gate: Gate? = nil) -> LivePreview {
    let preview = LivePreview(
      clock: clock,
      ask: { [seen] query, _ in
        seen.events.withLock { $0.asked.append(query.term) }
        await gate?.wait()
        let isCancelled = Task.isCancelled
        seen.events.withLock { events in
          if isCancelled { events.cancelled.append(query.term) } else { events.answered.append(query.term) }
        }
        return StyledText("found \(query.term)")
      },
      draw: { [seen] text in seen.events.withLock { $0.drawn.append(text.text) } })
    preview.begin(on: context, waiting: .milliseconds(500))
    return preview
  }

  /// The first request must be that of another preview, which comes later.
  private func expectNothingAsked() async throws {
    let later = preview()
    later.lineChanged("search later")
    try await clock.waitForSleepers()
    for _ in 0..<100 { await Task.yield() }
    clock.advance(by: .milliseconds(500))
    try await seen.wait { $0.asked.contains("later") }
    #expect(seen.asked == ["later"])
  }

  /// Types the line, and nothing more until the preview's pause is over.
  private func rest(after line: String, in preview: LivePreview) async throws {
    preview.lineChanged(line)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
  }

  private func type(_ line: String, into preview: LivePreview) {
    for count in 1...line.count { preview.lineChanged(String(line.prefix(count))) }
  }

  @Test func `a word typed quickly is requested once, half a second after its last key`() async throws {
    let preview = preview()
    type("search vivaldi", into: preview)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(499))
    #expect(seen.asked == [])
    clock.advance(by: .milliseconds(1))
    try await seen.wait { !$0.drawn.isEmpty }
    #expect(seen.asked == ["vivaldi"])
    #expect(seen.drawn == ["found vivaldi"])
    #expect(clock.sleeping == [])
  }

  @Test func `each key restarts the pause`() async throws {
    let preview = preview()
    preview.lineChanged("search viv")
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(400))
    preview.lineChanged("search viva")
    try await clock.waitForSleepers()
    try await until { clock.sleeping == [.milliseconds(500)] }
    clock.advance(by: .milliseconds(499))
    #expect(seen.asked == [])
    clock.advance(by: .milliseconds(1))
    try await seen.wait { !$0.drawn.isEmpty }
    #expect(seen.asked == ["viva"])
  }

  @Test func `a further key cancels the request in flight, whose answer is not shown`() async throws {
    let gate = Gate()
    let preview = preview(gate: gate)
    try await rest(after: "search viv", in: preview)
    try await seen.wait { $0.asked == ["viv"] }
    preview.lineChanged("search viva")
    try await seen.wait { $0.cancelled == ["viv"] }
    gate.open()
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    try await seen.wait { !$0.drawn.isEmpty }
    #expect(seen.asked == ["viv", "viva"])
    #expect(seen.drawn == ["found viva"])
  }

  @Test(arguments: [
    "open song", "search v", "search", "search   ", "star 1; search vivaldi", "se vivaldi", "# search vivaldi",
  ])
  func `other lines send nothing`(line: String) async throws {
    let preview = preview()
    preview.lineChanged(line)
    try await expectNothingAsked()
  }

  @Test func `a space after the term changes nothing`() async throws {
    let preview = preview()
    try await rest(after: "/vivaldi", in: preview)
    try await seen.wait { !$0.drawn.isEmpty }
    preview.lineChanged("/vivaldi ")
    preview.lineChanged("/vivaldi")
    // If the spaces had started a search, it would be requested first.
    try await rest(after: "/jack", in: preview)
    try await seen.wait { $0.drawn.count == 2 }
    #expect(seen.asked == ["vivaldi", "jack"])
    #expect(seen.drawn == ["found vivaldi", "found jack"])
  }

  @Test func `a preview disappears when the line is no longer a search`() async throws {
    let preview = preview()
    try await rest(after: "/vivaldi", in: preview)
    try await seen.wait { !$0.drawn.isEmpty }
    preview.lineChanged("/v")
    preview.lineChanged("/")
    #expect(seen.drawn == ["found vivaldi", ""])
  }

  @Test func `Enter before the end of the pause leaves the request to the command`() async throws {
    let preview = preview()
    preview.lineChanged("/vivaldi")
    try await clock.waitForSleepers()
    preview.end("/vivaldi")
    try await until { clock.sleeping.isEmpty }
    clock.advance(by: .seconds(1))
    #expect(seen.asked == [])
  }

  @Test func `Enter lets the same request continue for the command, and draws nothing`() async throws {
    let gate = Gate()
    let preview = preview(gate: gate)
    try await rest(after: "/vivaldi", in: preview)
    try await seen.wait { $0.asked == ["vivaldi"] }
    preview.end("/vivaldi")
    gate.open()
    try await seen.wait { $0.answered == ["vivaldi"] }
    preview.begin(on: context, waiting: .milliseconds(500))
    try await rest(after: "/jack", in: preview)
    try await seen.wait { !$0.drawn.isEmpty }
    #expect(seen.cancelled == [])
    #expect(seen.drawn == ["found jack"])
  }

  @Test func `a request that outlives its command ends with the next line`() async throws {
    let preview = preview(gate: Gate())
    try await rest(after: "/vivaldi", in: preview)
    try await seen.wait { $0.asked == ["vivaldi"] }
    preview.end("/vivaldi")
    preview.begin(on: nil, waiting: .zero)
    try await seen.wait { $0.cancelled == ["vivaldi"] }
  }

  @Test(arguments: [nil, "open song"])
  func `abandoning the line, or changing it, cancels the request`(entered: String?) async throws {
    let gate = Gate()
    let preview = preview(gate: gate)
    try await rest(after: "/vivaldi", in: preview)
    try await seen.wait { $0.asked == ["vivaldi"] }
    preview.end(entered)
    try await seen.wait { $0.cancelled == ["vivaldi"] }
    #expect(seen.drawn == [])
  }

  @Test func `it waits as long as set`() async throws {
    var settings = Settings()
    try settings.set("delay", to: "20", in: .stub)
    let preview = preview()
    preview.begin(on: context, waiting: settings.previewDelay)
    preview.lineChanged("/vivaldi")
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(20))
    try await seen.wait { !$0.drawn.isEmpty }
    #expect(Settings().previewDelay == .milliseconds(500))
  }

  @Test func `switched off, it sends nothing`() async throws {
    let preview = preview()
    preview.begin(on: nil, waiting: .zero)
    preview.lineChanged("/vivaldi")
    try await expectNothingAsked()
  }
}
