package import Domain

extension Catalog {
  /// Podcasts by the addresses of their feeds, from any publisher.
  package static let feeds = Catalog(
    name: "feeds", title: "Feeds", categories: [],
    secondaryCategories: [
      Category(
        name: "podcast", title: "Podcast",
        relations: [
          Relation(
            "episodes", title: "Episodes", others: ["episode"], category: "episode", preview: .first(5), isNews: true)
        ]),
      Category(
        name: "episode", title: "Episode",
        relations: [
          Relation("podcast", title: "Podcast", category: "podcast", reach: .one, needs: .album),
          Relation("episodes", title: "Episodes", others: ["episode"], category: "episode", needs: .album),
        ], hasRecordings: true),
    ])
}

/// Any RSS or Atom feed as a podcast with episodes. Its id contains its address.
package struct FeedsClient: CatalogClient {
  package let catalog = Catalog.feeds
  private let reader: FeedReader
  /// The origin that may be requested over http, and that `feed://` addresses lead to; nil if the user set none.
  private let origin: String?

  package init(reader: FeedReader, origin: String? = nil) { (self.reader, self.origin) = (reader, origin) }

  /// The podcast with the feed at that address, with only what is known here; nil unless it is http or https.
  /// - Parameter title: its title, if known.
  package static func podcast(at address: String, title: String? = nil) -> Item? {
    let address = address.withoutOuterBlanks
    guard let link = WebLink(canonical(address)) else { return nil }
    var podcast = Item(
      id: ItemID(catalog: "feeds", category: "podcast", key: link.text),
      title: title ?? link.address?.authority ?? "Podcast")
    podcast.kind = "podcast"
    podcast.feed = link
    return podcast
  }

  /// With scheme, host and port as in `WebAddress`, and no fragment.
  private static func canonical(_ address: String) -> String {
    let address = address.prefix { $0 != "#" }
    guard let start = address.firstRange(of: "://")?.upperBound, let parts = WebAddress(String(address)) else {
      return String(address)
    }
    let user = parts.user.map { $0 + "@" } ?? ""
    return "\(parts.scheme)://\(user)\(parts.authority)\(address[start...].drop { !"/?".contains($0) })"
  }

  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList { ItemList(items: []) }

  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard item.id.category == "podcast" else { return ItemDetails(item: item) }
    let (podcast, feed) = try await visit(item)
    var list = feed.list(of: podcast, limit: 5)
    if feed.rows.count > list.items.count { list.extent = .service }
    return ItemDetails(
      item: podcast,
      filled: catalog.relations(of: podcast).filter { _ in feed.count > 0 }.map { .init($0, .success(list)) })
  }

  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let podcast = item.podcast else { return ItemList(items: []) }
    let (known, feed) = try await visit(podcast, reaching: offset)
    return feed.list(of: known, after: offset)
  }

  /// The podcast as its feed describes it, and the feed.
  private func visit(_ item: Item, reaching count: Int = 0) async throws(CatalogError) -> (Item, Feed) {
    guard var podcast = Self.podcast(at: item.feed?.text ?? item.id.key, title: item.title), let link = podcast.feed
    else { throw .unknown(item.id.description, storefront: nil) }
    let feed = try await reader.feed(at: link, reaching: count)
    let show = feed.show
    podcast.title = show.title ?? podcast.title
    podcast.creator = show[.author] ?? item.creator
    podcast.link = feed.link(show[.link]) ?? item.link
    podcast.artwork = feed.link(show[.url]) ?? item.artwork
    podcast.description = show.description ?? item.description
    podcast.genre = show[.category] ?? item.genre
    podcast.isExplicit = FeedRow.isExplicit(show[.explicit]) ?? item.isExplicit
    if feed.isWhole { podcast.count = feed.count }
    return (podcast, feed)
  }

  package func counterpart(of item: Item) -> Item? {
    guard item.id.category == "podcast", let feed = item.feed,
      var podcast = Self.podcast(at: feed.text, title: item.title)
    else { return nil }
    podcast.creator = item.creator
    podcast.artwork = item.artwork
    return podcast
  }

  // MARK: References

  package func recognizes(_ reference: Reference) -> Bool {
    switch reference {
    case .item(let id): id.catalog == catalog.name
    case .page(let address): address.lowercased().hasPrefix("feed:")
    case .number, .upc, .isbn, .bundle: false
    }
  }

  package func mayRecognize(_ reference: Reference) -> Bool {
    guard case .page(let address) = reference else { return recognizes(reference) }
    return Self.podcast(at: Self.webAddress(ofFeed: address)) != nil
  }

  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    switch reference {
    case .item(let id):
      guard id.category == "podcast" else { throw .onlyInList(reference.text, whole: nil) }
      guard let podcast = Self.podcast(at: id.key), let link = podcast.feed else {
        throw .unknown(reference.text, storefront: nil)
      }
      _ = try await reader.feed(at: link)
      return podcast
    case .page(let address):
      guard let podcast = Self.podcast(at: Self.webAddress(ofFeed: address, origin: origin)), let link = podcast.feed
      else {
        throw .unrecognized(reference.text)
      }
      do throws(CatalogError) {
        // The session's cache answers the request for its details.
        _ = try await reader.feed(at: link, mayBePage: !recognizes(reference))
      } catch {
        switch error {
        // Any page may be pasted, and most are not feeds.
        case .unrecognized, .notFound, .gone: if !recognizes(reference) { throw .unrecognized(reference.text) }
        case .cancelled, .offLimits, .notRecorded, .unreadable, .refused(_, status: 0, _): break
        default: if !recognizes(reference) { throw .unrecognized(reference.text, cause: error) }
        }
        throw error
      }
      return podcast
    case .number, .upc, .isbn, .bundle: throw .unrecognized(reference.text)
    }
  }

  /// The address after `feed:`, `pcast:` or another scheme of podcast apps; nil if it begins with none of them.
  private static func rest(ofFeed address: String) -> String? {
    let scheme = ["feed:", "pcast:", "itpc:", "podcast:"].first(where: address.lowercased().hasPrefix)
    return scheme.map { String(address.dropFirst($0.count)) }
  }

  /// `feed:https://…` and `feed://…` as web addresses.
  /// - Parameter origin: the origin of the user's own feeds.
  static func webAddress(ofFeed address: String, origin: String? = nil) -> String {
    guard let rest = rest(ofFeed: address) else { return address }
    guard rest.hasPrefix("//") else { return rest }
    let isOwn = origin.map { $0.lowercased().hasPrefix("http:") && rest.hasPrefix($0.dropFirst(5)) } ?? false
    return (isOwn ? "http:" : "https:") + rest
  }
}

extension Feed {
  /// Its items as episodes of `podcast`, and how complete they are.
  /// - Parameters:
  ///   - limit: the maximum number of items; nil for all.
  ///   - offset: how many rows were known before; items among them are listed again, skipped rows are not.
  ///   - service: who counted the podcast's episodes; nil if it was this feed.
  func list(
    of podcast: Item, limit: Int? = nil, after offset: Int = 0, countedBy service: String? = nil
  ) -> ItemList {
    var list = ItemList(items: items(of: podcast, limit: limit), skipped: skipped(after: offset), owner: podcast)
    let hasMore = fault == nil ? next != nil || isCut : nil
    list.notes = [.feed(episodes: count, hasMore: hasMore, counted: podcast.count, by: service)]
    if let fault { list.notes.append(.feedBrokeOff(reason: fault.reason, line: fault.line)) }
    list.extent = extent(of: podcast)
    return list
  }

  func skipped(after offset: Int) -> [SkippedRow] { skipped.filter { $0.row > offset } }

  /// Whether these are all episodes of `podcast`: feeds drop old ones, and do not say where to find them.
  func extent(of podcast: Item) -> Extent {
    next != nil ? .service : !isWhole || podcast.count ?? 0 > count ? .unknown : .all
  }
}
