import Domain
@testable import Presentation
import TestSupport
import Testing

/// Words from a shell, and the resulting command.
struct ShellCommandTests {
  private func action(_ words: [String]) throws(CommandError) -> Action {
    let commands = Arguments.commands(in: ShellCommand.line(of: words))
    #expect(commands.count == 1)
    let screen = Screen(kind: .home, catalog: "itunes", title: "home", sections: [])
    return try Command.action(for: commands[0], on: Command.Context(screen: screen, catalog: .shop))
  }

  @Test(arguments: TextTable.rows("a term is what the shell passed, character by character") { ($0[0], $0.rest(1)) })
  func `a term is what the shell passed, character by character`(term: String, words: [String]) throws {
    #expect(try action(words) == .go(.search(SearchQuery(term: term))))
  }

  @Test func `options after the name belong to the command, and their values may contain spaces`() throws {
    for words in [
      ["search", "jack", "--limit", "3", "--in", "tv show"], ["search", "--in=tv show", "--limit=3", "jack"],
    ] {
      guard case .go(.search(let found)) = try action(words) else { throw CommandError.usage(.unclosedQuote) }
      #expect(found.term == "jack")
      #expect(found.limit == 3)
      #expect(found.categories?.map(\.name) == ["tv"])
    }
  }

  @Test func `there is exactly one line, whatever it contains`() async {
    let source = ShellCommand.source(of: ["search", "a\nb"])
    let first = await source.next(prompt: { Prompt(text: "") }, beforeWaiting: {})
    #expect(first == .line(Line("search \"a\nb\"", source: "liner", number: 1)))
    #expect(await source.next(prompt: { Prompt(text: "") }, beforeWaiting: {}) == .end)
  }
}
