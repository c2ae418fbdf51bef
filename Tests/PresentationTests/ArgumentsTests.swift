import Presentation
import Testing

struct ArgumentsTests {
  @Test(arguments: [
    ("search a; open song", ["search a", "open song"]),
    ("a;b ; c", ["a", "b ", "c"]),
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
  ])
  func `a line comes apart at semicolons outside of quotes`(line: String, commands: [String]) {
    #expect(Arguments.commands(in: line).map(String.init) == commands)
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
  func `words are apart at white space outside of quotes`(text: String, words: [String]) throws {
    #expect(try Arguments(text[...]).words().map(\.text) == words)
  }

  @Test(arguments: ["\"a", "a \"b", "\"a\\\"", "\""])
  func `a quote wants its end`(text: String) {
    #expect(throws: CommandError.usage(.unclosedQuote)) { try Arguments(text[...]).words() }
  }

  @Test(arguments: [
    ("/term", "/", "term"), ("*3", "*", "3"), ("?open", "?", "open"), ("/ term", "/", " term"),
    ("open 3", "open", " 3"),
    ("open\t3", "open", "\t3"), ("quit", "quit", ""), ("", "", ""),
  ])
  func `signs are names by themselves`(line: String, name: String, rest: String) {
    let parts = Command.nameAndRest(of: line[...])
    #expect(parts.name == name && parts.rest == rest)
  }
}
