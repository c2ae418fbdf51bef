import Domain
import TestSupport
import Testing

struct FoldedTextTests {
  @Test(arguments: TextTable.rows("case, accents and forms of quotes are ignored") { ($0[0], $0[1], Bool($0[2])!) })
  func `case, accents and forms of quotes are ignored`(text: String, part: String, isIn: Bool) {
    #expect(FoldedText(text).contains(FoldedText(part)) == isIn)
  }

  /// Its time is measured by scripts/bench.
  @Test func `any number of marks on a letter is ignored`() {
    let marks = String(String.UnicodeScalarView(repeatElement("\u{301}", count: 4_000)))
    #expect(FoldedText("a" + marks + "b") == FoldedText("ab"))
  }
}
