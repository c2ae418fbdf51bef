import Domain
import Testing

struct FoldedTextTests {
  @Test(arguments: [
    ("Dvořák", "DVORAK", true), ("Été", "ete", true), ("Cafe\u{301}", "café", true), ("ẾÉ", "ee", true),
    ("Straße", "STRASSE", true), ("Ὀδυσσεύς", "οδυσσευσ", true), ("İstanbul", "istanbul", true),
    ("Тёмная", "темная", true), ("が", "か", false), ("한국", "한국", true), ("한국", "하", false), ("हिन्दी", "हन", false),
    ("abc", "abd", false), ("Sigur Rós", "ros", true), ("MØ", "mo", true), ("Łódź", "lodz", true),
    ("Ｂｊöｒｋ", "bjork", true),
    ("ｶﾞ", "ガ", true), ("か\u{3099}", "が", true), ("か\u{3099}", "か", false), ("ﬁn", "fin", true),
    ("abc", "", true), ("", "a", false), ("12\"", "2\"", true),
  ])
  func `case and accents are ignored, and nothing else`(text: String, part: String, isIn: Bool) {
    #expect(FoldedText(text).contains(FoldedText(part)) == isIn)
  }

  /// Its time is measured by scripts/bench.
  @Test func `any number of marks on a letter is ignored`() {
    let marks = String(String.UnicodeScalarView(repeatElement("\u{301}", count: 4_000)))
    #expect(FoldedText("a" + marks + "b") == FoldedText("ab"))
  }
}
