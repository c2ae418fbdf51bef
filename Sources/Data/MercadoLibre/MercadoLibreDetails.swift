package import Domain
import Foundation

extension MercadoLibreClient {
  /// Asks for the item in full and, at once, for its description and its seller; without those the item is shown alone.
  ///
  /// A listing that is closed to us is shown as it was found, or as the product that it is an offer of.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard Self.isID(item.id.key) else { return ItemDetails(item: item) }
    if item.route == .catalogue { return try await productDetails(of: item, id: item.id.key) }
    if route == .listings {
      do throws(CatalogError) {
        return try await listingDetails(of: item)
      } catch {
        guard await leaveListings(after: error) else { throw error }
      }
    }
    if let product = Self.product(of: item) { return try await productDetails(of: item, id: product) }
    // Descriptions are reported to be open still.
    var known = item
    if let description = await description(of: item.id.key) { known.description = description }
    return ItemDetails(item: known)
  }

  // MARK: Listings

  private func listingDetails(of item: Item) async throws(CatalogError) -> ItemDetails {
    let id = item.id.key
    async let description = description(of: id)
    async let knownSeller = seller(item.creatorID?.key)
    let row = try row(of: try await answer(to: "items/\(id)"))
    var full = item.enriched(by: row)
    if let description = await description { full.description = description }
    var creator = await knownSeller
    // A favourite of long ago may not tell its seller.
    if item.creatorID == nil { creator = await seller(row.sellerID) }
    return ItemDetails(item: full, soldBy: creator)
  }

  /// The words of a listing; nil where there are none or they cannot be had.
  private func description(of id: String) async -> String? {
    guard let json = try? await answer(to: "items/\(id)/description") else { return nil }
    if let plain = json["plain_text"]?.text {
      return plain.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return json["text"]?.text.flatMap { PlainText(html: $0)?.text }
  }

  // MARK: Products

  /// A product has no price and no seller of its own: those of the best offer are shown.
  private func productDetails(of item: Item, id: String) async throws(CatalogError) -> ItemDetails {
    async let offers = offers(of: id)
    let row = try row(of: try await answer(to: "products/\(id)"))
    var full = item.enriched(by: row)
    let all = await offers
    let priced = all.filter { $0.price != nil }
    let cheapest = priced.min { ($0.price?.amount ?? 0) < ($1.price?.amount ?? 0) }
    let best = row.buyBoxWinner.flatMap { $0.price == nil ? nil : $0 } ?? cheapest ?? all.first
    if let best {
      full.price = best.price ?? full.price
      full.facts = [Fact("Offers", Self.summary(of: priced, count: max(all.count, 1)))] + best.facts + full.facts
    }
    return ItemDetails(item: full, soldBy: await seller(best?.sellerID))
  }

  /// What sellers ask for a product; none where there are no offers or they cannot be had.
  private func offers(of id: String) async -> [MercadoLibreRow] {
    guard let json = try? await answer(to: "products/\(id)/items") else { return [] }
    return json["results"]?.array?.compactMap { try? MercadoLibreRow($0) } ?? []
  }

  private static func summary(of priced: [MercadoLibreRow], count: Int) -> String {
    let prices = priced.compactMap(\.price).sorted { $0.amount < $1.amount }
    guard let least = prices.first, let most = prices.last, least != most else { return String(count) }
    return "\(count), from \(least.amount) to \(most.text)"
  }

  // MARK: Both

  /// Who sells it; nil where that cannot be had.
  private func seller(_ id: String?) async -> ItemDetails.Creator? {
    guard let id, Self.isID(id), let json = try? await answer(to: "users/\(id)"), let name = json["nickname"]?.text
    else { return nil }
    let (reputation, address) = (json["seller_reputation"], json["address"])
    let place = [address?["city"]?.text, address?["state"]?.text].compactMap(\.self).joined(separator: ", ")
    let facts: [(String, String?)] = [
      ("Member since", json["registration_date"]?.text.flatMap { ReleaseDate($0) }?.day),
      ("Location", place.isEmpty ? nil : place),
      ("Reputation", reputation?["level_id"]?.text.map(Self.readable(level:))),
      ("Status", reputation?["power_seller_status"]?.text),
      ("Sales", reputation?["transactions"]?["total"]?.integer.map(String.init)),
    ]
    return ItemDetails.Creator(
      name: name, link: json["permalink"]?.text.flatMap { WebLink($0) },
      facts: facts.compactMap { label, value in value.map { Fact(label, $0) } })
  }

  /// `5_green` is the best of five.
  private static func readable(level: String) -> String {
    let parts = level.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]) else { return level }
    return "\(number) of 5 (\(parts[1].replacing("_", with: " ")))"
  }

  private func row(of json: JSONValue) throws(CatalogError) -> MercadoLibreRow {
    do throws(SkippedRow) {
      return try MercadoLibreRow(json)
    } catch {
      throw .unreadable(host: HTTPRequest(url: base).host, what: error.reason)
    }
  }

  /// Whether `key` is an id as the service gives them; what else stands in for one cannot be asked for.
  private static func isID(_ key: String) -> Bool {
    !key.isEmpty && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The product that a listing is an offer of: such a listing has the product's page, `…/p/MLA123`.
  private static func product(of item: Item) -> String? {
    let parts = item.link?.text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").suffix(2) ?? []
    guard parts.count == 2, parts.first == "p", let id = parts.last.map(String.init), isID(id) else { return nil }
    return id
  }
}

extension Item {
  /// The same item with what `row` says of it; what that leaves out stays as it was.
  fileprivate func enriched(by row: MercadoLibreRow) -> Item {
    guard let full = try? Item(row, by: route) else { return self }
    var item = self
    item.title = full.title
    item.creator = creator ?? full.creator
    item.creatorID = full.creatorID ?? creatorID
    item.link = full.link ?? link
    item.artwork = full.artwork ?? artwork
    item.price = full.price ?? price
    item.description = full.description ?? description
    if !full.facts.isEmpty { item.facts = full.facts }
    return item
  }
}

extension ItemDetails {
  /// The seller is the creator: no one else is known who could be asked for more.
  fileprivate init(item: Item, soldBy seller: Creator?) {
    self.init(item: item, creator: seller)
    if let seller {
      self.item.creator = seller.name
      self.item.creatorLink = seller.link
    }
  }
}
