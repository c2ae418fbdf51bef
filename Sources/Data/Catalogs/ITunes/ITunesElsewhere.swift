package import Domain

extension ITunesClient {
  /// Looks for `item` by its own number. Music, films and books have other numbers elsewhere, so next by its barcode or
  /// ISBN, and by a search with the rules of `Work`. Matches by these are marked as likely.
  package func sale(
    of item: Item, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Sale {
    guard let category = ITunesCategory.named(item.id.category) else { return .notFound }
    if let lookup = Self.lookup(of: item, category) {
      let records = try await records(of: lookup, storefront: storefront, filters: filters, as: category)
      if let same = records.items.first(where: { $0.id == item.id }) { return .found(same.matched(.id)) }
      if category.keepsNumbers { return .notSold }
    }
    let work = Work(item)
    var failure: CatalogError?
    do throws(CatalogError) {
      if let likely = try await sameBarcode(as: item, work, in: storefront, filters: filters) {
        return .found(likely.matched(.likely))
      }
    } catch {
      // A search may find it nevertheless, but its finding nothing would prove nothing.
      if error.code != .notFound { failure = error }
    }
    let term = [item.creator, item.title].compactMap(\.self).joined(separator: " ")
    let query = [("term", term), ("media", category.media), ("entity", category.entity), ("limit", "10")]
    let found = try await records(
      ofSearch: query + Self.place(storefront, filters), storefront: storefront, category: category)
    if let best = work.best(of: found.items.filter({ $0.id.category == item.id.category })) {
      return .found(best.matched(.likely))
    }
    if found.items.isEmpty, let skipped = found.skipped.first {
      throw .unreadable(host: catalog.title, what: "records \(skipped.asProperty)")
    }
    if let failure { throw failure }
    return .notFound
  }

  /// The lookup by the item's number; nil if it has none, as episodes of a podcast's own feed.
  private static func lookup(of item: Item, _ category: ITunesCategory) -> ITunesLookup? {
    guard item.id.key.isCatalogueNumber else { return nil }
    if category.isLookedUp { return ITunesLookup(key: item.id.key) }
    // An episode is listed only with its podcast.
    return item.albumID.map { ITunesLookup(key: $0.key, entity: category.entity) }
  }

  private func sameBarcode(
    as item: Item, _ work: Work, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    let category = item.id.category
    guard ["album", "song", "ebook"].contains(category) else { return nil }
    let kind: OtherID.Kind = category == "ebook" ? .isbn : .upc
    let named = item.otherIDs.first { $0.kind == kind }?.value
    guard let code = named ?? item.artwork?.barcode, kind != .isbn || code.hasPrefix("97") else { return nil }
    let lookup = ITunesLookup(parameter: kind.rawValue, key: code, entity: category == "song" ? "song" : nil)
    let found = try await records(of: lookup, storefront: storefront, filters: filters, as: .song)
    let items = found.items.filter { $0.id.category == category }
    if category != "song" { return items.first { work.hasSameParts(as: $0) != false } }
    return items.first { $0.track == item.track && $0.disc == item.disc && work.isSameLength(as: $0) == true }
  }

  /// By a barcode or an ISBN.
  package func item(
    with id: OtherID, in category: Category, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    guard let reference = [.upc: .upc(id.value), .isbn: Reference.isbn(id.value)][id.kind] else { return nil }
    do throws(CatalogError) {
      let found = try await item(for: reference, filters: filters)
      return found.id.category == category.name ? found : nil
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// In the chosen store; Wikidata has the numbers of the US store, which is tried if the chosen one has none.
  package func items(with ids: [ItemID], filters: [String: String]) async throws(CatalogError) -> [Item] {
    let lookup = ITunesLookup(key: ids.map(\.key).filter(\.isCatalogueNumber).joined(separator: ","))
    guard !lookup.key.isEmpty, let category = ids.first.flatMap({ ITunesCategory.named($0.category) }) else {
      return []
    }
    let chosen = Self.storefront(chosenIn: filters)
    for storefront in [chosen, ITunesStorefronts.defaultCode] {
      let found = try await records(of: lookup, storefront: storefront, filters: filters, as: category).items
      let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      let items = ids.compactMap { known[$0] }
      if !items.isEmpty || chosen == nil || chosen == ITunesStorefronts.defaultCode { return items }
    }
    return []
  }

  /// One lookup accepts all of them.
  package func requests(for ids: [ItemID]) -> Int { min(ids.count, 1) }

  /// The address of an album's cover contains its barcode.
  package func otherIDs(of item: Item) -> [OtherID] {
    guard item.id.category == "album", !item.otherIDs.contains(where: { $0.kind == .upc }),
      let barcode = item.artwork?.barcode
    else { return item.otherIDs }
    return item.otherIDs + [OtherID(.upc, barcode)]
  }
}
