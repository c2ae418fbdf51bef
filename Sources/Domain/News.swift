import Synchronization

/// Recent releases by starred creators and by the creators of starred items.
package struct News: Sendable, Equatable {
  /// Newest first; each item once.
  package var entries: [Entry] = []
  /// The favourites whose requests failed, so that `entries` may lack their releases.
  package var failures: [FailedPart] = []
  package var skipped: [SkippedRow] = []
  /// The favourites that cannot have news.
  package var unsuitable: [Item] = []
  /// The favourites with longer lists of releases than were read.
  package var partial: [Item] = []
  /// The favourites with a successful request, even if another one failed. A lookup that replaced a failed feed counts
  /// only if it found news.
  package var answered: Set<ItemID> = []
  /// Favourites that have another feed than the service reports, or none; each with the feed that it reports.
  package var moved: [Item] = []

  package init() {}

  /// A new release, and the favourite that caused it.
  package struct Entry: Sendable, Equatable {
    package var item: Item
    package var star: Item

    package init(item: Item, star: Item) { (self.item, self.star) = (item, star) }
  }

  /// Adds the news of another request.
  package mutating func add(_ other: News) {
    entries += other.entries
    skipped += other.skipped
    unsuitable += other.unsuitable
    partial += other.partial
    answered.formUnion(other.answered)
    failures += other.failures
    moved += other.moved
  }

  /// Adds what was released in `days`. A feed with an error is read up to it, and a list up to a page that failed.
  /// - Parameter stars: the favourites that the list is for; the first represents all.
  package mutating func add(_ list: ItemList, of stars: [Item], in days: ClosedRange<String>) {
    let star = stars[0]
    answered.formUnion(stars.map(\.id))
    skipped += list.skipped
    entries += list.items.filter { $0.isReleased(in: days) }.map { Entry(item: $0, star: star) }
    // Without dates nothing is known to be recent.
    if !list.items.isEmpty, list.items.allSatisfy({ $0.released == nil }) { unsuitable += stars }
    for case .feedBrokeOff(let reason, let line) in list.notes {
      let host = (list.owner ?? star).feed?.address?.authority ?? star.id.catalog
      let what = "an XML error on line \(line): \(reason)"
      failures.append(FailedPart(of: star, error: .unreadable(host: host, what: what)))
    }
    if let failure = list.partialFailure {
      failures.append(FailedPart(of: star, error: failure))
    } else if list.mayLackReleases(since: days.lowerBound) {
      partial.append(star)
    }
  }

  /// Sorts the entries, newest first, and removes duplicates: an episode is one in all catalogs with its feed.
  package mutating func sort() {
    entries = entries.distinct(by: \.item.newsKey).distinct { $0.item.episodeIDs.last }
    entries.sort { ($0.item.released?.text ?? "") > ($1.item.released?.text ?? "") }
  }
}

/// A failed part of an answer that consists of several.
package struct FailedPart: Sendable, Equatable {
  package var name: String
  /// The favourite that it is about; others may have the same name.
  package var star: ItemID?
  package var error: CatalogError

  package init(name: String, error: CatalogError) { (self.name, self.error) = (name, error) }

  package init(of star: Item, error: CatalogError) { (name, self.star, self.error) = (star.title, star.id, error) }
}

extension CatalogClient {
  /// Requests the relations that bring news, of the stars and of their creators.
  package func newsOfRelations(
    of stars: [Item], from first: String, to last: String, filters: [String: String]
  ) async -> News {
    var questions: [(relation: Relation, item: Item, stars: [Item])] = []
    var news = News()
    for star in stars {
      let asked = [star, star.maker].compactMap(\.self)
        .flatMap { item in
          catalog.relations(of: item).filter(\.isNews).map { (relation: $0, item: item, stars: [star]) }
        }
      if asked.isEmpty { news.unsuitable.append(star) }
      for question in asked {
        // Several favourites by one creator share a request.
        let shared = questions.firstIndex { $0.item.id == question.item.id && $0.relation == question.relation }
        if let shared { questions[shared].stars.append(star) } else { questions.append(question) }
      }
    }
    let answers = await concurrentMap(questions) { question in
      await result { () throws(CatalogError) in
        try await releases(by: question.relation, to: question.item, from: first, filters: filters)
      }
    }
    for (question, answer) in zip(questions, answers) {
      switch answer {
      case .success(let list): news.add(list, of: question.stars, in: first...last)
      case .failure(let error): news.failures.append(FailedPart(of: question.stars[0], error: error))
      }
    }
    news.sort()
    return news
  }

  /// The items of `ItemList.releases` that are related to `item`.
  package func releases(
    by relation: Relation, to item: Item, from first: String, filters: [String: String], pages: Int = 5
  ) async throws(CatalogError) -> ItemList {
    try await ItemList.releases(from: first, pages: pages) { offset throws(CatalogError) in
      try await related(by: relation, to: item, filters: filters, offset: offset)
    }
  }
}

extension ItemList {
  /// The items of page after page until they are known to lead back beyond the day `first`.
  /// - Parameter pages: the most pages to read, from 1.
  /// - Returns: the items; if a later page failed, those before it.
  package static func releases(
    from first: String, pages: Int = 5, page: (_ offset: Int) async throws(CatalogError) -> ItemList
  ) async throws(CatalogError) -> ItemList {
    var list = try await page(0)
    for _ in 1..<pages where list.mayLackReleases(since: first) {
      do throws(CatalogError) {
        let next = try await page(list.items.count + list.skipped.count)
        // A longer feed repeats the earlier items, which must not look like a list in no order.
        list.items = (list.items + next.items).distinct(by: \.id)
        list.skipped += next.skipped
        list.notes = (list.notes + next.notes).unique
        list.extent = next.extent
      } catch  where error != .cancelled {
        list.partialFailure = error
        return list
      }
    }
    return list
  }

  /// Whether the rest of the list may have items released since `day`: it has none if these are newest first and lead
  /// back beyond that day.
  fileprivate func mayLackReleases(since day: String) -> Bool {
    let days = items.compactMap { $0.released?.day }
    let isNewestFirst = zip(days, days.dropFirst()).allSatisfy { $0 >= $1 }
    return hasMore && !(isNewestFirst && days.last.map { $0 < day } ?? false)
  }
}

extension Item {
  /// Its creator, or the show that it is part of, with only what is known here.
  fileprivate var maker: Item? { named(by: .creator) ?? named(by: .album) }

  /// An episode of a feed has the same one in every catalog.
  fileprivate var newsKey: String { Download(self)?.keys.last ?? id.description }

  /// Its id and, of an episode in Apple's list, the one that it has in its podcast's own feed, whatever its address.
  package var episodeIDs: [ItemID] {
    guard let guid, let podcast = albumID else { return [id] }
    return [id, ItemID(catalog: id.catalog, category: id.category, key: "\(podcast.key)/\(guid)")]
  }

  /// What tells that it was shown; any one is enough.
  package var newsKeys: [String] { episodeIDs.map(\.description) + [newsKey] }

  /// Whether its release day is known and in `days`; if only the month is known, its first day.
  package func isReleased(in days: ClosedRange<String>) -> Bool {
    guard let day = released?.day, day.count >= 7 else { return false }
    return days.contains(day.count == 7 ? day + "-01" : day)
  }
}

/// Remembers which news was shown.
package protocol NewsMemory: Sendable {
  /// Remembers the news as shown.
  /// - Parameter first: the first day listed.
  /// - Returns: as `NewsHistory.show`; nil if the memory cannot be read.
  func show(_ news: News, from first: String) async -> Set<ItemID>?
}

/// The news shown so far.
package struct NewsHistory: Sendable {
  /// The first day shown for each favourite.
  package var stars: [ItemID: String] = [:]
  /// Their `newsKeys`.
  package var items: Set<String> = []

  package init() {}

  /// Remembers the news as shown.
  /// - Returns: the ids that are new since the last time: not shown before, from a favourite whose news was, and not
  ///   released before the days shown then.
  package mutating func show(_ news: News, from first: String) -> Set<ItemID> {
    var new: Set<ItemID> = []
    for entry in news.entries where !entry.item.newsKeys.contains(where: items.contains) {
      if let since = stars[entry.star.id], entry.item.released?.day ?? "" >= since { new.insert(entry.item.id) }
    }
    items.formUnion(news.entries.flatMap(\.item.newsKeys))
    for star in news.answered { stars[star] = min(stars[star] ?? first, first) }
    return new
  }
}

/// Remembers the news shown in this session.
package final class SessionNews: NewsMemory {
  private let history = Mutex(NewsHistory())

  package init() {}

  package func show(_ news: News, from first: String) async -> Set<ItemID>? {
    history.withLock { $0.show(news, from: first) }
  }
}
