import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Parses recorded feeds. They are beside the package, not part of it.
struct FeedRecordedTests {
  private static func feed(_ name: String, piece: Int = .max) throws -> Feed {
    try Feed.parsed(Recorded.bytes("feeds/" + name), piece: piece)
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: TextTable.rows("a recorded feed has every item with a title or an enclosure") { ($0[0], Int($0[1])!) })
  func `a recorded feed has every item with a title or an enclosure`(name: String, items: Int) throws {
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
    // The size of the pieces makes no difference.
    for piece in [1, 7, 1000, 40_000] where piece > 1 || feed.rows.count < 100 {
      #expect(try Self.feed(name, piece: piece) == feed)
    }
  }

  @Test(.enabled(if: Recorded.isThere)) func `a document that was cut off before its first item says so`() throws {
    #expect(throws: FeedParser.Unreadable(what: "an XML error on line 19: it is incomplete", isFeed: true)) {
      try Self.feed("edge/truncated-document.xml")
    }
  }

  @Test(.enabled(if: Recorded.isThere)) func `odd items show what they have`() throws {
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
