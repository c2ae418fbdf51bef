import Domain
import Presentation
import TestSupport
import Testing

struct VariablesTests {
  private static func action(_ line: String, _ assignments: [String]) throws(CommandError) -> Action {
    var variables = Variables()
    for assignment in assignments { try variables.set(assignment) }
    let context = Command.Context(screen: Screen(kind: .home, catalog: "itunes", title: "home"), catalog: .shop)
    return try Command.action(for: Arguments.commands(in: line)[0], replacing: variables, on: context)
  }

  private static func search(_ line: String, _ assignment: String) throws -> SearchQuery? {
    if case .go(.search(let query)) = try action(line, [assignment]) { query } else { nil }
  }

  @Test(
    arguments: TextTable.rows("a value never splits or quotes a command, and is never an option") {
      ($0[0], $0[1], $0[2])
    })
  func `a value never splits or quotes a command, and is never an option`(
    line: String, assignment: String, term: String
  ) throws {
    #expect(try Self.search(line, assignment)?.term == term)
  }

  @Test(arguments: [
    ("search x --limit ${n}", "n=7"), ("search x --limit=${n}", "n=7"), ("search x --li ${n}", "n=7"),
  ])
  func `an option takes a value`(line: String, assignment: String) throws {
    let query = try Self.search(line, assignment)
    #expect(query?.limit == 7 && query?.term == "x")
  }

  @Test func `selections, settings and numbers can be variables`() throws {
    #expect(try Self.action("star ${s}", ["s=1-3,5"]) == .change(.star(Selection(parts: [.range(1, 3), .one(5)]))))
    #expect(try Self.action("set limit ${n}", ["n=4"]) == .set(name: "limit", value: "4"))
    #expect(try Self.action("${n}", ["n=4"]) == .go(.openItem(4)))
    #expect(try Self.action("filter ${a} b", ["a=x", "a=y"]) == .go(.filter("y b")))
  }

  @Test(
    arguments: [
      "search ${X}", "search a ${X} b", "search \"${X}\"", "search -- ${X}", "search a --limit ${X}", "${X} a",
      "star ${X}",
      "set limit ${X}", "filter ${who}${X}", "open ${X} album", "3 ${X}", "help ${X}",
    ], [["who=vivaldi"], []])
  func `a name without a value fails the command, which names it`(line: String, assignments: [String]) {
    #expect(throws: CommandError.usage(.unsetVariable(line.contains("who") && assignments.isEmpty ? "who" : "X"))) {
      try Self.action(line, assignments)
    }
    #expect(
      ErrorMessages.sentence(for: .usage(.unsetVariable("X"))) == "${X} has no value; --var X=…")
  }

  @Test func `a shell command has its own variables`() throws {
    #expect(try Self.action("| grep ${who}", ["who=x; rm y"]) == .pipe(command: "grep ${who}"))
  }

  @Test(arguments: ["who", "=x", "a b=x", "a-b=x", ""])
  func `a name has letters, digits and _`(assignment: String) {
    var variables = Variables()
    #expect(throws: CommandError.self) { try variables.set(assignment) }
  }
}
