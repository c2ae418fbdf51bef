import Wire
package import Domain
import FoundationEssentials

extension MercadoLibreClient {
  /// Requests the item in full, and the description of a listing, the offers of a product, or a seller's products; two
  /// requests at most. If the second fails, the item is shown alone.
  ///
  /// A listing that is closed to us is shown as it was found, or as the product that it offers.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard item.id.isMercadoLibreKey else { return ItemDetails(item: item) }
    if item.id.category == Catalog.seller.name { return try await sellerDetails(of: item) }
    if MercadoLibreRoute(ofKind: item.kind) == .catalogue { return try await productDetails(of: item, id: item.id.key) }
    let listing = try await unlessClosed { () throws(CatalogError) in try await listingDetails(of: item) }
    if let listing { return listing }
    if let product = Self.product(of: item) { return try await productDetails(of: item, id: product) }
    // Descriptions are reported to be still open.
    var known = item
    if let description = await description(of: item.id.key) { known.description = description }
    return ItemDetails(item: known)
  }

  // MARK: Listings

  private func listingDetails(of item: Item) async throws(CatalogError) -> ItemDetails {
    let id = item.id.key
    async let description = description(of: id)
    var full = item.enriched(by: try await record(at: "items/\(id)") { $0 })
    if let description = await description { full.description = description }
    return ItemDetails(item: full)
  }

  /// The description of a listing; nil if there is none or it cannot be had.
  private func description(of id: String) async -> String? {
    guard let json = try? await answer(to: "items/\(id)/description") else { return nil }
    if let plain = json["plain_text"]?.text {
      return plain.replacing("\r\n", with: "\n").trimmed
    }
    return json["text"]?.text.flatMap { PlainText(html: $0)?.text }
  }

  // MARK: Products

  /// A product has no price and no seller of its own, so those of the best offer are shown.
  private func productDetails(of item: Item, id: String) async throws(CatalogError) -> ItemDetails {
    async let asked = result { () throws(CatalogError) in try await self.offers(of: item, product: id) }
    let row = try await record(at: "products/\(id)") { $0 }
    var full = item.enriched(by: row)
    // The offers were requested at the same time, before the product's full title was known.
    let offers = await asked.map { $0.retitled(as: full) }
    let all: [Item] = (try? offers.get())?.items ?? []
    let priced = all.filter { $0.price != nil }
    let cheapest = priced.min { ($0.price?.amount ?? 0) < ($1.price?.amount ?? 0) }
    if let winner = row.buyBoxWinner, let price = winner.price {
      full.adopt(price: price, seller: winner.sellerID, facts: winner.facts)
    } else if let best = cheapest ?? all.first {
      full.adopt(price: best.price, seller: best.creatorID?.key, facts: best.facts)
    }
    if row.buyBoxWinner?.price != nil || !all.isEmpty {
      full.facts.insert(Fact("Offers", Self.summary(of: priced, count: max(all.count, 1))), at: 0)
    }
    full.albumID = full.albumID ?? all.first?.albumID
    var details = ItemDetails(item: full)
    if item.id.key == id { try details.fill("offers", of: full, with: offers) }
    return details
  }

  private static func summary(of priced: [Item], count: Int) -> String {
    let prices = priced.compactMap(\.price).sorted { $0.amount < $1.amount }
    guard let least = prices.first, let most = prices.last, least != most else { return String(count) }
    return "\(count), from \(least.amountText) to \(most.text)"
  }

  // MARK: Sellers

  private func sellerDetails(of item: Item) async throws(CatalogError) -> ItemDetails {
    let user = try await user(item.id.key)
    let seller = try Item(seller: user, id: item.id, host: host)
    var details = ItemDetails(item: seller)
    let answer = await result { () throws(CatalogError) in try await products(of: user, id: item.id, from: 0) }
    try details.fill("products", of: seller, with: answer)
    return details
  }

  func user(_ id: String) async throws(CatalogError) -> JSONValue { try await answer(to: "users/\(id)") }

  // MARK: All

  /// What `read` makes of the record at `path`.
  func record<Value>(
    at path: String, _ read: (MercadoLibreRow) throws(SkippedRow) -> Value
  ) async throws(CatalogError) -> Value {
    let json = try await answer(to: path)
    do throws(SkippedRow) {
      return try read(MercadoLibreRow(json))
    } catch {
      throw .unreadable(host: host, what: error.reason)
    }
  }

  /// The product that a listing offers: such a listing has the product's page, `…/p/MLA123`.
  static func product(of item: Item) -> String? {
    guard case .product(let id)? = item.link.flatMap({ MercadoLibreAddress($0.text) })?.target else { return nil }
    return id
  }
}

extension ItemList {
  fileprivate func retitled(as product: Item) -> ItemList {
    var list = self
    for index in list.items.indices {
      list.items[index].title = product.title
      list.items[index].artwork = product.artwork
    }
    return list
  }
}

extension ItemDetails {
  /// Fills the relation called `word`, unless the service refused it: each screen would repeat the refusal.
  /// - Throws: `cancelled`, which answers nothing.
  fileprivate mutating func fill(
    _ word: String, of item: Item, with answer: Result<ItemList, CatalogError>
  ) throws(CatalogError) {
    guard let relation = Catalog.mercadoLibre.relations(of: item).named(word) else { return }
    switch answer {
    case .failure(.cancelled): throw .cancelled
    case .failure(.refused): return
    case .failure: filled.append(Filled(relation, answer))
    case .success(var list):
      guard !list.items.isEmpty || !list.skipped.isEmpty else { return }
      if case .first(let count) = relation.preview, list.items.count > count {
        list.items = Array(list.items.prefix(count))
        list.extent = .service
      }
      filled.append(Filled(relation, .success(list)))
    }
  }
}

extension Item {
  /// The same item with the data of `row`; what the row omits stays unchanged.
  fileprivate func enriched(by row: MercadoLibreRow) -> Item {
    guard let full = try? Item(row, by: MercadoLibreRoute(ofKind: kind)) else { return self }
    // The row may describe the product that the listing sells; the listing keeps its own id.
    var item = self
    let said = SharedItem(full)
    for field in ItemField.kept {
      if let value = field.value(of: said) { field.set(value, in: &item) }
    }
    if !full.facts.isEmpty { item.facts = full.facts }
    (item.kind, item.creator) = (kind ?? full.kind, creator ?? full.creator)
    return item
  }

  /// Adopts an offer's data for a product.
  fileprivate mutating func adopt(price: Price?, seller: String?, facts: [Fact]) {
    self.price = price ?? self.price
    creatorID = seller.map { .mercadoLibre(Catalog.seller.name, $0) } ?? creatorID
    self.facts = facts + self.facts
  }

  /// A seller, as `users/ID` describes them.
  /// - Throws: `unreadable` if there is no name.
  init(seller user: JSONValue, id: ItemID, host: String) throws(CatalogError) {
    guard let name = user["nickname"]?.text else { throw .unreadable(host: host, what: "JSON without a nickname") }
    let (reputation, address) = (user["seller_reputation"], user["address"])
    let place = [address?["city"]?.text, address?["state"]?.text].compactMap(\.self).joined(separator: ", ")
    let facts: [(String, String?)] = [
      ("Member since", user["registration_date"]?.text.flatMap { ReleaseDate($0) }?.day),
      ("Location", place.isEmpty ? nil : place),
      ("Reputation", reputation?["level_id"]?.text.map(Self.readable(level:))),
      ("Status", reputation?["power_seller_status"]?.text),
      ("Sales", reputation?["transactions"]?["total"]?.integer.map(String.init)),
    ]
    self.init(id: id, title: name, facts: facts.compactMap { label, value in value.map { Fact(label, $0) } })
    link = user["permalink"]?.text.flatMap { WebLink($0) }
  }

  /// `5_green` is the best of five.
  private static func readable(level: String) -> String {
    let parts = level.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]) else { return level }
    return "\(number) out of 5 (\(parts[1].replacing("_", with: " ")))"
  }
}
