import Domain
import Testing

@testable import Catalogs

/// Every mistake with its place.
struct DeclarationCheckerTests {
  /// What is wrong with a declaration, as `catalog check` says it.
  static func mistakes(in text: String, taken: Set<String> = ["tvmaze"], fileName: String? = nil) -> [String] {
    switch DeclarationChecker.check(Array(text.utf8), taken: taken, fileName: fileName) {
    case .success: []
    case .failure(let mistakes): mistakes.list.map { $0.text(of: "mine.json") }
    }
  }

  /// A sound declaration with `line` in place of the line that begins with the same key, or as a line of its own.
  static func file(_ line: String = "") -> String {
    let key = line.split(separator: ":", maxSplits: 1).first.map { String($0).filter { $0 != " " } } ?? ""
    var lines = [
      #""declaration": 1,"#, #""name": "mine","#, #""title": "Mine","#, #""base": "https://api.example.org/v1","#,
    ]
    if let index = lines.firstIndex(where: { $0.hasPrefix(key + ":") }), !key.isEmpty {
      lines[index] = line + ","
    } else if !line.isEmpty {
      lines.append(line + ",")
    }
    return "{\n" + lines.joined(separator: "\n") + "\n"
      + #""categories": [{"name": "a", "title": "A", "fields": {"id": "/id", "title": "/t"}}]"#
      + "\n}"
  }

  /// A sound declaration whose only category has `part` besides its name, title and fields, on line 6.
  static func category(_ part: String) -> String {
    """
    {
    "declaration": 1, "name": "mine", "title": "Mine", "base": "https://api.example.org",
    "categories": [
    {"name": "b", "title": "B", "lookup": {"path": "/b/{id}"}, "list": {"path": "/b"}, "fields": {"id": "/id", "title": "/t"}},
    {"name": "a", "title": "A", "fields": {"id": "/id", "title": "/t", "creator": "/c"},
    \(part)
    }]}
    """
  }

  @Test func `a sound declaration has no mistakes`() {
    #expect(Self.mistakes(in: Self.file()) == [])
    #expect(
      Self.mistakes(in: Self.category(#""search": {"path": "/a", "query": {"q": "{term}"}, "rows": "/r"}"#)) == [])
  }

  @Test func `a comment stands in any object, as often as wanted, and is text`() {
    let comments = #""//": "one", "//": "two", "#
    #expect(Self.mistakes(in: "{\(comments)\"$schema\": \"x\"," + Self.file().dropFirst()) == [])
    #expect(
      Self.mistakes(
        in: Self.category("\"search\": {\(comments)\"path\": \"/a\", \"query\": {\(comments)\"q\": \"{term}\"}}")) == []
    )
    #expect(
      Self.mistakes(in: Self.category("\"facts\": {\(comments)\"A\": {\(comments)\"at\": \"/a\"}}")) == [])
    #expect(
      Self.mistakes(in: Self.file(#""//": 1"#)).map { String($0.prefix(39)) } == [
        "mine.json:6:7: expected a comment, whic"
      ])
  }

  @Test(arguments: LanguageObject.allCases)
  func `no object of the language has a key twice, and each key has a line of help`(
    object: LanguageObject
  ) {
    #expect(Set(object.names).count == object.names.count)
    #expect(object.keys.allSatisfy { !$0.help.isEmpty && !$0.help.hasSuffix(".") })
  }

  fileprivate static let cases1: [(text: String, message: String)] = [
    ("", "1:1: unexpected end of file: missing value"),
    ("{", "1:2: unexpected end of file: expected a key in quotes"),
    ("{\n \"a\": 1,\n}", "3:1: extra comma before }"),
    ("{\n  \"ä\" 1}", "2:7: missing colon after the key \"ä\""),
    ("[1,]", "1:4: extra comma before ]"), ("[1 2]", "1:4: missing comma or ]"),
    ("{\"a\": \"b\n\"}", "1:9: missing closing quote on this line"),
    ("{\"a\": 'b'}", "1:7: missing value"), ("{\"a\": 01}", "1:7: a number must not begin with 0"),
    ("{\"a\": nul}", "1:7: expected true, false, null, or text in quotes"),
    ("{\"a\": 1} x", "1:10: extra text after the end"), ("\"\\x\"", "1:3: invalid escape"),
  ]

  @Test(arguments: cases1)
  func `what is no JSON is told with its place`(text: String, message: String) {
    #expect(Self.mistakes(in: text) == ["mine.json:" + message])
  }

  @Test func `bytes that are no UTF-8 are told, and a file that is too large`() throws {
    let bytes = Array("{\n\"a\": \"".utf8) + [0xFF, 0x22, 0x7D]
    guard case .failure(let mistakes) = DeclarationChecker.check(bytes) else { return #expect(Bool(false)) }
    #expect(mistakes.list.map { $0.text(of: "f") } == ["f:2:7: invalid UTF-8"])
    let large = [UInt8](repeating: 0x20, count: 256 * 1024 + 1)
    guard case .failure(let mistakes) = DeclarationChecker.check(large) else { return #expect(Bool(false)) }
    #expect(mistakes.list.map(\.message) == ["the file is larger than 256 kB"])
  }

  fileprivate static let cases2: [(line: String, message: String)] = [
    (#""nmae": "x""#, #"6:1: unknown key "nmae"; did you mean "name"?"#),
    (#""declaration": 2"#, #"2:16: this liner supports only version 1: "declaration": 1"#),
    (#""name": 3"#, "3:9: expected text, not a number"),
    (#""name": "My Own""#, #"3:9: a catalog's name must be a-z, digits and dashes, at most 32, not "My Own""#),
    (#""name": "tvmaze""#, #"3:9: "tvmaze" is a built-in catalog; choose another name"#),
    (#""title": " ""#, "4:10: empty text"),
    (
      #""base": "http://api.example.org""#,
      #"5:9: "http://api.example.org" is not allowed: a base must begin with https://"#
    ),
    (
      #""base": "http://nas.local""#,
      #"5:9: "http://nas.local" is not allowed: a base must begin with https://; for a server of the user's own: {"own": true}"#
    ),
    (
      #""base": "https://127.0.0.1""#,
      #"5:9: "https://127.0.0.1" is not allowed: use a host name, not an IP address; for a server of the user's own: {"own": true}"#
    ),
    (
      #""base": "https://0x7f000001""#,
      #"5:9: "https://0x7f000001" is not allowed: use a host name, not an IP address; for a server of the user's own: {"own": true}"#
    ),
    (
      #""base": "https://[::1]""#,
      #"5:9: "https://[::1]" is not allowed: use a host name, not an IP address; for a server of the user's own: {"own": true}"#
    ),
    (
      #""base": "https://localhost""#,
      #"5:9: "https://localhost" is not allowed: it is on this machine or its network; for a server of the user's own: {"own": true}"#
    ),
    (
      #""base": "https://router""#,
      #"5:9: "https://router" is not allowed: it is on this machine or its network; for a server of the user's own: {"own": true}"#
    ),
    (
      #""base": "https://①②⑦.⓪.⓪.①""#,
      #"5:9: "https://①②⑦.⓪.⓪.①" is not allowed: a base must be plain ASCII, without spaces, \ and %"#
    ),
    (#""base": "https://a@example.org""#, #"5:9: "https://a@example.org" is not allowed: no user name in a base"#),
    (#""rate": {"requests": 0, "seconds": 1}"#, "6:22: expected a whole number from 1 to 1000000"),
    (#""rate": {"requests": 3}"#, #"6:9: a rate needs "seconds""#),
    (#""rate": []"#, "6:9: this list must not be empty"),
    (#""headers": {"Cookie": "a"}"#, #"6:13: liner sends the header "Cookie" itself"#),
    (#""headers": {"user-agent": "a"}"#, #"6:13: liner sends the header "user-agent" itself"#),
    (
      #""headers": {"Authorization": "a"}"#,
      #"6:13: no secrets in a declaration; use "credentials" instead of "Authorization""#
    ),
    (#""headers": {"X-A": "a\r\nHost: b"}"#, "6:20: a header value must be one line of ASCII"),
    (#""token": {"header": "X"}"#, #"6:1: "credentials" took the place of "token"; see: help catalogs credentials"#),
    (#""credentials": {"ask": {"a": "x"}}"#, #"6:16: credentials need "send" or "key""#),
    (
      #""credentials": {"ask": {"a-b": "x"}, "send": {}}"#,
      #"6:25: the name "a-b" must be letters and digits, at most 32"#
    ),
    (#""credentials": {"ask": {"key": "x"}, "send": {}}"#, #"6:25: the name "key" is liner's own; choose another"#),
    (
      #""credentials": {"ask": {"a": "x", "A": "y"}, "send": {}}"#,
      #"6:35: "A" has the same variable as another name"#
    ),
    (
      #""credentials": {"ask": {"token": "x"}, "send": {"headers": {"X": "{tokem}"}}}"#,
      "6:66: unknown placeholder {tokem}; did you mean {token}?"
    ),
    (
      #""credentials": {"ask": {"a": "x"}, "send": {"headers": {"X": "{md5:{a}"}}}"#,
      #"6:62: a brace is not closed in "{md5:{a}""#
    ),
    (
      #""credentials": {"ask": {"a": "x"}, "send": {"headers": {"Cookie": "{a}"}}}"#,
      #"6:57: "Cookie" cannot carry credentials"#
    ),
    (
      #""credentials": {"ask": {"a": "x"}, "key": {"post": "http://x.org/t", "at": "/k"}}"#,
      #"6:52: "http://x.org/t" must be a path on the base, or begin with https://"#
    ),
    (
      #""credentials": {"ask": {"a": "x"}, "key": {"post": "https://127.0.0.1/t", "at": "/k"}}"#,
      #"6:52: "https://127.0.0.1" is not allowed: use a host name, not an IP address"#
    ),
    (
      #""credentials": {"ask": {"a": "x"}, "send": {"query": {"k": "{a}"}}, "required": "yes"}"#,
      "6:81: expected true or false, not text"
    ),
    (#""query": {"a": "{term}"}"#, "6:16: unknown placeholder {term}"),
    (#""nothing": "NA""#, "6:12: expected a list, not text"),
    (#""failure": {"at": "error"}"#, #"6:19: "error" is not a pointer; did you mean "/error"?"#),
    (
      #""failure": {"at": "/e", "codes": {"4": "rate-limit"}}"#,
      #"6:40: unknown code "rate-limit"; did you mean "rate-limited"?"#
    ),
    (#""homes": [{"name": "top", "title": "Top"}]"#, #"6:11: a home needs "shelves""#),
    (#""homes": [{"name": "a", "title": "A", "shelves": []}]"#, #"6:20: "a" is already the name of a category"#),
    (
      #""homes": [{"name": "top", "title": "Top", "shelves": [{"title": "A", "category": "aa", "path": "/a"}]}]"#,
      #"6:82: unknown category "aa"; did you mean "a"?"#
    ),
    (
      #""homes": [{"name": "top", "title": "Top", "shelves": [{"title": "A", "category": "a", "path": "/{id}"}]}]"#,
      "6:95: unknown placeholder {id}"
    ),
  ]

  @Test(arguments: cases2)
  func `a mistake in a file's own keys is told with its place`(line: String, message: String) {
    #expect(Self.mistakes(in: Self.file(line)) == ["mine.json:" + message])
  }

  fileprivate static let cases3: [(part: String, message: String)] = [
    (#""search": {"path": "/a", "row-s": "/r"}"#, #"6:26: unknown key "row-s"; did you mean "rows"?"#),
    (#""search": {"path": "a"}"#, #"6:20: a path must begin with /: did you mean "/a"?"#),
    (#""search": {"path": "/a?b=c"}"#, #"6:20: no ? or # in a path; use "query""#),
    (#""search": {"path": "/a/../b"}"#, #"6:20: no spaces, \, . or .. allowed in a path"#),
    (#""search": {"path": "/a", "rows": "r"}"#, #"6:34: "r" is not a pointer; did you mean "/r"?"#),
    (
      #""search": {"path": "/a", "rows": "/r~2"}"#,
      #"6:34: "/r~2" is not a pointer: after ~ must come 0 (for ~) or 1 (for /)"#
    ),
    (#""search": {"path": "/a", "rows": 5}"#, #"6:34: expected a pointer such as "/name", not a number"#),
    (#""search": {"path": "/a", "query": {"q": "{trem}"}}"#, "6:41: unknown placeholder {trem}; did you mean {term}?"),
    (#""search": {"path": "/a", "query": {"q": 5}}"#, "6:41: expected text, not a number"),
    (#""search": {"path": "/a/{term"}"#, #"6:20: missing } after "{term""#),
    (
      #""search": {"path": "/a", "query": {"q": "a", "q": "b"}}"#,
      #"6:46: duplicate key "q""#
    ),
    (#""search": {"in": ["/name"]}"#, #"6:18: "in" searches the rows of "list", which is missing here"#),
    (#""search": {"path": "/a", "escape": "solr"}"#, #"6:36: unknown "escape" "solr"; use lucene"#),
    (#""search": {"path": "/a", "empty": 404}"#, "6:35: expected a list, not a number"),
    (#""search": {"path": "/a", "where": {"x": ["y"]}}"#, #"6:36: "x" is not a pointer; did you mean "/x"?"#),
    (
      #""search": {"path": "/a", "paging": {"by": "pages"}}"#,
      #"6:43: unknown paging "pages"; did you mean "page"?"#
    ),
    (#""search": {"path": "/a", "paging": {"by": "next"}}"#, #"6:36: "by": "next" needs "at""#),
    (
      #""search": {"path": "/a", "paging": {"by": "offset", "query": "o", "first": 1}}"#,
      #"6:76: "first" has no effect with "by": "offset""#
    ),
    (#""list": {"path": "/{id}"}"#, "6:18: unknown placeholder {id}"),
    (#""lookup": {"path": "/{season}"}"#, "6:20: unknown placeholder {season}; use {id}, {title} or {creator}"),
    (#""lookup": {"path": "/{term}"}"#, "6:20: unknown placeholder {term}; use {id}, {title} or {creator}"),
    (
      #""pages": ["https://x.org/a"]"#,
      #"6:11: "https://x.org/a" is not a page: use https://, a host name and {id} once"#
    ),
    (#""facts": {"Length": "length"}"#, #"6:21: "length" is not a pointer; did you mean "/length"?"#),
    (#""facts": {"A": {"at": "/a", "as": "htm"}}"#, #"6:35: unknown "as" "htm"; did you mean "html"?"#),
    (#""facts": {"A": {"times": 3}}"#, #"6:16: a value needs "at", "each", "count" or "text""#),
    (#""facts": {"A": {"at": "/a", "join": ","}}"#, #"6:37: "join" has no effect without "each" or "split""#),
    (#""facts": {"A": {"each": "/a", "join": ",", "first": true}}"#, #"6:53: "first" has no effect with "join""#),
    (
      #""facts": {"A": {"text": "{number}"}}"#,
      "6:25: unknown placeholder {number}: a template needs pointers; did you mean {/number}?"
    ),
    (#""facts": {"A": {"text": "{value}"}}"#, #"6:25: unknown placeholder {value} without "at" or "each""#),
    (
      #""facts": {"A": {"at": "/a", "map": {"path": "/m", "value": "/n"}}}"#,
      #"6:36: a requested map needs "key""#
    ),
    (#""facts": {"A": {"at": "/a", "least": "1"}}"#, "6:38: expected a number, not text"),
    (#""facts": {"A": []}"#, "6:16: this list must not be empty"),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b"}]"#,
      #"6:15: a relation needs "path", "within", "links", "forward" or "back""#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "c", "within": "/r"}]"#,
      #"6:55: unknown category "c"; use a or b"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "within": "/r", "path": "/r"}]"#,
      #"6:84: "path" has no effect with "within""#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "within": "/r"}, {"word": "r", "title": "R", "category": "b", "within": "/r"}]"#,
      #"6:86: "r" is already the name of a relation"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "others": ["s"], "within": "/r"}, {"word": "s", "title": "S", "category": "b", "within": "/r"}]"#,
      #"6:71: "s" is already the name of a relation"#
    ),
    (
      #""relations": [{"word": "5", "title": "R", "category": "b", "within": "/r"}]"#,
      #"6:24: "5" is a number, and numbers open items"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "a", "links": "/r"}]"#,
      #"6:69: links are looked up, and the category "a" has no "lookup"; write a "path" with {value}"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "links": "/r", "path": "/r"}]"#,
      "6:83: a request for links needs {value} or {values}"
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "path": "/r/{value}"}]"#,
      "6:68: unknown placeholder {value}; use {id}, {title} or {creator}"
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "a", "forward": "/r"}]"#,
      #"6:15: the category "a" has no "list" to search"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "within": "/r", "preview": "some"}]"#,
      #"6:87: a preview must be "all", "named" or a number"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "within": "/r", "reach": "on"}]"#,
      #"6:85: unknown "reach" "on"; did you mean "one"?"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "within": "/r", "given": {"albun": "title"}}]"#,
      #"6:86: unknown field "albun"; did you mean "album"?"#
    ),
    (
      #""relations": [{"word": "r", "title": "R", "category": "b", "within": "/r", "given": {"season": "title"}}]"#,
      #"6:96: "title" and "season" differ in type"#
    ),
  ]

  @Test(arguments: cases3)
  func `a mistake in a category is told with its place`(part: String, message: String) {
    #expect(Self.mistakes(in: Self.category(part)) == ["mine.json:" + message])
  }

  @Test func `fields that liner has not, and those that are missing, are told`() {
    let text = """
      {"declaration": 1, "name": "mine", "title": "Mine", "base": "https://api.example.org", "categories": [
        {"name": "a", "title": "A", "fields": {"id": "/id", "titel": "/t", "creatorId": {"category": "x", "id": "/i"}}},
        {"name": "a", "title": "A", "fields": {"id": "/id", "title": "/t"}}]}
      """
    #expect(
      Self.mistakes(in: text) == [
        #"mine.json:2:41: fields need "title""#, #"mine.json:2:55: unknown field "titel"; did you mean "title"?"#,
        #"mine.json:2:96: unknown category "x"; use a"#, #"mine.json:3:12: "a" is already the name of a category"#,
      ])
  }

  @Test func `a mistake hides none of those beside it`() {
    let search =
      #""search": {"path": "a", "query": {"q": "{trem}"}, "rows": "r", "paging": {"by": "x", "most": "9"}, "where": {"k": "v"}}"#
    #expect(
      Self.mistakes(in: Self.category(search)) == [
        #"mine.json:6:20: a path must begin with /: did you mean "/a"?"#,
        "mine.json:6:40: unknown placeholder {trem}; did you mean {term}?",
        #"mine.json:6:59: "r" is not a pointer; did you mean "/r"?"#,
        #"mine.json:6:81: unknown paging "x"; use offset, page, cursor or next"#,
        "mine.json:6:94: expected a number, not text", #"mine.json:6:110: "k" is not a pointer; did you mean "/k"?"#,
        "mine.json:6:115: expected a list, not text",
      ])
    let relation = #""relations": [{"word": "r", "title": "R", "category": "b", "#
    #expect(
      Self.mistakes(in: Self.category(relation + #""within": "r", "row": "s", "given": {"x": "y"}}]"#)).count == 4)
    #expect(Self.mistakes(in: Self.category(relation + #""links": "r", "path": "s"}]"#)).count == 3)
    #expect(
      Self.mistakes(in: Self.category(#""facts": {"A": {"each": "a", "at": "^/b", "as": "x"}}"#)) == [
        #"mine.json:6:25: "a" is not a pointer; did you mean "/a"?"#,
        #"mine.json:6:36: "^/b": ^ has nothing to refer to here; did you mean "/b"?"#,
        #"mine.json:6:49: unknown "as" "x"; use html, unix, unixms, duration, date, season, episode, last or amount"#,
      ])
  }

  @Test func `all that is missing is told in one run`() {
    #expect(
      Self.mistakes(in: "{}") == [
        #"mine.json:1:1: a declaration needs "declaration""#, #"mine.json:1:1: a declaration needs "name""#,
        #"mine.json:1:1: a declaration needs "title""#, #"mine.json:1:1: a declaration needs "base""#,
        #"mine.json:1:1: a declaration needs "categories""#,
      ])
  }

  @Test func `a file that is found by its name has that name`() {
    #expect(
      Self.mistakes(in: Self.file(), fileName: "yours") == [
        #"mine.json:3:9: the name must match the file yours.json: "name": "yours""#
      ])
    #expect(Self.mistakes(in: Self.file(), fileName: "mine") == [])
  }

  @Test func `the declaration of the contract is sound`() {
    #expect(Self.mistakes(in: Self.contract, taken: []) == [])
  }

  /// The example of the contract, as it stands there.
  static let contract = #"""
    {
      "declaration": 1,
      "name": "tvmaze",
      "title": "TVmaze",
      "about": "Television shows with seasons, episodes and people. Data: tvmaze.com, CC BY-SA.",
      "base": "https://api.tvmaze.com",
      "rate": {"requests": 20, "seconds": 10},
      "categories": [
        {
          "name": "show", "title": "Show", "others": ["series"],
          "search": {"path": "/search/shows", "query": {"q": "{term}"}, "row": "/show"},
          "lookup": {"path": "/shows/{id}"},
          "pages": ["https://www.tvmaze.com/shows/{id}/*"],
          "fields": {
            "id": "/id", "title": "/name", "url": "/url",
            "creator": ["/network/name", "/webChannel/name"],
            "released": "/premiered",
            "genre": [{"each": "/genres", "join": ", "}, "/type"],
            "duration": {"at": "/averageRuntime", "times": 60},
            "description": {"at": "/summary", "as": "html"},
            "artwork": ["/image/medium", "/image/original"]
          },
          "facts": {"Status": "/status", "Language": "/language", "Score": "/rating/average"},
          "relations": [
            {"word": "seasons", "title": "Seasons", "category": "season", "path": "/shows/{id}/seasons", "given": {"album": "title"}},
            {"word": "cast", "title": "Cast", "category": "person", "path": "/shows/{id}/cast", "row": "/person", "preview": "named"}
          ]
        },
        {"name": "season", "title": "Season", "lookup": {"path": "/seasons/{id}"},
         "fields": {"id": "/id", "title": ["/name", {"text": "Season {/number}"}], "season": "/number", "count": "/episodeOrder", "released": "/premiereDate", "url": "/url"},
         "relations": [{"word": "episodes", "title": "Episodes", "category": "episode", "path": "/seasons/{id}/episodes", "preview": "all"}]},
        {"name": "episode", "title": "Episode", "fields": {"id": "/id", "title": "/name", "season": "/season", "episode": "/number", "released": "/airdate"}},
        {"name": "person", "title": "Person", "search": {"path": "/search/people", "query": {"q": "{term}"}, "row": "/person"}, "fields": {"id": "/id", "title": "/name"}, "facts": {"As": "^/character/name"}}
      ]
    }
    """#
}
