import Domain
@testable import Presentation
import Testing

/// If a line has only one possible meaning, it is carried out.
struct OnlyReadingTests {
  private static func action(_ line: String) throws(CommandError) -> Action {
    let screen = Screen.list(Item.many("A", 9), title: "jack", term: "jack")
    return try Command.action(for: line[...], on: Command.Context(screen: screen, catalog: .shop))
  }

  @Test(arguments: ["cd", "cd song", "cd ..x", "cd .", "cd / ..", "show x", "show 3 4", "1-3", "all"])
  func `other lines do nothing`(line: String) {
    #expect(throws: CommandError.self) { try Self.action(line) }
  }

  @Test(arguments: [("usa", "US"), ("USA", "US"), ("england", "GB"), ("america", "US"), ("united s", "US")])
  func `an unambiguous other name of a country chooses it`(typed: String, code: String) throws {
    let filter = try #require(Catalog.stub.filters.first)
    #expect(try filter.checked(typed) == code)
    #expect(try filter.storefronts(typed) == [code])
  }

  @Test func `two letters are a code, so uk is only a suggestion`() throws {
    let filter = try #require(Catalog.stub.filters.first)
    #expect(throws: CommandError.usage(.misspelt("uk", of: "country", meant: ["gb (United Kingdom)"]))) {
      try filter.checked("uk")
    }
    #expect(
      throws: CommandError.usage(
        .badValue("world", of: "stores", allowed: ["names or codes of stores, such as DE,GB,GR"]))
    ) { try filter.storefronts("world") }
  }
}
