import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Recorded feeds, where they lie beside the package; they are no part of it.
struct FeedRecordedTests {
  /// How many items each has; a feed that breaks off has a fault beside them.
  private static let counts: [(name: String, items: Int)] = [
    ("apm-video-enclosures-10-of-192.xml", 192), ("bbc-uncanny-http-enclosures.xml", 66),
    ("catalan-iso-8859-1.xml", 350), ("esperanto-no-guid-no-duration.xml", 373), ("french-serial.xml", 10),
    ("german-podigee-atom-first-last.xml", 9), ("german-wdr-gmt-dates.xml", 3),
    ("japanese-868-items-1.7MB.xml", 868), ("japanese-nhk-news-audio-mp3.xml", 17), ("odd-pubdates.xml", 75),
    ("omny-paged-page1-of-36.xml", 100), ("serial-acast-mixed-durations.xml", 16),
    ("serial-seasons-cbc-zone-names.xml", 12), ("truncated-7-of-2475-the-daily.xml", 7),
    ("edge/anchorfm.xml", 1), ("edge/blank-line-before-declaration.rss", 131), ("edge/blank-titles-mojibake.xml", 1),
    ("edge/cdata.rss", 1), ("edge/channel-without-items.xml", 0), ("edge/control-characters.rss", 2),
    ("edge/crlf-no-declaration-offset-with-colon.xml", 8), ("edge/french-dates-iso-8859-1.xml", 3),
    ("edge/hebrew-right-to-left.xml", 7), ("edge/invalid-utf8.rss", 4), ("edge/mismatched-tag.xml", 4),
    ("edge/new-feed-url.xml", 4), ("edge/nightvale.xml", 1), ("edge/podcasting-2.0-all-tags.xml", 3),
    ("edge/pp-duration.rss", 1), ("edge/pp-episode-number-invalid.rss", 1), ("edge/pp-itunes-no-xmlns.rss", 1),
    ("edge/pp-leading-space-url.rss", 1), ("edge/pp-multi-enclosures.rss", 1), ("edge/pp-new-feed-url.rss", 0),
    ("edge/pp-no-guid.rss", 1), ("edge/pp-no-url.rss", 1), ("edge/pp-paged-feed.rss", 0),
    ("edge/pp-redirect-new-location.rss", 0), ("edge/raw-ampersand.xml", 1), ("edge/relative-enclosure.xml", 1),
    ("edge/shape-doctype-entities.xml", 1), ("edge/shape-hostile.xml", 24), ("edge/shape-odd-items.xml", 61),
    ("edge/single-quoted-attributes.xml", 3), ("edge/spiegel-de.xml", 1), ("edge/spreaker.xml", 1),
    ("edge/two-channels.xml", 3), ("edge/unbound-prefix.xml", 1), ("edge/undefined-entity.xml", 1),
    ("edge/video-ch9.xml", 1),
  ]

  private static func feed(_ name: String, piece: Int = .max) throws -> Feed {
    try Feed.parsed(Recorded.bytes("feeds/" + name), piece: piece)
  }

  @Test(.enabled(if: Recorded.isThere), arguments: counts)
  func `a recorded feed gives every item that has a title or an enclosure`(name: String, items: Int) throws {
    let feed = try Self.feed(name)
    #expect(feed.rows.count == items)
    #expect(feed.skipped.isEmpty)
    let source = String(decoding: try Recorded.bytes("feeds/" + name), as: UTF8.self)
    #expect(
      source.components(separatedBy: "<item>").count + source.components(separatedBy: "<item ").count - 2 == items)
    let shown = feed.items(of: .podcast)
    #expect(Set(shown.map(\.id)).count == items)
    #expect(!shown.contains { $0.title.isEmpty })
    let broken = [
      "edge/mismatched-tag.xml", "edge/shape-doctype-entities.xml", "edge/raw-ampersand.xml",
      "edge/single-quoted-attributes.xml",
    ]
    #expect((feed.fault != nil) == broken.contains(name), "\(String(describing: feed.fault))")
    // In pieces of any size it is the same feed.
    for piece in [1, 7, 1000, 40_000] where piece > 1 || feed.rows.count < 100 {
      #expect(try Self.feed(name, piece: piece) == feed)
    }
  }

  @Test(.enabled(if: Recorded.isThere)) func `a document that was cut off before its first item says so`() throws {
    #expect(throws: FeedParser.Failure.unreadable(what: "an XML error on line 19: it is incomplete")) {
      try Self.feed("edge/truncated-document.xml")
    }
  }

  @Test(.enabled(if: Recorded.isThere)) func `odd items say what they can`() throws {
    let items = try Self.feed("edge/shape-odd-items.xml").items(of: .podcast)
    func item(_ title: String) throws -> Item {
      try #require(items.first { $0.title == title || $0.title.hasPrefix(title) })
    }
    let undated = items.filter { $0.released == nil }.map(\.title)
    #expect(Set(undated) == ["date impossible time", "date in French", "date empty", "date absent"])
    #expect(try item("date full month, no time").released?.text == "2012-07-08")
    #expect(try item("date +13:00").released?.text == "2026-01-05T08:00:00Z")
    #expect(try item("date EST").released?.text == "2026-01-05T08:00:00Z")
    #expect(try item("date PDT").released?.text == "2026-01-01T07:00:00Z")
    let durations = items.filter { $0.title.hasPrefix("duration") }.map { $0.duration?.components.seconds }
    #expect(durations == [3723, 3723, 3723, 3723, 307, 49, nil, nil, nil, nil, 59, 600, 179])
    #expect(items.count { $0.audio != nil } == 58)
    #expect(
      items.filter { $0.audio == nil }.map(\.title) == [
        "enclosure absent", "enclosure without url", "enclosure application/pdf",
      ])
    #expect(try item("enclosure relative").audio?.text == "https://feeds.example.com/media/g.mp3")
    #expect(try item("two enclosures").audio?.text == "https://media.example.com/k.mp3")
    #expect(try item("title escaped twice").title == "title escaped twice: Tom & Jerry ’s")
    #expect(try item("title on").title == "title on several lines")
    #expect(try item("descriptions differ").description == "First & link (https://example.com)\n\n• one\n• two")
    #expect(try item("description is escaped HTML").description == "Para one\n\nPara\u{A0}two\nline")
  }
}
