/// Rows of podcasts, their episodes, and audiobooks.
extension SampleRecord {
  /// Without `trackTimeMillis`, which the service gives in seconds for podcasts.
  func podcastFields(in market: SampleMarket) -> Fields {
    let genre = row["genre"] ?? "Podcasts"
    return joined(
      trackNames(in: market), artworks, collectionNames("podcast", id, title, in: market),
      [
        ("wrapperType", "track"), ("kind", "podcast"), ("feedUrl", feed), ("trackViewUrl", market.page("podcast", id)),
        ("artworkUrl600", artwork(600)), ("collectionPrice", .digits("0.00")), ("trackPrice", .digits("0.00")),
        ("collectionHdPrice", 0), ("trackHdPrice", 0), ("trackRentalPrice", 0), ("trackHdRentalPrice", 0),
        ("collectionExplicitness", .text(explicitness)), ("trackExplicitness", .text(explicitness)),
        ("trackCount", .int(row.int("episodes") ?? market.store.partCount(of: id))),
        ("genres", .texts([genre, "Podcasts"])),
      ])
  }

  private var feed: SampleJSON {
    row.note("nofeed") == nil ? .text(Self.feed(of: id)) : .absent
  }

  static func feed(of podcast: Int) -> String { "\(site)/feed/\(podcast).xml" }

  /// This and the sound show that a store's episode and a feed's are the same.
  static func guid(ofEpisode id: Int) -> String { "sample-\(id)" }
  static func sound(ofEpisode id: Int) -> String { "\(site)/episode/\(id).mp3" }

  /// Without artistId, prices and currency; genres are objects.
  func podcastEpisodeFields(in market: SampleMarket) -> Fields {
    let show = market.store.record(parent)
    let genre = show?.row["genre"] ?? "Podcasts"
    let audio = Self.sound(ofEpisode: id)
    return joined(
      trackNames(in: market), collectionNames("podcast", parent, collection, in: market),
      [
        ("wrapperType", "podcastEpisode"), ("kind", "podcast-episode"),
        ("artistIds", .array(ids(wireArtist, in: market))),
        ("artistName", .text(creator)), ("trackViewUrl", market.page("podcast", parent, at: id)),
        ("feedUrl", show?.feed ?? .absent),
        ("previewUrl", .text(audio)), ("episodeUrl", .text(audio)), ("episodeFileExtension", "mp3"),
        ("artworkUrl600", artwork(600)),
        ("releaseDate", .text(released(in: market.store))), ("trackTimeMillis", trackTimeMillis),
        ("country", .text(market.front.country)),
        ("genres", [["name": .text(genre)]]),
        ("description", .text(row["about"])), ("shortDescription", .text(row["about"])),
      ])
  }

  /// Without trackId and trackName; the description is HTML.
  func audiobookFields(in market: SampleMarket) -> Fields {
    joined(
      collectionNames("audiobook", id, title, in: market),
      [
        ("wrapperType", "audiobook"), ("artworkUrl100", artwork(100)),
        ("collectionPrice", market.price(price())), ("collectionExplicitness", .text(explicitness)),
        ("trackCount", .int(row.int("parts") ?? 1)), ("previewUrl", preview("audiobook.m4a")),
        ("copyright", .text(row["narrator"].map { "Public domain; read by \($0)" })),
        ("description", .text(row["about"])),
      ])
  }

  func ids(_ id: Int?, in market: SampleMarket) -> [SampleJSON] { id.map { [market.id($0)] } ?? [] }
}
