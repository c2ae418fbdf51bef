import Domain

/// Subscriptions in OPML 2.0, as podcast apps import them.
enum OPML {
  typealias Subscription = (feed: WebLink, title: String, page: WebLink?)

  /// The subscriptions for the items, each feed once; an episode's has the name of its show.
  static func subscriptions(of items: [Item]) -> [Subscription] {
    items.compactMap { item -> Subscription? in
      item.feed.map { ($0, item.album ?? item.title, item.album == nil ? item.link : nil) }
    }.distinct { $0.feed }
  }

  static func text(of subscriptions: [Subscription], title: String) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head>
          <title>\(escaped(title))</title>
        </head>
        <body>

      """
    for subscription in subscriptions {
      let (title, feed) = (escaped(subscription.title), escaped(subscription.feed.text))
      text += "    <outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(feed)\""
      if let link = subscription.page { text += " htmlUrl=\"\(escaped(link.text))\"" }
      text += "/>\n"
    }
    return text + "  </body>\n</opml>\n"
  }

  /// The text for an element or a quoted attribute. Characters that XML 1.0 forbids become U+FFFD.
  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar.value {
      case 0x26: "&amp;"
      case 0x3C: "&lt;"
      case 0x3E: "&gt;"
      case 0x22: "&quot;"
      // Unescaped, a parser would read them as spaces.
      case 0x09, 0x0A, 0x0D: "&#\(scalar.value);"
      case 0..<0x20, 0xFFFE, 0xFFFF: "\u{FFFD}"
      default: nil
      }
    }
  }
}
