import Domain
import Foundation

extension Item {
  /// What `row` says, found by `route`.
  /// - Throws: why it cannot be shown.
  init(_ row: MercadoLibreRow, by route: MercadoLibreRoute, row number: Int = 1) throws(SkippedRow) {
    guard let title = row.title else { throw SkippedRow(row: number, reason: "no title") }
    let link = row.permalink.flatMap { WebLink($0) }
    self.init(
      id: ItemID(
        catalog: Catalog.mercadoLibre.name, category: Catalog.product.name, key: row.id ?? link?.text ?? title),
      title: title, facts: row.facts)
    kind = route.rawValue
    creator = row.sellerNickname ?? row.attributes.first { $0.id == "BRAND" }?.value
    creatorID = row.sellerID.map {
      ItemID(catalog: Catalog.mercadoLibre.name, category: Catalog.seller.name, key: $0)
    }
    creatorLink = row.sellerPermalink.flatMap { WebLink($0) }
    self.link = link
    artwork = (row.pictures.first ?? row.thumbnail).flatMap { WebLink.picture($0) }
    price = row.price
    description = row.shortDescription.flatMap { PlainText(html: $0)?.text }
  }

  /// How the item was found; what a favourite of an older version does not tell is taken for a listing.
  var route: MercadoLibreRoute { kind.flatMap(MercadoLibreRoute.init) ?? .listings }
}

extension WebLink {
  /// A picture's address. Thumbnails come by http, although their hosts serve the same by https.
  static func picture(_ text: String) -> WebLink? {
    let scheme = "http://"
    guard text.hasPrefix(scheme), text.dropFirst(scheme.count).prefix(while: { $0 != "/" }).hasSuffix(".mlstatic.com")
    else { return WebLink(text) }
    return WebLink("https://" + text.dropFirst(scheme.count))
  }
}
