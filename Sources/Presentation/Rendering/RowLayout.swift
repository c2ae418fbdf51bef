import Domain

/// The columns of a list of rows: number, star, title, and what stands behind it.
struct RowLayout {
  private let width: Int?
  private let numberWidth: Int
  private let titleWidth: Int
  private let columns: [Column]
  private let title: @Sendable (Item) -> String

  private struct Column {
    var width: Int
    var isAlignedRight: Bool
    var text: @Sendable (Item) -> String?
  }

  /// In a pipe titles line up to this width; a longer one pushes only its own row.
  private static let pipeTitleWidth = 80

  /// Measures the rows once, so that every section of a screen lines up with the others.
  /// - Parameter screen: the one that they are on; what its title says of all rows alike is not said again.
  init(rows: [Row], of screen: Screen, width: Int?, columns chosen: [ItemColumn]?) {
    self.width = width
    let isOfStores = screen.kind == .stores
    let title: @Sendable (Item) -> String = { item in
      isOfStores ? item.placeName ?? item.title : item.title
    }
    self.title = title
    numberWidth = max(2, String(rows.reduce(0) { max($0, $1.number) }).count)
    var widest = 0
    for row in rows { widest = max(widest, DisplayWidth.of(StyledText.madeVisible(title(row.item)))) }
    let wanted: [Column] =
      if let chosen {
        chosen.map { column in
          Column(width: 0, isAlignedRight: column.isAlignedRight) { $0.text(of: column) }
        }
      } else {
        Self.columns(of: screen)
      }
    var columns = wanted.map { column in
      var column = column
      column.width = rows.reduce(0) {
        max($0, column.text($1.item).map { DisplayWidth.of(StyledText.madeVisible($0)) } ?? 0)
      }
      return column
    }
    columns.removeAll { $0.width == 0 }
    if rows.count > 1 { columns.removeAll { Self.isSaid($0, rows, by: screen) } }
    guard let width else {
      titleWidth = min(widest, Self.pipeTitleWidth)
      self.columns = columns
      return
    }
    // The title keeps at least half of a narrow screen; columns give way from the last, long ones are cut first.
    let room = width - numberWidth - Self.fixedWidth
    for index in columns.indices { columns[index].width = min(columns[index].width, max(8, room / 3)) }
    while !columns.isEmpty, columns.reduce(0, { $0 + $1.width + 2 }) > room / 2 {
      columns.remove(at: columns.firstIndex { !$0.isAlignedRight } ?? columns.count - 1)
    }
    titleWidth = max(1, min(widest, room - columns.reduce(0) { $0 + $1.width + 2 }))
    self.columns = columns
  }

  /// The columns that suit what the screen shows.
  private static func columns(of screen: Screen) -> [Column] {
    let creator = Column(width: 0, isAlignedRight: false) { $0.creator }
    switch screen.kind {
    case .stores:
      return [
        Column(width: 0, isAlignedRight: true) { $0.sale },
        Column(width: 0, isAlignedRight: false) { $0.match == Match.none ? nil : $0.released?.day },
        Column(width: 0, isAlignedRight: false) { $0.match == Match.none ? nil : $0.id.key },
        Column(width: 0, isAlignedRight: false) { $0.match == .likely ? "likely" : nil },
      ]
    case .news:
      return [
        creator, Column(width: 0, isAlignedRight: false) { $0.released?.day },
        Column(width: 0, isAlignedRight: false) { $0.star.map { "★ " + $0 } },
      ]
    case .chart:
      return [creator, Column(width: 0, isAlignedRight: false) { $0.placeName }, noted]
    case .home, .category, .item, .relation, .favorites, .shelves: return [creator, noted]
    }
  }

  /// Reads what stands behind a title where nothing is short of room: the creator, and what the screen shows.
  /// - Parameter chosen: the columns that the user chose; nil: those that suit the screen.
  static func values(on screen: Screen, columns chosen: [ItemColumn]?) -> (Row) -> [String] {
    if let chosen {
      let others = chosen.filter { $0 != .creator }
      return { row in ([row.item.creator] + others.map { row.item.text(of: $0) }).compactMap(\.self) }
    }
    let columns = columns(of: screen)
    let isOfStores = screen.kind == .stores
    return { row in
      let item = row.item
      // What the screen is about is no row of it.
      if row.number == 0 { return [item.creator, item.note].compactMap(\.self) }
      let leading = isOfStores ? [item.creator, item.placeName] : []
      return (leading + columns.map { $0.text(item) }).compactMap(\.self)
    }
  }

  private static var noted: Column { Column(width: 0, isAlignedRight: true) { $0.note } }

  /// Whether every row says the same in the column, and the screen's title says it too.
  private static func isSaid(_ column: Column, _ rows: [Row], by screen: Screen) -> Bool {
    guard let value = column.text(rows[0].item), rows.allSatisfy({ (column.text($0.item) ?? value) == value }) else {
      return false
    }
    let said = [screen.subject?.item.title, screen.subject?.item.creator]
    return said.contains(value) || screen.kind == .relation && screen.title.hasSuffix(" · " + value)
  }

  /// Two spaces before the number, one behind it, the star and a space.
  private static let fixedWidth = 5

  func append(_ rows: [Row], to text: inout StyledText, isTiled: Bool, isStarred: (ItemID) -> Bool) {
    if isTiled, let width, width >= 2 * (numberWidth + Self.fixedWidth + 12) {
      appendTiles(rows, width: width, to: &text, isStarred: isStarred)
      return
    }
    for row in rows {
      appendHead(of: row, isStarred: isStarred(row.item.id), to: &text)
      appendTitle(of: row.item, width: titleWidth, isLast: columns.allSatisfy { $0.text(row.item) == nil }, to: &text)
      appendColumns(of: row.item, to: &text)
      text.breakLine()
    }
  }

  private func appendHead(of row: Row, isStarred: Bool, to text: inout StyledText) {
    let number = String(row.number)
    text.append("  " + String(repeating: " ", count: max(0, numberWidth - number.count)) + number + " ", .number)
    text.append(isStarred ? "★ " : "☆ ", isStarred ? .star : .faint)
  }

  private func appendTitle(of item: Item, width titleWidth: Int, isLast: Bool, to text: inout StyledText) {
    let shown = StyledText.madeVisible(title(item))
    let title = width == nil ? shown : DisplayWidth.fitted(shown, to: titleWidth)
    text.append(title, .plain, link: item.link?.text)
    if !isLast { text.append(String(repeating: " ", count: max(0, titleWidth - DisplayWidth.of(title)))) }
  }

  private func appendColumns(of item: Item, to text: inout StyledText) {
    var gap = ""
    for column in columns {
      gap += "  "
      guard let value = column.text(item) else {
        gap += String(repeating: " ", count: column.width)
        continue
      }
      let shown = StyledText.madeVisible(value)
      let cell = width == nil ? shown : DisplayWidth.fitted(shown, to: column.width)
      let fill = String(repeating: " ", count: max(0, column.width - DisplayWidth.of(cell)))
      text.append(gap + (column.isAlignedRight ? fill : "") + cell, .creator)
      gap = column.isAlignedRight ? "" : fill
    }
  }

  /// Two items beside each other, the creator below the title.
  private func appendTiles(_ rows: [Row], width: Int, to text: inout StyledText, isStarred: (ItemID) -> Bool) {
    let tileWidth = (width - 2) / 2
    let titleRoom = tileWidth - numberWidth - Self.fixedWidth
    for pair in stride(from: 0, to: rows.count, by: 2).map({ rows[$0..<min($0 + 2, rows.count)] }) {
      for (index, row) in pair.enumerated() {
        if index > 0 { text.append("  ") }
        appendHead(of: row, isStarred: isStarred(row.item.id), to: &text)
        appendTitle(of: row.item, width: titleRoom, isLast: index == pair.count - 1, to: &text)
      }
      text.breakLine()
      for (index, row) in pair.enumerated() {
        if index > 0 { text.append("  ") }
        let second = [row.item.creator, row.item.note].compactMap(\.self).joined(separator: " · ")
        let cell = DisplayWidth.fitted(StyledText.madeVisible(second), to: titleRoom)
        text.append(String(repeating: " ", count: numberWidth + Self.fixedWidth) + cell, .creator)
        if index < pair.count - 1 {
          text.append(String(repeating: " ", count: max(0, titleRoom - DisplayWidth.of(cell))))
        }
      }
      text.breakLine()
    }
  }
}
