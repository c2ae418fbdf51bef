package import Domain

extension Catalog {
  /// What the Studio Ghibli API offers.
  package static let ghibli = Catalog(
    name: "ghibli", title: "Studio Ghibli", categories: GhibliCategory.all.map(\.category),
    opening: GhibliCategory.all[0].category)
}
