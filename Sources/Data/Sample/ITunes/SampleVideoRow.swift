/// Rows of TV seasons, TV episodes and movies.
extension SampleRecord {
  func tvSeasonFields(in market: SampleMarket) -> Fields {
    joined(
      collectionNames("tv-season", id, title, in: market),
      [
        ("wrapperType", "collection"), ("collectionType", "TV Season"), ("artworkUrl100", artwork(100)),
        ("collectionPrice", market.price(price())),
        ("collectionHdPrice", market.price(price())), ("collectionExplicitness", .text(explicitness)),
        ("trackCount", .int(market.store.partCount(of: id))), ("longDescription", .text(row["about"])),
      ])
  }

  func tvEpisodeFields(in market: SampleMarket) -> Fields {
    let season = market.store.record(parent)
    return joined(
      trackNames(in: market), artworks, collectionNames("tv-season", parent, collection, in: market),
      [
        ("wrapperType", "track"), ("kind", "tv-episode"), ("trackViewUrl", market.page("tv-season", parent, at: id)),
        ("previewUrl", preview("episode.m4v")), ("collectionPrice", market.price(season?.price())),
        ("trackPrice", market.price(price("1.99"))), ("trackHdPrice", market.price(price("2.99"))),
        ("collectionExplicitness", .text(season?.explicitness)), ("trackExplicitness", .text(explicitness)),
        ("discCount", 1), ("discNumber", 1),
        ("trackCount", .int(parent.map(market.store.partCount))),
        ("trackNumber", .int(number)), ("trackTimeMillis", trackTimeMillis),
        ("shortDescription", .text(row["about"])), ("longDescription", .text(row["about"])),
      ])
  }

  func movieFields(in market: SampleMarket) -> Fields {
    joined(
      trackNames(in: market), artworks,
      [
        ("wrapperType", "track"), ("kind", "feature-movie"), ("trackViewUrl", market.page("movie", id)),
        ("previewUrl", preview("movie.m4v")), ("collectionPrice", market.price(price())),
        ("trackPrice", market.price(price())),
        ("collectionHdPrice", market.price(price())), ("trackHdPrice", market.price(price())),
        ("trackRentalPrice", market.price(row.note("rental"))), ("trackTimeMillis", trackTimeMillis),
        ("collectionExplicitness", .text(explicitness)), ("trackExplicitness", .text(explicitness)),
        ("shortDescription", .text(row["short"])), ("longDescription", .text(row["about"])),
      ])
  }
}
