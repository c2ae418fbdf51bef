import Domain
import Presentation
import Testing

struct FilteredSelectionTests {
  /// Three items, of which the filter shows the second and the third.
  private var screen: Screen {
    var screen = Screen.list(["Orange", "Plum", "Plumcot"].map { .made($0) })
    screen.arrangement.filter = "plum"
    return screen
  }

  @Test(arguments: [("1-2", [2]), ("all", [2, 3]), ("2-", [2, 3]), ("1,3", [1, 3])])
  func `a range selects visible items, a number any item`(text: String, numbers: [Int]) throws {
    #expect(try screen.rows(picked: Selection(text[...])).map(\.number) == numbers)
  }

  @Test func `a range without visible items is refused, with the visible ones`() {
    #expect(throws: CommandError.noSuchItem(nil, available: "2-3")) { try screen.rows(picked: Selection("-1")) }
  }
}
