import Domain
import Synchronization
import TestSupport

/// A catalog whose answers depend only on the request and on the number of reloads, which change the order, remove
/// items and add others.
final class ModelCatalog: CatalogClient {
  let catalog = Catalog(
    name: "model", title: "Model",
    categories: ["song", "tv", "album"].map { Category(name: $0, title: $0.uppercased()) }, defaultCategoryCount: 2)
  private let generation = Mutex(0)

  /// From now on, answers are of that generation.
  func become(_ generation: Int) { self.generation.withLock { $0 = generation } }

  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    let generation = generation.withLock(\.self)
    // A request that bypasses the caches gets the next generation.
    let things = Self.things(request.category.name, request.term, limit: request.limit, generation)
    return ItemList(items: things.map { Self.item($0) })
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    ItemDetails(item: item)
  }

  static func item(_ thing: SessionModel.Thing) -> Item {
    Item(id: ItemID(catalog: "model", category: thing.category, key: thing.key), title: thing.title)
  }

  static func things(_ category: String, _ term: String, limit: Int?, _ generation: Int) -> [SessionModel.Thing] {
    let seed = (category + term).utf8.reduce(UInt64(generation)) { $0 &* 31 &+ UInt64($1) }
    var dice = Dice(seed: seed)
    var keys = (0..<12).filter { _ in dice.chance(2, in: 3) }.map { "\(term)\($0)" }
    if dice.chance(1, in: 8) { keys = [] }
    keys.shuffle(using: &dice)
    return keys.prefix(limit ?? keys.count).map { SessionModel.Thing(category: category, key: $0) }
  }

  /// Several keys share a title.
  static func title(of key: String) -> String {
    let words = ["delta", "alpha", "echo", "bravo", "alpha", "golf", "charlie", "hotel", "foxtrot"]
    return words[key.utf8.reduce(0) { $0 + Int($1) } % words.count]
  }
}
