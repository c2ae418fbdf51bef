import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct PlainTextTests {
  @Test(
    arguments: TextTable.rows("HTML is read as text, and text stays as it is", in: "PlainText").map { ($0[0], $0[1]) })
  func `HTML is read as text, and text stays as it is`(html: String, text: String) {
    #expect(PlainText(html: html)?.text == text)
  }

  @Test(arguments: ["", " \n ", "<p></p>", "<br><br/>", "<ul><li></li></ul>"])
  func `nothing to read is nothing`(html: String) {
    #expect(PlainText(html: html) == nil)
  }

  @Test(arguments: ["<", "<a", "&", "&a", "<p>", " ", "\n", "</", "<!", "&#"])
  func `long runs of anything are taken as they come`(part: String) {
    let text = PlainText(html: "x" + String(repeating: part, count: 50_000) + "y")?.text
    #expect(text?.first == "x")
    #expect(text?.last == "y")
  }
}
