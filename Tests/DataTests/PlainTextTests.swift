import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct PlainTextTests {
  @Test(arguments: TextTable.rows("HTML becomes text, and text does not change") { ($0[0], $0[1]) })
  func `HTML becomes text, and text does not change`(html: String, text: String) {
    #expect(PlainText(html: html)?.text == text)
  }

  @Test(arguments: ["", " \n ", "<p></p>", "<br><br/>", "<ul><li></li></ul>"])
  func `HTML without text is nil`(html: String) {
    #expect(PlainText(html: html) == nil)
  }

  @Test(arguments: ["<", "<a", "&", "&a", "<p>", " ", "\n", "</", "<!", "<!--", "&#"])
  func `long runs of anything take linear time`(part: String) {
    let text = PlainText(html: "x" + String(repeating: part, count: 50_000) + "y")?.text
    #expect(text?.first == "x")
    #expect(text?.last == "y")
  }
}
