@testable import Catalogs
import Domain
import Testing
@testable import Wire

extension FuzzTests {
  @Test func `any value of a declaration reads any row, and the result fits its field`() async {
    await fuzz("values") { dice in
      let texts = ["title", "creator", "album", "genre"].map { "\"\($0)\": \(Self.usable(dice.value()))" }
      let others = ["released", "duration", "count", "season", "artwork", "feed", "explicit", "description"]
        .map { "\"\($0)\": \(Self.usable(dice.value()))" }
      let file = """
        {"declaration": 1, "name": "values", "title": "Values", "base": "https://api.example.org", "categories": [
        {"name": "a", "title": "A", "search": {"path": "/s", "query": {"q": "{term}"}, "rows": "/r"}, "fields":
        {"id": "/i", \((texts + others).joined(separator: ", "))}, "facts": {"Fact": \(Self.usable(dice.value()))}}]}
        """
      guard case .success(let declaration) = DeclarationChecker.check(Array(file.utf8)) else {
        throw Finding("values that are fine one by one are refused together: \(file)")
      }
      let rows = dice.several(1...5) { "{\"i\": \($0.number(1...9)), \($0.members(depth: 3))}" }
      let answer = Array("{\"r\": [\(rows.joined(separator: ", "))]}".utf8)
      let client = DeclaredClient(declaration, version: "1.0.0") { _ in HTTPResponse(status: 200, body: answer) }
      let list = try await client.search(SearchRequest(category: client.catalog.categories[0], term: "x"))
      try claim(list.items.count + list.skipped.count == rows.count, "rows are lost: \(file)")
      for item in list.items {
        for text in [item.title, item.creator, item.album, item.genre].compactMap(\.self) {
          let isLine = !text.contains { $0.isNewline || $0 == "\t" } && text.first != " " && text.last != " "
          try claim(isLine && !text.isEmpty, "\(text.debugDescription) is no line: \(file)")
        }
        try claim(item.duration.map { $0 >= .zero } ?? true, "\(item.duration, default: "") is no length: \(file)")
        for link in [item.artwork, item.feed].compactMap(\.self) {
          let scheme = link.text.prefix { $0 != ":" }.lowercased()
          try claim(["http", "https"].contains(scheme), "\(link.text) is no address: \(file)")
        }
      }
    }
  }

  /// The value, or a pointer if the language rejects it.
  private static func usable(_ value: String) -> String {
    let file = """
      {"declaration": 1, "name": "values", "title": "Values", "base": "https://api.example.org", "categories": [
      {"name": "a", "title": "A", "search": {"path": "/s", "query": {"q": "{term}"}}, "fields": {"id": "/i", "title": "/a"},
      "facts": {"Fact": \(value)}}]}
      """
    if case .success = DeclarationChecker.check(Array(file.utf8)) { return value }
    return "\"/a\""
  }
}

extension Dice {
  private static let pointers = ["/a", "/b", "/c", "/a/b", "/a/*", "/*", "/b/0", "/c/a", "", "^/r", "/a/b/*/c"]
  private static let marks = [" ", ",", " - ", "/", "a", "1", ":", "é"]

  /// A value of the language as JSON: a pointer, an object of forms and conversions, or a list of them.
  fileprivate mutating func value() -> String {
    switch number(0...6) {
    case 0: return "\"\(pick(Self.pointers))\""
    case 1: return "[" + several(1...3) { $0.form() }.joined(separator: ", ") + "]"
    default: return form()
    }
  }

  private mutating func form() -> String {
    var members = ["\"at\": \"\(pick(Self.pointers))\""]
    if chance(1, in: 3) {
      members = ["\"each\": \"\(pick(Self.pointers))\"", "\"at\": \"\(pick(["", "/a", "/b", "/c"]))\""]
      if chance(1, in: 2) { members.append("\"where\": {\"/a\": [\"1\", \"x\", \"true\"]}") }
    }
    if chance(1, in: 8) { members = ["\"count\": \"\(pick(Self.pointers))\""] }
    for key in ["split", "after", "before", "strip", "trim"] where chance(1, in: 5) {
      members.append("\"\(key)\": \"\(pick(Self.marks))\"")
    }
    if chance(1, in: 3) { members.append("\"as\": \"\(pick(Conversion.allCases).rawValue)\"") }
    if chance(1, in: 8) { members.append(#""map": {"1": "one", "x": "2", "": "none"}"#) }
    if chance(1, in: 6) { members.append("\"times\": \(pick(["60", "0.001", "-1", "1e-7", "1e30", "0"]))") }
    if chance(1, in: 8) { members.append("\"least\": \(pick(["1", "0", "-3", "0.5"]))") }
    if chance(1, in: 4) {
      members.append(
        "\"text\": \"\(pick(["{value}", "{/a}-{/b}", "x {./a}", "https://x.org/{value}", "{base}/{/a}"]))\"")
    }
    switch number(0...7) {
    case 0: members.append(#""join": ", ""#)
    case 1: members.append(#""first": true"#)
    case 2: members.append(#""joinAt": "/b""#)
    default: break
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  fileprivate mutating func members(depth: Int) -> String {
    ["a", "b", "c"].map { "\"\($0)\": \(answer(depth: depth))" }.joined(separator: ", ")
  }

  private mutating func answer(depth: Int) -> String {
    switch depth > 0 ? number(0...9) : number(4...9) {
    case 0...1: return "[" + several(0...4) { $0.answer(depth: depth - 1) }.joined(separator: ", ") + "]"
    case 2...3: return "{\(members(depth: depth - 1))}"
    case 4:
      return pick([
        "null", "true", "false", "0", "-1", "1e400", "3.5", "1175714200", "1175714200000", "99999999999999999",
      ])
    case 5:
      return "\""
        + pick([
          "launched in March 1997", "24 min per ep", "1:03:22", "PT1H2M", "S04E08", "0000-00-00", "2020-13-45",
          "c. 1890",
          "https://x.org/a b", "//x.org", "../a", "javascript:x", "ftp://x.org/", "a\\nb\\t c", "\\u0000",
          "<p>a</p><br>b",
        ]) + "\""
    case 6: return "\"\(number(0...3000))\""
    case 7: return "\" \""
    default:
      return "\"" + String(text(0...8).unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }) + "\""
    }
  }
}
