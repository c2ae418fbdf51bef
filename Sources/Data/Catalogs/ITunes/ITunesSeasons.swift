import Domain
import Wire

extension BrowsePage {
  /// Music for each season, searched in the language of the storefront.
  static let seasons = BrowsePage(name: "seasons", title: "Seasons") { filters in
    let storefront = (filters["country"] ?? ITunesStorefronts.defaultCode).uppercased()
    let titles = ["Spring", "Summer", "Autumn", "Winter"]
    let terms = terms(in: storefront) ?? titles
    return zip(titles, terms).map { title, term in
      Shelf(title: title, category: ITunesCategory.song.category, question: .search(term: term))
    }
  }

  /// The four seasons in other languages, in lines that begin with their storefronts.
  private static func terms(in storefront: String) -> [String]? {
    EmbeddedFile.table("seasons").lines.lazy
      .map { $0.fields(separatedBy: UInt8(ascii: ":")).map { $0.fields(separatedBy: UInt8(ascii: " ")) } }
      .first { $0[0].contains(storefront) }?[1]
  }
}
