import Wire
import Domain
import FoundationEssentials

extension Item {
  /// The content of `row`, found by `route`.
  /// - Throws: why it cannot be shown.
  init(_ row: MercadoLibreRow, by route: MercadoLibreRoute, row number: Int = 1) throws(SkippedRow) {
    guard let title = row.title else { throw SkippedRow(row: number, reason: "no title") }
    let link = row.permalink.flatMap { WebLink($0) }
    self.init(
      id: .mercadoLibre(Catalog.product.name, row.id ?? link?.text ?? title), title: title, facts: row.facts)
    kind = route == .listings && row.productID != nil ? MercadoLibreRoute.offerKind : route.rawValue
    creator = row.sellerNickname ?? row.attributes.first { $0.id == "BRAND" }?.value
    creatorID = row.sellerID.map { .mercadoLibre(Catalog.seller.name, $0) }
    // A product is part of its category, of which the service gives only the id.
    albumID = row.categoryID.map { .mercadoLibre("category", $0) }
    creatorLink = row.sellerPermalink.flatMap { WebLink($0) }
    self.link = link
    artwork = (row.pictures.first ?? row.thumbnail).flatMap { WebLink.picture($0) }
    price = row.price
    description = row.shortDescription.flatMap { PlainText(html: $0)?.text }
  }

  /// An offer of `product`: its seller, price and condition, under the product's title.
  /// - Throws: why it cannot be shown.
  init(offer row: MercadoLibreRow, of product: Item, row number: Int) throws(SkippedRow) {
    guard let id = row.itemID else { throw SkippedRow(row: number, reason: "no item") }
    self.init(id: .mercadoLibre(Catalog.product.name, id), title: product.title, facts: row.facts)
    kind = MercadoLibreRoute.offerKind
    creator = row.officialStoreName ?? row.sellerNickname
    creatorID = row.sellerID.map { .mercadoLibre(Catalog.seller.name, $0) }
    albumID = row.categoryID.map { .mercadoLibre("category", $0) } ?? product.albumID
    artwork = product.artwork
    price = row.price
  }
}

extension WebLink {
  /// A picture's address. Thumbnails come with http, although their hosts serve the same with https.
  static func picture(_ text: String) -> WebLink? {
    let scheme = "http://"
    guard text.hasPrefix(scheme), text.dropFirst(scheme.count).prefix(while: { $0 != "/" }).hasSuffix(".mlstatic.com")
    else { return WebLink(text) }
    return WebLink("https://" + text.dropFirst(scheme.count))
  }
}
