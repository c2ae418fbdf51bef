import Domain
import Presentation
import Testing

struct JSONWriterTests {
  private func object(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.object(body)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `a field is separated from others, whether its text is escaped or not`() {
    for first in [true, false] {
      let written = object { writer in
        if !first { writer.field("n", 1) }
        writer.field("a", "x\"y")
        writer.field("b", "plain")
        writer.field("c", "\\")
      }
      #expect(written == "{" + (first ? "" : #""n":1,"#) + #""a":"x\"y","b":"plain","c":"\\"}"#)
    }
  }

  @Test func `an element is separated from others, whether its text is escaped or not`() {
    let written = object { writer in
      writer.key("a")
      ["x\"y", "plain", "\\", "\n"].write(to: &writer)
    }
    #expect(written == #"{"a":["x\"y","plain","\\","\n"]}"#)
  }

  @Test(arguments: [0, 7, -7, 10, 99, 100, .max, .min]) func `numbers are written in digits`(number: Int) {
    #expect(object { $0.field("n", number) } == "{\"n\":\(number)}")
  }

  @Test(arguments: [
    (0, "0"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (211_101, "211.101"), (211_100, "211.1"), (60_000, "60"),
    (3_600_050, "3600.05"), (-500, "-0.5"), (-1_500, "-1.5"),
  ]) func `seconds have the decimals that they need`(milliseconds: Int, text: String) {
    #expect(object { $0.field("d", ItemField.Value.duration(.milliseconds(milliseconds))) } == "{\"d\":\(text)}")
  }

  @Test(arguments: [1, 470, 950, 960, 970, 2048, 4096, 100_000]) func `text of any length is written`(length: Int) {
    let text = String(repeating: "x", count: length)
    let written = object { writer in
      writer.field("a", text)
      writer.field("b", text)
    }
    #expect(written == "{\"a\":\"\(text)\",\"b\":\"\(text)\"}")
  }

  @Test(arguments: [
    "\"", "\\", "\n", "\u{1F}", "\u{0}", "\u{7F}", "\u{85}", "\u{202E}", "\u{2066}", "\u{200E}", "\u{FEFF}", "\u{61C}",
  ])
  func `characters that need escaping are escaped, wherever they are`(special: String) {
    for before in 0...17 {
      for after in [0, 1, 7, 8, 9] {
        let (head, tail) = (String(repeating: "\u{7E}", count: before), String(repeating: " ", count: after))
        let written = object { $0.field("a", head + special + tail) }
        #expect(written.hasPrefix("{\"a\":\"\(head)\\") && written.hasSuffix("\(tail)\"}"))
      }
    }
  }

  @Test func `the names of a value's members are escaped, and sorted where equal values have equal bytes`() {
    let value = JSONValue.object(JSONMembers([("b", .number("1")), ("a\"", .string("x"))]))
    #expect(object { $0.field("v", value) } == #"{"v":{"b":1,"a\"":"x"}}"#)
    #expect(String(decoding: value.bytes, as: UTF8.self) == #"{"a\"":"x","b":1}"#)
  }

  @Test(arguments: ["é", "夜", "👩‍🚀", "e\u{301}", "~", " ", "!", "#", "[", "]"])
  func `other characters are not escaped`(plain: String) {
    for before in 0...17 {
      let text = String(repeating: "a", count: before) + plain + "bcdefghij"
      #expect(object { $0.field("a", text) } == "{\"a\":\"\(text)\"}")
    }
  }
}
