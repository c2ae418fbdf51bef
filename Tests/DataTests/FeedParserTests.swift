import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct FeedParserTests {
  private static func title(_ title: String) throws -> String? {
    try Feed.parsed(items: ["<title>\(title)</title>"]).rows.first?.title
  }

  @Test(arguments: TextTable.rows("documents that a strict parser rejects are repaired") { ($0[0], $0[1]) })
  func `documents that a strict parser rejects are repaired`(written: String, read: String) throws {
    // The last one leaves a tag open, which cannot be repaired: only what comes before is kept.
    #expect(try Self.title(written) == read)
  }

  @Test(arguments: TextTable.cells("everything before the feed is skipped"))
  func `everything before the feed is skipped`(head: String) throws {
    #expect(
      try Feed.parsed(head + "<rss><channel><item><title>é</title></item></channel></rss>").rows.map(\.title) == ["é"])
  }

  @Test(
    arguments: TextTable.rows("text is read in its actual encoding, whatever the document and the answer's headers say")
    { row in
      (row.text(0), row.text(1), row[2].split(separator: " ").map { UInt8($0, radix: 16)! }, row[3])
    })
  func `text is read in its actual encoding, whatever the document and the answer's headers say`(
    declared: String?, charset: String?, bytes: [UInt8], text: String
  ) throws {
    let head = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
    let document =
      Array((head + "<rss><channel><item><title>").utf8) + bytes + Array("</title></item></channel></rss>".utf8)
    for piece in [1, 3, .max] {
      #expect(try Feed.parsed(document, piece: piece, charset: charset).rows.map(\.title) == [text])
    }
  }

  @Test func `UTF-16 is read too, and so is the answer's charset if nothing is declared`() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?><rss><channel><item><title>日é</title></item></channel></rss>"
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try Feed.parsed([0xFF, 0xFE] + little, piece: 5).rows.map(\.title) == ["日é"])
    #expect(try Feed.parsed(little).rows.map(\.title) == ["日é"])
    let latin = Array("<rss><channel><item><title>".utf8) + [0xE1] + Array("</title></item></channel></rss>".utf8)
    #expect(try Feed.parsed(latin, charset: "iso-8859-7").rows.map(\.title) == ["α"])
  }

  @Test func `namespaces are recognized by address, and undeclared prefixes by their common meaning`() throws {
    let feed = try Feed.parsed(
      """
      <rss xmlns:i="HTTP://www.itunes.com/DTDs/PodCast-1.0.dtd" xmlns:itunes="http://example.com/other"><channel>
      <i:type>Serial</i:type><itunes:explicit>yes</itunes:explicit><media:x/>
      <item><title>a</title><itunes:duration>1</itunes:duration><i:duration>60</i:duration>
      <episode xmlns="http://www.itunes.com/dtds/podcast-1.0.dtd">7</episode><episode>8</episode></item></channel></rss>
      """)
    #expect(feed.isSerial)
    #expect(feed.show[.explicit] == nil)
    #expect(feed.rows.first?.length == .seconds(60))
    #expect(feed.rows.first?.episodeNumber == 7)
    #expect(
      try Feed.parsed(items: ["<title>a</title><itunes:episode>9</itunes:episode>"]).rows.first?.episodeNumber == 9)
  }

  @Test(arguments: [
    ("ann@example.com (Ann Quay)", "Ann Quay"), ("ann@example.com", nil), ("M@tt Quay", "M@tt Quay"),
  ])
  func `the name of a maker is shown, and no e-mail address`(author: String, name: String?) throws {
    let text = "<rss><channel><title>Show</title><itunes:author>\(author)</itunes:author></channel></rss>"
    #expect(try Feed.parsed(text).show[.author] == name)
  }

  @Test func `Atom and RSS 1.0 are feeds too`() throws {
    let atom = try Feed.parsed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title><link rel="next" href="/2"/>
      <author><uri>https://example.com/me</uri><name>Ann</name></author><author><name>Bob</name></author>
      <logo>https://example.com/logo.png</logo><entry><title>One</title><author><name>Cleo</name></author>
      <id>tag:1</id><published>2026-01-05T08:00:00Z</published><link href="https://example.com/1"/>
      <link rel="enclosure" type="application/pdf" href="https://example.com/0"/>
      <link rel="enclosure" type="audio/mpeg" href="https://example.com/1"/><summary>Text</summary></entry></feed>
      """)
    #expect(atom.next == "/2" && atom.show[.author] == "Ann" && atom.show[.url] == "https://example.com/logo.png")
    let item = try #require(atom.items(of: .podcast).first)
    // Only the types say which of them can be played.
    #expect(item.audio?.text == "https://example.com/1")
    #expect(item.link?.text == "https://example.com/1")
    #expect(item.released?.text == "2026-01-05T08:00:00Z")
    #expect(item.description == "Text")
    let rdf = try Feed.parsed(
      """
      <rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel>
      <title>Show</title></channel><item><title>One</title></item></rdf:RDF>
      """)
    #expect(rdf.rows.map(\.title) == ["One"])
  }

  @Test func `only direct children of a channel or an item count`() throws {
    let feed = try Feed.parsed(
      """
      <rss><channel><image><title>Not it</title><url> https://x.example/c.jpg </url></image><title>Show</title>
      <podcast:liveItem><title>live</title><enclosure url="https://x.example/live"/></podcast:liveItem>
      <item><title>One</title><media:group><media:content url="https://x.example/1.mp4" type="video/mp4"/></media:group>
      <podcast:alternateEnclosure><title>not it</title></podcast:alternateEnclosure>
      <description><p>A <b>bold</b></p><p>word</p></description></item></channel></rss>
      """)
    #expect(feed.show[.url] == "https://x.example/c.jpg")
    #expect(feed.items(of: .podcast).first?.artwork?.text == "https://x.example/c.jpg")
    #expect(feed.rows.map(\.title) == ["One"])
    #expect(feed.rows.first?.enclosures.map(\.url) == ["https://x.example/1.mp4"])
    #expect(feed.rows.first?.description == "A bold\n\nword")
  }

  @Test func `the part before an error is kept, and the error is reported with its line`() throws {
    let feed = try Feed.parsed(
      "<rss><channel>\n<item><title>One</title></item>\n<item><title>Two</title><link>\n</item></channel></rss>")
    #expect(feed.rows.map(\.title) == ["One", "Two"])
    #expect(feed.fault == Feed.Fault(reason: "mismatched tag", line: 4))
    for piece in 1...5 {
      let text = "<rss><channel>\r\n\r\n<item>\r\n<title>a</title></item>\r\n</rss>"
      #expect(try Feed.parsed(text, piece: piece).fault == Feed.Fault(reason: "mismatched tag", line: 5))
    }
  }

  @Test(arguments: 1...9)
  func `the end of a section that was not started is text, however it is cut`(piece: Int) throws {
    let feed = try Feed.parsed(
      "<rss><channel><item><title>a ]]]> b]</title><guid>x]]></guid><link><![CDATA[c]]]></link></item></channel></rss>",
      piece: piece)
    #expect(feed.fault == nil)
    #expect(feed.rows.map(\.title) == ["a ]]]> b]"])
    #expect(feed.rows.map(\.guid) == ["x]]>"])
    #expect(feed.rows.map { $0[.link] } == ["c]"])
  }

  @Test func `an item with nothing to show is skipped and counted`() throws {
    let items = ["<guid>1</guid>", "<title>Two</title>", "<title> </title>", "<description>Text</description>"]
    let feed = try Feed.parsed(items: items)
    #expect(feed.rows.map(\.title) == ["Two", nil])
    #expect(
      feed.skipped == [
        SkippedRow(row: 1, reason: "no title, text or enclosure"),
        SkippedRow(row: 3, reason: "no title, text or enclosure"),
      ])
  }

  @Test(arguments: TextTable.rows("a document that is not a feed is reported as what it is") { ($0[0], $0[1]) })
  func `a document that is not a feed is reported as what it is`(text: String, what: String) {
    let isFeed = text.hasPrefix("<rss><channel>")
    #expect(throws: FeedParser.Unreadable(what: what, isFeed: isFeed)) { try Feed.parsed(text) }
  }

  // MARK: Hostile documents

  @Test func `an entity that grows without end is refused`() {
    var document = "<!DOCTYPE rss [<!ENTITY a0 \"lolololololololololololololol\">"
    for index in 1...9 {
      document += "<!ENTITY a\(index) \"" + String(repeating: "&a\(index - 1);", count: 10) + "\">"
    }
    document += "]><rss><channel><item><title>&a9;</title></item></channel></rss>"
    #expect(
      throws: FeedParser.Unreadable(
        what:
          "an XML error on line 1: entities that expand without end", isFeed: true)
    ) { try Feed.parsed(document) }
  }

  @Test func `a long chain of entities is refused before it takes the stack`() {
    var document = "<!DOCTYPE rss [<!ENTITY a0 \"x\">"
    for index in 1...60_000 { document += "<!ENTITY a\(index) \"&a\(index - 1);\">" }
    document += "]><rss><channel><item><title>&a60000;</title></item></channel></rss>"
    #expect(throws: FeedParser.Unreadable(what: "an XML error on line 1: more than 100 entities")) {
      try Feed.parsed(document)
    }
  }

  @Test func `nothing outside the document is read`() throws {
    let head = "<!DOCTYPE rss [<!ENTITY f SYSTEM \"file:///etc/hostname\">]><rss><channel>"
    #expect(
      throws: FeedParser.Unreadable(
        what:
          "an XML error on line 1: an external entity (not allowed)", isFeed: true)
    ) { try Feed.parsed(head + "<item><title>&f;</title></item></channel></rss>") }
    let feed = try Feed.parsed(head + "<item><title>One</title></item><item><title>&f;</title></item></channel></rss>")
    #expect(feed.rows.map(\.title) == ["One"])
    #expect(feed.fault?.reason == "an external entity (not allowed)")
  }

  @Test(
    arguments: TextTable.rows("a document that only wastes time soon counts as unreadable") {
      ($0[0], $0[1], $0[2], Int($0[3])!)
    })
  func `a document that only wastes time soon counts as unreadable`(
    name: String, head: String, part: String, count: Int
  ) {
    let bytes = Array((head + String(repeating: part, count: count)).utf8)
    let start = ContinuousClock.now
    #expect(throws: FeedParser.Unreadable.self) { try Feed.parsed(bytes, piece: 10_000) }
    // Quadratic time would take minutes.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `long texts are cut, and too many items end the feed`() throws {
    let long = String(repeating: "a", count: 1 << 20)
    let feed = try Feed.parsed(items: ["<title>\(long)</title><description>\(long)</description>"])
    #expect(feed.rows.first?.title?.utf8.count == FeedBuilder.longestText)
    let many = try Feed.parsed(items: Array(repeating: "<title>x</title>", count: FeedBuilder.mostItems + 1))
    #expect(many.rows.count == FeedBuilder.mostItems)
    #expect(many.fault?.reason == "more than 50000 items")
  }
}
