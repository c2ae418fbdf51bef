import Domain
import Foundation
@testable import Presentation
import Testing

/// Exact lines of the contract that `Sessions/json.liner` does not contain.
struct JSONRendererTests {
  private func line(_ reply: Reply, command: String = "show", starred: [Item] = [], trail: [String] = ["home"])
    -> String
  {
    let envelope = JSONRenderer.Envelope(source: "stdin", line: 2, command: command, trail: trail)
    return String(
      decoding: JSONRenderer.line(for: .success(reply), envelope, favorites: Favorites(starred)), as: UTF8.self)
  }

  private static let head = #"{"v":1,"source":"stdin","line":2,"command":"show","ok":true,"#

  private static func list(_ kind: Screen.Kind, _ titles: [String], items: [Item]) -> Screen {
    var screen = Screen(
      kind: kind, catalog: "itunes", title: titles[0], query: SearchQuery(term: "vivaldi"),
      sections: titles.map { Section(category: $0.lowercased(), title: $0, phase: .idle) })
    screen.receive(.success(ItemList(items: items)), inSection: 0)
    return screen
  }

  @Test func `a home with a failure, an empty section and rows skipped`() {
    var screen = Self.list(.home, ["Song", "Podcast", "Tv"], items: [.made("A", key: "1")])
    screen.receive(Result<ItemList, CatalogError>.failure(.offline(host: "h")), inSection: 1)
    screen.receive(.success(ItemList(items: [])), inSection: 2)
    screen.sections[0].skipped = 2
    #expect(
      line(.screen(screen), starred: [.made("A", key: "1")])
        == Self.head + #""screen":{"kind":"home","catalog":"itunes","title":"Song","term":"vivaldi","state":"loaded","#
        + #""trail":["home"],"sections":[{"category":"song","title":"Song","items":[{"number":1,"id":"itunes:song:1","#
        + #""category":"song","title":"A","starred":true}],"skipped":2},{"category":"podcast","title":"Podcast","#
        + #""error":{"code":"offline","message":"Could not reach h. Check the connection, then: retry"},"items":[]}],"#
        + #""failed":1,"skipped":2}}"# + "\n")
  }

  @Test func `catalogs and commands are lists`() {
    #expect(
      line(.catalogs([CatalogSummary(.films)], current: "ghibli"))
        == Self.head + #""catalogs":[{"name":"ghibli","title":"Studio Ghibli","current":true,"#
        + #""categories":["film","character"]}]}"# + "\n")
    #expect(
      line(.help(Command.all, settings: [])).hasPrefix(Self.head + #""help":[{"name":"search","synopsis":"TERM "#))
  }

  @Test(arguments: HostileTextTests.strings)
  func `no text is lost, and a line stays one line`(string: String) throws {
    let text = line(.history([string, ""]), command: string)
    #expect(text.unicodeScalars.filter { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } == ["\n"])
    struct Answer: Decodable {
      var command: String
      var history: [String]
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Foundation.Data(text.utf8))
    #expect(Array(answer.command.unicodeScalars) == Array(string.unicodeScalars))
    #expect(answer.history.map { Array($0.utf8) } == [Array(string.utf8), []])
  }
}
