import Wire
import Domain

extension ITunesRelation {
  /// The episodes in a podcast's own feed, as a relation of `item`: the podcast, or one of its episodes.
  /// - Parameters:
  ///   - podcast: the podcast, if more is known about it than `item` contains.
  ///   - limit: the maximum number of episodes; nil for all.
  func list(of item: Item, in feed: Feed, podcast known: Item? = nil, limit: Int? = nil) -> ItemList {
    guard let podcast = known ?? item.podcast else { return ItemList(items: []) }
    return feed.list(of: podcast, limit: limit, countedBy: "Apple")
  }
}

extension ItemList {
  /// Notes that the store's list replaces a feed that failed.
  /// - Throws: `failure` if the list is empty. The feed may have episodes, so an empty list would be wrong.
  mutating func replaceFeed(thatFailed failure: CatalogError) throws(CatalogError) {
    if items.isEmpty { throw failure }
    notes = [.feedFailed(failure, counted: owner?.count, by: "Apple")]
  }
}

extension Item {
  /// The podcast that this is, or is an episode of, with only the fields known here; nil for anything else.
  var podcast: Item? {
    guard id.category == "episode" else { return id.category == "podcast" ? self : nil }
    guard let id = albumID else { return nil }
    var podcast = Item(id: id, title: album ?? title)
    podcast.feed = feed
    podcast.artwork = artwork
    podcast.storefront = storefront
    return podcast
  }
}

extension FeedReader {
  /// The feed, with enough of its pages to have more than `count` items.
  func feed(at link: WebLink, reaching count: Int) async throws(CatalogError) -> Feed {
    var feed = try await feed(at: link)
    var pages = [link.text]
    while feed.count <= count, feed.next != nil { feed = try await next(of: feed, pages: &pages) }
    return feed
  }
}
