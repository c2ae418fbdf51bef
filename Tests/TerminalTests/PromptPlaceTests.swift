import Presentation
import TestSupport
import Testing

@testable import Terminal

struct PromptPlaceTests {
  @Test(arguments: TextTable.rows("a narrow window omits whole steps") { ($0[0], Int($0[1])!, $0[2]) })
  func `a narrow window omits whole steps`(place: String, width: Int, shortened: String) {
    #expect(PromptPlace.shortened(place, to: width) == shortened)
  }

  @Test(arguments: 8...200)
  func `no width gives a name that does not exist`(width: Int) {
    let steps = [
      "jazz", "Spring, RV 269: I. Allegro", "日本語のうた", "e\u{301}te\u{301} 👍🏽", "The Four Seasons & Other Concertos",
    ]
    for count in 1...steps.count {
      let shown = PromptPlace.shortened(steps.prefix(count).joined(separator: " › "), to: width)
      #expect(DisplayWidth.of(shown) <= width)
      for (index, step) in shown.split(separator: " › ").map(String.init).enumerated() where step != "…" {
        let isCut = index == 0 && step.last == "…" && steps[count - 1].hasPrefix(step.dropLast())
        #expect(steps.contains(step) || isCut, "\(shown)")
      }
    }
  }

  @Test(arguments: [
    (64, "vivaldi, …, Stores, Spring"), (88, "vivaldi, Song, Spring, Stores, Spring"),
    (200, "vivaldi, Song, Spring, Stores, Spring"),
  ])
  func `a screen reader gets the place without symbols`(columns: Int, shown: String) {
    var appearance = Appearance.plain
    appearance.isForReader = true
    #expect(
      PromptPlace.shown("vivaldi › Song › Spring › Stores · Spring", inWindowOf: columns, as: appearance) == shown)
  }
}
