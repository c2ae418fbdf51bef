/// A text in pages that fit a window, so that nothing scrolls past unread. The pages follow each other without gaps and
/// together contain the whole text.
package struct Pages {
  private let text: StyledText
  private let lines: [TextLine]
  /// Whether it shows items. Positions then count items and lines; otherwise only lines.
  private let isOfItems: Bool
  /// The most rows and items on a page; in a text without items, lines count as items.
  private var (mostRows, mostItems) = (Int.max, Int.max)

  private struct TextLine {
    /// Where it ends, in UTF-8 code units from the start of the text.
    var end: Int
    var rows: Int
    var items: Int
    /// The items up to its end.
    var through: Int
    var keepsNext: Bool
  }

  /// Rows of the window that a page cannot use: the note that there is more, and the prompt.
  private static let frame = 2
  /// Even the lowest window shows this many rows.
  private static let fewest = 3

  /// - Parameter rows: the free rows of the window.
  package init(of text: StyledText, _ length: Settings.PageLength, columns: Int, rows: Int) {
    self.text = text
    switch length {
    case .unlimited: break
    case .rows(let count): mostItems = count
    case .screenful: mostRows = max(Self.fewest, rows - Self.frame)
    }
    isOfItems = text.marks.contains { $0.items > 0 }
    var marks = text.marks[...]
    var (lines, end, through): ([TextLine], Int, Int) = ([], 0, 0)
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast(1) {
      end += line.count + 1
      let width = DisplayWidth.of(String(decoding: line, as: UTF8.self))
      let rows = max(1, (width + columns - 1) / max(1, columns))
      let mark = marks.first?.end == end ? marks.removeFirst() : nil
      let items = isOfItems ? mark?.items ?? 0 : 1
      through += items
      lines.append(TextLine(end: end, rows: rows, items: items, through: through, keepsNext: mark?.keepsNext ?? false))
    }
    self.lines = lines
  }

  /// A page, where the next one starts, and in words which part of the whole it is; on the last page nil.
  package typealias Page = (text: StyledText, next: PagePosition?, place: String?)

  package func page(from position: PagePosition) -> Page {
    let start = index(of: position)
    let end = end(from: start)
    let from = start > 0 ? lines[start - 1].end : 0
    let to = end > 0 ? lines[end - 1].end : 0
    let isLast = end == lines.count
    return (text.stretch(from..<to), isLast ? nil : self.position(of: end), isLast ? nil : place(start, end))
  }

  /// The index after the last line of the page that starts with line `start`.
  private func end(from start: Int) -> Int {
    var end = start
    var (rows, items) = (0, 0)
    while end < lines.count {
      let line = lines[end]
      guard rows + line.rows <= mostRows && items + line.items <= mostItems || end == start else { break }
      (rows, items) = (rows + line.rows, items + line.items)
      end += 1
    }
    guard end < lines.count else { return end }
    // A header needs a line after it on the same page.
    var parted = end
    while parted > start, lines[parted - 1].keepsNext { parted -= 1 }
    return parted > start ? parted : end
  }

  private func place(_ start: Int, _ end: Int) -> String {
    let (before, through) = (items(before: start), items(before: end))
    let all = items(before: lines.count)
    // If all items are shown, only lines are left.
    guard isOfItems, through > before, through < all else { return "\(end) of \(lines.count) lines" }
    return "\(before + 1)-\(through) of \(all)"
  }

  private func items(before index: Int) -> Int { index > 0 ? lines[index - 1].through : 0 }

  // MARK: Positions

  private func position(of index: Int) -> PagePosition {
    guard isOfItems else { return PagePosition(items: 0, lines: index) }
    let last = lines[..<index].lastIndex { $0.items > 0 }
    return PagePosition(items: items(before: index), lines: index - (last.map { $0 + 1 } ?? 0))
  }

  private func index(of position: PagePosition) -> Int {
    let last = isOfItems ? lines.lastIndex { $0.items > 0 && $0.through <= position.items } : nil
    var index = last.map { $0 + 1 } ?? 0
    // Not into the following items, and never beyond the last line.
    let next = isOfItems ? lines[index...].firstIndex { $0.items > 0 } : nil
    index = min(index + position.lines, next ?? lines.count)
    return index < lines.count ? index : 0
  }
}
