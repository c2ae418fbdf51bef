package import Domain

extension ITunesClient {
  /// One request for each hundred creators of a kind in a storefront, the newest works of each of them.
  /// Podcasts tell what is new in their own feeds; the lookup stands in where one cannot be had.
  package func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News {
    var (news, rest) = await feedNews(of: stars, in: first...last)
    let others = await lookupNews(of: rest, in: first...last, filters: filters)
    news.entries += others.entries
    news.skipped += others.skipped
    news.failures += others.failures.filter { !news.failures.contains($0) }
    news.sort()
    return news
  }

  /// - Returns: also the stars that are left to look up.
  private func feedNews(of stars: [Item], in days: ClosedRange<String>) async -> (news: News, rest: [Item]) {
    guard let feeds else { return (News(), stars) }
    return await withTaskGroup(of: (Item, Result<Feed, CatalogError>).self) { group in
      var rest: [Item] = []
      var asked: Set<WebLink> = []
      for star in stars {
        guard let podcast = star.podcast, let link = podcast.feed else {
          rest.append(star)
          continue
        }
        guard asked.insert(link).inserted else { continue }
        group.addTask {
          do throws(CatalogError) {
            return (star, .success(try await feeds.feed(at: link, reaching: 0)))
          } catch {
            return (star, .failure(error))
          }
        }
      }
      var news = News()
      for await (star, answer) in group {
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
  }

  private func lookupNews(
    of stars: [Item], in days: ClosedRange<String>, filters: [String: String]
  ) async -> News {
    var questions: [ITunesNewsQuestion: [(parent: String, star: Item)]] = [:]
    for star in stars {
      for question in ITunesNewsQuestion.about(star) {
        guard let parent = question.parent(of: star) else { continue }
        // Several favourites of one creator are one question; the first of them stands for it.
        if questions[question]?.contains(where: { $0.parent == parent }) != true {
          questions[question, default: []].append((parent, star))
        }
      }
    }
    return await withTaskGroup(of: News.self) { group in
      for (question, parents) in questions {
        for batch in parents.chunks(of: ITunesLookup.batch) {
          let stars = Dictionary(batch.map { ($0.parent, $0.star) }, uniquingKeysWith: { first, _ in first })
          let keys = batch.map(\.parent)
          group.addTask { await answer(to: question, keys, stars, in: days, filters: filters) }
        }
      }
      var news = News()
      for await part in group {
        news.entries += part.entries
        news.skipped += part.skipped
        for failure in part.failures where !news.failures.contains(failure) { news.failures.append(failure) }
      }
      return news
    }
  }

  private func answer(
    to question: ITunesNewsQuestion, _ parents: [String], _ stars: [String: Item], in days: ClosedRange<String>,
    filters: [String: String]
  ) async -> News {
    let query = [
      ("id", parents.joined(separator: ",")), ("entity", question.entity),
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
      // Works follow whom they were asked for, though they may be filed under somebody else.
      if item.id.category == question.parentCategory, let star = stars[item.id.key] {
        current = star
        continue
      }
      let maker = question.parentCategory == "podcast" ? item.albumID : item.creatorID
      guard let star = maker.flatMap({ stars[$0.key] }) ?? current, let day = item.released?.day, day.count == 10,
        days.contains(day)
      else { continue }
      news.entries.append(News.Entry(item: item, star: star))
    }
    return news
  }
}

/// What is asked of many at once to hear what is new.
private struct ITunesNewsQuestion: Hashable {
  let storefront: String?
  /// What they bring out.
  let entity: String
  /// What the records are that it comes below.
  let parentCategory: String

  /// How many works of each are looked through.
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
