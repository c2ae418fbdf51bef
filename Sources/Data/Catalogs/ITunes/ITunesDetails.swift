import Wire
package import Domain

extension ITunesClient {
  /// Requests the relations that the screen of `item` shows, in at most two requests, and adds to the item what the
  /// answers contain about it.
  ///
  /// An item without the keys of its relations, such as an old favourite, is looked up by its own number first.
  /// - Throws: if nothing was received; if one of two requests fails, `filled` contains its error.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = ITunesCategory.named(item.id.category) else { return ItemDetails(item: item) }
    var visit = ITunesVisit(item: item, category: category, isReload: !RequestContext.current.mayUseCache)
    while case let questions = visit.questions, !questions.isEmpty {
      let answers = await concurrentMap(questions) { question in
        await result { () throws(CatalogError) in
          try await answer(to: question, storefront: item.storefront, filters: filters, for: category)
        }
      }
      for (question, answer) in zip(questions, answers) { visit.receive(answer, to: question) }
      if Task.isCancelled { throw .cancelled }
    }
    return try visit.details()
  }

  /// All items of `relation`. A podcast's episodes come from its own feed, or if that fails, from the lookup.
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let category = ITunesCategory.named(item.id.category),
      let entry = category.relations.first(where: { $0.relation == relation })
    else { return ItemList(items: []) }
    var item = item
    if entry.parent(of: item) == nil, category.isLookedUp {
      let own = ITunesLookup(key: item.id.key)
      let records = try await records(of: own, storefront: item.storefront, filters: filters, as: category)
      if let known = records.entry(of: item.id) { item = item.enriched(by: known) }
    }
    guard let parent = entry.parent(of: item) else { return ItemList(items: []) }
    var failed: (link: WebLink, error: CatalogError)?
    func listInFeed(of podcast: Item?) async throws(CatalogError) -> ItemList? {
      guard entry.isInFeed, let podcast, let link = podcast.feed, link != failed?.link else { return nil }
      do throws(CatalogError) {
        return try await feeds.feed(at: link, reaching: offset).list(of: podcast, after: offset, countedBy: "Apple")
      } catch  where error != .cancelled && (offset == 0 || error.code == .notFound) {
        failed = (link, error)
        return nil
      }
    }
    if let list = try await listInFeed(of: item.podcast) { return list }
    let lookup = ITunesLookup(key: parent.key, entity: entry.entity)
    let below = entry.parts.first.flatMap(ITunesCategory.named) ?? category
    let records = try await records(of: lookup, storefront: item.storefront, filters: filters, as: below)
    var list = entry.list(of: item, in: records)
    // Only now is the feed's address known, or its new one.
    if let list = try await listInFeed(of: list.owner) { return list }
    if let failed {
      // The earlier rows of a later page came from the feed, and only the feed has the rest.
      if offset > 0 { throw failed.error }
      try list.replaceFeed(thatFailed: failed.error)
    }
    return list
  }

  private func answer(
    to question: ITunesQuestion, storefront: String?, filters: [String: String], for category: ITunesCategory
  ) async throws(CatalogError) -> ITunesQuestion.Answer {
    switch question {
    case .lookup(let lookup):
      let below = ITunesCategory.all.first { $0.entity == lookup.entity } ?? category
      return .records(try await records(of: lookup, storefront: storefront, filters: filters, as: below))
    case .feed(let link): return .feed(try await feeds.feed(at: link, reaching: 0))
    }
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

  /// The item updated from a new record; keeps what only an earlier answer contained.
  func enriched(by record: Item) -> Item {
    var item = record
    item.fillGaps(from: self)
    item.copyListFields(from: self)
    item.storefront = storefront
    // Only the latest record knows the price.
    item.price = record.price
    // Some records contain less in a lookup than where they were found.
    let isVague = [nil, "Artist"].contains(record.kind)
    if let kind, isVague || kind != "Artist" && record.kind == "Movie Artist" { item.kind = kind }
    return item
  }
}
