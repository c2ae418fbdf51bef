import Domain
@testable import Presentation
import TestSupport
import Testing

struct ArgumentsTests {
  @Test(arguments: TextTable.rows("a line is split at semicolons outside quotes") { ($0[0], $0.rest(1)) })
  func `a line is split at semicolons outside quotes`(line: String, commands: [String]) {
    #expect(Arguments.commands(in: line).map(String.init) == commands)
  }

  @Test(
    arguments: TextTable.rows("the target of a command's items follows it, between spaces") {
      ($0[0], $0[1], $0.text(2))
    })
  func `the target of a command's items follows it, between spaces`(
    line: String, command: String, target: String?
  ) {
    let parts = Arguments.parts(of: line[...])
    #expect(String(parts.command) == command)
    #expect(parts.target.map(String.init) == target)
  }

  @Test(arguments: TextTable.rows("a word that begins with a dash and is not an option is refused") { ($0[0], $0[1]) })
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

  @Test(arguments: TextTable.rows("after two dashes, in quotes or in a selection a dash is text") { ($0[0], $0[1]) })
  func `after two dashes, in quotes or in a selection a dash is text`(line: String, text: String) throws {
    let (name, rest) = Command.nameAndRest(of: line[...])
    #expect(try Arguments(rest, of: try Command.named(name), in: { .shop }).plainText() == text)
  }

  @Test(arguments: TextTable.rows("spaces around the commas of an option's list do not end it") { ($0[0], $0[1]) })
  func `spaces around the commas of an option's list do not end it`(line: String, text: String) throws {
    let (name, rest) = Command.nameAndRest(of: line[...])
    #expect(try Arguments(rest, of: try Command.named(name), in: { .shop }).plainText() == text)
  }

  @Test(arguments: TextTable.rows("words are separated by white space outside quotes") { ($0[0], $0.rest(1)) })
  func `words are separated by white space outside quotes`(text: String, words: [String]) throws {
    #expect(try Arguments(text[...]).words().map(\.text) == words)
  }

  @Test(arguments: ["\"a", "a \"b", "\"a\\\"", "\""])
  func `a quote must be closed`(text: String) {
    #expect(throws: CommandError.usage(.unclosedQuote)) { try Arguments(text[...]).words() }
  }

  @Test(arguments: TextTable.rows("symbols are names by themselves") { ($0[0], $0[1], $0[2]) })
  func `symbols are names by themselves`(line: String, name: String, rest: String) {
    let parts = Command.nameAndRest(of: line[...])
    #expect(parts.name == name && parts.rest == rest)
  }
}
