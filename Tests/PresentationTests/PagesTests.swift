import Domain
import Testing

@testable import Presentation

@Suite struct `Pages of a text` {
  /// A text of lines: `#` begins a header, which stays with the next line, `-` an item of a list.
  private func text(_ lines: [String]) -> StyledText {
    var text = StyledText()
    for line in lines {
      text.append(line)
      text.breakLine(items: line.hasPrefix("-") ? 1 : 0, keepsNext: line.hasPrefix("#"))
    }
    return text
  }

  private func pages(
    _ text: StyledText, _ length: Settings.PageLength = .screenful, columns: Int = 20, rows: Int = 6
  ) -> [Pages.Page] {
    let all = Pages(of: text, length, columns: columns, rows: rows)
    var pages = [all.page(from: .top)]
    while let next = pages.last?.next, pages.count < 50 { pages.append(all.page(from: next)) }
    return pages
  }

  private func lines(_ pages: [Pages.Page]) -> [[String]] {
    pages.map { $0.text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
  }

  @Test func `leave room for the note below and the prompt`() {
    let pages = pages(text(["a", "b", "c", "d", "e", "f"]))
    #expect(lines(pages) == [["a", "b", "c", "d"], ["e", "f"]])
    #expect(pages.map(\.place) == ["4 of 6 lines", nil])
    #expect(lines(self.pages(text(["a", "b", "c", "d"]))) == [["a", "b", "c", "d"]])
  }

  @Test func `count the rows of a wide line, and the columns of wide characters`() {
    let wide = String(repeating: "x", count: 21)
    #expect(lines(pages(text([wide, wide, "c"]))) == [[wide, wide], ["c"]])
    let full = String(repeating: "x", count: 20)
    #expect(lines(pages(text([full, full, full, full]))).count == 1)
    let kanji = String(repeating: "日", count: 11)
    #expect(lines(pages(text([kanji, kanji, "c"]))) == [[kanji, kanji], ["c"]])
    // A line taller than the window is shown anyway.
    let endless = String(repeating: "x", count: 500)
    #expect(lines(pages(text(["a", endless, "b"]))) == [["a"], [endless], ["b"]])
  }

  @Test func `never end with a header, and count items`() {
    let pages = pages(text(["t", "- 1", "- 2", "#", "# h", "- 3", "- 4"]))
    #expect(lines(pages) == [["t", "- 1", "- 2"], ["#", "# h", "- 3", "- 4"]])
    #expect(pages[0].place == "1-2 of 4")
    // What is left is no item.
    #expect(self.pages(text(["- 1", "- 2", "a", "b", "c", "d"]))[0].place == "4 of 6 lines")
    // Headers that fill the window must be separated.
    #expect(lines(self.pages(text(["# 1", "# 2", "# 3", "# 4", "# 5", "- 1"]))).count == 2)
  }

  @Test func `are as long as set: items where there are any, else lines`() {
    let list = ["t", "# h", "- 1", "- 2", "# h", "- 3", "note"]
    #expect(
      lines(pages(text(list), .rows(1))) == [["t", "# h", "- 1"], ["- 2"], ["# h", "- 3", "note"]])
    #expect(lines(pages(text(["a", "b", "c"]), .rows(2))) == [["a", "b"], ["c"]])
    #expect(pages(text(list), .unlimited, rows: 3).map(\.text) == [text(list).stretch(0..<text(list).utf8.count)])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 9, 30], [1, 7, 20, 80])
  func `together are the whole text, in any window`(rows: Int, columns: Int) {
    var text = text(["title", "", "# h", "- one and more", "- 二三四五六七八", "words upon words", "#", "# i", "- 3"])
    text.append("the end", .faint)
    text.breakLine()
    for length: Settings.PageLength in [.screenful, .rows(1), .rows(2)] {
      let pages = pages(text, length, columns: columns, rows: rows)
      #expect(pages.map(\.text.text).joined() == text.text)
      #expect(pages.last?.place == nil && pages.dropLast().allSatisfy { $0.place != nil })
    }
  }

  @Test func `keep the styles of the text`() {
    var text = StyledText()
    text.append("ab", .title)
    text.append("cd", .link, link: "https://x.invalid")
    text.breakLine()
    let cut = text.stretch(1..<3)
    #expect(cut.text == "bc")
    #expect(cut.runs.map(\.style) == [.title, .link] && cut.runs.map(\.end) == [1, 2])
    #expect(cut.runs.map(\.link) == [nil, "https://x.invalid"])
    #expect(text.stretch(0..<5) == text)
  }

  @Test func `start at the same place in a window of another width, and after further items arrive`() throws {
    let wide = String(repeating: "x", count: 15)
    let list = ["t", "- 1 \(wide)", "- 2 \(wide)", "- 3", "- 4", "note"]
    let narrow = Pages(of: text(list), .screenful, columns: 12, rows: 6)
    let next = try #require(narrow.page(from: .top).next)
    let broad = Pages(of: text(list), .screenful, columns: 80, rows: 6)
    #expect(broad.page(from: next).text.text.hasPrefix("- 2"))
    let longer = Pages(of: text(["t", "- 1", "- 2", "- 3", "more of it"]), .screenful, columns: 80, rows: 6)
    #expect(longer.page(from: PagePosition(items: 2)).text.text == "- 3\nmore of it\n")
    // A position that no longer exists starts at the top.
    #expect(longer.page(from: PagePosition(items: 9, lines: 9)).text.text == "t\n- 1\n- 2\n- 3\n")
  }
}
