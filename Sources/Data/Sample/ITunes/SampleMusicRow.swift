/// Rows of albums, songs and music videos.
extension SampleRecord {
  func albumFields(in market: SampleMarket) -> Fields {
    joined(
      collectionNames("album", id, title, in: market),
      [
        ("wrapperType", "collection"), ("collectionType", "Album"), ("artworkUrl100", artwork(100)),
        ("collectionPrice", market.price(price())),
        ("collectionExplicitness", .text(explicitness)), ("trackCount", .int(market.store.partCount(of: id))),
        ("copyright", .text(row["label"].map { "℗ \(row["date"]?.prefix(4) ?? "") \($0)" })),
      ])
  }

  func songFields(in market: SampleMarket) -> Fields {
    let album = market.store.record(parent)
    return joined(
      trackNames(in: market), artworks, collectionNames("album", parent, collection, in: market),
      [
        ("wrapperType", "track"), ("kind", "song"), ("trackViewUrl", market.page("song", id)),
        ("previewUrl", preview("song.m4a")),
        ("collectionPrice", market.price(row.note("noprice") == nil ? album?.price() : nil)),
        ("trackPrice", market.price(row.note("albumonly") == nil ? price("1.29") : "-1.0")),
        ("collectionExplicitness", .text(album?.explicitness)), ("trackExplicitness", .text(explicitness)),
        ("discCount", .int(parent.map(market.store.discCount))), ("discNumber", .int(disc)),
        ("trackCount", .int(parent.map { market.store.songCount(onDisc: disc, of: $0) })),
        ("trackNumber", .int(number)), ("trackTimeMillis", trackTimeMillis),
      ])
  }

  /// A video on an album is numbered after the songs, and its track count is that of the whole album.
  func musicVideoFields(in market: SampleMarket) -> Fields {
    let album = market.store.record(parent)
    return joined(
      trackNames(in: market), artworks, album.map { partFields(of: $0, in: market) } ?? [],
      [
        ("wrapperType", "track"), ("kind", "music-video"), ("trackViewUrl", market.page("music-video", id)),
        ("previewUrl", preview("video.m4v")), ("collectionPrice", market.price((album ?? self).price())),
        ("trackPrice", market.price(price())),
        ("collectionExplicitness", .text(explicitness)), ("trackExplicitness", .text(explicitness)),
        ("trackTimeMillis", trackTimeMillis),
      ])
  }

  private func partFields(of album: SampleRecord, in market: SampleMarket) -> Fields {
    collectionNames("album", album.id, album.title, in: market) + [
      ("discCount", .int(market.store.discCount(of: album.id))), ("discNumber", .int(disc)),
      ("trackCount", .int(market.store.partCount(of: album.id))), ("trackNumber", .int(number)),
    ]
  }
}
