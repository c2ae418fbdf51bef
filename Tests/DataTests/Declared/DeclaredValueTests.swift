import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

private func kind(_ name: String) -> Value.Kind {
  let all: [Value.Kind] = [.text, .name, .number, .whole, .seconds, .flag, .fact, .date, .address]
  return all.first { "\($0)" == name }!
}

/// The language of values: a form and a row give a value.
struct DeclaredValueTests {
  /// - Returns: the text of the value for a field of that kind; nil if there is none.
  private static func outcome(
    _ form: String, _ row: String, as kind: Value.Kind = .text, around: String? = nil, nothing: Set<String> = []
  ) throws -> String? {
    var checker = DeclarationChecker()
    let value = try #require(
      checker.value(try LocatedJSON(parsing: Array(form.utf8))), "\(checker.mistakes.placed(in: Array(form.utf8)))")
    #expect(checker.mistakes.isEmpty)
    let context = RowContext(
      value: try JSONValue(parsing: Array(row.utf8)), around: try around.map { try JSONValue(parsing: Array($0.utf8)) },
      evaluation: Value.EvaluationContext(nothing: nothing))
    return value.result(in: context, as: kind)?.plain
  }

  @Test(arguments: TextTable.rows("a value is read by its form") { ($0[0], $0[1], $0.text(2)) })
  func `a value is read by its form`(form: String, row: String, value: String?) throws {
    #expect(try Self.outcome(form, row) == value)
  }

  @Test(arguments: TextTable.rows("a value must have its field's type") { ($0[0], $0[1], kind($0[2]), $0.text(3)) })
  func `a value must have its field's type`(
    form: String, row: String, kind: Value.Kind, value: String?
  ) throws {
    #expect(try Self.outcome(form, row, as: kind) == value)
  }

  @Test(.timeLimit(.minutes(1))) func `of a very long text only the beginning is searched for a date or a duration`() {
    let years = String(repeating: "1990 ", count: 200_000) + "BC"
    #expect(Conversion.date.converted(.text(years)) == .text("1990"))
    let hours = String(repeating: "1h ", count: 200_000)
    #expect(Conversion.duration.converted(.text(hours)) == .number("11998800"))
  }

  @Test func `a field is filled by the first value of its type`() async throws {
    let service = DeclaredService(["/s": #"[{"id":1,"t":"One","a":2.5,"b":3,"c":-1,"d":7.5}]"#])
    let client = try service.client(
      """
      {"name": "a", "title": "A", "search": {"path": "/s"},
       "fields": {"id": "/id", "title": "/t", "count": ["/a", "/b"], "duration": ["/c", "/d"]}}
      """)
    let item = try #require(try await client.search("x", in: "a").items.first)
    #expect(item.count == 3 && item.duration == .milliseconds(7_500))
  }

  @Test func `a caret reads what surrounds a row`() throws {
    #expect(try Self.outcome(#""^/position""#, "{}", around: #"{"position":2}"#) == "2")
    #expect(try Self.outcome(#"{"text":"{^/id}/{/n}"}"#, #"{"n":1}"#, around: #"{"id":"x"}"#) == "x/1")
    #expect(try Self.outcome(#"{"each":"^/a","join":"+"}"#, "{}", around: #"{"a":[1,2]}"#) == "1+2")
    #expect(try Self.outcome(#""^/position""#, #"{"position":2}"#) == nil)
  }

  @Test func `texts that mean unknown count as missing, except in ids and titles`() throws {
    let nothing: Set = ["na", "unknown", "-1"]
    #expect(try Self.outcome(#"["/a","/b"]"#, #"{"a":" Unknown ","b":"y"}"#, nothing: nothing) == "y")
    #expect(try Self.outcome(#""/a""#, #"{"a":-1}"#, as: .number, nothing: nothing) == nil)
    #expect(try Self.outcome(#"{"each":"/a","join":","}"#, #"{"a":["NA","x"]}"#, nothing: nothing) == "x")
    #expect(try Self.outcome(#"{"text":"By {/a}"}"#, #"{"a":"NA"}"#, nothing: nothing) == nil)
    #expect(try Self.outcome(#"{"at":"/a","strip":"by "}"#, #"{"a":"by unknown"}"#, nothing: nothing) == nil)
    #expect(try Self.outcome(#""/a""#, #"{"a":"Unknown"}"#, as: .name, nothing: nothing) == "Unknown")
    #expect(try Self.outcome(#"{"text":"{/a}"}"#, #"{"a":"NA"}"#, as: .name, nothing: nothing) == "NA")
  }

  @Test(arguments: TextTable.rows("durations are parsed in all their forms") { ($0[0], $0.text(1)) })
  func `durations are parsed in all their forms`(text: String, seconds: String?) {
    #expect(DurationText.seconds(in: text).map { "\($0)" } == seconds)
  }

  @Test(arguments: TextTable.rows("the first date in a text keeps its precision") { ($0[0], $0.text(1)) })
  func `the first date in a text keeps its precision`(text: String, date: String?) {
    #expect(DateText.first(in: text) == date)
  }

  fileprivate static let cases5: [(text: String, conversion: String, number: String?)] = [
    ("S04E08", "season", "4"), ("S04E08", "episode", "8"), ("Show - s1e12 - Title", "episode", "12"),
    ("S04", "season", nil), ("Episode 8", "episode", nil), ("SE08", "season", nil),
  ]

  @Test(arguments: cases5)
  func `seasons and episodes are parsed from their code`(text: String, conversion: String, number: String?) throws {
    #expect(try Self.outcome(#"{"at":"/a","as":"\#(conversion)"}"#, #"{"a":"\#(text)"}"#, as: .number) == number)
  }

  @Test func `rows are found by *, each with the element of the last one`() throws {
    func rows(_ pointer: String, _ json: String) throws -> [String]? {
      let pointer = try #require(Pointer(pointer))
      let json = try JSONValue(parsing: Array(json.utf8))
      return pointer.found(in: json)?.map {
        let element = if case .object(let members)? = $0.element { members["p"].map { "\($0)" } ?? "-" } else { "none" }
        return "\($0.value) \(element)"
      }
    }
    let media = #"{"media":[{"p":1,"tracks":["a","b"]},{"p":2},{"p":3,"tracks":["c"]}]}"#
    #expect(
      try rows("/media/*/tracks", media) == [
        #"array([Domain.JSONValue.string("a"), Domain.JSONValue.string("b")]) number("1")"#,
        #"array([Domain.JSONValue.string("c")]) number("3")"#,
      ])
    #expect(try rows("/x/*/tracks", media) == nil)
    #expect(try rows("/media/*/x", media) == nil)
    #expect(try rows("/media/*/x", #"{"media":[]}"#) == [])
    #expect(try rows("/media/*/x", #"{"media":null}"#) == [])
    #expect(try rows("/media/*/x", #"{"media":3}"#) == nil)
    #expect(try rows("", "3") == [#"number("3") none"#])
    #expect(try rows("/a", "{}") == nil)
  }
}
