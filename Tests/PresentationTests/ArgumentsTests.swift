import Domain
@testable import Presentation
import TestSupport
import Testing

struct ArgumentsTests {
  @Test(arguments: [
    ("search a; open song", ["search a", "open song"]),
    ("a;b ; c", ["a", "b", "c"]),
    (";;a;;", ["a"]),
    ("search \"a;b\"; c", ["search \"a;b\"", "c"]),
    ("search \"a\\\";b\"; c", ["search \"a\\\";b\"", "c"]),
    ("search 12\"; c", ["search 12\"", "c"]),
    ("a;\"b;c\"", ["a", "\"b;c\""]),
    ("search don't; open 'x", ["search don't", "open 'x"]),
    ("search \"open; ended", ["search \"open; ended"]),
    ("# a; b", []),
    ("  \t# a", []),
    ("#!/usr/bin/env liner", []),
    ("", []),
    (" \t ", []),
    (" ; ", []),
    ("search #1", ["search #1"]), ("search C# minor", ["search C# minor"]), ("search x #", ["search x #"]),
    ("search vivaldi   # the composer", ["search vivaldi"]), ("search a; star 1\t# b; c", ["search a", "star 1"]),
    ("search \"a # b\"; c", ["search \"a # b\"", "c"]), ("search \"#\" x", ["search \"#\" x"]),
    ("| jq '.a # b'", ["| jq '.a # b'"]), ("search a #b # c", ["search a #b"]),
    ("\tsearch x", ["search x"]),
    ("search x | jq '.a; .b' # c", ["search x | jq '.a; .b' # c"]),
    ("search x > a.csv; favs", ["search x > a.csv", "favs"]),
    ("search x > a.csv # kept", ["search x > a.csv"]), ("search x;| wc -l; ls", ["search x", "| wc -l; ls"]),
    ("search \"a | b\"; c", ["search \"a | b\"", "c"]), ("search a|b; c", ["search a|b", "c"]),
  ])
  func `a line is split at semicolons outside quotes`(line: String, commands: [String]) {
    #expect(Arguments.commands(in: line).map(String.init) == commands)
  }

  @Test(
    arguments: TextTable.rows(
      "the target of a command's items follows it, between spaces", in: "Arguments"
    ).map { ($0[0], $0[1], $0.text(2)) })
  func `the target of a command's items follows it, between spaces`(
    line: String, command: String, target: String?
  ) {
    let parts = Arguments.parts(of: line[...])
    #expect(String(parts.command) == command)
    #expect(parts.target.map(String.init) == target)
  }

  @Test(arguments: [
    ("search vivaldi -n 3", "-n"), ("search -5", "-5"), ("filter -x", "-x"), ("history -n", "-n"), ("open -x", "-x"),
    ("back -k", "-k"), ("search a --nothing", "--nothing"), ("search ---", "---"), ("search a -é", "-é"),
    ("show -l", "-l"), ("charts us -n 5", "-n"), ("help --all", "--all"), ("search \"a\" -b", "-b"),
  ])
  func `a word that begins with a dash and is not an option is refused`(line: String, word: String) {
    let (name, rest) = Command.nameAndRest(of: line[...])
    let error = #expect(throws: CommandError.self) {
      _ = try Arguments(rest, of: try Command.named(name), in: { .shop })
    }
    guard case .usage(.unknownOption(word, command: _, known: _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("search -- -n 3", "-n 3"), ("search a -- --limit", "a --limit"), ("search \"-n\" 3", "-n 3"),
    ("search Beethoven - Moonlight", "Beethoven - Moonlight"), ("search a-b", "a-b"), ("star -2", "-2"),
    ("filter -- -x", "-x"), ("star 1,-2", "1,-2"), ("source -", "-"),
  ])
  func `after two dashes, in quotes or in a selection a dash is text`(line: String, text: String) throws {
    let (name, rest) = Command.nameAndRest(of: line[...])
    #expect(try Arguments(rest, of: try Command.named(name), in: { .shop }).plainText() == text)
  }

  @Test(arguments: [
    ("a b", ["a", "b"]),
    ("  a\t b ", ["a", "b"]),
    ("\"a b\" c", ["a b", "c"]),
    ("\"\"", [""]),
    ("a\"b c\"", ["a\"b", "c\""]),
    ("\"a\"b", ["a", "b"]),
    (#""a \"b\" \\ \c""#, [#"a "b" \ \c"#]),
    ("don't 'a b'", ["don't", "'a", "b'"]),
    ("", []),
  ])
  func `words are separated by white space outside quotes`(text: String, words: [String]) throws {
    #expect(try Arguments(text[...]).words().map(\.text) == words)
  }

  @Test(arguments: ["\"a", "a \"b", "\"a\\\"", "\""])
  func `a quote must be closed`(text: String) {
    #expect(throws: CommandError.usage(.unclosedQuote)) { try Arguments(text[...]).words() }
  }

  @Test(arguments: [
    ("/term", "/", "term"), ("*3", "*", "3"), ("?open", "?", "open"), ("/ term", "/", " term"),
    ("open 3", "open", " 3"),
    ("open\t3", "open", "\t3"), ("quit", "quit", ""), ("", "", ""),
  ])
  func `symbols are names by themselves`(line: String, name: String, rest: String) {
    let parts = Command.nameAndRest(of: line[...])
    #expect(parts.name == name && parts.rest == rest)
  }
}
