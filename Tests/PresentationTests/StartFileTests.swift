import Domain
import TestSupport
import Testing

@testable import Presentation

@Suite struct `The file that prepares a prompt` {
  @Test(arguments: TextTable.rows("has one command replaced and nothing else changed") { ($0[0], $0[1]) })
  func `has one command replaced and nothing else changed`(before: String, after: String) throws {
    #expect(try StartFile.saving(Self.setting("country"), "gb", in: before, Self.catalog, from: "c") == after)
  }

  @Test(arguments: ["a;b", "a # b", "a \"b\" c", "a  b", "plain/path"])
  func `gives back the value that was saved`(value: String) async throws {
    let files = MemoryFiles()
    let file = StartFile(path: "rc", start: "c", files: files)
    let setting = try Self.setting("favorites")
    try await file.save(setting, value, in: Self.catalog)
    #expect(await file.value(of: "favorites", in: Self.catalog) == value)
    try await file.save(setting, "memory", in: Self.catalog)
    #expect(files["rc"] == "set favorites memory\n")
  }

  @Test(arguments: [
    ("a | b", "\"a | b\""), ("a > b.csv", "\"a > b.csv\""), ("a ${X}", "\"a $${X}\""), (" a", "\" a\""), ("a b", "a b"),
  ])
  func `quotes what a line would read differently`(value: String, typed: String) throws {
    #expect(
      try StartFile.saving(Self.setting("downloads"), value, in: "", Self.catalog, from: "c")
        == "set downloads \(typed)\n")
  }

  @Test(
    arguments: TextTable.rows("keeps a catalog's setting for that catalog, whichever a prompt starts in") {
      ($0[0], $0[1])
    })
  func `keeps a catalog's setting for that catalog, whichever a prompt starts in`(before: String, after: String) throws
  {
    #expect(try StartFile.saving(Self.setting("country"), "gb", in: before, Self.catalog, from: "store") == after)
  }

  @Test func `needs no catalog for a setting of all`() throws {
    #expect(
      try StartFile.saving(Self.setting("hints"), "off", in: "set hints on", Self.catalog, from: "store")
        == "set hints off")
  }

  private static func setting(_ name: String) throws -> Setting { try Setting.named(name, in: catalog) }

  private static let catalog = Catalog(
    name: "c", title: "C", categories: [Category(name: "song", title: "Song")],
    filters: [SearchFilter(name: "country", meaning: "the storefront", values: .oneOf(["GB", "JP", "US"]))])
}
