import Domain
import Presentation
import Testing

struct PagingTests {
  /// The pages of sections with so many rows, one after the other.
  private func pages(_ paging: Paging, _ counts: [Int], on kind: Screen.Kind) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var start = 0
    let total = counts.reduce(0, +)
    while start < total, pages.count < 50 {
      let page = paging.page(from: start, of: counts, on: kind)
      pages.append(page)
      start = page.upperBound
    }
    return pages
  }

  @Test func `a number of rows is what a page has`() throws {
    let paging = try #require(Paging(.rows(20), rows: 10))
    #expect(pages(paging, [45], on: .category) == [0..<20, 20..<40, 40..<45])
    #expect(pages(paging, [15, 15], on: .home) == [0..<20, 20..<30])
  }

  @Test func `a screenful leaves room for title, note and prompt`() throws {
    let paging = try #require(Paging(.screenful, rows: 24))
    #expect(pages(paging, [50], on: .category) == [0..<21, 21..<42, 42..<50])
  }

  @Test(arguments: [
    // Two lines a header: 2 + 5, 2 + 5, 2 + 5 are the 21 lines.
    (24, [5, 5, 5, 5], [0..<15, 15..<20]),
    (24, [0, 5, 0, 30], [0..<17, 17..<35]),
    // No header stands alone at the foot.
    (12, [7, 5], [0..<7, 7..<12]),
    (14, [7, 5], [0..<7, 7..<12]),
    (15, [7, 5], [0..<8, 8..<12]),
    // A terminal without height still shows something.
    (1, [2, 1], [0..<1, 1..<2, 2..<3]),
  ])
  func `headers take their room`(rows: Int, counts: [Int], expected: [Range<Int>]) throws {
    let paging = try #require(Paging(.screenful, rows: rows))
    #expect(pages(paging, counts, on: .home) == expected)
  }

  @Test func `an item keeps half of the screen for itself`() throws {
    let paging = try #require(Paging(.screenful, rows: 24))
    #expect(pages(paging, [12], on: .item) == [0..<8, 8..<12])
  }

  @Test func `switched off there are no pages`() {
    #expect(Paging(.unlimited, rows: 24) == nil)
  }
}
