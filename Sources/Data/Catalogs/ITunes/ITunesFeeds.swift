import Wire
import Domain

extension ITunesRelation {
  /// The episodes of a podcast's own feed, as what belongs to `item`: the podcast, or one of its episodes.
  /// - Parameter podcast: the podcast, where it is known better than by `item`.
  func list(of item: Item, in feed: Feed, podcast known: Item? = nil) -> ItemList {
    guard let podcast = known ?? item.podcast else { return ItemList(items: []) }
    var list = ItemList(items: feed.items(of: podcast), skipped: feed.skipped, owner: podcast)
    list.notes = [.feed(episodes: feed.count, hasMore: feed.next != nil || feed.fault != nil, counted: podcast.count)]
    if let fault = feed.fault { list.notes.append(.feedBrokeOff(reason: fault.reason, line: fault.line)) }
    if feed.next != nil {
      list.extent = .service
    } else if feed.fault != nil || podcast.count ?? 0 > feed.count {
      // Feeds let go of old episodes, and nobody says where those are.
      list.extent = .unknown
    }
    return list
  }
}

extension Item {
  /// The podcast that it is, or that it is an episode of, with no more than it tells; nil for anything else.
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
  /// The feed with as many of its pages as it takes to have more than `count` items.
  func feed(at link: WebLink, reaching count: Int) async throws(CatalogError) -> Feed {
    var feed = try await feed(at: link)
    var pages = [link.text]
    while feed.count <= count, feed.next != nil { feed = try await next(of: feed, pages: &pages) }
    return feed
  }
}
