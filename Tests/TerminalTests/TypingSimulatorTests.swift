import Presentation
import Synchronization
import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TypistTests {
  /// The output, and when it was shown, in milliseconds.
  private final class Screen: Sendable {
    let events = Mutex<[(time: Int, text: String)]>([])
    private let time = Mutex(Duration.zero)

    func pause(_ duration: Duration) { time.withLock { $0 += duration } }

    func show(_ text: StyledText) {
      let time = Int(time.withLock(\.self) / .milliseconds(1))
      events.withLock { $0.append((time, text.text)) }
    }
  }

  @Test func `a command is typed key by key after the place`() async {
    let screen = Screen()
    let typist = TypingSimulator(pace: 1, sleep: screen.pause, interruption: Interruption()) { screen.show($0) }
    _ = await typist.type("vivaldi> ", "é 👩‍🚀")
    let events = screen.events.withLock(\.self)
    #expect(events.map(\.text) == ["vivaldi> ", "é", " ", "👩‍🚀", "\n"])
    #expect(events.map(\.time) == [0, 600, 645, 774, 1217])
  }

  @Test(arguments: [(1.0, 10, 1500), (2.0, 10, 750), (1.0, 1000, 4000)])
  func `long output gets a longer pause`(pace: Double, lines: Int, pause: Int) async {
    let screen = Screen()
    let typist = TypingSimulator(pace: pace, sleep: screen.pause, interruption: Interruption()) { screen.show($0) }
    typist.saw(StyledText(lines: Array(repeating: "x", count: lines)))
    _ = await typist.type("> ", "q")
    #expect(screen.events.withLock { $0.map(\.time) }.prefix(2) == [0, pause])
  }

  @Test func `there is time to read a comment and what came before it`() async {
    let screen = Screen()
    let typist = TypingSimulator(pace: 1, sleep: screen.pause, interruption: Interruption()) { screen.show($0) }
    typist.saw(StyledText(lines: Array(repeating: "x", count: 10)))
    await typist.print(StyledText(lines: [String(repeating: "why ", count: 10)]))
    _ = await typist.type("> ", "q")
    let events = screen.events.withLock(\.self)
    #expect(events[0].time == 1500)
    #expect(events[1].text == "> ")
    #expect(events[2].time - events[1].time == 600 + 90 * 2)
  }

  @Test func `an interruption ends the typing at once`() async throws {
    let clock = ManualClock()
    let interruption = Interruption()
    let shown = Mutex("")
    let typist = TypingSimulator(
      pace: 1, sleep: { try? await clock.sleep(for: $0) }, interruption: interruption
    ) { text in
      shown.withLock { $0 += text.text }
    }
    let typing = Task { _ = await typist.type("> ", "search vivaldi") }
    try await clock.waitForSleepers()
    interruption.raise()
    await typing.value
    #expect(shown.withLock(\.self) == "> \n")
  }
}
