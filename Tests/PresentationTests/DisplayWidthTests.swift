import TestSupport
import Testing

@testable import Presentation

struct DisplayWidthTests {
  @Test(arguments: TextTable.rows("text takes as many columns as a terminal draws") { ($0[0], Int($0[1])!) })
  func `text takes as many columns as a terminal draws`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
    #expect(DisplayWidth.of(text + text) == 2 * width)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("abcd", -5, ""), ("龍の子", 6, "龍の子"),
    ("龍の子", 5, "龍の…"), ("龍の子", 4, "龍…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍🚀👩‍🚀", 3, "👩‍🚀…"), ("", 3, ""),
  ])
  func `text that does not fit ends in an ellipsis, between characters`(text: String, width: Int, fitted: String) {
    #expect(DisplayWidth.fitted(text, to: width) == fitted)
  }

  @Test(
    arguments: TextTable.rows("text wraps between words, and within words that are too long") {
      ($0[0], Int($0[1])!, $0.rest(2))
    })
  func `text wraps between words, and within words that are too long`(text: String, width: Int, lines: [String]) {
    #expect(TextWrapping.lines(of: text, width: width) == lines)
  }

  @Test func `a pipe wraps nothing`() {
    #expect(TextWrapping.lines(of: "  as  it is  ", width: nil) == ["  as  it is  "])
  }
}
