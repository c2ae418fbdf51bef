import Domain

/// The columns of a list of rows: number, star, title, and what stands behind it.
struct RowLayout {
  private let width: Int?
  private let numberWidth: Int
  private let titleWidth: Int
  private let columns: [Column]
  private let title: @Sendable (Item) -> String
  private let screen: Screen

  /// How rows are laid out.
  enum Form {
    case list
    /// Two beside each other.
    case tiles
    /// A line each, for who reads line by line, or listens.
    case sentences
  }

  fileprivate struct Column {
    /// What it needs; or what it gets, where there is not room enough.
    var width = 0
    var isAlignedRight = false
    /// Whether it tells rows apart, so that others are dropped first.
    var isEssential = false
    /// Whether it is who made the item.
    var isCreator = false
    /// What stands before a value in a list.
    var symbol = ""
    /// What stands before one in a sentence, where it does not speak for itself.
    var word = ""
    var text: @Sendable (Item) -> String?

    /// A price holds in its store alone: where the screen's title does not say which one that is, the price does.
    func namingStores(on screen: Screen) -> Column {
      guard screen.kind == .favorites || screen.kind == .news else { return self }
      var column = self
      column.text = { [text, storefront = screen.storefront] item in
        let value = text(item)
        guard let store = item.storefront, store != storefront, let value, value == item.price?.readable else {
          return value
        }
        return "\(value) · \(store)"
      }
      return column
    }

    func shown(of item: Item) -> String? { text(item).map { symbol + $0 } }
    func spoken(of item: Item) -> String? { text(item).map { word + $0 } }
  }

  /// In a pipe titles line up to this width; a longer one pushes only its own row.
  private static let pipeTitleWidth = 80
  /// Tiles in a pipe are laid out for a terminal of this width.
  private static let pipeTilesWidth = 80
  /// Two spaces before the number, one behind it, the star and a space.
  private static let fixedWidth = 5
  /// A title is not cut shorter than this for the sake of a column, nor shorter than a third of the room.
  private static let narrowestTitle = 16
  /// Nor is a column of words; numbers are not cut at all.
  private static let narrowestColumn = 10

  /// Measures the rows once, so that every section of a screen lines up with the others.
  /// - Parameters:
  ///   - sections: the rows shown, section by section.
  ///   - screen: the one that they are on; what its title says of all rows alike is not said again.
  init(sections: [[Row]], of screen: Screen, width: Int?, columns chosen: [ItemColumn]?) {
    self.width = width
    self.screen = screen
    let isOfStores = screen.kind == .stores
    let title: @Sendable (Item) -> String = { item in
      isOfStores ? item.placeName ?? item.title : item.title
    }
    self.title = title
    let rows = sections.joined()
    numberWidth = max(2, String(rows.reduce(0) { max($0, $1.number) }).count)
    var widest = 0
    for row in rows { widest = max(widest, DisplayWidth.of(StyledText.madeVisible(title(row.item)))) }
    let wanted = chosen.map { Self.places(on: screen) + $0.map { Column($0) } } ?? Self.columns(of: screen)
    var columns = wanted.map { column in
      var column = column.namingStores(on: screen)
      for rows in sections where !Self.isSaid(column, rows, by: screen) {
        column.width = rows.reduce(column.width) {
          max($0, column.shown(of: $1.item).map { DisplayWidth.of(StyledText.madeVisible($0)) } ?? 0)
        }
      }
      return column
    }
    columns.removeAll { $0.width == 0 }
    guard let width else {
      titleWidth = min(widest, Self.pipeTitleWidth)
      self.columns = columns
      return
    }
    let room = width - numberWidth - Self.fixedWidth
    Self.fit(&columns, beside: widest, into: room)
    titleWidth = max(1, min(widest, room - Self.room(of: columns)))
    self.columns = columns
  }

  private static func room(of columns: [Column]) -> Int { columns.reduce(0) { $0 + $1.width + 2 } }

  /// Drops columns from the last, but only where all cannot be shown; then words are cut as far as needed.
  private static func fit(_ columns: inout [Column], beside widest: Int, into room: Int) {
    let leastTitle = min(widest, max(narrowestTitle, room / 3))
    func least(_ column: Column) -> Int {
      column.isAlignedRight ? column.width : min(column.width, narrowestColumn)
    }
    while !columns.isEmpty, leastTitle + columns.reduce(0, { $0 + least($1) + 2 }) > room {
      columns.remove(at: columns.lastIndex { !$0.isEssential } ?? columns.count - 1)
    }
    let natural = columns.map(\.width)
    for index in columns.indices where !columns[index].isAlignedRight {
      columns[index].width = min(natural[index], max(narrowestColumn, room / 3))
    }
    for index in columns.indices.reversed() {
      let excess = leastTitle + Self.room(of: columns) - room
      if excess > 0 { columns[index].width -= min(excess, columns[index].width - least(columns[index])) }
    }
    // What titles do not need goes back.
    for index in columns.indices {
      let left = room - widest - Self.room(of: columns)
      if left > 0 { columns[index].width = min(natural[index], columns[index].width + left) }
    }
  }

  /// The columns that suit what the screen shows.
  private static func columns(of screen: Screen) -> [Column] {
    let creator = Column(isCreator: true) { $0.creator }
    let noted = Column(isAlignedRight: true) { $0.note }
    switch screen.kind {
    case .stores:
      return [
        Column(isAlignedRight: true) { $0.sale },
        Column { $0.match == Match.none ? nil : $0.released?.day },
        Column { $0.match == Match.none ? nil : $0.id.key },
        Column { $0.match == .likely ? "likely" : nil },
      ]
    case .news:
      return [creator, Column { $0.released?.day }, Column(symbol: "★ ", word: "by way of the favourite ") { $0.star }]
    case .chart: return [creator] + places(on: screen) + [noted]
    case .home, .category, .item, .relation, .favorites, .shelves: return [creator, noted]
    }
  }

  /// Where a chart's rows are of several storefronts, that is what tells them apart, whatever else is shown.
  private static func places(on screen: Screen) -> [Column] {
    screen.kind == .chart ? [Column(isEssential: true) { $0.placeName }] : []
  }

  /// Reads what stands behind a title where nothing is short of room: the creator, and what the screen shows.
  /// - Parameter chosen: the columns that the user chose; nil: those that suit the screen.
  static func values(on screen: Screen, columns chosen: [ItemColumn]?) -> (Row) -> [String] {
    if let chosen {
      let others = chosen.filter { $0 != .creator }
      let columns = others.map { Column($0).namingStores(on: screen) }
      return { row in ([row.item.creator] + columns.map { $0.text(row.item) }).compactMap(\.self) }
    }
    let columns = columns(of: screen).map { $0.namingStores(on: screen) }
    let isOfStores = screen.kind == .stores
    return { row in
      let item = row.item
      // What the screen is about is no row of it.
      if row.number == 0 { return [item.creator, item.note].compactMap(\.self) }
      let leading = isOfStores ? [item.creator, item.placeName] : []
      return (leading + columns.map { $0.shown(of: item) }).compactMap(\.self)
    }
  }

  /// Whether every row says the same in the column, and the screen's title says it too.
  private static func isSaid(_ column: Column, _ rows: [Row], by screen: Screen) -> Bool {
    guard let value = rows.lazy.compactMap({ column.text($0.item) }).first?.lowercased(),
      rows.allSatisfy({ (column.text($0.item)?.lowercased() ?? value) == value })
    else { return false }
    let said = [screen.subject?.item.title, screen.subject?.item.creator, screen.title, screen.query?.term]
    return said.contains { $0?.lowercased() == value }
      || screen.kind == .relation && screen.title.lowercased().hasSuffix(" · " + value)
  }

  // MARK: Rows

  /// Appends the rows of a section.
  func append(_ rows: [Row], to text: inout StyledText, as form: Form, isStarred: (ItemID) -> Bool) {
    let columns = columns.map { column in
      var column = column
      if Self.isSaid(column, rows, by: screen) { column.text = { _ in nil } }
      return column
    }
    let width = width ?? Self.pipeTilesWidth
    switch form {
    case .sentences:
      for row in rows { appendSentence(of: row, columns, to: &text, isStarred: isStarred(row.item.id)) }
    case .tiles where width >= 2 * (numberWidth + Self.fixedWidth + 12):
      appendTiles(rows, columns, width: width, to: &text, isStarred: isStarred)
    case .list, .tiles:
      for row in rows {
        appendHead(of: row, isStarred: isStarred(row.item.id), to: &text)
        let isLast = columns.allSatisfy { $0.text(row.item) == nil }
        appendTitle(of: row.item, width: titleWidth, isCut: self.width != nil, isLast: isLast, to: &text)
        append(columns, of: row.item, to: &text)
        text.breakLine(items: 1)
      }
    }
  }

  private func appendHead(of row: Row, isStarred: Bool, to text: inout StyledText) {
    let number = String(row.number)
    text.append("  " + String(repeating: " ", count: max(0, numberWidth - number.count)) + number + " ", .number)
    text.append(isStarred ? "★ " : "☆ ", isStarred ? .star : .faint)
  }

  private func appendTitle(of item: Item, width titleWidth: Int, isCut: Bool, isLast: Bool, to text: inout StyledText) {
    let shown = StyledText.madeVisible(title(item))
    let title = isCut ? DisplayWidth.fitted(shown, to: titleWidth) : shown
    text.append(title, .plain, link: item.link?.text)
    if !isLast { text.append(String(repeating: " ", count: max(0, titleWidth - DisplayWidth.of(title)))) }
  }

  private func append(_ columns: [Column], of item: Item, to text: inout StyledText) {
    var gap = ""
    for column in columns {
      gap += "  "
      guard let value = column.shown(of: item) else {
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

  /// Two items beside each other, the columns below the title.
  private func appendTiles(
    _ rows: [Row], _ columns: [Column], width: Int, to text: inout StyledText, isStarred: (ItemID) -> Bool
  ) {
    let tileWidth = (width - 2) / 2
    let titleRoom = tileWidth - numberWidth - Self.fixedWidth
    for pair in stride(from: 0, to: rows.count, by: 2).map({ rows[$0..<min($0 + 2, rows.count)] }) {
      for (index, row) in pair.enumerated() {
        if index > 0 { text.append("  ") }
        appendHead(of: row, isStarred: isStarred(row.item.id), to: &text)
        appendTitle(of: row.item, width: titleRoom, isCut: true, isLast: index == pair.count - 1, to: &text)
      }
      text.breakLine(keepsNext: true)
      for (index, row) in pair.enumerated() {
        if index > 0 { text.append("  ") }
        let cell = Self.below(row.item, columns, room: titleRoom)
        text.append(String(repeating: " ", count: numberWidth + Self.fixedWidth) + cell, .creator)
        if index < pair.count - 1 {
          text.append(String(repeating: " ", count: max(0, titleRoom - DisplayWidth.of(cell))))
        }
      }
      text.breakLine(items: pair.count)
    }
  }

  /// The columns of a tile in one line: what does not fit is left out from the last.
  private static func below(_ item: Item, _ columns: [Column], room: Int) -> String {
    var values = columns.compactMap { $0.shown(of: item) }.map(StyledText.madeVisible)
    // The last one may be cut, but not to next to nothing.
    while values.count > 1,
      DisplayWidth.of(values.dropLast().joined(separator: " · ")) + 3
        + min(narrowestColumn, DisplayWidth.of(values.last!)) > room
    { values.removeLast() }
    return DisplayWidth.fitted(values.joined(separator: " · "), to: room)
  }

  /// Number, title, creator, what else the columns say, and whether it is a favourite.
  private func appendSentence(of row: Row, _ columns: [Column], to text: inout StyledText, isStarred: Bool) {
    let item = row.item
    text.append("\(row.number). ", .number)
    text.append(title(item))
    let creator = columns.first(where: \.isCreator)?.text(item).map { "by \($0)" }
    let facts = columns.filter { !$0.isCreator }.map { $0.spoken(of: item) }
    let behind = ([creator] + facts + [isStarred ? "favourite" : nil]).compactMap(\.self)
    if !behind.isEmpty { text.append(", " + behind.joined(separator: ", "), .creator) }
    text.breakLine(items: 1)
  }
}

extension RowLayout.Column {
  fileprivate init(_ column: ItemColumn) {
    self.init(isAlignedRight: column.isAlignedRight, isCreator: column == .creator) { $0.text(of: column) }
    switch column {
    case .released, .rating, .album, .track, .disc, .season, .episode, .rank: word = column.rawValue + " "
    case .count: word = "parts "
    case .creator, .kind, .category, .duration, .price, .genre, .country: break
    }
  }
}
