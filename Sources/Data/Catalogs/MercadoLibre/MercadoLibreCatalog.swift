package import Domain

extension Catalog {
  /// The catalog of Mercado Libre. A limit above that of its routes is lowered, so that one limit suits every catalog.
  package static let mercadoLibre = Catalog(
    name: "mercadolibre", title: "Mercado Libre",
    categories: [product], furtherCategories: [seller],
    filters: [
      SearchFilter(
        name: "site", meaning: "country to search", standard: "MLA",
        values: .oneOf(sites))
    ])

  /// The screen of a listing costs the listing and its description, that of a product the product and its offers.
  static let product = Category(
    name: "product", title: "Product", others: ["item", "listing"],
    relations: [
      Relation(
        "seller", title: "Seller", others: ["sellers", "shop"], category: "seller", reach: .one, needs: .creator),
      Relation("category", title: "Category", others: ["categories", "similar"], category: "product", needs: .album),
      Relation(
        "offers", title: "Offers", others: ["offer"], category: "product",
        ofKinds: [MercadoLibreRoute.catalogue.rawValue, MercadoLibreRoute.offerKind], preview: .first(5)),
    ])

  /// The sellers of products; the service cannot search for them.
  static let seller = Category(
    name: "seller", title: "Seller", others: ["shop"],
    relations: [
      Relation(
        "products", title: "Products", others: ["product", "items", "item", "listings", "listing"], category: "product",
        preview: .first(5))
    ])

  /// Argentina first, then by size; CBT is the market for selling across borders.
  static let sites = "MLA MLB MLM MLC MCO MLU MPE MLV MEC MBO MPY MCR MPA MRD MGT MHN MNI MSV MCU CBT"
    .split(separator: " ").map(String.init)
}

extension ItemID {
  static func mercadoLibre(_ category: String, _ key: String) -> ItemID {
    ItemID(catalog: Catalog.mercadoLibre.name, category: category, key: key)
  }

  /// Whether the key is an id of the service's form; a substitute for one cannot be requested.
  var isMercadoLibreKey: Bool { !key.isEmpty && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }

  /// The site at the start of the ids of listings, products and categories: `MLA` in `MLA1055`.
  var mercadoLibreSite: String? {
    let site = String(key.prefix(3))
    return Catalog.sites.contains(site) && key.dropFirst(3).first?.isNumber == true ? site : nil
  }
}
