@testable import Catalogs
@testable import Sample
@testable import Wire
import TestSupport
import Testing

@Suite struct `Searching the sample` {
  @Test(arguments: TextTable.rows("finds") { ($0[0], $0[1]) })
  func `finds`(term: String, text: String) {
    let words = SampleSearchText.words(of: term)
    #expect(!words.isEmpty)
    #expect(words.allSatisfy(SampleSearchText(text).holds))
  }

  @Test(arguments: [
    ("spring", "Offspring"), ("summer", "Midsummer"), ("spring song", "Spring"), ("か", "が"), ("여름", "여 름"),
    ("e", "The"),
  ])
  func `does not find`(term: String, text: String) {
    #expect(!SampleSearchText.words(of: term).allSatisfy(SampleSearchText(text).holds))
  }

  @Test(arguments: ["", "   ", "…", "-- / &", "\u{A0}", "'"])
  func `sees no word in`(term: String) {
    #expect(SampleSearchText.words(of: term).isEmpty)
  }
}
