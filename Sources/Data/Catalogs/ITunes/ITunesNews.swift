package import Domain

extension ITunesClient {
  /// Requests the newest works of a hundred creators at once, by kind and storefront. Podcasts announce new episodes in
  /// their own feeds; the lookup replaces a feed that fails.
  package func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News {
    var (news, rest) = await feedNews(of: stars, in: first...last)
    var found = await lookupNews(of: rest, in: first...last, filters: filters)
    var (read, _) = await feedNews(of: found.moved, in: first...last)
    news.failures.removeAll { $0.star.map(read.answered.contains) ?? false }
    // Apple's list replaces a feed that fails or has no dates.
    (read.failures, read.unsuitable) = ([], [])
    // Without guids, the same episode would be listed twice.
    let covered = Set(read.entries.map(\.star.id))
    found.entries.removeAll { covered.contains($0.star.id) && $0.item.guid == nil }
    let replaced = Set(news.failures.compactMap(\.star))
    news.add(found)
    // Last, because `sort` keeps the first of two equal episodes, and earlier versions remembered Apple's ids.
    news.add(read)
    // An empty list replaces nothing.
    let lacking = rest.filter { star in
      replaced.contains(star.id) && !found.entries.contains { $0.star.id == star.id }
    }
    news.answered.subtract(lacking.map(\.id))
    news.sort()
    return news
  }

  /// - Returns: also the stars that remain to be looked up.
  private func feedNews(of stars: [Item], in days: ClosedRange<String>) async -> (news: News, rest: [Item]) {
    var rest = stars.filter { $0.podcast?.feed == nil }
    let podcasts = stars.compactMap { star in star.podcast?.feed.map { (star: star, link: $0) } }.grouped(by: \.link)
      .map { (link: $0, stars: $1.map(\.star)) }
    let answers = await concurrentMap(podcasts) { link, stars in
      let star = stars[0]
      return await result { () throws(CatalogError) in
        try await ItemList.releases(from: days.lowerBound) { offset throws(CatalogError) in
          try await feeds.feed(at: link, reaching: offset).list(of: star.podcast ?? star, after: offset)
        }
      }
    }
    var news = News()
    for (podcast, answer) in zip(podcasts, answers) {
      switch answer {
      case .success(let list): news.add(list, of: podcast.stars, in: days)
      case .failure(let error):
        news.failures.append(FailedPart(of: podcast.stars[0], error: error))
        rest.append(podcast.stars[0])
      }
    }
    return (news, rest)
  }

  private func lookupNews(of stars: [Item], in days: ClosedRange<String>, filters: [String: String]) async -> News {
    var news = News()
    let wanted = stars.flatMap { star in
      let asked = ITunesNewsQuestion.about(star).compactMap { question in
        question.parent(of: star).map { (question: question, parent: $0, star: star) }
      }
      if asked.isEmpty { news.unsuitable.append(star) }
      return asked
    }
    let batches = wanted.grouped(by: \.question).flatMap { question, wanted in
      // Several favourites by one creator share a request; the first of them represents all.
      wanted.grouped(by: \.parent).map { ($0.key, $0.elements.map(\.star)) }.chunks(of: ITunesLookup.batch)
        .map { (question, Array($0)) }
    }
    let parts = await concurrentMap(batches) { await answer(to: $0, about: $1, in: days, filters: filters) }
    return parts.reduce(into: news) { $0.add($1) }
  }

  /// - Parameters:
  ///   - stars: what to look up, as many as one request accepts, and the stars that it is for.
  ///   - works: how many works of each to request. Where all of them were released in `days`, more are requested.
  private func answer(
    to question: ITunesNewsQuestion, about stars: [(parent: String, stars: [Item])], in days: ClosedRange<String>,
    filters: [String: String], works: Int = ITunesNewsQuestion.works
  ) async -> News {
    let lookup = ITunesLookup(
      key: stars.map(\.parent).joined(separator: ","), entity: question.entity, newest: works)
    let category = ITunesCategory.all.first { $0.entity == question.entity } ?? .song
    var news = News()
    let records: ITunesRecords
    do throws(CatalogError) {
      records = try await self.records(of: lookup, storefront: question.storefront, filters: filters, as: category)
    } catch {
      news.failures = stars.map { FailedPart(of: $0.stars[0], error: error) }
      return news
    }
    news.answered = Set(stars.flatMap(\.stars).map(\.id))
    let starsByParent = Dictionary(uniqueKeysWithValues: stars.map { ($0.parent, $0.stars[0]) })
    news.skipped = records.skipped
    var current: Item?
    var released: [ItemID: Int] = [:]
    for item in records.items {
      // Works follow the creator they were requested for, although they may be listed under another.
      if item.id.category == question.parentCategory, let star = starsByParent[item.id.key] {
        current = star
        if star.id == item.id, let feed = item.feed, star.feed != feed {
          news.moved.append(changing(star) { $0.feed = feed })
        }
        continue
      }
      let maker = question.parentCategory == "podcast" ? item.albumID : item.creatorID
      guard let star = maker.flatMap({ starsByParent[$0.key] }) ?? current, item.isReleased(in: days) else { continue }
      news.entries.append(News.Entry(item: item, star: star))
      released[star.id, default: 0] += 1
    }
    let full = stars.filter { released[$0.stars[0].id] ?? 0 >= works }
    if works == ITunesLookup.largest {
      news.partial = full.map { $0.stars[0] }
    } else if !full.isEmpty {
      news.add(await answer(to: question, about: full, in: days, filters: filters, works: ITunesLookup.largest))
    }
    return news
  }
}

/// A request to many creators for new works.
private struct ITunesNewsQuestion: Hashable {
  let storefront: String?
  /// The kind of works they publish.
  let entity: String
  /// The category of the records above the works.
  var parentCategory: String { entity == "podcastEpisode" ? "podcast" : "artist" }

  /// How many works of each creator are requested at first.
  static let works = 25

  static func about(_ star: Item) -> [ITunesNewsQuestion] {
    let works = star.kind.flatMap { worksByKind[$0] } ?? ["album"]
    let entities = star.id.category == "artist" ? works : ITunesCategory.named(star.id.category)?.news ?? []
    return entities.map { ITunesNewsQuestion(storefront: star.storefront, entity: $0) }
  }

  func parent(of star: Item) -> String? {
    if star.id.category == parentCategory { return star.id.key }
    return (parentCategory == "podcast" ? star.albumID : star.creatorID)?.key
  }

  private static let worksByKind = [
    "Author": ["ebook", "audiobook"], "TV Show": ["tvEpisode"], "Software Artist": ["software"],
    "Movie Artist": ["movie"], "Podcast Artist": ["podcast"], "Podcast Author": ["podcast"],
  ]
}
