/// Rows of TV seasons, TV episodes and movies.
extension SampleRecord {
  func tvSeasonFields(in store: SampleStore) -> Fields {
    joined(
      collectionNames("tv-season", id, title),
      [
        ("wrapperType", "collection"), ("collectionType", "TV Season"), ("artworkUrl60", artwork(60)),
        ("artworkUrl100", artwork(100)), ("collectionPrice", .digits(price())),
        ("collectionHdPrice", .digits(price())), ("collectionExplicitness", .text(explicitness)),
        ("trackCount", .int(store.partCount(of: id))), ("longDescription", .text(row["about"])),
      ])
  }

  func tvEpisodeFields(in store: SampleStore) -> Fields {
    let season = store.record(parent)
    return joined(
      trackNames, artworks, collectionNames("tv-season", parent, collection),
      [
        ("wrapperType", "track"), ("kind", "tv-episode"), ("trackViewUrl", page("tv-episode", id)),
        ("previewUrl", preview("episode.m4v")), ("collectionPrice", .digits(season?.price())),
        ("trackPrice", .digits(price("1.99"))), ("trackHdPrice", .digits(price("2.99"))),
        ("collectionExplicitness", .text(season?.explicitness)), ("trackExplicitness", .text(explicitness)),
        ("discCount", 1), ("discNumber", 1),
        ("trackCount", .int(parent.map(store.partCount))),
        ("trackNumber", .int(row.int("number"))), ("trackTimeMillis", trackTimeMillis),
        ("shortDescription", .text(row["about"])), ("longDescription", .text(row["about"])),
      ])
  }

  /// Directors rarely have an id.
  var movieFields: Fields {
    joined(
      trackNames, artworks,
      [
        ("wrapperType", "track"), ("kind", "feature-movie"), ("trackViewUrl", page("movie", id)),
        ("previewUrl", preview("movie.m4v")), ("collectionPrice", .digits(price())), ("trackPrice", .digits(price())),
        ("collectionHdPrice", .digits(price())), ("trackHdPrice", .digits(price())),
        ("trackRentalPrice", .digits(row.note("rental"))), ("trackTimeMillis", trackTimeMillis),
        ("collectionExplicitness", .text(explicitness)), ("trackExplicitness", .text(explicitness)),
        ("shortDescription", .text(row["short"])), ("longDescription", .text(row["about"])),
      ])
  }
}
