import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct FeedReaderTests {
  /// Answers each address as given, and records the requests.
  private final class Web: Sendable {
    let pages: [String: HTTPResponse]
    let asked = Mutex<[HTTPRequest]>([])

    init(_ pages: [String: HTTPResponse]) { self.pages = pages }

    convenience init(bodies: [String: String]) {
      self.init(bodies.mapValues { HTTPResponse(status: 200, body: Array($0.utf8)) })
    }

    var reader: FeedReader {
      FeedReader(addresses: UntrustedURLPolicy()) { (request) throws(CatalogError) in
        self.asked.withLock { $0.append(request) }
        guard let page = self.pages[request.url] else { throw .offline(host: request.host) }
        return page
      }
    }

    var urls: [String] { asked.withLock { $0.map(\.url) } }
  }

  private static let home = "https://feeds.example.com/odd"
  private static let link = WebLink(home)!

  private static func page(_ guids: [String], next: String? = nil, moved: String? = nil) -> String {
    "<rss><channel>" + (next.map { "<atom:link rel='next' href='\($0)'/>" } ?? "")
      + (moved.map { "<itunes:new-feed-url>\($0)</itunes:new-feed-url>" } ?? "")
      + guids.map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }.joined() + "</channel></rss>"
  }

  @Test func `a feed has the address of its request`() async throws {
    let web = Web(bodies: [Self.home: Self.page(["a"])])
    let feed = try await web.reader.feed(at: Self.link)
    #expect(feed.rows.map(\.guid) == ["a"])
    #expect(feed.address == Self.home)
  }

  @Test(arguments: [
    (410, "", CatalogError.gone(host: "feeds.example.com")), (404, "", .notFound(host: "feeds.example.com")),
    (503, "", .server(host: "feeds.example.com", status: 503)),
    (401, "x", .refused(host: "feeds.example.com", status: 401, reason: nil)),
    (200, "", .unreadable(host: "feeds.example.com", what: "an empty answer")),
    (200, "<html><body>Moved</body></html>", .unreadable(host: "feeds.example.com", what: "an HTML page")),
    (200, "[1]", .unreadable(host: "feeds.example.com", what: "JSON")),
  ])
  func `an answer that is not a feed has its own failure`(status: Int, body: String, failure: CatalogError) async {
    let web = Web([Self.home: HTTPResponse(status: status, body: Array(body.utf8))])
    await #expect(throws: failure) { try await web.reader.feed(at: Self.link) }
  }

  @Test(arguments: ["http://127.0.0.1/feed", "http://2130706433/", "http://u:p@example.com/", "http://[::1]/"])
  func `a forbidden address gets no request`(address: String) async throws {
    let web = Web([:])
    let error = await #expect(throws: CatalogError.self) { try await web.reader.feed(at: #require(WebLink(address))) }
    #expect(error?.code == .refused)
    if case .refused(_, let status, _)? = error { #expect(status == 0) }
    #expect(web.urls.isEmpty)
  }

  @Test func `an empty feed that has moved is requested at its new address, but not in circles`() async throws {
    let web = Web(bodies: [
      Self.home: "<rss><redirect><newLocation>https://b.example/f</newLocation></redirect></rss>",
      "https://b.example/f": Self.page(["a"], moved: "https://b.example/f"),
    ])
    let feed = try await web.reader.feed(at: Self.link)
    #expect(feed.rows.count == 1)
    #expect(feed.address == "https://b.example/f")
    let circle = Web(bodies: [
      Self.home: Self.page([], moved: "https://b.example/"), "https://b.example/": Self.page([], moved: Self.home),
    ])
    #expect(try await circle.reader.feed(at: Self.link).rows.isEmpty)
    #expect(circle.urls.count == 2)
    let inward = Web(bodies: [Self.home: Self.page([], moved: "http://10.0.0.1/")])
    await #expect(throws: CatalogError.self) { try await inward.reader.feed(at: Self.link) }
  }

  @Test func `pages are read on demand, and end when nothing is new`() async throws {
    let web = Web(bodies: [
      Self.home: Self.page(["a", "b", "b"], next: "?page=2"),
      Self.home + "?page=2": Self.page(["b", "c"], next: "https://feeds.example.com/odd?page=3"),
      Self.home + "?page=3": Self.page(["c"], next: Self.home + "?page=4"),
    ])
    var feed = try await web.reader.feed(at: Self.link)
    #expect(web.asked.withLock { $0.map(\.trust) } == [.untrusted])
    var pages = [Self.home]
    feed = try await web.reader.next(of: feed, pages: &pages)
    #expect(feed.rows.map(\.guid) == ["a", "b", "b", "c"])
    feed = try await web.reader.next(of: feed, pages: &pages)
    #expect(feed.rows.count == 4)
    #expect(feed.next == nil)
    _ = try await web.reader.next(of: feed, pages: &pages)
    #expect(web.urls.count == 3)
  }

  @Test func `an error on a page is reported, whatever follows it`() async throws {
    let broken = Self.page(["b"], next: Self.home + "?page=3").replacing("</channel>", with: "<item><title>&</chan")
    let web = Web(bodies: [
      Self.home: Self.page(["a"], next: "?page=2"), Self.home + "?page=2": broken,
      Self.home + "?page=3": Self.page(["c"], next: Self.home + "?page=4"), Self.home + "?page=4": Self.page(["d"]),
    ])
    var feed = try await web.reader.feed(at: Self.link)
    #expect(feed.fault == nil)
    var pages = [Self.home]
    feed = try await web.reader.next(of: feed, pages: &pages)
    let fault = try #require(feed.fault)
    feed.next = Self.home + "?page=3"
    for _ in 1...2 {
      feed = try await web.reader.next(of: feed, pages: &pages)
      #expect(feed.fault == fault)
    }
    #expect(feed.rows.map(\.guid).contains("d"))
  }

  private static func refusal(_ place: String) -> CatalogError? {
    .refused(host: "feeds.example.com", status: 0, reason: "its next page is \(place)")
  }

  @Test(arguments: [
    ("http://other.example/2", refusal("on another host without https")),
    ("http://127.0.0.1/", .offLimits(host: "127.0.0.1", address: "127.0.0.1")),
    ("file:///2", refusal("at a non-web address")), ("https://feeds.example.com/odd", nil),
  ])
  func `a next page that must not be followed is refused, and one that was read is the end`(
    next: String, refusal: CatalogError?
  ) async throws {
    let web = Web([:])
    var feed = try Feed.parsed(Self.page(["a"], next: next))
    feed.address = Self.home
    var pages = [Self.home]
    do throws(CatalogError) {
      feed = try await web.reader.next(of: feed, pages: &pages)
      #expect(refusal == nil && feed.next == nil)
      #expect(feed.extent(of: Item(id: ItemID(catalog: "feeds", category: "podcast", key: "1"), title: "A")) == .all)
    } catch {
      #expect(error == refusal)
    }
    #expect(web.urls.isEmpty)
  }

  @Test func `at most a hundred pages are read`() async throws {
    let web = Web(
      bodies: Dictionary(
        uniqueKeysWithValues: (2...200).map {
          ("https://feeds.example.com/\($0)", Self.page(["g\($0)"], next: "/\($0 + 1)"))
        }))
    var feed = try Feed.parsed(Self.page(["a"], next: "/2"))
    var pages = [Self.home]
    while feed.next != nil { feed = try await web.reader.next(of: feed, pages: &pages) }
    #expect(web.urls.count == 99)
    #expect(feed.rows.count == 100 && feed.isCut)
  }
}
