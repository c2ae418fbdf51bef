import Domain
import TestSupport
import Testing

@testable import Presentation

struct HelpTopicTests {
  @Test(arguments: TextTable.rows("a topic is found by its name or a prefix that no command has") { ($0[0], $0[1]) })
  func `a topic is found by its name or a prefix that no command has`(word: String, name: String) throws {
    #expect(try HelpTopic.named(word)?.name == name)
  }

  @Test(arguments: [("catalog", "catalog"), ("fav", "favs"), ("star", "star"), ("sea", nil), ("info", nil)])
  func `a command takes precedence over a topic's prefix`(word: String, name: String?) {
    let topic = try? HelpTopic.named(word)
    #expect(topic == nil ? (try? Command.named(word[...]))?.name == name : name == nil)
  }

  @Test(arguments: HelpTopic.all)
  func `a topic fits a terminal`(topic: HelpTopic) {
    var renderer = TextRenderer(width: 80)
    let lines = renderer.render(.topic(topic), favorites: Favorites()).text.split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 })
    #expect(lines.count <= 40)
    for case .listing(let text) in topic.parts {
      #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 76 }, "a broken line cannot be copied")
    }
    renderer.width = 40
    #expect(
      renderer.render(.topic(topic), favorites: Favorites()).text.split(separator: "\n").allSatisfy {
        DisplayWidth.of($0) <= 40
      })
  }

  @Test func `the example of a declaration is printed unchanged, on one screen`() {
    let topic = HelpTopic.all.first { $0.name == "catalogs" }!
    let text = TextRenderer(width: 80).render(.topic(topic), favorites: Favorites()).text
    #expect(text.contains("    {\"declaration\": 1, \"name\": \"shows\""))
    #expect(text.split(separator: "\n").count <= 23)
  }

  @Test func `every word of another program suggests a command of ours`() throws {
    for (word, ours) in Command.otherWords where !["get", "mark", "changes"].contains(ours) {
      let name = ours.prefix { $0 != " " && $0 != "," }
      #expect(throws: Never.self, "\(word)") { try Command.named(name) }
      // A word that begins a command of liner never gets here.
      #expect(throws: CommandError.self, "\(word)") { try Command.named(word[...]) }
    }
  }
}
