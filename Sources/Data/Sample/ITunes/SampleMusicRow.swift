/// Rows of albums, songs and music videos.
extension SampleRecord {
  func albumFields(in store: SampleStore) -> Fields {
    let listed = store.partCount(of: id)
    return joined(
      collectionNames("album", id, title),
      [
        ("wrapperType", "collection"), ("collectionType", "Album"), ("artworkUrl60", artwork(60)),
        ("artworkUrl100", artwork(100)), ("collectionPrice", .digits(price())),
        ("collectionExplicitness", .text(explicitness)), ("trackCount", .int(max(listed, row.int("tracks") ?? 0))),
        ("copyright", .text(row["label"].map { "℗ \(row["date"]?.prefix(4) ?? "") \($0)" })),
      ])
  }

  func songFields(in store: SampleStore) -> Fields {
    let album = store.record(parent)
    return joined(
      trackNames, artworks, collectionNames("album", parent, collection),
      [
        ("wrapperType", "track"), ("kind", "song"), ("trackViewUrl", page("song", id)),
        ("previewUrl", preview("song.m4a")),
        ("collectionPrice", .digits(row.note("noprice") == nil ? album?.price() : nil)),
        ("trackPrice", .digits(row.note("albumonly") == nil ? price("1.29") : "-1.0")),
        ("collectionExplicitness", .text(album?.explicitness)), ("trackExplicitness", .text(explicitness)),
        ("discCount", 1), ("discNumber", 1), ("trackCount", .int(parent.map(store.partCount))),
        ("trackNumber", .int(row.int("number"))),
        ("trackTimeMillis", trackTimeMillis), ("isStreamable", .bool(row.note("albumonly") == nil)),
      ])
  }

  var musicVideoFields: Fields {
    joined(
      trackNames, artworks,
      [
        ("wrapperType", "track"), ("kind", "music-video"), ("trackViewUrl", page("music-video", id)),
        ("previewUrl", preview("video.m4v")), ("collectionPrice", .digits(price())), ("trackPrice", .digits(price())),
        ("collectionExplicitness", .text(explicitness)), ("trackExplicitness", .text(explicitness)),
        ("trackTimeMillis", trackTimeMillis),
      ])
  }
}
