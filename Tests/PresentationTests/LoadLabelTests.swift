import Presentation
import Testing

struct LoadLabelTests {
  private let start = ContinuousClock.now

  @Test func `the label names the catalog`() {
    #expect(LoadLabel(asking: "iTunes").text(at: start) == "asking iTunes…")
  }

  @Test func `a wait is counted down to its end`() {
    let label = LoadLabel(asking: "iTunes")
    label.waits(for: "itunes.apple.com", .seconds(12), from: start)
    label.waits(for: "itunes.apple.com", .seconds(3), from: start)
    let texts = [0, 500, 11_999, 12_000].map { label.text(at: start + .milliseconds($0)) }
    #expect(
      texts == [
        "waiting 12 s to ask itunes.apple.com; Ctrl-C cancels",
        "waiting 12 s to ask itunes.apple.com; Ctrl-C cancels",
        "waiting 1 s to ask itunes.apple.com; Ctrl-C cancels",
        "asking iTunes…",
      ])
  }
}
