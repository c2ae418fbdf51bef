import Domain

/// Subscriptions in OPML 2.0, as podcast apps import them.
enum OPML {
  typealias Subscription = (feed: WebLink, title: String, page: WebLink?)

  /// The subscriptions for the items. Episodes of one feed are one subscription, with the name of their show.
  static func subscriptions(of items: [Item]) -> [Subscription] {
    var shows: Set<WebLink> = []
    return items.compactMap { item in
      guard let feed = item.feed else { return nil }
      guard let show = item.album else { return (feed, item.title, item.link) }
      return shows.insert(feed).inserted ? (feed, show, nil) : nil
    }
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
