import Domain
import TestSupport
import Testing

@testable import Presentation

struct CoverNamesTests {
  private static func item(_ title: String, by creator: String? = nil) -> Item {
    .made(title, catalog: "c", key: "7") { $0.creator = creator }
  }

  @Test(arguments: TextTable.rows("a name is safe in shells and file systems") { ($0[0], $0.text(1), $0[2]) })
  func `a name is safe in shells and file systems`(title: String, creator: String?, name: String) {
    var names = CoverNames()
    #expect(names.name(for: Self.item(title, by: creator)) == name)
  }

  @Test func `no two names are equal, even if case is ignored`() {
    var names = CoverNames()
    #expect(
      ["One", "one", "One", "One (2)"].map { names.name(for: Self.item($0)) } == [
        "One", "one (2)", "One (3)", "One (2) (2)",
      ])
  }

  @Test func `a long name is cut between characters`() {
    var names = CoverNames()
    let name = names.name(for: Self.item(String(repeating: "👨‍👩‍👧‍👦é", count: 100)))
    #expect(name.utf8.count <= 150)
    #expect(!name.isEmpty)
  }
}
