import Testing

@testable import Presentation

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("n\u{303}o\u{308}", 2), ("龍の子", 6), ("ｱ", 1), ("Ａ", 2),
    ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍🚀", 2), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("👍🏽", 2), ("☀️", 2), ("☀", 1),
    ("❤️‍🔥", 2), ("שלום", 4), ("\u{200F}שלום", 4), ("a\u{200B}b", 2), ("…", 1), ("★☆", 2), ("—", 1), ("𠀀", 2),
    ("。「」", 6), ("ไทย", 3), ("กำ", 2), ("\u{FEFF}a", 1), ("①", 1),
  ])
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

  @Test(arguments: [
    ("abcdefghi", 5, "ab…hi"), ("abcd", 4, "abcd"), ("龍の子の話", 5, "龍…話"), ("abc", 0, ""), ("abc", 1, "…"),
  ])
  func `text can be shortened in the middle`(text: String, width: Int, shortened: String) {
    #expect(DisplayWidth.shortenedInTheMiddle(text, to: width) == shortened)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]), ("one", 3, ["one"]),
    ("", 5, [""]), ("  a   b  ", 4, ["a b"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("a bcdefgh i", 3, ["a", "bcd", "efg", "h i"]),
    ("龍の子の話", 5, ["龍の", "子の", "話"]), ("龍の", 1, ["龍", "の"]), ("one two", 0, ["one two"]),
  ])
  func `text wraps between words, and within words that are too long`(text: String, width: Int, lines: [String]) {
    #expect(TextWrapping.lines(of: text, width: width) == lines)
  }

  @Test func `a pipe wraps nothing`() {
    #expect(TextWrapping.lines(of: "  as  it is  ", width: nil) == ["  as  it is  "])
  }
}
