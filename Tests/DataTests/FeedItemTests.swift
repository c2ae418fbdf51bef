import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct FeedItemTests {
  private static func item(_ inner: String, channel: String = "") throws -> Item {
    try #require(Feed.parsed(items: [inner], channel: channel).items(of: .podcast).first)
  }

  @Test(arguments: TextTable.rows("dates are parsed in all forms used in practice") { ($0[0], $0.text(1)) })
  func `dates are parsed in all forms used in practice`(text: String, date: String?) {
    #expect(ReleaseDate.reading(text)?.text == date)
  }

  @Test func `a date that is invalid in one place may be valid in another`() throws {
    let item = try Self.item("<title>a</title><pubDate>soon</pubDate><dc:date>2026-01-05</dc:date>")
    #expect(item.released?.text == "2026-01-05")
  }

  @Test(arguments: TextTable.rows("durations come in five forms") { ($0[0], Int($0[1])) })
  func `durations come in five forms`(text: String, seconds: Int?) throws {
    #expect(
      try Self.item("<title>a</title><itunes:duration>\(text)</itunes:duration>").duration
        == seconds.map { .seconds($0) })
  }

  @Test func `an episode leads back to its podcast`() throws {
    let item = try Self.item("<title>One</title><guid>g-1</guid>")
    #expect(item.id.description == "itunes:episode:77/g-1")
    #expect(item.creator == "The Show")
    #expect(item.creatorID == Item.podcast.id)
    #expect(item.albumID == Item.podcast.id)
    #expect(item.feed == Item.podcast.feed)
    #expect(item.storefront == "US")
    #expect(item.kind == "podcast-episode")
  }

  @Test(arguments: TextTable.rows("the file to play is chosen among an episode's files") { ($0[0], $0.text(1)) })
  func `the file to play is chosen among an episode's files`(enclosures: String, audio: String?) throws {
    #expect(try Self.item("<title>a</title>" + enclosures).audio?.text == audio)
  }

  @Test(arguments: TextTable.rows("an item without a title gets a distinguishing text") { ($0[0], $0[1]) })
  func `an item without a title gets a distinguishing text`(inner: String, title: String) throws {
    #expect(try Self.item(inner).title == title)
  }

  @Test func `invalid numbers are omitted, and names of seasons are used`() throws {
    let item = try Self.item(
      """
      <title>a</title><itunes:episode>24122105</itunes:episode><itunes:season>0</itunes:season>
      <itunes:episodeType>Trailer</itunes:episodeType>
      """)
    #expect(item.episode == nil)
    #expect(item.season == 0)
    #expect(item.facts == [Fact("Type", "Trailer")])
    let named = try Self.item(
      """
      <title>a</title><podcast:season name="Volume 3">3</podcast:season><podcast:episode display="Ch.3">204.5</podcast:episode>
      """)
    #expect(named.season == 3)
    #expect(named.episode == nil)
    #expect(named.facts == [Fact("Season name", "Volume 3"), Fact("Episode name", "Ch.3")])
  }

  @Test(arguments: [
    ("<itunes:explicit>Yes</itunes:explicit>", "", true), ("<itunes:explicit>clean</itunes:explicit>", "true", false),
    ("", "true", true), ("", "", nil), ("<itunes:explicit>f</itunes:explicit>", "", false),
  ])
  func `an episode is explicit if it says so, or else its show`(inner: String, channel: String, isExplicit: Bool?)
    throws
  {
    let item = try Self.item("<title>a</title>" + inner, channel: "<itunes:explicit>\(channel)</itunes:explicit>")
    #expect(item.isExplicit == isExplicit)
  }

  @Test func `the richest description is shown, wherever it is`() throws {
    let item = try Self.item(
      "<title>a</title><content:encoded><![CDATA[<p>Rich</p>]]></content:encoded><description>Plain</description><itunes:summary>S</itunes:summary>"
    )
    #expect(item.description == "Rich")
    #expect(
      try Self.item("<title>a</title><itunes:summary>S</itunes:summary><description> </description>").description == "S"
    )
    // Channels of videos have texts and pictures only in a group.
    let video = try Self.item(
      """
      <title>a</title><media:group><media:title>b</media:title><media:description>M</media:description>
      <media:thumbnail url="https://x.example/1.jpg"/><media:thumbnail url="https://x.example/2.jpg"/></media:group>
      """)
    #expect(video.title == "a" && video.description == "M" && video.artwork?.text == "https://x.example/1.jpg")
  }

  // MARK: Order

  private static func titles(_ items: [String], channel: String = "") throws -> [String] {
    try Feed.parsed(items: items, channel: channel).items(of: .podcast).map(\.title)
  }

  private static func item(_ title: String, day: Int?, _ more: String = "") -> String {
    "<title>\(title)</title>" + (day.map { "<pubDate>\($0) Jan 2026</pubDate>" } ?? "") + more
  }

  @Test func `the newest is first, and items without a date keep their place`() throws {
    let items = [
      Self.item("first", day: nil), Self.item("pinned", day: 1), Self.item("new", day: 9), Self.item("none", day: nil),
      Self.item("same", day: 9), Self.item("old", day: 2),
    ]
    #expect(try Self.titles(items) == ["new", "none", "same", "old", "first", "pinned"])
  }

  @Test func `a serial show is listed from its beginning`() throws {
    func numbers(_ season: Int?, _ episode: Int?, _ type: String = "full") -> String {
      (season.map { "<itunes:season>\($0)</itunes:season>" } ?? "")
        + (episode.map { "<itunes:episode>\($0)</itunes:episode>" } ?? "")
        + "<itunes:episodeType>\(type)</itunes:episodeType>"
    }
    let items = [
      Self.item("2x2", day: 12, numbers(2, 2)), Self.item("bonus", day: 11, numbers(nil, nil, "bonus")),
      Self.item("2x1", day: 10, numbers(2, 1)), Self.item("trailer 2", day: 9, numbers(nil, nil, "Trailer")),
      Self.item("1x2", day: 3, numbers(1, 2)), Self.item("1x1", day: 2, numbers(1, 1)),
      Self.item("trailer 1", day: 1, numbers(1, nil, "trailer")),
    ]
    #expect(
      try Self.titles(items, channel: "<itunes:type>serial</itunes:type>")
        == ["trailer 1", "1x1", "1x2", "trailer 2", "2x1", "bonus", "2x2"])
    #expect(try Self.titles(items).first == "2x2")
  }

  @Test func `two items with one guid are two, and the older keeps its id when a newer one arrives`() throws {
    let old = #"<title>Old</title><guid>g</guid><enclosure url="https://x.example/old.mp3"/>"#
    let new = #"<title>New</title><guid>g</guid><enclosure url="https://x.example/new.mp3"/>"#
    #expect(try Feed.parsed(items: [old]).items(of: .podcast).map(\.id.key) == ["77/g"])
    #expect(
      try Feed.parsed(items: [new, old]).items(of: .podcast).map(\.id.key) == [
        "77/g#https://x.example/new.mp3", "77/g",
      ])
    #expect(try Set(Feed.parsed(items: [new, new, new]).items(of: .podcast).map(\.id)).count == 3)
  }
}
