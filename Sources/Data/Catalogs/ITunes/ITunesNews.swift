import Wire
package import Domain

extension ITunesClient {
  /// Requests the newest works of a hundred creators at once, by kind and storefront. Podcasts announce new episodes
  /// in their own feeds; the lookup replaces a feed that cannot be had.
  package func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News {
    var (news, rest) = await feedNews(of: stars, in: first...last)
    let others = await lookupNews(of: rest, in: first...last, filters: filters)
    news.add(others)
    news.sort()
    return news
  }

  /// - Returns: also the stars that remain to be looked up.
  private func feedNews(of stars: [Item], in days: ClosedRange<String>) async -> (news: News, rest: [Item]) {
    guard let feeds else { return (News(), stars) }
    var rest: [Item] = []
    var podcasts: [(star: Item, link: WebLink)] = []
    for star in stars {
      if let link = star.podcast?.feed {
        if !podcasts.contains(where: { $0.link == link }) { podcasts.append((star, link)) }
      } else {
        rest.append(star)
      }
    }
    let answers = await allAtOnce(podcasts.map(\.link)) { link in
      await result { () throws(CatalogError) in try await feeds.feed(at: link, reaching: 0) }
    }
    var news = News()
    for (star, answer) in zip(podcasts.map(\.star), answers) {
      switch answer {
      case .success(let feed):
        let new = feed.items(of: star.podcast ?? star).filter { item in
          item.released.map { $0.day.count == 10 && days.contains($0.day) } ?? false
        }
        news.entries += new.map { News.Entry(item: $0, star: star) }
        news.skipped += feed.skipped
      case .failure(let error):
        if !news.failures.contains(error) { news.failures.append(error) }
        rest.append(star)
      }
    }
    return (news, rest)
  }

  private func lookupNews(
    of stars: [Item], in days: ClosedRange<String>, filters: [String: String]
  ) async -> News {
    var batches: [ITunesNewsBatch] = []
    for star in stars {
      for question in ITunesNewsQuestion.about(star) {
        guard let parent = question.parent(of: star) else { continue }
        let same = batches.indices.filter { batches[$0].question == question }
        // Several favourites by one creator are one question; the first of them stands for all.
        if same.contains(where: { batches[$0].stars[parent] != nil }) { continue }
        if let open = same.last, batches[open].parents.count < ITunesLookup.batch {
          batches[open].add(parent, star)
        } else {
          batches.append(ITunesNewsBatch(question: question))
          batches[batches.count - 1].add(parent, star)
        }
      }
    }
    let parts = await allAtOnce(batches) { await answer(to: $0, in: days, filters: filters) }
    return parts.reduce(into: News()) { $0.add($1) }
  }

  private func answer(
    to batch: ITunesNewsBatch, in days: ClosedRange<String>, filters: [String: String]
  ) async -> News {
    let question = batch.question
    let query = [
      ("id", batch.parents.joined(separator: ",")), ("entity", question.entity),
      ("limit", String(ITunesNewsQuestion.works)), ("sort", "recent"),
    ]
    let request = HTTPRequest(
      base: base, path: "lookup", query: query + ITunesLookup.place(question.storefront, filters["lang"]))
    let category = ITunesCategory.all.first { $0.entity == question.entity } ?? .song
    let records: ITunesRecords
    do throws(CatalogError) {
      records = try await self.records(of: request, storefront: question.storefront) {
        ITunesCategory.of($0) ?? category
      }
    } catch {
      return News(failures: [error])
    }
    var news = News(skipped: records.skipped)
    var current: Item?
    for (_, item) in records.entries {
      // Works follow the creator they were requested for, although they may be filed under another.
      if item.id.category == question.parentCategory, let star = batch.stars[item.id.key] {
        current = star
        continue
      }
      let maker = question.parentCategory == "podcast" ? item.albumID : item.creatorID
      guard let star = maker.flatMap({ batch.stars[$0.key] }) ?? current, let day = item.released?.day, day.count == 10,
        days.contains(day)
      else { continue }
      news.entries.append(News.Entry(item: item, star: star))
    }
    return news
  }
}

/// A question about as many creators as one request accepts.
private struct ITunesNewsBatch: Sendable {
  let question: ITunesNewsQuestion
  private(set) var parents: [String] = []
  /// The star behind each parent.
  private(set) var stars: [String: Item] = [:]

  init(question: ITunesNewsQuestion) { self.question = question }

  mutating func add(_ parent: String, _ star: Item) {
    parents.append(parent)
    stars[parent] = star
  }
}

/// A question to many creators at once about what is new.
private struct ITunesNewsQuestion: Hashable {
  let storefront: String?
  /// The kind of works they publish.
  let entity: String
  /// The category of the records above the works.
  let parentCategory: String

  /// How many works of each creator are examined.
  static let works = 25

  static func about(_ star: Item) -> [ITunesNewsQuestion] {
    let entities: [String] =
      switch star.id.category {
      case "song", "album", "music-video": ["album"]
      case "tv", "season": ["tvEpisode"]
      case "podcast", "episode": ["podcastEpisode"]
      case "movie": ["movie"]
      case "ebook", "audiobook": ["ebook", "audiobook"]
      case "app": ["software"]
      case "artist": worksByKind[star.kind ?? ""] ?? ["album"]
      default: []
      }
    return entities.map { entity in
      ITunesNewsQuestion(
        storefront: star.storefront, entity: entity, parentCategory: entity == "podcastEpisode" ? "podcast" : "artist")
    }
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
