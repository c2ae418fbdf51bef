import Domain
import Testing

@testable import Presentation

struct CoverNamesTests {
  private static func item(_ title: String, by creator: String? = nil) -> Item {
    .made(title, catalog: "c", key: "7") { $0.creator = creator }
  }

  @Test(
    arguments: [
      ("Upside Down", "Jack Johnson", "Jack Johnson - Upside Down"),
      ("Back in Black", "AC/DC", "AC-DC - Back in Black"),
      ("../../etc/passwd", nil, "etc-passwd"), ("-rf", nil, "rf"), (".hidden", nil, "hidden"), ("~root", nil, "root"),
      ("a\u{1B}[2Jb\nc\0d", nil, "a [2Jb c d"), ("evil\u{202E}gpj.exe", nil, "evilgpj.exe"),
      ("what? \"<this>|\\*", nil, "what- --this----"), ("春の海", "宮城道雄", "宮城道雄 - 春の海"), ("...", nil, "c-song-7"),
      (" ", "Nobody", "Nobody"), ("Etc. ...", nil, "Etc"),
    ] as [(String, String?, String)])
  func `a name is safe wherever it is put`(title: String, creator: String?, name: String) {
    var names = CoverNames()
    #expect(names.name(for: Self.item(title, by: creator)) == name)
  }

  @Test func `no two are alike, also where capitals do not count`() {
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
