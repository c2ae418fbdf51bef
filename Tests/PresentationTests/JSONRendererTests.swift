import Domain
import Foundation
@testable import Presentation
import Testing

/// Each shape of the contract, as the exact line.
struct JSONRendererTests {
  private func line(_ reply: Reply, command: String = "show", starred: [Item] = [], trail: [String] = ["home"])
    -> String
  {
    let envelope = JSONRenderer.Envelope(source: "stdin", line: 2, command: command, trail: trail)
    return String(decoding: JSONRenderer.line(for: reply, envelope, favorites: Favorites(starred)), as: UTF8.self)
  }

  private static let head = #"{"v":1,"source":"stdin","line":2,"command":"show","ok":true,"#

  private static func list(_ kind: Screen.Kind, _ titles: [String], items: [Item]) -> Screen {
    var screen = Screen(
      kind: kind, catalog: "itunes", title: titles[0], query: SearchQuery(term: "vivaldi"),
      sections: titles.map { Section(category: $0.lowercased(), title: $0, content: .idle) })
    screen.receive(.success(ItemList(items: items)), inSection: 0)
    return screen
  }

  @Test func `a category`() {
    let item = Item.made("Spring", by: "Vivaldi", key: "1443109064") { $0.link = WebLink("https://music.apple.com/1") }
    let screen = Self.list(.category, ["Song"], items: [item])
    let text = line(.screen(screen), command: "open song", trail: ["home", "vivaldi", "Song"])
    #expect(
      text
        == #"{"v":1,"source":"stdin","line":2,"command":"open song","ok":true,"screen":{"kind":"category","#
        + #""catalog":"itunes","title":"Song","term":"vivaldi","state":"loaded","trail":["home","vivaldi","Song"],"#
        + #""sections":[{"category":"song","title":"Song","items":[{"number":1,"id":"itunes:song:1443109064","#
        + #""category":"song","title":"Spring","creator":"Vivaldi","starred":false,"#
        + #""url":"https://music.apple.com/1"}]}]}}"# + "\n")
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

  @Test func `the first screen and favourites without any`() {
    #expect(
      line(.screen(.root(of: .shop)))
        == Self.head
        + #""screen":{"kind":"home","catalog":"itunes","title":"home","state":"idle","trail":["home"],"sections":[]}}"#
        + "\n")
    #expect(
      line(.screen(Screen(kind: .favorites, catalog: "itunes", title: "Favorites")))
        == Self.head + #""screen":{"kind":"favorites","catalog":"itunes","title":"Favorites","state":"empty","#
        + #""trail":["home"],"sections":[]}}"# + "\n")
  }

  @Test func `an item with all its keys`() {
    #expect(
      line(.screen(ScreenTextTests.item()), starred: ScreenTextTests.songs)
        == Self.head
        + #""screen":{"kind":"item","catalog":"itunes","title":"Spring","term":"vivaldi","state":"loaded","#
        + #""trail":["home"],"item":{"id":"itunes:song:1","category":"song","kind":"song","title":"Spring","#
        + #""creator":"Vivaldi","starred":true,"#
        + #""url":"https://music.apple.com/us/album/a-very-long-name-of-an-album/1443109064","#
        + #""description":"A first paragraph that is longer than forty columns are.\n\nA second.","duration":212.4,"#
        + #""price":{"amount":1.29,"currency":"USD"},"released":"2010-04-03T07:00:00Z","genre":"Classical","#
        + #""explicit":false,"facts":[{"label":"Album","value":"The Four Seasons"}]},"relations":[],"#
        + #""sections":[{"category":"song","relation":"songs","title":"Songs","#
        + #""items":[{"number":1,"id":"itunes:song:9","category":"song","title":"Summer","starred":false}],"#
        + #""more":"limit"}]}}"# + "\n")
  }

  @Test func `commands without a screen have a key of their own`() {
    let starred = [StarResult(row: Row(number: 3, item: .made("A", key: "1")), isSet: true)]
    let item = #"[{"number":3,"id":"itunes:song:1","category":"song","title":"A","starred":true}],"changed":1}"#
    #expect(line(.starred(starred)) == Self.head + #""starred":"# + item + "\n")
    #expect(line(.history(["b", "a"])) == Self.head + #""history":["b","a"]}"# + "\n")
    #expect(
      line(.trail(["home"], ahead: ["a", "b"])) == Self.head + #""trail":["home"],"ahead":["a","b"]}"# + "\n")
    #expect(line(.trail(["home", "a"], ahead: [])) == Self.head + #""trail":["home","a"]}"# + "\n")
    let settings = [
      SettingValue(name: "limit", value: "30", defaultValue: "5", meaning: ""),
      SettingValue(name: "view", value: nil, defaultValue: "list", meaning: ""),
    ]
    #expect(line(.settings(settings)) == Self.head + #""settings":{"limit":"30","view":"default"}}"# + "\n")
    #expect(
      line(.catalogs([CatalogSummary(.films)], current: "ghibli"))
        == Self.head + #""catalogs":[{"name":"ghibli","title":"Studio Ghibli","current":true,"#
        + #""categories":["film","character"]}]}"# + "\n")
    #expect(line(.done) == #"{"v":1,"source":"stdin","line":2,"command":"show","ok":true}"# + "\n")
    #expect(
      line(.help(Command.all, settings: [])).hasPrefix(Self.head + #""help":[{"name":"search","synopsis":"TERM "#))
  }

  @Test func `one line a command, a failure among them`() async throws {
    let service = StubCatalogClient { request in
      request.term == "down" ? .failure(.offline(host: "h")) : .success(ItemList(items: [.made("A")]))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    let script =
      "search jack; open 99\nexpect error no-such-item\nsearch down\nexpect error offline\nopen 9\nexpect error no-such-item\nquit"
    let played = await Played.script(script, source: "stdin", options: .init(form: .json), on: coordinator)
    #expect(played.lines.count == 8)
    #expect(
      played.lines[1] == #"{"v":1,"source":"stdin","line":1,"command":"open 99","ok":false,"error":"#
        + #"{"code":"no-such-item","message":"there is no item 99 here; this screen has 1-3"}}"#)
    #expect(played.lines[3].contains(#""ok":false,"error":{"code":"offline","#))
    #expect(played.lines[3].contains(#""screen":{"kind":"home","#))
    #expect(!played.lines[5].contains("screen\""), "a mistake has no screen, whatever is on it")
    #expect(played.lines[7] == #"{"v":1,"source":"stdin","line":7,"command":"quit","ok":true}"#)
  }

  @Test(arguments: HostileTextTests.strings)
  func `nothing of a text is lost, and a line is a line`(string: String) throws {
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
