import Domain
import Testing

@testable import Presentation

/// What is written for who reads line by line, or listens.
struct ReaderTests {
  private func text(_ reply: Reply, width: Int? = nil, starred: [Item] = []) -> String {
    var renderer = TextRenderer(width: width)
    renderer.isForReader = true
    return renderer.render(reply, favorites: Favorites(starred)).text
  }

  private static func list(_ items: [Item], kind: Screen.Kind = .category, extent: Extent = .all) -> Screen {
    var screen = Screen(
      kind: kind, catalog: "itunes", title: "Song", storefront: "JP", query: SearchQuery(term: "vivaldi"),
      sections: [Section(category: "song", title: "Song", content: .idle)])
    screen.receive(.success(ItemList(items: items, extent: extent)), inSection: 0)
    return screen
  }

  @Test func `an item is a line: number, title, creator, facts, and that it is a favourite`() {
    let screen = Self.list(ScreenTextTests.songs, extent: .service)
    #expect(
      text(.screen(screen), starred: [ScreenTextTests.songs[1]]) == """
        Song, JP, vivaldi
        1. Spring, by Vivaldi, 3:32
        2. 龍の子, by 久石 譲, 1:02:03, favourite
        3. Café 👩‍🚀, free
        there are further results; more fetches them

        """)
  }

  @Test func `news say through which favourite they come`() {
    let item = Item.made("Air", by: "Bach", category: "album") { $0.from = "Bach" }
    #expect(text(.screen(Self.list([item], kind: .news))).contains("1. Air, by Bach, from the favourite Bach\n"))
    #expect(
      TextRenderer().render(.screen(Self.list([item], kind: .news)), favorites: Favorites()).text.contains("★ Bach"))
  }

  @Test func `numbers that do not speak for themselves are named`() {
    var renderer = TextRenderer()
    renderer.isForReader = true
    renderer.columns = .keys("track", "disc", "released", "genre")
    let item = Item.made("Air", by: "Bach") { item in
      (item.track, item.disc, item.genre, item.released) = (3, 2, "Classical", ReleaseDate("1998-03-21"))
    }
    #expect(
      renderer.render(.screen(Self.list([item])), favorites: Favorites()).text.hasSuffix(
        "1. Air, track 3, disc 2, released 1998-03-21, Classical\n"))
  }

  @Test func `an item's own screen`() {
    #expect(
      text(.screen(ScreenTextTests.item()), starred: ScreenTextTests.songs) == """
        Spring
        by Vivaldi, Song, favourite

        Duration: 3:32
        Released: 2010-04-03
        Genre: Classical
        Price: 1.29 USD
        Album: The Four Seasons

        A first paragraph that is longer than forty columns are.

        A second.

        Link: https://music.apple.com/us/album/a-very-long-name-of-an-album/1443109064

        Songs: open songs shows more
        1. Summer

        """)
  }

  @Test func `a narrow terminal has sentences wrapped at words, and items, titles and columns whole`() {
    var renderer = TextRenderer(width: 30)
    (renderer.isForReader, renderer.columns) = (
      true, [.key("creator"), .key("genre"), .key("album"), .key("released")]
    )
    let item = Item.made("A title that is longer than the window", by: "Somebody with a long name") { item in
      (item.genre, item.album, item.released) = ("Classical", "Greatest Hits of All Time", ReleaseDate("1998"))
    }
    #expect(
      renderer.render(.screen(Self.list([item], extent: .service)), favorites: Favorites()).text == """
        Song, JP, vivaldi
        1. A title that is longer than the window, by Somebody with a long name, Classical, \
        album Greatest Hits of All Time, released 1998
        there are further results;
        more fetches them

        """)
    var subject = item
    subject.facts = [Fact("Album", "A name of several words that wraps")]
    let own = Screen(kind: .item, catalog: "itunes", title: item.title, subject: .init(item: subject))
    #expect(
      renderer.render(.screen(own), favorites: Favorites()).text.hasSuffix(
        "\nAlbum: A name of several words\nthat wraps\n"))
  }

  @Test func `what becomes of favourites is said`() {
    let row = Row(number: 3, item: .made("Air"))
    let all = [(true, true), (true, false), (false, true), (false, false)].map {
      StarResult(row: row, isSet: $0.0, isChanged: $0.1)
    }
    #expect(
      text(.starred(all)) == """
        3. Air, now a favourite
        3. Air, already a favourite
        3. Air, no longer a favourite
        3. Air, was not a favourite

        """)
  }

  @Test func `where one is, and what there is to choose, has no marks and no columns`() {
    #expect(
      text(.trail(["home", "vivaldi · JP", "Song"], ahead: ["Air", "Bach"])) == """
        home, back 2
        vivaldi, JP, back 1
        Song, this screen
        Air, forward 1
        Bach, forward 2

        """)
    #expect(
      text(.catalogs([CatalogSummary(.stub), CatalogSummary(.films)], current: "ghibli")) == """
        itunes: iTunes
        ghibli, current: Studio Ghibli

        """)
    let settings = [
      SettingValue(name: "view", value: "tiles", defaultValue: "list", meaning: "how lists are laid out"),
      SettingValue(name: "page", value: nil, defaultValue: "auto", meaning: "rows shown at a time"),
    ]
    #expect(
      text(.settings(settings)) == """
        view: tiles; how lists are laid out
        page: auto, the default; rows shown at a time
        To keep a setting for later sessions: set --save NAME VALUE

        """)
  }

  @Test func `no symbol stands in for a word anywhere, and nothing is lined up`() {
    var loading = Screen(kind: .home, catalog: "itunes", title: "x", query: SearchQuery(term: "x"))
    loading.sections = [
      Section(
        category: "song", title: "Song",
        source: .search(SearchRequest(category: Catalog.stub.categories[0], term: "x")))
    ]
    #expect(text(.screen(loading)).hasSuffix("loading\n"))
    let replies: [Reply] = [
      .screen(Self.list(ScreenTextTests.songs)), .screen(ScreenTextTests.item()), .screen(loading),
      .help(Command.all, settings: []), .commandHelp(Command.set, settings: []), .trail(["home", "Song"], ahead: []),
      .limits([]), .explained(Explanation(of: nil, asCurl: false)), .screen(.root(of: .stub)),
    ]
    for reply in replies {
      let text = text(reply)
      #expect(!text.contains { "★☆▸›→·│─".contains($0) })
      #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.contains("  ") })
    }
  }
}
