package import Domain

extension ITunesClient {
  /// Looks for `item` by its own number. Music, films and books have other numbers elsewhere, so next by the barcode in
  /// its cover's address, and by a search with the rules of `Work`. Matches by these are marked as likely.
  package func sale(
    of item: Item, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Sale {
    guard let category = ITunesCategory.named(item.id.category) else { return .notFound }
    if let same = try await sameNumber(as: item, category, in: storefront, filters: filters) {
      return .found(same.matched(.id))
    }
    if category.keepsNumbers { return .notSold }
    let work = Work(item)
    // An unknown barcode does not prevent a search.
    if let likely = try? await sameBarcode(as: item, work, in: storefront, filters: filters) {
      return .found(likely.matched(.likely))
    }
    let term = [item.creator, item.title].compactMap(\.self).joined(separator: " ")
    let query = [
      ("term", term), ("media", category.media), ("entity", category.entity), ("limit", "10"),
    ]
    let found = try await records(
      ofSearch: query + Self.place(storefront, filters), storefront: storefront, category: category)
    return work.best(of: found.items).map { .found($0.matched(.likely)) } ?? .notFound
  }

  private func sameNumber(
    as item: Item, _ category: ITunesCategory, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    guard item.id.key.isCatalogueNumber else { return nil }
    var lookup = ITunesLookup(key: item.id.key)
    if !category.isLookedUp {
      // An episode is listed only with its podcast.
      guard let whole = item.albumID else { return nil }
      lookup = ITunesLookup(key: whole.key, entity: category.entity)
    }
    return try await records(of: lookup, storefront: storefront, filters: filters, as: category).entry(of: item.id)
  }

  private func sameBarcode(
    as item: Item, _ work: Work, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    guard ["album", "song"].contains(item.id.category), let barcode = item.artwork?.barcode else { return nil }
    let isAlbum = item.id.category == "album"
    let lookup = ITunesLookup(parameter: "upc", key: barcode, entity: isAlbum ? nil : "song")
    let found = try await records(of: lookup, storefront: storefront, filters: filters, as: .song)
    let items = found.items.filter { $0.id.category == item.id.category }
    if isAlbum { return items.first { work.hasSameParts(as: $0) != false } }
    return items.first { $0.track == item.track && $0.disc == item.disc && work.isSameLength(as: $0) == true }
  }
}

extension Item {
  fileprivate func matched(_ match: Match) -> Item {
    var item = self
    item.match = match
    return item
  }
}
