import Domain

@testable import Catalogs
@testable import Sample
@testable import Wire

extension Feed {
  /// Parses `bytes` in parts of that size.
  static func parsed(
    _ bytes: [UInt8], piece: Int = .max, charset: String? = nil
  ) throws(FeedParser.Unreadable) -> Feed {
    var feed = try FeedParser.feed(in: bytes, charset: charset, part: min(piece, 1 << 15))
    feed.address = "https://feeds.example.com/odd"
    return feed
  }

  static func parsed(_ text: String, piece: Int = .max) throws(FeedParser.Unreadable) -> Feed {
    try parsed(Array(text.utf8), piece: piece)
  }

  /// A feed whose items have these elements.
  static func parsed(items: [String], channel: String = "") throws(FeedParser.Unreadable) -> Feed {
    try parsed(
      "<rss><channel><title>Show</title>\(channel)"
        + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>")
  }
}

extension Item {
  /// The podcast of the feeds in tests.
  static let podcast: Item = {
    var podcast = Item(id: ItemID(catalog: "itunes", category: "podcast", key: "77"), title: "The Show")
    podcast.feed = WebLink("https://feeds.example.com/odd")
    podcast.storefront = "US"
    return podcast
  }()
}
