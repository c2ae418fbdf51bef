import Wire
package import Domain

extension ITunesClient {
  /// Asks for what the screen of `item` shows of what belongs to it, in two requests at most, and makes the item richer by
  /// whatever the answers say of it.
  ///
  /// An item that lacks the keys which lead on, such as a favourite of long ago, is looked up by its own number first.
  /// - Throws: where nothing came at all; a request that fails beside another stands in `filled`.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = ITunesCategory.named(item.id.category) else { return ItemDetails(item: item) }
    var visit = ITunesVisit(item: item, category: category, readsFeeds: feeds != nil)
    while true {
      let questions = visit.questions
      if questions.isEmpty { break }
      let answers = await self.answers(to: questions, storefront: item.storefront, filters: filters, for: category)
      for (question, answer) in zip(questions, answers) { visit.receive(answer, to: question) }
      if Task.isCancelled { throw .cancelled }
    }
    return try visit.details()
  }

  /// All that belongs to `item` by `relation`. A podcast's episodes are those of its own feed; where that cannot be had,
  /// those that the lookup lists.
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
    var failure: CatalogError?
    if entry.isInFeed, let feeds, let link = item.feed {
      do throws(CatalogError) {
        return entry.list(of: item, in: try await feeds.feed(at: link, reaching: offset))
      } catch .cancelled {
        throw .cancelled
      } catch {
        // What came before is the feed's; the rest of it cannot be had elsewhere.
        if offset > 0 { throw error }
        failure = error
      }
    }
    let lookup = ITunesLookup(key: parent.key, entity: entry.entity)
    let below = entry.parts.first.flatMap(ITunesCategory.named) ?? category
    let records = try await records(of: lookup, storefront: item.storefront, filters: filters, as: below)
    var list = entry.list(of: item, in: records)
    if entry.isInFeed, failure == nil, let feeds, let podcast = list.owner, let link = podcast.feed {
      // Only now is it known where the feed is.
      item.feed = link
      do throws(CatalogError) {
        return entry.list(of: item, in: try await feeds.feed(at: link, reaching: offset), podcast: podcast)
      } catch .cancelled {
        throw .cancelled
      } catch {
        failure = error
      }
    }
    if let failure {
      // Nobody knows what is in the feed, so that there is nothing cannot be said.
      if list.items.isEmpty { throw failure }
      list.notes = [.feedFailed(failure, counted: list.owner?.count)]
    }
    return list
  }

  private func answers(
    to questions: [ITunesQuestion], storefront: String?, filters: [String: String], for category: ITunesCategory
  ) async -> [Result<ITunesQuestion.Answer, CatalogError>] {
    await allAtOnce(questions) { question in
      await result { () throws(CatalogError) in
        try await answer(to: question, storefront: storefront, filters: filters, for: category)
      }
    }
  }

  private func answer(
    to question: ITunesQuestion, storefront: String?, filters: [String: String], for category: ITunesCategory
  ) async throws(CatalogError) -> ITunesQuestion.Answer {
    switch question {
    case .lookup(let lookup):
      let below = ITunesCategory.all.first { $0.entity == lookup.entity } ?? category
      return .records(try await records(of: lookup, storefront: storefront, filters: filters, as: below))
    case .feed(let link):
      guard let feeds else { throw .notFound(host: HTTPRequest(url: link.text).host) }
      return .feed(try await feeds.feed(at: link, reaching: 0))
    }
  }
}

extension Item {
  /// The item with what a fresh record says of it; what only the way here told stays.
  func enriched(by record: Item) -> Item {
    var item = record
    item.fillGaps(from: self)
    item.takePlace(of: self)
    item.storefront = storefront
    // Only the latest record says what it costs.
    item.price = record.price
    // Some say less when looked up than where they were found.
    if kind != nil, record.kind == nil || record.kind == "Artist" { item.kind = kind }
    return item
  }
}
