package import Domain

extension GhibliClient {
  /// A film's characters, a character's films and species, and so on: what the record of `item` has links to.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = GhibliCategory.named(item.id.category), GhibliRecord.isKey(item.id.key) else {
      return ItemDetails(item: item)
    }
    let atHand = await collectionAtHand(of: category)?.entry(for: item.id.key, titled: item.title)
    let entry = if let atHand { atHand } else { try await self.entry(for: item.id.key, in: category) }
    let blocks = try await sideBySide(category.links) { links throws(CatalogError) in
      try await items(links, from: entry, in: category)
    }
    // A record that came back without its id would be another item to the favourites.
    var details = ItemDetails(item: entry.item.id == item.id ? entry.item : item)
    let titles = zip(category.links, blocks).filter { !$1.isEmpty }.map(\.0.title)
    if let first = titles.first {
      let title = ([first] + titles.dropFirst().map { $0.lowercased() }).joined(separator: " and ")
      details.related = ItemDetails.Related(title: title, items: Array(blocks.joined()))
    }
    return details
  }

  /// The items that `links` of `entry` lead to, in the order of the links.
  private func items(
    _ links: GhibliCategory.Links, from entry: GhibliEntry, in category: GhibliCategory
  ) async throws(CatalogError) -> [Item] {
    guard let target = GhibliCategory.named(links.target) else { return [] }
    let keys = entry.record.keys(in: links.field, of: target.collection)
    if keys.isEmpty {
      guard let reverse = links.reverse, let own = entry.record.id else { return [] }
      let collection = try await collection(of: target)
      let items = collection.entries.filter { $0.record.keys(in: reverse, of: category.collection).contains(own) }
        .map(\.item)
      log(collection, shown: items.count)
      return items
    }
    var collection = await collectionAtHand(of: target)
    if collection == nil, keys.count > Self.mostFollowed { collection = try await self.collection(of: target) }
    if let collection {
      // What the whole collection does not hold is not there to be asked for.
      let items = keys.compactMap { collection.entry(for: $0)?.item }
      log(collection, shown: items.count)
      return items
    }
    return try await sideBySide(keys) { key throws(CatalogError) in try await self.entry(for: key, in: target).item }
  }

  /// More links than these cost more of the request budget than the whole collection, which is a single answer.
  private static var mostFollowed: Int { 10 }
}

/// What `body` makes of each element, all at the same time, in the order of the elements.
/// - Throws: the first failure, which ends the others.
func sideBySide<Element: Sendable, Value: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) async throws(CatalogError) -> Value
) async throws(CatalogError) -> [Value] {
  do {
    return try await withThrowingTaskGroup(of: Placed<Value>.self) { group in
      for (index, element) in elements.enumerated() {
        group.addTask { Placed(index: index, value: try await body(element)) }
      }
      var values = [Value?](repeating: nil, count: elements.count)
      for try await placed in group { values[placed.index] = placed.value }
      return values.compactMap(\.self)
    }
  } catch let error as CatalogError {
    throw error
  } catch {
    // The group itself throws nothing else.
    throw .cancelled
  }
}

private struct Placed<Value: Sendable>: Sendable {
  let index: Int
  let value: Value
}
