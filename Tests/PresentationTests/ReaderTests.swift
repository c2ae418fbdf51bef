import Domain
import Testing

@testable import Presentation

/// Output for screen readers.
struct ReaderTests {
  private func text(_ reply: Reply, width: Int? = nil, starred: [Item] = []) -> String {
    var renderer = TextRenderer(width: width)
    renderer.isForReader = true
    return renderer.render(reply, favorites: Favorites(starred)).text
  }

  private static func list(_ items: [Item], kind: Screen.Kind = .category, extent: Extent = .all) -> Screen {
    .list(items, kind: kind, title: "Song", storefront: "JP", term: "vivaldi", extent: extent)
  }

  @Test func `news say which favourite they come from`() {
    let item = Item.made("Air", by: "Bach", category: "album") { $0.from = "Bach" }
    #expect(text(.screen(Self.list([item], kind: .news))).contains("1. Air, by Bach, from the favourite Bach\n"))
    #expect(
      TextRenderer().render(.screen(Self.list([item], kind: .news)), favorites: Favorites()).text.contains("★ Bach"))
  }

  @Test func `numbers that are unclear alone have a word`() {
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

  @Test func `on a narrow terminal sentences wrap at words, while items, titles and columns stay whole`() {
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
    let own = Screen(kind: .item, catalog: "itunes", title: item.title, origin: .init(item: subject))
    #expect(
      renderer.render(.screen(own), favorites: Favorites()).text.hasSuffix(
        "\nAlbum: A name of several words\nthat wraps\n"))
  }

  @Test func `no symbol replaces a word, and nothing is aligned`() {
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
