import Domain
import Wire

/// The feeds of the sample's podcasts, at the addresses in their rows.
///
/// Like real feeds, they have episodes that the store does not know yet, and fewer than it counts; seasons; pages;
/// lengths and dates in several forms; HTML. One no longer exists.
struct SampleFeeds: Sendable {
  private let episodes = SampleTables.itunes["podcastEpisodes"]

  func answer(to route: SampleRoute, store: SampleStore) -> HTTPResponse {
    guard route.path.count == 2, route.path[1].hasSuffix(".xml"), let id = Int(route.path[1].dropLast(4)),
      let show = store.record(id), show.kind == .podcast, show.row.note("nofeed") == nil,
      show.row.note("feedlost") == nil
    else { return .json([:], status: 404) }
    let rows = episodes.filter { $0.int("show") == id }.sorted { ($0["date"] ?? "") > ($1["date"] ?? "") }
    let size = show.row.note("paged") == nil ? max(rows.count, 1) : 10
    let pages = max(1, (rows.count + size - 1) / size)
    guard let page = Int(route.query["page"] ?? "1"), (1...pages).contains(page) else {
      return .json([:], status: 404)
    }
    let feed = SampleFeed(show: show, genre: show.row["genre"] ?? "Podcasts", page: page, pages: pages)
    let text = feed.text(of: Array(rows.dropFirst((page - 1) * size).prefix(size)))
    return HTTPResponse(
      status: 200, headers: ["content-type": "application/rss+xml; charset=utf-8", "etag": "\"sample-\(id)-\(page)\""],
      body: Array(text.utf8))
  }
}

/// One page of a feed as RSS 2.0 with Apple's tags.
private struct SampleFeed {
  let show: SampleRecord
  let genre: String
  let page: Int
  let pages: Int

  func text(of rows: [SampleTable.Row]) -> String {
    let address = SampleRecord.feed(of: show.id)
    let maker = Self.escaped(show.creator ?? "")
    let isSerial = show.row.note("serial") != nil
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
      xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel>
      <title>\(Self.escaped(show.title))</title>
      <link>\(SampleRecord.site)/podcast/\(show.id)</link>
      <description>A show of the sample, by \(maker).</description>
      <language>\(show.row.note("lang") ?? "en")</language>
      <itunes:author>\(maker)</itunes:author>
      <itunes:type>\(isSerial ? "serial" : "episodic")</itunes:type>
      <itunes:explicit>\(show.isExplicit ? "true" : "false")</itunes:explicit>
      <itunes:image href="\(SampleRecord.site)/image/thumb/Sample/v4/\(show.id)/cover.jpg/1400x1400bb.jpg"/>
      <itunes:category text="\(Self.escaped(genre))"/>
      \(links(address).joined(separator: "\n"))
      \(rows.map(item).joined(separator: "\n"))
      </channel>
      </rss>

      """
  }

  private func links(_ address: String) -> [String] {
    func link(_ relation: String, _ page: Int) -> String {
      let there = page == 1 ? address : "\(address)?page=\(page)"
      return "<atom:link rel=\"\(relation)\" type=\"application/rss+xml\" href=\"\(there)\"/>"
    }
    guard pages > 1 else { return [link("self", 1)] }
    return [link("self", page), link("first", 1), link("last", pages)]
      + (page > 1 ? [link("prev", page - 1)] : []) + (page < pages ? [link("next", page + 1)] : [])
  }

  private func item(_ row: SampleTable.Row) -> String {
    let id = SampleStore.id(of: row, in: show) ?? 0
    let about = row["about"] ?? ""
    let description =
      show.row.note("html") == nil
      ? Self.escaped(about)
      : "<![CDATA[<p>\(Self.escaped(about))</p><p>More at <a href=\"\(SampleRecord.site)\">the show’s page</a>.</p>]]>"
    let season = row.note("season").map { "<itunes:season>\($0)</itunes:season>\n" } ?? ""
    let number = row.note("ep").map { "<itunes:episode>\($0)</itunes:episode>\n" } ?? ""
    return """
      <item>
      <title>\(Self.escaped(row["title"] ?? ""))</title>
      <description>\(description)</description>
      <pubDate>\(date(row["date"] ?? ""))</pubDate>
      <guid isPermaLink="false">\(SampleRecord.guid(ofEpisode: id))</guid>
      <enclosure url="\(SampleRecord.sound(ofEpisode: id))" length="0" type="audio/mpeg"/>
      <itunes:duration>\(length(row.seconds("length") ?? 0))</itunes:duration>
      \(season)\(number)<itunes:episodeType>\(row.note("type") ?? "full")</itunes:episodeType>
      <itunes:explicit>\(row.note("explicit") == nil ? "false" : "true")</itunes:explicit>
      </item>
      """
  }

  /// In seconds, or as the show's note says: `h:mm:ss`, or minutes that may exceed 59.
  private func length(_ seconds: Int) -> String {
    switch show.row.note("times") {
    case "clock": "\(seconds / 3600):\((seconds / 60 % 60).zeroPadded(to: 2)):\((seconds % 60).zeroPadded(to: 2))"
    case "minutes": "\(seconds / 60):\((seconds % 60).zeroPadded(to: 2))"
    default: "\(seconds)"
    }
  }

  /// `Tue, 17 Nov 2026 06:00:00 +0000`, or with the name of a zone if the show's note says so.
  private func date(_ text: String) -> String {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == 6, let day = CalendarDay.short(text) else { return text }
    // Noon in New York is 17:00 UTC; no episode of that show is published before five in the morning.
    let isEastern = show.row.note("est") != nil
    let hour = isEastern ? numbers[3] - 5 : numbers[3]
    let time = [hour, numbers[4], numbers[5]].map { $0.zeroPadded(to: 2) }.joined(separator: ":")
    // 1 January 1970 was a Thursday.
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let weekday = weekdays[CalendarDay.number(numbers[0], numbers[1], numbers[2]) % 7]
    return "\(weekday), \(day) \(numbers[0]) \(time) \(isEastern ? "EST" : "+0000")"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
