package import Domain

extension GhibliClient {
  /// The record of `item`, and what belongs to it as far as two collections tell, or those that are at hand already.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = GhibliCategory.named(item.id.category) else { return ItemDetails(item: item) }
    let entry = try await entry(for: item.id, titled: item.title, in: category)
    var details = ItemDetails(item: entry.item)
    for link in category.links {
      let isAtHand = await isAtHand(link)
      guard isAtHand || link.relation.preview != .named else { continue }
      let answer: Result<ItemList, CatalogError>
      do throws(CatalogError) {
        answer = .success(try await list(of: link, from: entry, in: category))
      } catch .cancelled {
        throw .cancelled
      } catch {
        answer = .failure(error)
      }
      if (try? answer.get().items.isEmpty) == true { continue }
      details.filled.append(ItemDetails.Filled(link.relation, answer))
    }
    return details
  }

  /// Everything that belongs to `item` by `relation`; where that leads to one, a list of one, or of none.
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let category = GhibliCategory.named(item.id.category),
      let link = category.links.first(where: { $0.relation == relation })
    else { return ItemList(items: []) }
    return try await list(of: link, from: entry(for: item.id, titled: item.title, in: category), in: category)
  }

  /// The record called `id`; its collection is asked for, as that costs no more than the record and answers for others.
  /// - Throws: `unknown` where the collection does not hold it.
  func entry(
    for id: ItemID, titled title: String? = nil, in category: GhibliCategory
  ) async throws(CatalogError) -> GhibliEntry {
    let collection = try await collection(of: category)
    guard let entry = collection.entry(for: id.key, titled: title) else {
      throw .unknown(id.description, storefront: nil)
    }
    log(collection, shown: 1)
    return entry
  }

  private func isAtHand(_ link: GhibliCategory.Link) async -> Bool {
    guard let target = link.target else { return false }
    return await collectionAtHand(of: target) != nil
  }

  /// What `link` leads to from `entry`: first what that names, in its order, then whatever names it.
  private func list(
    of link: GhibliCategory.Link, from entry: GhibliEntry, in category: GhibliCategory
  ) async throws(CatalogError) -> ItemList {
    guard let target = link.target else { return ItemList(items: []) }
    let collection = try await collection(of: target)
    let keys = link.forward.map { entry.record.keys(in: $0, of: target.collection) } ?? []
    var found = keys.compactMap { collection.entry(for: $0) }
    if let back = link.back, let own = entry.record.id {
      found += collection.entries.filter { other in
        other.record.keys(in: back, of: category.collection).contains(own)
          && !found.contains { $0.item.id == other.item.id }
      }
    }
    log(collection, shown: found.count)
    return ItemList(items: found.map(\.item))
  }
}

extension GhibliCategory.Link {
  fileprivate var target: GhibliCategory? { relation.category.flatMap(GhibliCategory.named) }
}
