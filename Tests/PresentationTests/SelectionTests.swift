import Domain
import Presentation
import Testing

struct SelectionTests {
  private func screen(_ count: Int, filter: String? = nil) -> Screen {
    var screen = Screen.list(Item.many("A", count), kind: .category)
    screen.arrangement.filter = filter
    return screen
  }

  @Test(arguments: [
    ("3", [3]), ("1-3,5", [1, 2, 3, 5]), ("7-", [7, 8, 9, 10, 11]), ("-2", [1, 2]),
    ("all", Array(1...11)), ("ALL", Array(1...11)), ("3-1", [1, 2, 3]), ("5,1", [5, 1]), ("1,1,1-2", [1, 2]),
    (" 1 , 3 ", [1, 3]), ("1 3", [1, 3]), ("1-2\t4", [1, 2, 4]), ("1,,3", [1, 3]), (",1", [1]), ("01", [1]),
    ("11-11", [11]), ("1-11", Array(1...11)), ("10-,1", [10, 11, 1]),
  ])
  func `a selection selects rows, each once, in its order`(text: String, numbers: [Int]) throws {
    #expect(try screen(11).rows(picked: Selection(text[...])).map(\.number) == numbers)
  }

  @Test(arguments: ["", ",", "x", "1-x", "-", "--", "1--2", "+3", "1.5", "1;2", "all,1", "３", "-0x2", "1 - 3"])
  func `text that is not a selection is refused as typed`(text: String) {
    #expect(throws: CommandError.usage(.malformedSelection(text))) { try Selection(text[...]) }
  }

  @Test(arguments: [
    ("0", 0), ("12", 12), ("1,12", 12), ("1-12", 12), ("12-", 12), ("-12", 12), ("0-3", 0), ("12-1", 12),
    ("99999999999999999999", Int.max), ("1,99999999999999999999", Int.max), ("-99999999999999999999", Int.max),
  ])
  func `one missing number fails the whole selection`(text: String, missing: Int) {
    #expect(throws: CommandError.noSuchItem(missing, available: "1-11")) {
      try screen(11).rows(picked: Selection(text[...]))
    }
  }

  /// `A 1`, `A 10` and `A 11` are visible.
  @Test(arguments: [
    ("all", [1, 10, 11]), ("1-11", [1, 10, 11]), ("2-", [10, 11]), ("-9", [1]), ("2", [2]), ("2,10", [2, 10]),
    ("2-5,3", [3]),
  ])
  func `after a filter, ranges cover visible items, and a number is still its item`(
    text: String, numbers: [Int]
  ) throws {
    #expect(try screen(11, filter: "a 1").rows(picked: Selection(text[...])).map(\.number) == numbers)
  }

  @Test(arguments: ["all", "2-5", "-3"])
  func `a range without visible items is an error`(text: String) {
    #expect(throws: CommandError.noSuchItem(nil, available: "")) {
      try screen(11, filter: "nothing like it").rows(picked: Selection(text[...]))
    }
  }
}
