import Foundation
import Synchronization
import TestSupport
import Testing

/// Feeds by their own addresses, what is imported, and their news, with the built program.
@Suite(.timeLimit(.minutes(5)))
struct FeedsCatalogTests {
  private let home = TemporaryFolder()

  private func run(_ commands: String, at server: StandInServer, _ options: [String] = []) async throws
    -> BuiltProgram.Run
  {
    try await BuiltProgram.run(
      options + ["-c", commands],
      environment: [
        "LINER_FEEDS_URL": server.url, "LINER_ITUNES_URL": server.url, "XDG_CACHE_HOME": home.path("cache"),
        "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_HOME": home.path("config"),
      ])
  }

  private static func item(_ key: String, _ day: String) -> String {
    """
    <item><title>Part \(key)</title><guid>\(key)</guid><pubDate>\(day)</pubDate>
    <enclosure url="https://example.org/\(key).mp3" type="audio/mpeg"/></item>
    """
  }

  private static func rss(_ items: String) -> StandInServer.Answer {
    StandInServer.Answer(
      headers: ["content-type": "text/xml"],
      body: Array(
        """
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Two Chairs</title>
        <itunes:author>Quay</itunes:author><link>https://example.org/</link><description>Talk &lt;b&gt;at sea&lt;/b&gt;</description>
        \(items)</channel></rss>
        """.utf8))
  }

  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom"><title>An Atom</title><entry><title>One</title><id>1</id>
    <published>2026-03-02T06:00:00Z</published><link rel="enclosure" type="audio/mpeg" href="https://example.org/1.mp3"/>
    </entry></feed>
    """

  private static func today(minus days: Int) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSinceNow: -86_400 * Double(days)))
  }

  @Test func `any address that answers with a feed is a podcast, and one that does not leaves no screen`() async throws
  {
    let answering: StandInServer.Answering = { request in
      switch request.path {
      case "/rss":
        Self.rss(Self.item("b", "Tue, 03 Mar 2026 06:00:00 GMT") + Self.item("a", "Mon, 02 Mar 2026 06:00:00 GMT"))
      case "/atom": StandInServer.Answer(headers: ["content-type": "text/xml"], body: Array(Self.atom.utf8))
      case "/page": StandInServer.Answer(headers: ["content-type": "text/html"], body: Array("<html></html>".utf8))
      default: .status(404)
      }
    }
    try await StandInServer.run(answering: answering) { server in
      let id = "feeds:podcast:\(server.url)/rss"
      let opened = try await run(
        """
        \(server.url)/rss; expect title "Two Chairs"; star; open episodes; expect items 2; open 1; expect title "Part b"
        open podcast; expect title "Two Chairs"; home
        open feed:\(server.url)/rss; expect title "Two Chairs"; home
        open feed:\(server.url.dropFirst(5))/atom; expect title "An Atom"; home
        open \(id); expect title "Two Chairs"; expect starred 1; home
        open \(server.url)/page; expect error not-found; trail
        """, at: server, ["--output", "json"])
      #expect(opened.status == 0, "\(opened.errorText) \(opened.text)")
      #expect(opened.text.contains("\"id\":\"\(id)\"") && opened.text.contains("\"creator\":\"Quay\""))
      #expect(opened.text.contains("\"description\":\"Talk at sea\""))
      #expect(opened.text.contains("\"released\":\"2026-03-03"))
      #expect(opened.text.split(separator: "\n").last?.contains("\"trail\":[\"home\"]") == true, "\(opened.text)")
      #expect(await server.requests.filter { $0.path == "/page" }.count == 1)
      // A stranger's address on this machine is not asked without the user's word.
      let refused = try await BuiltProgram.run(["-c", "open \(server.url)/rss"], environment: [:])
      #expect(refused.status == 1)
    }
  }

  @Test func `what a list of subscriptions or an export names is starred, once, and asks nothing`() async throws {
    try await StandInServer.run { _ in
      .status(500)
    } body: { server in
      home.write(
        """
        <?xml version="1.0"?><opml version="2.0"><body><outline text="Group">
        <outline type="rss" text="A &amp; B" xmlUrl="\(server.url)/a" htmlUrl="https://example.org/a"/>
        <outline type="rss" text="Again" xmlUrl="\(server.url)/a"/>
        <outline type="rss" text="Again" xmlUrl="feed:HTTP\(server.url.dropFirst(4))/a#top"/>
        <outline type="rss" text="File" xmlUrl="file:///etc/passwd"/><outline type="rss" text="C" xmlUrl="\(server.url)/c"/>
        </outline></body></opml>
        """, to: "subs.opml")
      home.write("hello", to: "notes.txt")
      home.write("<html><outline xmlUrl='https://example.org/'/></html>", to: "page.html")
      let file = home.path("subs.opml")
      let first = try await run(
        """
        open feeds:podcast:\(server.url)/c; star
        import \(file) --list old; favs old; expect items 2; export \(home.path("stars.csv"))
        export \(home.path("stars.jsonl")); export \(home.path("stars.json")); export \(home.path("stars.opml"))
        import \(file); undo; import \(home.path("notes.txt")); expect error file
        import \(home.path("page.html")); expect error file; import \(home.path("gone.opml")); expect error file
        """, at: server, ["--output", "json", "--keep-going"])
      #expect(first.text.contains("\"imported\":{\"new\":2,\"known\":2}"), "\(first.text)")
      #expect(first.text.contains("\"imported\":{\"new\":0,\"known\":4}"))
      #expect(first.text.contains("\"title\":\"A & B\""))
      for name in ["stars.csv", "stars.jsonl", "stars.json", "stars.opml"] {
        let second = try await run(
          "import \(home.path(name)); expect starred 2; favs; expect items 2", at: server, ["--output", "json"])
        #expect(
          second.text.contains("\"imported\":{\"new\":2,\"known\":0}"), "\(name): \(second.text) \(second.errorText)")
        #expect(second.text.contains("\"title\":\"A & B\""), "\(name)")
      }
      // Only the item that was opened was asked for.
      #expect(await server.requests.allSatisfy { $0.path == "/c" })
    }
  }

  @Test func `news of feeds are new once, and say where they come from`() async throws {
    let (before, later) = (
      Self.item("a", Self.today(minus: 3)), Self.item("b", Self.today(minus: 1)) + Self.item("a", Self.today(minus: 3))
    )
    func told(_ items: String, _ commands: String) async throws -> BuiltProgram.Run {
      try await StandInServer.run { _ in
        Self.rss(items)
      } body: { server in
        home.write(
          "{\"liner\":\"favorites\",\"v\":1}\n{\"id\":\"feeds:podcast:\(server.url)/f\",\"title\":\"Chairs\"}\n",
          to: "favs")
        // The address has another port each time; what is remembered goes by it.
        return try await run(
          commands, at: server, ["--output", "json", "--favorites", home.path("favs"), "--no-cache"])
      }
    }
    let first = try await told(before, "news; news --new; expect items 0")
    #expect(
      !first.text.contains("\"new\":true") && first.text.contains("\"from\":\"Chairs\""),
      "\(first.text) \(first.errorText)")
    let items = Mutex(before)
    try await StandInServer.run { _ in
      Self.rss(items.withLock(\.self))
    } body: { server in
      home.write(
        "{\"liner\":\"favorites\",\"v\":1}\n{\"id\":\"feeds:podcast:\(server.url)/f\",\"title\":\"Chairs\"}\n",
        to: "favs")
      let options = ["--output", "json", "--favorites", home.path("favs"), "--no-cache"]
      let one = try await run("news; expect items 1", at: server, options)
      #expect(!one.text.contains("\"new\":true"))
      items.withLock { $0 = later }
      let two = try await run("news --new; expect items 1; expect item 1 \"Part b\"", at: server, options)
      #expect(two.status == 0 && two.text.contains("\"new\":true"), "\(two.text) \(two.errorText)")
      let three = try await run("news; expect items 2", at: server, options)
      #expect(three.status == 0 && !three.text.contains("\"new\":true"))
    }
  }
}
