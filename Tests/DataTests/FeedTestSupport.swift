import Domain

@testable import Catalogs
@testable import Sample
@testable import Wire

extension Feed {
  /// Parses `bytes` in pieces of that size.
  static func parsed(
    _ bytes: [UInt8], piece: Int = .max, charset: String? = nil
  ) throws(FeedParser.Failure) -> Feed {
    let parser = FeedParser(charset: charset)
    var rest = bytes[...]
    while !rest.isEmpty {
      let next = rest.prefix(piece)
      rest = rest.dropFirst(next.count)
      next.withUnsafeBufferPointer { _ = parser.push($0) }
    }
    var feed = try parser.finish()
    feed.address = "https://feeds.example.com/odd"
    return feed
  }

  static func parsed(_ text: String, piece: Int = .max) throws(FeedParser.Failure) -> Feed {
    try parsed(Array(text.utf8), piece: piece)
  }

  /// A feed whose items have these elements.
  static func parsed(items: [String], channel: String = "") throws(FeedParser.Failure) -> Feed {
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
