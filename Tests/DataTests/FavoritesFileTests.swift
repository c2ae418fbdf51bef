import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

@Suite struct `A favourites file` {
  private let files = MemoryFiles()
  private var store: FavoritesFile { FavoritesFile(path: "favs", files: files) }

  private static let header = #"{"liner":"favorites","v":1}"# + "\n"

  private static func item(_ key: String) -> Item {
    Item(id: ItemID(catalog: "itunes", category: "song", key: key), title: "Title \(key)")
  }

  private static func adding(_ keys: String...) -> FavoritesChange {
    FavoritesChange(added: keys.map { .init(item: item($0)) })
  }

  private static func line(_ key: String) -> String {
    #"{"category":"song","id":"itunes:song:\#(key)","title":"Title \#(key)"}"# + "\n"
  }

  @Test func `that is missing has no favourites, and none is made by reading`() async throws {
    #expect(try await store.load() == [])
    #expect(files.paths.isEmpty)
  }

  @Test func `keeps the order of starring, a line an item`() async throws {
    _ = try await store.keep(Self.adding("2", "1"), known: [])
    let kept = try await store.keep(Self.adding("3"), known: [Self.item("2"), Self.item("1")])
    #expect(kept.map(\.id.key) == ["2", "1", "3"])
    #expect(files["favs"] == Self.header + Self.line("2") + Self.line("1") + Self.line("3"))
    #expect(try await store.load() == kept)
  }

  @Test func `keeps all that is known of an item`() async throws {
    var item = Item(
      id: ItemID(catalog: "itunes", category: "song", key: "a:b/ü\n"), title: "“Café” \u{1B}[31m \"red\"\r\n\\ 冬 \u{0}",
      facts: [Fact("Album", "A"), Fact("Album", "")])
    item.kind = "song"
    item.creator = "C"
    item.creatorID = ItemID("itunes:artist:77")
    item.link = WebLink("https://example.invalid/a?b=c&d=/")
    item.creatorLink = WebLink("https://example.invalid/creator")
    item.artwork = WebLink("https://example.invalid/artwork")
    item.preview = WebLink("https://example.invalid/preview")
    item.feed = WebLink("https://example.invalid/feed")
    item.description = "one\n\ntwo"
    item.duration = .milliseconds(212_345)
    item.price = Price(amount: Decimal(string: "1.29")!, currency: "USD")
    item.released = ReleaseDate("2010-04-03T07:00:00Z")
    item.genre = "Rock"
    item.rating = "PG-13"
    item.isExplicit = true
    item.count = 12
    _ = try await store.keep(FavoritesChange(added: [.init(item: item)]), known: [])
    #expect(try await store.load() == [item])
    #expect(files["favs"]?.split(separator: "\n").count == 2)
  }

  @Test func `takes the changes of two sessions, and shows each the other's`() async throws {
    let (first, second) = (store, store)
    let start = try await first.keep(Self.adding("1"), known: [])
    #expect(try await second.load() == start)
    #expect(try await first.keep(Self.adding("2"), known: start).map(\.id.key) == ["1", "2"])
    #expect(try await second.keep(Self.adding("3"), known: start).map(\.id.key) == ["1", "2", "3"])
    let removal = FavoritesChange(removed: [Self.item("1").id])
    #expect(try await first.keep(removal, known: start + [Self.item("2")]).map(\.id.key) == ["2", "3"])
  }

  @Test(arguments: [nil, ""])
  func `that went away or was emptied takes nothing with it`(rest: String?) async throws {
    let kept = try await store.keep(Self.adding("1", "2"), known: [])
    files["favs"] = rest
    #expect(try await store.keep(Self.adding("3"), known: kept).map(\.id.key) == ["1", "2", "3"])
  }

  @Test func `keeps what a later version added to a line`() async throws {
    let line = #"{"id":"itunes:song:1","title":"One","mood":["calm"]}"# + "\n"
    files["favs"] = Self.header + line
    _ = try await store.keep(Self.adding("2"), known: [])
    #expect(files["favs"] == Self.header + line + Self.line("2"))
  }

  @Test func `may have Windows line ends, blank lines and repeated items`() async throws {
    files["favs"] = (Self.header + Self.line("1") + "\n" + Self.line("1") + Self.line("2")).replacing(
      "\n", with: "\r\n")
    #expect(try await store.load().map(\.id.key) == ["1", "2"])
  }

  @Test(arguments: [
    ("not json\n", 1, "this is not a favourites file"),
    (line("1"), 1, "this is not a favourites file"),
    ("\n\n{}\n", 3, "this is not a favourites file"),
    (#"{"liner":"favorites","v":2}"#, 1, "these favourites have version 2; this liner reads version 1"),
    (header + "[]", 2, "this is not a JSON object"),
    (header + line("1") + #"{"id":"itunes:song:2","tit"#, 3, "this is not a JSON object"),
    (header + #"{"id":"itunes:song:2"}"#, 2, "an item needs id and title"),
    (header + #"{"id":"nonsense","title":"x"}"#, 2, #"id cannot be "nonsense""#),
    (header + #"{"id":"a:b:c","title":7}"#, 2, "title is not a text"),
    (header + #"{"id":"a:b:c","title":"x","url":"javascript:1"}"#, 2, #"url cannot be "javascript:1""#),
    (header + #"{"id":"a:b:c","title":"x","count":1.5}"#, 2, "count is not a whole number"),
    (header + #"{"id":"a:b:c","title":"x","duration":1e400}"#, 2, "duration is not a number of seconds"),
    (header + #"{"id":"a:b:c","title":"x","price":1.29}"#, 2, "price needs amount and currency"),
    (header + #"{"id":"a:b:c","title":"x","explicit":"no"}"#, 2, "explicit is neither true nor false"),
    (header + #"{"id":"a:b:c","title":"x","facts":[1]}"#, 2, "a fact needs label and value"),
  ])
  func `that is broken is named with its line, and left as it is`(content: String, line: Int, what: String) async {
    files["favs"] = content
    let error = FileError(path: "favs", .malformed(line: line, what))
    await #expect(throws: error) { try await store.load() }
    await #expect(throws: error) { try await store.keep(Self.adding("9"), known: []) }
    #expect(files["favs"] == content)
  }

  @Test func `is added to, and what is taken out is blank where it was`() async throws {
    let store = store
    _ = try await store.keep(Self.adding("1", "2"), known: [])
    #expect(try await store.apply(FavoritesChange(removed: [Self.item("1").id])) { [] } == nil)
    let blank = String(repeating: " ", count: Self.line("1").utf8.count - 1)
    #expect(files["favs"] == Self.header + blank + "\n" + Self.line("2") + "\n")
    #expect(try await store.apply(Self.adding("1")) { [] } == nil)
    #expect(files["favs"] == Self.header + blank + "\n" + Self.line("2") + "\n" + Self.line("1"))
    #expect(try await self.store.load().map(\.id.key) == ["2", "1"])
  }

  @Test func `is written anew without its blank lines when there are more of them than of others`() async throws {
    let store = store
    _ = try await store.keep(Self.adding("0"), known: [])
    var sizes: [Int] = []
    for _ in 0..<3000 {
      _ = try await store.apply(Self.adding("1")) { [] }
      _ = try await store.apply(FavoritesChange(removed: [Self.item("1").id])) { [] }
      sizes.append(files["favs"]?.utf8.count ?? 0)
    }
    #expect(sizes.max()! < 70_000)
    #expect(sizes.last! < 70_000)
    #expect(try await self.store.load().map(\.id.key) == ["0"])
  }

  @Test func `puts what comes back where it was`() async throws {
    let store = store
    _ = try await store.keep(Self.adding("1", "3"), known: [])
    _ = try await store.apply(FavoritesChange(added: [.init(item: Self.item("2"), index: 1)])) { [] }
    #expect(files["favs"] == Self.header + Self.line("1") + Self.line("2") + Self.line("3"))
  }

  @Test func `may have a line that a kill left half written or half blanked`() async throws {
    files["favs"] = Self.header + Self.line("1") + #"     "id":"itunes:song:2","title":"Two"}"# + "\n   "
    _ = try await store.keep(Self.adding("3"), known: [])
    #expect(try await store.load().map(\.id.key) == ["1", "3"])
  }

  @Test func `blanks every line of an item that is taken out`() async throws {
    files["favs"] = Self.header + Self.line("1") + Self.line("1") + Self.line("2")
    _ = try await store.keep(FavoritesChange(removed: [Self.item("1").id]), known: [])
    #expect(try await store.load().map(\.id.key) == ["2"])
  }

  @Test func `that is not UTF-8 is broken`() {
    let bytes = Array(Self.header.utf8) + Array(#"{"id":"a:b:c","title":""#.utf8) + [0xFF, 0x22, 0x7D]
    #expect(throws: FileError(path: "favs", .malformed(line: 2, "this is not UTF-8 text"))) {
      try FavoritesDocument(parsing: bytes, path: "favs")
    }
  }
}

extension FavoritesFile {
  /// All that is kept after the change, whoever put it there.
  fileprivate func keep(_ change: FavoritesChange, known: [Item]) async throws -> [Item] {
    if let kept = try await apply(change, known: { change.applied(to: known) }) { return kept }
    return try await load()
  }
}
