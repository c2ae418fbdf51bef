import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct JSONValueTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true\n", .bool(true)), ("\u{FEFF}false", .bool(false)),
    ("0", .number("0")), ("-1.50", .number("-1.50")), ("2E+3", .number("2E+3")),
    ("[]", .array([])), ("[1, [ ], null ]", .array([.number("1"), .array([]), .null])),
    ("{}", .object([:])),
    (#"{"a":1,"b":{"c":""},"a":2}"#, .object(["a": .number("2"), "b": .object(["c": .string("")])])),
    (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
    (#""\uBD04 \u0041\uD83C\uDF37""#, .string("봄 A🌷")),
    (#""\ud83c""#, .string("\u{FFFD}")), (#""\ud83cx\udf37""#, .string("\u{FFFD}x\u{FFFD}")),
    (#""\ud83c\u0041""#, .string("\u{FFFD}A")), (#""\ud83c\ud83c\udf37""#, .string("\u{FFFD}🌷")),
    ("\"a\u{1B}[0m\n\"", .string("a\u{1B}[0m\n")),
  ])
  func `JSON is parsed as written`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "[1,]", "[1 2]", "[", "]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "{\"a\" 1}",
    "\"", #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, "1.", "-", ".5", "1e", "1 2", "'a'", "// a\n1", "NaN",
  ])
  func `text that is not JSON is refused`(text: String) {
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test func `bytes that are not UTF-8 become the replacement character`() throws {
    #expect(try JSONValue(parsing: [0x22, 0x61, 0xFF, 0x62, 0x22]) == .string("a\u{FFFD}b"))
    #expect(try JSONValue(parsing: [0x22, 0xFF, 0x5C, 0x6E, 0x22]) == .string("\u{FFFD}\n"))
  }

  @Test func `nesting is limited, but deep enough for any answer`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONValue(parsing: nested(500))
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: nested(501)) }
    #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: nested(200_000)) }
  }

  @Test func `an answer with too many values is not parsed to its end`() {
    #expect(throws: JSONValue.Malformed.self) {
      try JSONValue(parsing: Array(("[" + String(repeating: "0,", count: 1_000_000) + "0]").utf8))
    }
  }

  @Test func `numbers keep every digit`() {
    #expect(JSONValue.number("1000654145267").integer == 1_000_654_145_267)
    #expect(JSONValue.number("12.0").integer == 12)
    #expect(JSONValue.number("12.5").integer == nil)
    #expect(JSONValue.number("1e400").integer == nil)
    #expect(JSONValue.number("99999999999999999999").integer == nil)
    #expect(JSONValue.number("1.2900").digits == "1.2900")
    #expect(JSONValue.string("12").integer == nil)
    #expect(JSONValue.string("12").key == "12")
    #expect(JSONValue.string(" ").text == nil)
    #expect(JSONValue.null.text == nil)
  }
}
