import Domain
import Testing

@testable import Catalogs
@testable import Wire

/// The value language: a form, a row, and what comes of it.
struct DeclaredValueTests {
  /// - Returns: what a field of that kind takes from `row`, as text; nil where that is nothing.
  private static func outcome(
    _ form: String, _ row: String, as kind: Value.Kind = .text, around: String? = nil, nothing: Set<String> = []
  ) throws -> String? {
    var checker = DeclarationChecker()
    let value = try #require(
      checker.value(try LocatedJSON(parsing: Array(form.utf8))), "\(checker.mistakes.placed(in: Array(form.utf8)))")
    #expect(checker.mistakes.isEmpty)
    let context = RowContext(
      value: try JSONValue(parsing: Array(row.utf8)), around: try around.map { try JSONValue(parsing: Array($0.utf8)) })
    switch value.result(in: context, as: kind, with: Value.EvaluationContext(nothing: nothing)) {
    case nil: return nil
    case .text(let text): return text
    case .flag(let flag): return "\(flag)"
    case .date(let date): return date.text
    case .address(let link): return link.text
    }
  }

  fileprivate static let cases1: [(form: String, row: String, value: String?)] = [
    (#""/a""#, #"{"a":"x"}"#, "x"), (#""/a""#, #"{"a":12}"#, "12"), (#""/a""#, #"{"a":8.50}"#, "8.50"),
    (#""/a""#, #"{"a":true}"#, nil), (#""/a""#, #"{"a":null}"#, nil), (#""/a""#, #"{"a":" "}"#, nil),
    (#""/a""#, #"{"a":["x"]}"#, nil), (#""/a""#, #"{"a":{}}"#, nil), (#""/a""#, "{}", nil),
    (#""/a/b""#, #"{"a":{"b":"x"}}"#, "x"), (#""/a/1""#, #"{"a":["x","y"]}"#, "y"),
    (#""/a/01""#, #"{"a":["x","y"]}"#, nil), (#""/a/-""#, #"{"a":["x"]}"#, nil), (#""/a/2""#, #"{"a":["x"]}"#, nil),
    (#""/a~1b/c~0d""#, #"{"a/b":{"c~d":"x"}}"#, "x"), (#""/""#, #"{"":"x"}"#, "x"), (#""""#, #""x""#, "x"),
    (#"["/a", "/b"]"#, #"{"b":"y"}"#, "y"),
    // A fallback is tried where a value has the wrong type, not only where it is absent.
    (#"["/a", "/a/value"]"#, #"{"a":{"value":"y"}}"#, "y"), (#"["/a", "/b"]"#, #"{"a":false,"b":"y"}"#, "y"),
    (#"{"at":"/a","as":"html"}"#, #"{"a":"<p>One<br>two</p>"}"#, "One\ntwo"),
    (#"{"at":"/a","as":"html"}"#, #"{"a":"<p></p>"}"#, nil),
    (#"{"at":"/a","as":"last"}"#, #"{"a":"/works/OL27W"}"#, "OL27W"),
    (#"{"at":"/a","as":"last"}"#, #"{"a":"https://x.org/a/Caf%C3%A9?b=/c#d"}"#, "Café"),
    (#"{"at":"/a","as":"last"}"#, #"{"a":"https://x.org/a/"}"#, nil),
    (#"{"at":"/a","as":"last"}"#, #"{"a":"OL27W"}"#, "OL27W"), (#"{"at":"/a","as":"last"}"#, #"{"a":12}"#, "12"),
    (#"{"at":"/a","strip":"/works/"}"#, #"{"a":"/works/OL27W"}"#, "OL27W"),
    (#"{"at":"/a","strip":["/books/","/works/"]}"#, #"{"a":"/works//works/1"}"#, "/works/1"),
    (#"{"at":"/a","strip":"/works/"}"#, #"{"a":"OL27W"}"#, "OL27W"),
    (#"{"at":"/a","map":{"28":"Action"}}"#, #"{"a":28}"#, "Action"),
    (#"{"at":"/a","map":{"28":"Action"}}"#, #"{"a":29}"#, nil),
    (#"{"at":"/a","map":{"true":"Explicit"}}"#, #"{"a":true}"#, "Explicit"),
    (#"{"at":"/a","times":60}"#, #"{"a":24}"#, "1440"), (#"{"at":"/a","times":0.1}"#, #"{"a":"3"}"#, "0.3"),
    (#"{"at":"/a","times":60}"#, #"{"a":"long"}"#, nil), (#"{"at":"/a","least":1}"#, #"{"a":0}"#, nil),
    (#"{"at":"/a","least":1}"#, #"{"a":-1}"#, nil), (#"{"at":"/a","least":1}"#, #"{"a":1}"#, "1"),
    (#"{"at":"/a","least":1}"#, #"{"a":"x"}"#, nil),
    (#"{"count":"/a"}"#, #"{"a":[1,null,3]}"#, "3"), (#"{"count":"/a"}"#, #"{"a":[]}"#, "0"),
    (#"{"count":"/a"}"#, #"{"a":"x"}"#, nil), (#"{"count":"/a","least":1}"#, #"{"a":[]}"#, nil),
    (#"{"text":"Season {/n}"}"#, #"{"n":3}"#, "Season 3"), (#"{"text":"Season {/n}"}"#, "{}", nil),
    (#"{"text":"constant"}"#, "{}", "constant"), (#"{"text":"{/a} & {/b}"}"#, #"{"a":"1/2","b":"x y"}"#, "1/2 & x y"),
    (#"{"at":"/a","text":"{value} ({/b})"}"#, #"{"a":"x","b":"y"}"#, "x (y)"),
    (#"{"at":"/a","text":"{value} ({/b})"}"#, #"{"b":"y"}"#, nil),
    (#"{"at":"/a","strip":"x","times":2,"text":"{value} %"}"#, #"{"a":"x4"}"#, "8 %"),
    (#"{"each":"/a","join":", "}"#, #"{"a":["x",null,"",2,true,["z"]]}"#, "x, 2"),
    (#"{"each":"/a","join":", "}"#, #"{"a":"x"}"#, "x"), (#"{"each":"/a","join":", "}"#, #"{"a":[]}"#, nil),
    (#"{"each":"/a","join":", "}"#, #"{"a":null}"#, nil), (#"{"each":"/a","join":", "}"#, "{}", nil),
    (#"{"each":"/a","at":"/n","join":"/"}"#, #"{"a":[{"n":"x"},{},{"n":"y"}]}"#, "x/y"),
    (#"{"each":"/a","at":"/n","join":"/"}"#, #"{"a":{"n":"x"}}"#, "x"),
    (
      #"{"each":"/c","where":{"/job":["Director","Writer"]},"at":"/n","join":", "}"#,
      #"{"c":[{"job":"Actor","n":"a"},{"job":"Director","n":"b"},{"job":"Writer","n":"c"}]}"#, "b, c"
    ),
    (
      #"{"each":"/c","at":"/name","joinAt":"/phrase"}"#,
      #"{"c":[{"name":"A","phrase":" feat. "},{"name":"B","phrase":""},{"name":"C"}]}"#, "A feat. BC"
    ),
    (#"{"each":"/c","first":true}"#, #"{"c":[null,"","x","y"]}"#, "x"),
    (#"{"each":"/c","least":1,"first":true}"#, #"{"c":[-1,0,7,8]}"#, "7"),
    (#"{"each":"/c","strip":"/a/","join":"+","text":"[{value}]"}"#, #"{"c":["/a/1","2"]}"#, "[1]+[2]"),
    (#"{"each":"/c","at":"/n","text":"[{value}]"}"#, #"{"c":[{"n":"x"},{"n":false},{"n":true}]}"#, "[x]"),
    (#"{"each":"/c","at":"/n","text":["{./m} {value}","{./m}"]}"#, #"{"c":[{"m":"x","n":false}]}"#, "x"),
    (#"{"each":"/c/*/*"}"#, #"{"c":[null,"x",{"a":"y"},["z"]]}"#, "y, z"),
    (#"{"each":"/c","map":{"1":"one","2":"two"},"join":" "}"#, #"{"c":[1,3,2]}"#, "one two"),
  ]

  @Test(arguments: cases1)
  func `a value is read as its form says`(form: String, row: String, value: String?) throws {
    #expect(try Self.outcome(form, row) == value)
  }

  fileprivate static let cases2: [(form: String, row: String, kind: Value.Kind, value: String?)] = [
    (#"["/a","/b"]"#, #"{"a":"12 songs","b":" 012 "}"#, Value.Kind.number, "12"),
    (#""/a""#, #"{"a":"-1.50"}"#, .number, "-1.5"), (#""/a""#, #"{"a":"1,234"}"#, .number, nil),
    (#""/a""#, #"{"a":1e400}"#, .number, nil), (#""/a""#, #"{"a":true}"#, .number, nil),
    (#"{"each":"/a","first":true,"times":60}"#, #"{"a":["x",22]}"#, .number, "1320"),
    (#""/a""#, #"{"a":false}"#, .flag, "false"), (#""/a""#, #"{"a":"true"}"#, .flag, nil),
    (#"{"at":"/a","map":{"R":true}}"#, #"{"a":"R"}"#, .flag, "true"),
    (#""/a""#, #"{"a":false}"#, .fact, "no"), (#"["/a","/b"]"#, #"{"a":true,"b":"x"}"#, .fact, "yes"),
    (#""/a""#, #"{"a":7.30}"#, .fact, "7.30"),
    (#""/a""#, #"{"a":1986}"#, .date, "1986"), (#""/a""#, #"{"a":"1986-04"}"#, .date, "1986-04"),
    (#"["/a","/b"]"#, #"{"a":2.5,"b":"3.0"}"#, .whole, "3"), (#""/a""#, #"{"a":1e30}"#, .whole, nil),
    (#"["/a","/b"]"#, #"{"a":-5,"b":2.5}"#, .seconds, "2.5"), (#""/a""#, #"{"a":1000000000}"#, .seconds, nil),
    (#""/a""#, #"{"a":"1986-04-03"}"#, .date, "1986-04-03"), (#""/a""#, #"{"a":"1986-02-30"}"#, .date, nil),
    (#""/a""#, #"{"a":"2002-11-01T00:00:00+09:00"}"#, .date, "2002-11-01T00:00:00+09:00"),
    (#""/a""#, #"{"a":"2002-11-01T10:00:00"}"#, .date, "2002-11-01"),
    (#"["/a","/b"]"#, #"{"a":"0000-00-00","b":"2001"}"#, .date, "2001"), (#""/a""#, #"{"a":0}"#, .date, nil),
    (#""/a""#, #"{"a":"soon"}"#, .date, nil), (#""/a""#, #"{"a":""}"#, .date, nil),
    (#""/a""#, #"{"a":"https://x.org/a b"}"#, .address, nil), (#""/a""#, #"{"a":"ftp://x.org/"}"#, .address, nil),
    (#"["/a","/b"]"#, #"{"a":"/x.jpg","b":"https://x.org/x.jpg"}"#, .address, "https://x.org/x.jpg"),
    // What fills an address is percent-encoded but for its slashes.
    (
      #"{"text":"https://x.org/d/{/id}/{/name}"}"#, #"{"id":"a","name":"b c/d?é"}"#, .address,
      "https://x.org/d/a/b%20c/d%3F%C3%A9"
    ),
    (#"{"at":"/p","text":"https://i.org/w{value}"}"#, #"{"p":"/a.jpg"}"#, .address, "https://i.org/w/a.jpg"),
    (#"{"at":"/p","text":"https://i.org/w{value}"}"#, #"{"p":null}"#, .address, nil),
  ]

  @Test(arguments: cases2)
  func `a value has something only of its field's type`(
    form: String, row: String, kind: Value.Kind, value: String?
  ) throws {
    #expect(try Self.outcome(form, row, as: kind) == value)
  }

  @Test func `a field is filled by the first value that it can hold`() async throws {
    let service = DeclaredService(["/s": #"[{"id":1,"t":"One","a":2.5,"b":3,"c":-1,"d":7.5}]"#])
    let client = try service.client(
      """
      {"name": "a", "title": "A", "search": {"path": "/s"},
       "fields": {"id": "/id", "title": "/t", "count": ["/a", "/b"], "duration": ["/c", "/d"]}}
      """)
    let item = try #require(try await client.search("x", in: "a").items.first)
    #expect(item.count == 3 && item.duration == .milliseconds(7_500))
  }

  @Test func `what stands around a row is reached by a caret`() throws {
    #expect(try Self.outcome(#""^/position""#, "{}", around: #"{"position":2}"#) == "2")
    #expect(try Self.outcome(#"{"text":"{^/id}/{/n}"}"#, #"{"n":1}"#, around: #"{"id":"x"}"#) == "x/1")
    #expect(try Self.outcome(#"{"each":"^/a","join":"+"}"#, "{}", around: #"{"a":[1,2]}"#) == "1+2")
    #expect(try Self.outcome(#""^/position""#, #"{"position":2}"#) == nil)
  }

  @Test func `texts by which a service says that it does not know are nothing, but in ids and titles`() throws {
    let nothing: Set = ["na", "unknown", "-1"]
    #expect(try Self.outcome(#"["/a","/b"]"#, #"{"a":" Unknown ","b":"y"}"#, nothing: nothing) == "y")
    #expect(try Self.outcome(#""/a""#, #"{"a":-1}"#, as: .number, nothing: nothing) == nil)
    #expect(try Self.outcome(#"{"each":"/a","join":","}"#, #"{"a":["NA","x"]}"#, nothing: nothing) == "x")
    #expect(try Self.outcome(#"{"text":"By {/a}"}"#, #"{"a":"NA"}"#, nothing: nothing) == nil)
    #expect(try Self.outcome(#"{"at":"/a","strip":"by "}"#, #"{"a":"by unknown"}"#, nothing: nothing) == nil)
    #expect(try Self.outcome(#""/a""#, #"{"a":"Unknown"}"#, as: .name, nothing: nothing) == "Unknown")
    #expect(try Self.outcome(#"{"text":"{/a}"}"#, #"{"a":"NA"}"#, as: .name, nothing: nothing) == "NA")
  }

  fileprivate static let cases3: [(text: String, seconds: String?)] = [
    ("24 min per ep", "1440"), ("1 hr 35 min", "5700"), ("9 min", "540"), ("30 sec per ep", "30"), ("2 hr", "7200"),
    ("1:03:22", "3802"), ("193:15.38", "11595.38"), ("02:47", "167"), ("0:31", "31"), ("PT1H2M", "3720"),
    ("PT3M20.5S", "200.5"), ("P1DT1H", "90000"), ("167.25", "167.25"), ("1440", "1440"), ("about 90 minutes", "5400"),
    ("1h 5m", "3900"), ("1 hour, 5 minutes and 3 seconds", "3903"), ("Unknown", nil), ("", nil), ("min", nil),
    ("2h30", "9000"), ("1 h 05", "3900"), ("2 hr 35 songs", "7200"), ("2h5", "7200"), ("30m15", "1800"),
    ("1:2:3:4", nil), ("-3", nil), ("PT", nil), ("a:b", nil), ("12 songs", nil),
  ]

  @Test(arguments: cases3)
  func `lengths of time are read in all their forms`(text: String, seconds: String?) {
    #expect(DurationText.seconds(in: text).map { "\($0)" } == seconds)
  }

  fileprivate static let cases4: [(text: String, date: String?)] = [
    ("1890–1900", "1890"), ("1903–05", "1903"), ("c. 1200 BCE", nil), ("1350–1300 B.C.", nil), ("1100 b. c.", nil),
    ("1000 BC to 1066", "1066"), ("-0500", nil), ("b. 1901", "1901"), ("1901 b Crete", "1901"),
    ("launched in March 1997", "1997-03"), ("c. 1890", "1890"), ("December 2, 2013", "2013-12-02"),
    ("2020-08-06 09:00:00", "2020-08-06"), ("2020-08-06T09:00:00Z", "2020-08-06"), ("13 September 1916", "1916-09-13"),
    ("Oct 1, 1988", "1988-10-01"), ("2nd of May 1999", "1999-05-02"), ("c1988", "1988"), ("1914?", "1914"),
    ("1914-1918", "1914"), ("2013-12", "2013-12"), ("1890-95", "1890"), ("1997 March 5", "1997-03-05"),
    ("1960s", "1960"), ("Sept. 2001", "2001-09"), ("30 February 2001", "2001-02"), ("2023 to ?", "2023"),
    ("printed 1887, after a drawing of 1885", "1887"), ("12/05/1990", "1990"), ("0000-00-00", nil),
    ("19th century", nil),
    ("Not available", nil), ("", nil), ("ISBN 9780316069359", nil), ("room 12", nil),
  ]

  @Test(arguments: cases4)
  func `the first date in a text is as precise as it is`(text: String, date: String?) {
    #expect(DateText.first(in: text) == date)
  }

  fileprivate static let cases5: [(text: String, conversion: String, number: String?)] = [
    ("S04E08", "season", "4"), ("S04E08", "episode", "8"), ("Show - s1e12 - Title", "episode", "12"),
    ("S04", "season", nil), ("Episode 8", "episode", nil), ("SE08", "season", nil),
  ]

  @Test(arguments: cases5)
  func `seasons and episodes are read out of their code`(text: String, conversion: String, number: String?) throws {
    #expect(try Self.outcome(#"{"at":"/a","as":"\#(conversion)"}"#, #"{"a":"\#(text)"}"#, as: .number) == number)
  }

  @Test func `rows are found behind stars, with the element that the last one stands for`() throws {
    func rows(_ pointer: String, _ json: String) throws -> [String]? {
      let pointer = RowsPointer(try #require(Pointer(pointer)))
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
