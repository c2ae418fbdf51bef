import Disk
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
  private static let listsHeader = #"{"liner":"favorites","v":2}"# + "\n"

  private static func item(_ key: String) -> SharedItem {
    SharedItem(Item(id: ItemID(catalog: "itunes", category: "song", key: key), title: "Title \(key)"))
  }

  private static func line(_ key: String) -> String {
    #"{"category":"song","id":"itunes:song:\#(key)","title":"Title \#(key)"}"# + "\n"
  }

  private func keys(_ favorites: Favorites) -> [String] { favorites.entries.map(\.id.key) }

  @Test func `that is missing has no favourites, and reading does not create it`() async throws {
    #expect(try await store.load().count == 0)
    #expect(files.paths.isEmpty)
  }

  @Test func `keeps the order of starring, one line per item`() async throws {
    var session = Session(store)
    try await session.add("2", "1")
    try await session.add("3")
    #expect(keys(session.favorites) == ["2", "1", "3"])
    #expect(files["favs"] == Self.header + Self.line("2") + Self.line("1") + Self.line("3"))
    #expect(try await store.load().items == session.favorites.items)
    try await session.remove("1")
    #expect(files["favs"] == Self.header + Self.line("2") + Self.line("3"))
    try await session.undo()
    #expect(files["favs"] == Self.header + Self.line("2") + Self.line("1") + Self.line("3"), "where it was")
  }

  @Test func `keeps all fields of an item`() async throws {
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
    item.countUnit = CountUnit(singular: "leaf", plural: "leaves")
    var session = Session(store)
    session.change = session.favorites.add([SharedItem(item)])
    try await session.keep()
    #expect(try await store.load().items == [item])
    #expect(files["favs"]?.split(separator: "\n").count == 2)
  }

  @Test func `takes changes from two sessions, and shows each the other's`() async throws {
    var (first, second) = (Session(store), Session(store))
    try await first.add("1")
    try await second.load()
    try await first.add("2")
    try await second.add("3")
    #expect(keys(second.favorites) == ["1", "2", "3"])
    try await first.remove("1")
    #expect(keys(first.favorites) == ["2", "3"])
    try await second.undo()
    #expect(keys(try await store.load()) == ["2"])
  }

  @Test(arguments: [nil, ""])
  func `that was deleted or emptied loses nothing`(rest: String?) async throws {
    var session = Session(store)
    try await session.add("1", "2")
    try await session.mark("1")
    (files["favs"], files["favs.marks"]) = (rest, rest)
    #expect(keys(try await session.store.load(known: session.favorites)) == ["1", "2"])
    try await session.add("3")
    #expect(keys(try await store.load()) == ["1", "2", "3"])
    try await session.mark("2")
    #expect(try await store.load().marks.map(\.key).sorted() == ["1", "2"])
  }

  @Test func `keeps a line unchanged, whatever a later version or a person wrote there`() async throws {
    let line =
      #"{ "id":"itunes:song:1","title":"One", "mood":["calm"],"count":1.5,"url":"javascript:1","duration":1e400 }"#
    files["favs"] = Self.header + line + "\n"
    var session = Session(store)
    try await session.load()
    let item = session.favorites.items[0]
    #expect((item.title, item.count, item.link, item.duration) == ("One", nil, nil, nil))
    try await session.add("2")
    #expect(files["favs"] == Self.header + line + "\n" + Self.line("2"))
    try await session.add("1", to: "a \"b\"")
    let listed =
      #"{"count":1.5,"duration":1e400,"id":"itunes:song:1","lists":["a \"b\""],"mood":["calm"],"title":"One","url":"javascript:1"}"#
    #expect(files["favs"] == Self.listsHeader + listed + "\n" + Self.line("2"))
    try await session.remove("1", from: "A \"B\"")
    #expect(files["favs"] == Self.header + line + "\n" + Self.line("2"), "as it was")
  }

  @Test func `may have Windows line ends, blank lines and repeated items`() async throws {
    files["favs"] = (Self.header + Self.line("1") + "\n" + Self.line("1") + Self.line("2")).replacing(
      "\n", with: "\r\n")
    var session = Session(store)
    try await session.load()
    #expect(keys(session.favorites) == ["1", "2"])
    try await session.remove("1")
    #expect(keys(try await store.load()) == ["2"])
  }

  @Test(
    arguments: TextTable.rows("that is invalid is reported with its line, and does not change") {
      ($0[0], Int($0[1])!, $0[2])
    })
  func `that is invalid is reported with its line, and does not change`(content: String, line: Int, what: String) async
  {
    files["favs"] = content
    let error = FileError(path: "favs", .malformed(line: line, what))
    await #expect(throws: error) { try await store.load() }
    var session = Session(store)
    await #expect(throws: error) { try await session.add("9") }
    #expect(files["favs"] == content)
  }

  /// Valid, but not as liner writes it.
  @Test(arguments: [
    #"{"id":"itunes:song:\u0031","title":"x"}"#,
    #"{"title":"x","facts":[{"label":"a\"]}","value":"{"}],"id":"itunes:song:1"}"#,
    "\t{\"title\" : \"x\" ,\"explicit\":null,\"id\":\"itunes:song:1\"}  ",
  ])
  func `may have its lines written in any way`(line: String) async throws {
    files["favs"] = Self.header + line
    let favorites = try await store.load()
    #expect(keys(favorites) == ["1"])
    #expect(favorites.items.map(\.title) == ["x"])
  }

  @Test func `is read only for ids and lists until an item is needed`() async throws {
    files["favs"] =
      Self.header + Self.line("1") + #"{"id":"itunes:song:2","title":"x","lists":["a","b",7]}"# + "\n"
    let favorites = try await store.load()
    #expect(favorites.lists.map(\.name) == ["a", "b"])
    #expect(favorites.entries.allSatisfy { $0.line != nil })
    #expect(favorites.entries[1].shared === favorites.entries[1].shared, "what was decoded is kept")
  }

  @Test func `may have a line that a kill left incomplete`() async throws {
    files["favs"] = Self.header + Self.line("1") + #"     "id":"itunes:song:2","title":"Two"}"# + "\n   "
    var session = Session(store)
    try await session.add("3")
    #expect(keys(try await store.load()) == ["1", "3"])
  }

  @Test func `that is not UTF-8 is invalid`() async throws {
    let folder = TemporaryFolder()
    let bytes = Array(Self.header.utf8) + Array(#"{"id":"a:b:c","title":""#.utf8) + [0xFF, 0x22, 0x7D]
    try Data(bytes).write(to: URL(filePath: folder.path("favs")))
    let store = FavoritesFile(path: folder.path("favs"), files: DiskFiles(BaseFolders([:])))
    await #expect(throws: FileError(path: folder.path("favs"), .malformed(line: 2, "not UTF-8"))) {
      try await store.load()
    }
  }

  // MARK: Lists and marks

  @Test func `keeps lists, and is refused by earlier versions while there are any`() async throws {
    var session = Session(store)
    try await session.add("1")
    try await session.add("1", "2", to: "road trip")
    #expect(files["favs"]?.hasPrefix(Self.listsHeader) == true)
    #expect(try await store.load().entries.map(\.lists) == [["road trip"], ["road trip"]])
    try await session.remove("1", "2", from: "road trip")
    #expect(files["favs"]?.hasPrefix(Self.header) == true)
    try await session.undo()
    #expect(try await store.load().lists.map { "\($0.name) \($0.count)" } == ["road trip 2"])
  }

  @Test func `has marks beside it`() async throws {
    var session = Session(store)
    try await session.mark("2", "1")
    #expect(files.paths == ["favs.marks"])
    #expect(
      files["favs.marks"] == #"{"liner":"marks","v":1}"# + "\n" + #"{"id":"itunes:song:1"}"# + "\n"
        + #"{"id":"itunes:song:2"}"# + "\n")
    var other = Session(store)
    try await other.load()
    try await other.mark("3")
    try await session.mark("1", isMarked: false)
    #expect(session.favorites.marks.map(\.key).sorted() == ["2", "3"])
    #expect(try await store.load().marks == session.favorites.marks)
    try await session.undo()
    #expect(try await store.load().marks.count == 3)
  }

  /// A session with its favourites, like the coordinator's.
  private struct Session {
    let store: FavoritesFile
    var favorites = Favorites()
    var change = FavoritesChange()

    init(_ store: FavoritesFile) { self.store = store }

    mutating func load() async throws { favorites = try await store.load() }

    mutating func keep() async throws {
      if let kept = try await store.apply(change, known: favorites) { favorites.adopt(kept.entries, marks: kept.marks) }
    }

    mutating func add(_ keys: String..., to list: String? = nil) async throws {
      change = favorites.add(keys.map(item), to: list)
      try await keep()
    }

    mutating func remove(_ keys: String..., from list: String? = nil) async throws {
      change = favorites.remove(keys.map(item), from: list)
      try await keep()
    }

    mutating func mark(_ keys: String..., isMarked: Bool = true) async throws {
      change = favorites.mark(keys.map(item), isMarked)
      try await keep()
    }

    mutating func undo() async throws {
      let undone = favorites.undo()
      change = try #require(undone)
      try await keep()
    }
  }
}
