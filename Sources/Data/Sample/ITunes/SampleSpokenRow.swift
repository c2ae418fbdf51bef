/// Rows of podcasts, their episodes, and audiobooks.
extension SampleRecord {
  /// Without `trackTimeMillis`, which the service gives in seconds here.
  func podcastFields(in store: SampleStore) -> Fields {
    let genre = row["genre"] ?? "Podcasts"
    return joined(
      trackNames, artworks, collectionNames("podcast", id, title),
      [
        ("wrapperType", "track"), ("kind", "podcast"), ("feedUrl", feed), ("trackViewUrl", page("podcast", id)),
        ("artworkUrl600", artwork(600)), ("collectionPrice", .digits("0.00")), ("trackPrice", .digits("0.00")),
        ("collectionHdPrice", 0), ("trackHdPrice", 0), ("trackRentalPrice", 0), ("trackHdRentalPrice", 0),
        ("collectionExplicitness", .text(explicitness)), ("trackExplicitness", .text(explicitness)),
        ("trackCount", .int(row.int("episodes") ?? store.partCount(of: id))),
        ("genreIds", ["1310", "26"]), ("genres", .texts([genre, "Podcasts"])),
      ])
  }

  private var feed: SampleJSON {
    row.note("nofeed") == nil ? .text("\(Self.site)/feed/\(kind == .podcast ? id : parent ?? id).xml") : .absent
  }

  /// Without artistId, prices and currency; genres are objects.
  func podcastEpisodeFields(in store: SampleStore) -> Fields {
    let show = store.record(parent)
    let genre = show?.row["genre"] ?? "Podcasts"
    let audio = "\(Self.site)/episode/\(id).mp3"
    return joined(
      trackNames, collectionNames("podcast", parent, collection),
      [
        ("wrapperType", "podcastEpisode"), ("kind", "podcast-episode"), ("artistIds", .array(ids(wireArtist))),
        ("artistName", .text(creator)), ("trackViewUrl", page("podcast-episode", id)), ("feedUrl", feed),
        ("previewUrl", .text(audio)), ("episodeUrl", .text(audio)), ("episodeFileExtension", "mp3"),
        ("episodeContentType", "audio"), ("episodeGuid", .text("sample-\(id)")), ("closedCaptioning", "none"),
        ("artworkUrl60", artwork(60)), ("artworkUrl160", artwork(160)), ("artworkUrl600", artwork(600)),
        ("releaseDate", .text(released(in: store))), ("trackTimeMillis", trackTimeMillis), ("country", "USA"),
        ("genres", [["name": .text(genre), "id": "1310"]]),
        ("description", .text(row["about"])), ("shortDescription", .text(row["about"])),
      ])
  }

  /// Without trackId and trackName; the description is HTML.
  var audiobookFields: Fields {
    joined(
      collectionNames("audiobook", id, title),
      [
        ("wrapperType", "audiobook"), ("artworkUrl60", artwork(60)), ("artworkUrl100", artwork(100)),
        ("collectionPrice", .digits(price())), ("collectionExplicitness", .text(explicitness)),
        ("trackCount", .int(row.int("parts") ?? 1)), ("previewUrl", preview("audiobook.m4a")),
        ("copyright", .text(row["narrator"].map { "Public domain; read by \($0)" })),
        ("description", .text(row["about"])),
      ])
  }

  func ids(_ id: Int?) -> [SampleJSON] { id.map { [.int($0)] } ?? [] }
}
