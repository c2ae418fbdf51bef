package import Domain
import Wire

extension Item {
  /// The content of `row`, as an episode of `podcast`; `feed` contains the row, and `date` is the row's own.
  ///
  /// Its id is `itunes:episode:PODCAST/KEY`, because a number alone would be Apple's own, and guids such as `1` are
  /// unique within a feed at best. The part before the slash leads back to the podcast, and so to the feed.
  init(
    _ row: FeedRow, as category: String = "episode", key: String, date: ReleaseDate?, of podcast: Item, in feed: Feed
  ) {
    self.init(
      id: ItemID(catalog: podcast.id.catalog, category: category, key: "\(podcast.id.key)/\(key)"),
      title: row.shownTitle)
    kind = "podcast-episode"
    creator = podcast.title
    creatorID = podcast.id
    creatorLink = podcast.link
    album = podcast.title
    albumID = podcast.id
    link = feed.link(row[.link])
    artwork = feed.link(row[.itunesImage]) ?? podcast.artwork ?? feed.link(feed.show[.url])
    audio = row.playable(in: feed)
    self.feed = podcast.feed
    storefront = podcast.storefront
    description = row.description
    duration = row.length
    released = date
    isExplicit = FeedRow.isExplicit(row[.explicit] ?? feed.show[.explicit])
    season = row.seasonNumber
    episode = row.episodeNumber
    facts = row.facts
  }
}

extension FeedRow {
  /// The item's title, or the next best text that distinguishes it from others.
  fileprivate var shownTitle: String {
    title ?? self[.itunesTitle] ?? guid ?? fileName ?? self[.link] ?? self[.published] ?? beginning
      ?? enclosures.first?.type ?? "?"
  }

  /// The first words of its description.
  private var beginning: String? { description?.split(separator: "\n").first.map { String($0.prefix(80)) } }

  private var fileName: String? {
    let path = enclosures.first?.url?.prefix { $0 != "?" && $0 != "#" }
    return path?.split(separator: "/").last.flatMap { PercentEncoding.decoded(String($0)).singleLine }
  }

  /// Identifies the item in its feed: the guid, which feeds should have, or else what the podcast namespace recommends.
  package var key: String {
    guid ?? enclosures.first?.url ?? self[.link]
      ?? [title ?? beginning, self[.published]].compactMap(\.self).joined(separator: " ")
  }

  /// Distinguishes two items with the same guid.
  package var furtherKey: String { enclosures.first?.url ?? self[.link] ?? title ?? "" }

  var isTrailer: Bool { self[.episodeType]?.lowercased() == "trailer" }

  package var date: ReleaseDate? {
    // A date that is invalid in one place may be valid in another.
    [.published, .date, .updated].lazy.compactMap { self[$0].flatMap { ReleaseDate.reading($0) } }.first
  }

  /// Parses seconds, `62:03`, `1:02:03`, `01:02:03`, and seconds with a fraction; nil for zero, which means unknown.
  package var length: Duration? {
    guard let duration = self[.duration], duration.utf8.count <= 20 else { return nil }
    let whole = duration.prefix { $0 != "." && $0 != "," }
    let fraction = duration.utf8[whole.endIndex...].dropFirst()
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
    guard fraction.allSatisfy(\.isASCIIDigit), parts.count <= 3 else { return nil }
    var seconds = 0
    for part in parts {
      guard (1...7).contains(part.utf8.count), part.utf8.allSatisfy(\.isASCIIDigit), let number = Int(part) else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// `clean`, `no`, and any other word mean no.
  static func isExplicit(_ word: String?) -> Bool? {
    word.map { ["yes", "true", "explicit", "1"].contains($0.lowercased()) }
  }

  /// Zero is used for extras.
  package var seasonNumber: Int? { Self.number(self[.season] ?? self[.podcastSeason]) }
  package var episodeNumber: Int? { Self.number(self[.episode] ?? self[.podcastEpisode]) }

  /// Some shows count by date (24122105), or state -1; those are not episode numbers.
  private static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (0...99_999).contains($0) ? $0 : nil }
  }

  fileprivate var facts: [Fact] {
    var facts: [Fact] = []
    if let name = self[.seasonName] { facts.append(Fact("Season name", name)) }
    if let display = self[.episodeName] ?? (episodeNumber == nil ? self[.podcastEpisode] : nil) {
      facts.append(Fact("Episode name", display))
    }
    let types = ["trailer": "Trailer", "bonus": "Bonus"]
    if let type = types[self[.episodeType]?.lowercased() ?? ""] { facts.append(Fact("Type", type)) }
    return facts
  }

  /// The file to play: the first audio, else the first video, else the first of unknown type. Documents and pictures
  /// are supplements.
  fileprivate func playable(in feed: Feed) -> WebLink? {
    let ranked = enclosures.compactMap { enclosure -> (rank: Int, link: WebLink)? in
      guard let url = enclosure.url, let rank = Enclosure.rank(type: enclosure.type, url: url),
        let link = feed.link(url)
      else { return nil }
      return (rank + (enclosure.isMediaContent ? 3 : 0), link)
    }
    return ranked.min { $0.rank < $1.rank }?.link
  }
}

extension FeedRow.Enclosure {
  /// 0 for audio, 1 for video, 2 for what may be either, nil for what cannot be played.
  fileprivate static func rank(type: String?, url: String) -> Int? {
    if let type = type?.lowercased() {
      if type.hasPrefix("audio/") { return 0 }
      if type.hasPrefix("video/") { return 1 }
      // Other types, such as application/octet-stream, say nothing.
      let supplements = [
        "image/", "text/", "document/", "executable/", "application/pdf", "application/epub", "application/zip",
        "application/msword", "application/x-shockwave-flash",
      ]
      if supplements.contains(where: type.hasPrefix) { return nil }
    }
    let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), path.distance(from: dot, to: path.endIndex) <= 6 else {
      return 2
    }
    switch String(Substring(path[path.index(after: dot)...])).lowercased().withoutOuterBlanks {
    case "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aif", "aiff", "mka": return 0
    case "mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg", "mpeg", "wmv", "ogv", "3gp": return 1
    case "pdf", "epub", "html", "htm", "txt", "jpg", "jpeg", "png", "gif", "webp", "zip", "doc", "docx", "vtt", "srt":
      return nil
    default: return 2
    }
  }
}
