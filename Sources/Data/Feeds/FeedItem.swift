package import Domain

extension Item {
  /// What `row` says, as an episode of `podcast`; `feed` is what it stands in, at the address `base`.
  ///
  /// Its id is `itunes:episode:PODCAST/KEY`: a number alone would be Apple's own, and guids such as `1` are unique within
  /// a feed at best. The key before the slash leads back to the podcast, and so to the feed.
  package init(_ row: FeedRow, key: String, of podcast: Item, in feed: Feed, base: String?) {
    let enclosure = row.playable(base: base)
    self.init(
      id: ItemID(catalog: podcast.id.catalog, category: "episode", key: "\(podcast.id.key)/\(key)"),
      title: row.shownTitle)
    kind = "podcast-episode"
    creator = podcast.title
    creatorID = podcast.id
    creatorLink = podcast.link
    album = podcast.title
    albumID = podcast.id
    link = row.link.flatMap { WebLink(feedAddress: $0, base: base) }
    artwork =
      row.image.flatMap { WebLink(feedAddress: $0, base: base) } ?? podcast.artwork
      ?? feed.image.flatMap { WebLink(feedAddress: $0, base: base) }
    audio = enclosure
    self.feed = podcast.feed
    storefront = podcast.storefront
    description = row.description
    duration = row.length
    released = row.date
    isExplicit = FeedRow.isExplicit(row.explicit ?? feed.explicit)
    season = row.seasonNumber
    episode = row.episodeNumber
    facts = row.facts
  }
}

extension FeedRow {
  /// What the item is called: by its title, else by the next best thing that tells it from others.
  fileprivate var shownTitle: String {
    let enclosure = enclosures.first
    let fileName = enclosure?.url.flatMap { url in
      url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init)
    }
    return title ?? itunesTitle ?? guid ?? fileName ?? link ?? pubDate ?? enclosure?.type ?? "?"
  }

  /// What tells the item from the others of its feed: the guid, which feeds should have; where there is none what the
  /// podcast namespace recommends in its place.
  package var key: String {
    guid ?? enclosures.first?.url ?? link ?? [title, pubDate].compactMap(\.self).joined(separator: " ")
  }

  /// What tells two items of one guid apart.
  package var furtherKey: String { enclosures.first?.url ?? link ?? title ?? "" }

  var isTrailer: Bool { episodeType?.lowercased() == "trailer" }

  package var date: ReleaseDate? {
    // What is written wrongly in one place may be right in another.
    [pubDate, dcDate, updated].lazy.compactMap { $0.flatMap { ReleaseDate.reading($0) } }.first
  }

  /// Written as seconds, `62:03`, `1:02:03` or `01:02:03`, or seconds with a fraction; nil for zero, which means that
  /// nobody measured it.
  package var length: Duration? {
    guard let duration, duration.utf8.count <= 20 else { return nil }
    let whole = duration.prefix { $0 != "." && $0 != "," }
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), duration[whole.endIndex...].dropFirst().utf8.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    var seconds = 0
    for part in parts {
      guard (1...7).contains(part.utf8.count), part.utf8.allSatisfy(\.isASCIIDigit), let number = Int(part) else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// `clean`, `no`, and words of one's own mean that it is not.
  static func isExplicit(_ word: String?) -> Bool? {
    word.map { ["yes", "true", "explicit", "1"].contains($0.lowercased()) }
  }

  /// Zero is used for extras.
  package var seasonNumber: Int? { Self.number(season ?? podcastSeason) }
  package var episodeNumber: Int? { Self.number(episode ?? podcastEpisode) }

  /// Some shows count by date (24122105), or say -1; those are no numbers of episodes.
  private static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (0...99_999).contains($0) ? $0 : nil }
  }

  fileprivate var facts: [Fact] {
    var facts: [Fact] = []
    if let name = podcastSeasonName { facts.append(Fact("Season name", name)) }
    if let display = podcastEpisodeDisplay ?? (episodeNumber == nil ? podcastEpisode : nil) {
      facts.append(Fact("Episode name", display))
    }
    switch episodeType?.lowercased() {
    case "trailer": facts.append(Fact("Type", "Trailer"))
    case "bonus": facts.append(Fact("Type", "Bonus"))
    default: break
    }
    return facts
  }

  /// The file to play: the first with sound, else the first film, else the first of which nobody says what it is. Papers
  /// and pictures are supplements.
  fileprivate func playable(base: String?) -> WebLink? {
    var best: (rank: Int, link: WebLink)?
    for enclosure in enclosures {
      guard let url = enclosure.url, var rank = Enclosure.rank(type: enclosure.type, url: url) else { continue }
      if enclosure.isMediaContent { rank += 3 }
      if let best, best.rank <= rank { continue }
      if let link = WebLink(feedAddress: url, base: base) { best = (rank, link) }
    }
    return best?.link
  }
}

extension FeedRow.Enclosure {
  /// 0 for sound, 1 for film, 2 for what may be either, nil for what cannot be played.
  fileprivate static func rank(type: String?, url: String) -> Int? {
    switch type?.lowercased() {
    case let type? where type.hasPrefix("audio/"): return 0
    case let type? where type.hasPrefix("video/"): return 1
    case let type? where type.hasPrefix("image/") || type.hasPrefix("text/"): return nil
    case "application/pdf", "application/epub+zip", "application/zip", "application/msword": return nil
    // Such as application/octet-stream, which says nothing.
    default: break
    }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return 2 }
    switch path[path.index(after: dot)...].lowercased().withoutOuterBlanks {
    case "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aif", "aiff", "mka": return 0
    case "mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg", "mpeg", "wmv", "ogv", "3gp": return 1
    case "pdf", "epub", "html", "htm", "txt", "jpg", "jpeg", "png", "gif", "webp", "zip", "doc", "docx", "vtt", "srt":
      return nil
    default: return 2
    }
  }
}
