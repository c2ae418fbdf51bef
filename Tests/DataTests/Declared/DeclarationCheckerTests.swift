import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
import Wire

struct DeclarationCheckerTests {
  /// The mistakes in a declaration, as `catalog check` prints them.
  static func mistakes(in text: String, taken: Set<String> = ["tvmaze"], fileName: String? = nil) -> [String] {
    switch DeclarationChecker.check(Array(text.utf8), taken: taken, fileName: fileName) {
    case .success: []
    case .failure(let mistakes): mistakes.list.map { $0.text(of: "mine.json") }
    }
  }

  /// A valid declaration in which `line` replaces the line with the same key, or is added.
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

  /// A valid declaration whose only category has `part` besides its name, title and fields, on line 6.
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

  @Test func `a valid declaration has no errors`() {
    #expect(Self.mistakes(in: Self.file()) == [])
    #expect(
      Self.mistakes(in: Self.category(#""search": {"path": "/a", "query": {"q": "{term}"}, "rows": "/r"}"#)) == [])
  }

  @Test func `any object may have any number of comments, which are text`() {
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
    #expect(object.keys.allSatisfy { !$0.help.isEmpty && !$0.help.hasSuffix(".") && $0.type != .null })
  }

  @Test func `the table of the language lists what the code reads`() throws {
    #expect(LanguageObject.fields.names == DeclaredField.keys)
    #expect(LanguageObject.known.names == OtherID.Kind.allCases.filter { $0 != .url }.map(\.rawValue))
    #expect(DeclarationLanguage.conversions.map(\.0) == Conversion.allCases.map(\.rawValue))
    let words = LanguageObject.value.keys.first { $0.name == "as" }?.type["enum"]?.array?.compactMap(\.text)
    #expect(words == Conversion.allCases.map(\.rawValue))
    #expect(LanguageObject.allCases.allSatisfy { $0.title != $0.rawValue || $0.keys.count > 1 })
  }

  @Test(arguments: TextTable.rows("invalid JSON is reported with its place") { ($0[0], $0[1]) })
  func `invalid JSON is reported with its place`(text: String, message: String) {
    #expect(Self.mistakes(in: text) == ["mine.json:" + message])
  }

  @Test func `bytes that are not UTF-8 are reported, and so is a file that is too large`() throws {
    let bytes = Array("{\n\"a\": \"".utf8) + [0xFF, 0x22, 0x7D]
    guard case .failure(let mistakes) = DeclarationChecker.check(bytes) else { return #expect(Bool(false)) }
    #expect(mistakes.list.map { $0.text(of: "f") } == ["f:2:7: invalid UTF-8"])
    let large = [UInt8](repeating: 0x20, count: 256 * 1024 + 1)
    guard case .failure(let mistakes) = DeclarationChecker.check(large) else { return #expect(Bool(false)) }
    #expect(mistakes.list.map(\.message) == ["the file is larger than 256 kB"])
  }

  @Test(arguments: TextTable.rows("an error in a file's own keys is reported with its place") { ($0[0], $0.rest(1)) })
  func `an error in a file's own keys is reported with its place`(line: String, mistakes: [String]) {
    #expect(Self.mistakes(in: Self.file(line)) == mistakes.map { "mine.json:" + $0 })
  }

  @Test(arguments: TextTable.rows("a warning about a category is reported with its place") { ($0[0], $0.rest(1)) })
  func `a warning about a category is reported with its place`(line: String, mistakes: [String]) throws {
    let bytes = Array(Self.category(line).utf8)
    guard case .success(let found) = DeclarationChecker.check(bytes) else { return #expect(Bool(false)) }
    let warnings = found.warnings.map { $0.text(of: "mine.json") }
    #expect(warnings.filter { $0.hasPrefix("mine.json:6:") } == mistakes.map { "mine.json:" + $0 })
  }

  @Test(
    arguments: TextTable.rows("an error in a category is reported with its place, and hides no other") {
      ($0[0], $0.rest(1))
    })
  func `an error in a category is reported with its place, and hides no other`(line: String, mistakes: [String]) {
    #expect(Self.mistakes(in: Self.category(line)) == mistakes.map { "mine.json:" + $0 })
  }

  @Test func `unknown fields and missing ones are reported`() {
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

  @Test func `everything missing is reported in one run`() {
    #expect(
      Self.mistakes(in: "{}") == [
        #"mine.json:1:1: a declaration needs "declaration""#, #"mine.json:1:1: a declaration needs "name""#,
        #"mine.json:1:1: a declaration needs "title""#, #"mine.json:1:1: a declaration needs "base""#,
        #"mine.json:1:1: a declaration needs "categories""#,
      ])
  }

  @Test func `numbers and flags allowed as texts are allowed in the schema too`() throws {
    let filters =
      #""filters": [{"name": "f", "title": "F", "values": [1, true], "default": 1},"#
      + #"{"name": "g", "title": "G", "values": {"x": 1}}]"#
    #expect(Self.mistakes(in: Self.file(filters)) == [])
    let search = #""search": {"path": "/a", "where": {"/k": [1, true]}, "empty": [{"/n": [0]}]}"#
    #expect(Self.mistakes(in: Self.category(search + #", "facts": {"A": {"at": "/a", "map": {"x": 1}}}"#)) == [])
    for (object, key) in [
      (LanguageObject.filter, "values"), (.filter, "default"), (.request, "where"), (.request, "empty"),
      (.value, "map"),
    ] {
      let type = try #require(object.keys.first { $0.name == key }?.type)
      #expect(String(decoding: type.bytes, as: UTF8.self).contains(#"["string","number","boolean""#), "\(key)")
    }
  }

  @Test func `a declaration found by its file name must have that name`() {
    #expect(
      Self.mistakes(in: Self.file(), fileName: "yours") == [
        #"mine.json:3:9: the name must match the file yours.json: "name": "yours""#
      ])
    #expect(Self.mistakes(in: Self.file(), fileName: "mine") == [])
  }
}
