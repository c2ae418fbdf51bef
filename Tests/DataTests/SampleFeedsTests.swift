@testable import Catalogs
@testable import Sample
@testable import Wire
import Foundation
import FoundationXML
import Testing

@Suite struct `The sample's feeds` {
  let sample = SampleAnswers(of: "itunes")
  let store = Self.store
  private static let store = SampleStore()

  private func feed(_ id: Int, page: Int? = nil) async throws -> Feed {
    let query = page.map { [("page", String($0))] } ?? []
    let response = try await sample.response("feed/\(id).xml", query, base: SampleRecord.site)
    #expect(response.status == 200)
    return try #require(Feed(response.body))
  }

  @Test func `are there wherever a podcast names one, but for one that is gone`() async throws {
    for show in store.records where show.kind == .podcast {
      let rows = try await sample.rows("lookup", [("id", String(show.id))])
      let address = rows.first?["feedUrl"] as? String
      #expect((address == nil) == (show.id == 410005))
      guard let address else { continue }
      let response = try await sample.fetch(HTTPRequest(url: address))
      #expect(response.status == (show.id == 410011 ? 404 : 200), "\(show.title)")
      guard response.status == 200 else { continue }
      let feed = try #require(Feed(response.body), "\(show.title)")
      #expect(feed.title == show.title)
      #expect(!feed.items.isEmpty)
      #expect(Set(feed.items.map(\.guid)).count == feed.items.count)
      for item in feed.items {
        #expect(!item.title.isEmpty && item.sound.hasSuffix(".mp3") && !item.length.isEmpty && !item.about.isEmpty)
        #expect(Self.isTheRightDay(item.date), "\(item.date)")
      }
    }
  }

  /// Whether the day of the week is that of the date, in the form of RFC 2822.
  private static func isTheRightDay(_ text: String) -> Bool {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "EEE, d MMM yyyy"
    let day = text.split(separator: " ").prefix(4).joined(separator: " ")
    return format.date(from: day).map { format.string(from: $0) == day } ?? false
  }

  @Test func `know what the store knows by the same sign, and more or less of it`() async throws {
    let rows = try await sample.rows("lookup", [("id", "410001"), ("entity", "podcastEpisode")])
    let known = Set(rows.compactMap { $0["episodeGuid"] as? String })
    let feed = try await feed(410001)
    #expect(known.isSubset(of: feed.items.map(\.guid)) && feed.items.count == 8 && known.count == 5)
    #expect(feed.items.first?.title == "Played on Plastic Recorders")
    let counted = try await sample.rows("lookup", [("id", "410008")]).first?["trackCount"] as? Int
    #expect(try await self.feed(410008).items.count < counted ?? 0)
  }

  @Test func `have a serial show in seasons, with a trailer and a bonus`() async throws {
    let feed = try await feed(410013)
    #expect(feed.isSerial)
    #expect(
      feed.items.filter { $0.season == "1" && $0.type == "full" }.map(\.number) == ["6", "5", "4", "3", "2", "1"])
    #expect(feed.items.filter { $0.season == "2" }.count == 8)
    #expect(Set(feed.items.map(\.type)) == ["full", "trailer", "bonus"])
  }

  @Test func `have one in pages, each naming the next`() async throws {
    var titles: [String] = []
    var next: Int? = 1
    while let page = next {
      let feed = try await feed(410003, page: page)
      titles += feed.items.map(\.title)
      #expect(feed.items.count <= 10)
      next = feed.next.flatMap { Int($0.split(separator: "=").last ?? "") }
    }
    #expect(titles.count == 24 && Set(titles).count == 24)
    #expect(try await sample.response("feed/410003.xml", [("page", "4")]).status == 404)
  }

  @Test func `write lengths in several forms`() async throws {
    #expect(try await feed(410001).items.last?.length == "1450")
    #expect(try await feed(410002).items.last?.length == "0:41:00")
    #expect(try await feed(410004).items.last?.length == "33:33")
    #expect(try await feed(410004).items.last?.date == "Wed, 14 Aug 2024 13:00:00 EST")
  }

  @Test(arguments: ["feed/410005.xml", "feed/410011.xml", "feed/310001.xml", "feed/1.xml", "feed/410001", "feed/x.xml"])
  func `are not there for what is no podcast`(path: String) async throws {
    #expect(try await sample.response(path).status == 404)
  }
}

/// A feed read by a parser that is not ours.
private final class Feed: NSObject, XMLParserDelegate {
  struct Item {
    var title = "", guid = "", date = "", length = "", about = "", sound = "", type = "", season = "", number = ""
  }

  private(set) var title = ""
  private(set) var isSerial = false
  private(set) var next: String?
  private(set) var items: [Item] = []
  private var isInItem = false
  private var text = ""

  /// Nil where it is not well-formed.
  init?(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Foundation::Data(bytes))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    if name == "item" {
      items.append(Item())
      isInItem = true
    }
    if name == "enclosure" { items[items.count - 1].sound = attributes["url"] ?? "" }
    if name == "atom:link", attributes["rel"] == "next" { next = attributes["href"] }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  func parser(_ parser: XMLParser, foundCDATA block: Foundation::Data) {
    text += String(decoding: block, as: UTF8.self)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard isInItem else {
      if name == "title" { title = text }
      if name == "itunes:type" { isSerial = text == "serial" }
      return
    }
    let last = items.count - 1
    switch name {
    case "item": isInItem = false
    case "title": items[last].title = text
    case "guid": items[last].guid = text
    case "pubDate": items[last].date = text
    case "description": items[last].about = text
    case "itunes:duration": items[last].length = text
    case "itunes:episodeType": items[last].type = text
    case "itunes:season": items[last].season = text
    case "itunes:episode": items[last].number = text
    default: break
    }
  }
}
