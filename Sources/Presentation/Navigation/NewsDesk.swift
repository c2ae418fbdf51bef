import Domain

/// Gathers the news of all catalogs, and knows which of them are new.
struct NewsDesk: Sendable {
  /// The loaded catalogs, each with the filters in force.
  let sources: [(client: any CatalogClient, filters: [String: String])]
  let memory: (any NewsMemory)?

  struct Edition: Sendable {
    var news: News
    /// Nil if nothing is known of what was shown before.
    var new: Set<ItemID>?
  }

  /// - Parameter stars: the favourites, of any catalog.
  func edition(of stars: [Item], from first: String, to last: String) async -> Edition {
    // The same podcast may be a favourite in several catalogs; its own catalog is the first.
    var feeds: Set<WebLink> = []
    let stars = stars.filter { star in
      guard star.id.category == "podcast", let feed = star.feed else { return true }
      return feeds.insert(feed).inserted
    }
    let parts = await allAtOnce(sources) { source in
      let own = stars.filter { $0.id.catalog == source.client.catalog.name }
      if own.isEmpty { return News() }
      var filters = source.filters
      if let storefront = source.client.catalog.storefrontFilter { filters[storefront] = nil }
      return await source.client.news(of: own, from: first, to: last, filters: filters)
    }
    let known = Set(sources.map(\.client.catalog.name))
    var news = parts.reduce(into: News(unsuitable: stars.filter { !known.contains($0.id.catalog) })) { $0.add($1) }
    news.sort()
    let new = await memory?.show(ShownNews(news, of: stars, from: first))
    return Edition(news: news, new: new)
  }
}
