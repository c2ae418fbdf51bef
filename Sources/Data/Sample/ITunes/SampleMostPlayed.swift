import Wire

/// The newer charts: `/api/v2/{country}/{medium}/{feed}/{count}/{type}.json`. Flat, without prices, numbers as text.
extension SampleCharts {
  func mostPlayed(_ route: SampleRoute, market: (String) -> SampleMarket?) -> HTTPResponse {
    let path = route.path
    guard path.count == 6, path[5].hasSuffix(".json"), let count = Int(path[4]),
      let market = market(path[1])
    else { return .json([:], status: 404) }
    let type = String(path[5].dropLast(5))
    guard let chart = Self.mostPlayed["\(path[2])/\(path[3])/\(type)"] else { return .json([:], status: 404) }
    let rows = best(chart, in: market).prefix(count).map { row($0, type: type, in: market) }
    return .json([
      "feed": ["country": .text(market.front.code), "updated": .text(day.written), "results": .array(rows)]
    ])
  }

  private func row(_ record: SampleRecord, type: String, in market: SampleMarket) -> SampleJSON {
    let store = market.store
    // Shows and episodes have no release date and no creator's id.
    let isSpoken = record.kind == .podcast || record.kind == .podcastEpisode
    let maker = isSpoken || record.kind == .software ? nil : record.wireArtist
    let genre = genre(of: record, in: store)
    let genres: SampleJSON = record.kind == .software ? [] : genre.map { [["name": .text($0.name)]] } ?? .absent
    return [
      "artistName": .text(record.creator), "id": .text(String(market.front.id(of: record.id))),
      "name": .text(record.title),
      "releaseDate": .text(isSpoken ? nil : record.released(in: store).map { String($0.prefix(10)) }),
      "kind": .text(type), "artistId": .text(maker.map { String(market.front.id(of: $0)) }),
      "artistUrl": .text(market.address("artist", maker)),
      // The service has spelled it like this since 2022.
      "contentAdvisoryRating": record.isExplicit ? "Explict" : .absent,
      "artworkUrl100": record.artwork(100), "genres": genres, "url": .text(address(of: record, in: market)),
    ]
  }

  /// A song's page is its album's, and an episode's is its show's.
  func address(of record: SampleRecord, in market: SampleMarket) -> String? {
    let part = "?i=\(market.front.id(of: record.id))"
    return switch record.kind {
    case .song: market.address("album", record.parent).map { $0 + part }
    case .podcastEpisode: market.address("podcast", record.parent).map { $0 + part }
    case .album: market.address("album", record.id)
    case .musicVideo: market.address("music-video", record.id)
    case .podcast: market.address("podcast", record.id)
    case .tvSeason: market.address("tv-season", record.id)
    case .tvEpisode: market.address("tv-season", record.parent).map { $0 + part }
    case .movie: market.address("movie", record.id)
    case .audiobook: market.address("audiobook", record.id)
    case .ebook: market.address("book", record.id)
    case .software: market.address("app", record.id)
    case .musicArtist, .author, .developer, .show, .director, .podcaster: market.address("artist", record.id)
    }
  }

  private static let mostPlayed: [String: Chart] = [
    "music/most-played/songs": Chart(kind: .song, firsts: "song"),
    "music/most-played/albums": Chart(kind: .album, firsts: "album"),
    "podcasts/top/podcasts": Chart(kind: .podcast, firsts: "podcast"),
    "podcasts/top/podcast-episodes": Chart(kind: .podcastEpisode, firsts: "episode"),
    "apps/top-free/apps": Chart(kind: .software, firsts: "app", takes: \.isFree),
    "books/top-paid/books": Chart(kind: .ebook, firsts: "book", takes: { !$0.isFree }),
    "audio-books/top/audio-books": Chart(kind: .audiobook, firsts: "audiobook"),
  ]
}
