import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesSeasonsTests {
  @Test(
    arguments: [
      ([:], ["Spring", "Summer", "Autumn", "Winter"]),
      (["country": "GB"], ["Spring", "Summer", "Autumn", "Winter"]),
      (["country": "KR"], ["봄", "여름", "가을", "겨울"]),
      (["country": "kr"], ["봄", "여름", "가을", "겨울"]),
      (["country": "JP", "lang": "en_us"], ["春", "夏", "秋", "冬"]),
      (["country": "MX"], ["primavera", "verano", "otoño", "invierno"]),
    ] as [([String: String], [String])])
  func `seasons are searched in the storefront's language`(filters: [String: String], terms: [String]) {
    let shelves = BrowsePage.seasons.shelves(filters)
    #expect(shelves.map(\.title) == ["Spring", "Summer", "Autumn", "Winter"])
    #expect(shelves.map(\.question) == terms.map { .search(term: $0) })
    #expect(shelves.allSatisfy { $0.category == .itunes("song") })
  }
}
