import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct PlainTextTests {
  @Test(arguments: [
    ("Plain text, as it is.", "Plain text, as it is."),
    ("One<br />two<BR>three", "One\ntwo\nthree"),
    ("<p>One</p>\n\n<p class=\"x\">Two <b>bold</b> <i>words</i></p>", "One\n\nTwo bold words"),
    ("One\n\n\n\n\nTwo\r\nThree \n Four", "One\n\nTwo\nThree\nFour"),
    ("<ul><li>One</li><li>Two</li></ul>After", "• One\n• Two\n\nAfter"),
    ("<div>One</div><div>Two</div>", "One\nTwo"), ("<li>One</li>two", "• One\ntwo"),
    ("One\u{2028}Two\u{2029}Three …", "One\nTwo\nThree …"),
    ("&lt;b&gt; &amp;amp; &quot;x&quot; caf&eacute; &copy;&nbsp;2011", "<b> &amp; \"x\" café ©\u{A0}2011"),
    ("&#8217;&#x2019;&#X1F337; &yuml;", "’’🌷 ÿ"),
    (
      "AT&T; R&B & 3 < 4 > 2 &unknown; &#xD800; &#0; &#99999999999; &",
      "AT&T; R&B & 3 < 4 > 2 &unknown; &#xD800; &#0; &#99999999999; &"
    ),
    ("a <3 b <", "a <3 b <"), ("<a <b>c", "<a c"), ("a<!-- note -->b", "ab"), ("un<wbr>broken", "unbroken"),
    ("봄 <b>사랑</b> 🌷", "봄 사랑 🌷"),
    ("  indented  text  ", "indented  text"),
  ])
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
