package import Domain

extension Catalog {
  /// What Mercado Libre offers. A larger limit than its routes take is cut, so that one limit serves every catalog.
  package static let mercadoLibre = Catalog(
    name: "mercadolibre", title: "Mercado Libre",
    categories: [product], furtherCategories: [seller],
    filters: [
      SearchFilter(
        name: "site", meaning: "the country's market that is searched", standard: "MLA",
        values: .oneOf(sites))
    ])

  static let product = Category(name: "product", title: "Product", others: ["item", "listing"])

  /// Who sells a product; the service has no search for them.
  static let seller = Category(name: "seller", title: "Seller")

  /// Argentina first, then by size; CBT is the market for selling across borders.
  private static let sites = "MLA MLB MLM MLC MCO MLU MPE MLV MEC MBO MPY MCR MPA MRD MGT MHN MNI MSV MCU CBT"
    .split(separator: " ").map(String.init)
}
