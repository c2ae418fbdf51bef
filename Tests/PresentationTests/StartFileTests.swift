import Domain
import TestSupport
import Testing

@testable import Presentation

@Suite struct `The file that prepares a prompt` {
  @Test(arguments: [
    ("", "set country gb\n"),
    ("set hints off", "set hints off\nset country gb\n"),
    ("# mine\nset country us\nset hints off\n", "# mine\nset country gb\nset hints off\n"),
    ("set hints off; set country us ; star 1", "set hints off; set country gb ; star 1"),
    ("  set  COUN=us  # home\n", "  set country gb  # home\n"),
    ("set country us\r\nset hints off\r\n", "set country gb\r\nset hints off\r\n"),
    ("set country us\nset country jp\n", "set country us\nset country gb\n"),
    ("# set country us\nsearch set country us\n", "# set country us\nsearch set country us\nset country gb\n"),
  ])
  func `has one command replaced and nothing else changed`(before: String, after: String) {
    #expect(StartFile.saving("country", "gb", in: before, Self.catalog) == after)
  }

  @Test(arguments: ["a;b", "a # b", "a \"b\" c", "a  b", "plain/path"])
  func `gives back the value that was saved`(value: String) async throws {
    let files = MemoryFiles()
    let file = StartFile(path: "rc", files: files)
    let setting = try Setting.named("favorites", in: Self.catalog)
    try await file.save(setting, value, in: Self.catalog)
    #expect(await file.value(of: "favorites", in: Self.catalog) == value)
    try await file.save(setting, "memory", in: Self.catalog)
    #expect(files["rc"] == "set favorites memory\n")
  }

  @Test(arguments: [
    ("a | b", "\"a | b\""), ("a > b.csv", "\"a > b.csv\""), ("a ${X}", "\"a $${X}\""), (" a", "\" a\""), ("a b", "a b"),
  ])
  func `quotes what a line would read differently`(value: String, typed: String) {
    #expect(StartFile.saving("downloads", value, in: "", Self.catalog) == "set downloads \(typed)\n")
  }

  private static let catalog = Catalog(
    name: "c", title: "C", categories: [Category(name: "song", title: "Song")],
    filters: [SearchFilter(name: "country", meaning: "the storefront", values: .oneOf(["GB", "JP", "US"]))])
}
