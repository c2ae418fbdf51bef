package import Domain

extension ITunesClient {
  /// Looks up the creator of `item` and works of theirs, in one request; an item without a creator's id needs none.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = ITunesCategory.named(item.id.category),
      let key = (item.id.category == "episode" ? item.albumID : item.creatorID)?.key
    else {
      return ItemDetails(item: item)
    }
    let page = try await page(of: lookup(of: key, for: category, filters: filters)) { row in
      ITunesCategory.all.first { row.kindName.map($0.kinds.contains) ?? false } ?? category
    }
    // The answer begins with the creator, unless this storefront does not know them.
    let creator = page.items.first { $0.id.key == key }
    let works = page.items.filter { $0.id.key != key && $0.id.key != item.id.key }.prefix(Self.works)
    var details = ItemDetails(item: item, skipped: page.skipped)
    if let creator, key != item.id.key {
      details.creator = ItemDetails.Creator(
        name: creator.title, link: creator.link, facts: creator.genre.map { [Fact("Genre", $0)] } ?? [])
    }
    if !works.isEmpty, let name = creator?.title ?? item.creator {
      details.related = ItemDetails.Related(title: "\(category.worksTitle) \(name)", items: Array(works))
    }
    return details
  }

  /// How many works of a creator are shown.
  private static let works = 5

  /// Works count towards the limit, the creator does not. One more than is shown, as the item may be among them.
  /// Without a country only the US store is asked, whatever the id.
  private func lookup(of key: String, for category: ITunesCategory, filters: [String: String]) -> HTTPRequest {
    let entity = category.worksEntity ?? category.entity
    var query = [("id", key), ("entity", entity), ("limit", String(Self.works + 1))]
    query += ["country", "lang"].compactMap { name in filters[name].map { (name, $0) } }
    return HTTPRequest(base: base, path: "lookup", query: query)
  }
}
