/// How much of a long list is shown at a time.
package struct Paging: Sendable, Equatable {
  /// The lines that a list may take.
  private let lines: Int
  /// Whether headers take room from the rows.
  private let countsHeaders: Bool

  /// The lines around a list: title, note and prompt.
  private static let frame = 3
  /// A blank line and the header itself.
  private static let header = 2
  /// Even the lowest terminal shows this much.
  private static let fewest = 3

  /// As the user set it; nil where everything is shown.
  /// - Parameter rows: those of the terminal.
  package init?(_ length: Settings.PageLength, rows: Int) {
    switch length {
    case .unlimited: return nil
    case .rows(let count): (lines, countsHeaders) = (count, false)
    case .screenful: (lines, countsHeaders) = (max(Self.fewest, rows - Self.frame), true)
    }
  }

  /// The places of the rows on the page that begins at `start`, among all rows in the order of the sections.
  /// - Parameter counts: how many rows each section shows.
  package func page(from start: Int, of counts: [Int], on kind: Screen.Kind) -> Range<Int> {
    let total = counts.reduce(0, +)
    let start = min(max(0, start), total)
    guard countsHeaders, kind != .category else { return start..<min(start + lines, total) }
    // An item has much to say of itself before its list begins.
    var left = kind == .item ? max(Self.fewest, lines / 2) : lines
    var end = start
    var position = 0
    for count in counts {
      defer { position += count }
      guard position + count > start, count > 0 else { continue }
      left -= Self.header
      // A header alone at the foot of a page would lead nowhere.
      guard left > 0 || end == start else { break }
      let taken = min(position + count - end, max(left, end == start ? 1 : 0))
      end += taken
      left -= taken
      if end < position + count { break }
    }
    return start..<end
  }

  package func page(of screen: Screen) -> Range<Int> {
    page(
      from: screen.pageStart, of: screen.sections.map { screen.arrangement.applied(to: $0.rows).count },
      on: screen.kind)
  }
}
