import Domain

/// The columns of a list of rows: number, star, title, and further columns.
struct RowLayout {
  private let width: Int?
  private let favorites: Favorites
  private let numberWidth: Int
  /// The width of everything before a title except the number.
  private let headWidth: Int
  private let titleWidth: Int
  private let columns: [Column]
  /// The rows of all sections, and where each section's are.
  private let rows: [Row]
  private var sections: [Range<Int>] = []
  private let titles: [Cell]

  /// One value, or two that share a column, such as a day and a note.
  struct Values: Equatable {
    var first: String
    var second: String?

    init(only value: String) { first = value }

    /// Nil without a value.
    init?(_ first: String?, _ second: String? = nil) {
      guard let value = first ?? second else { return nil }
      (self.first, self.second) = (value, first == nil ? nil : second)
    }

    func joined(_ separator: String) -> String { second.map { first + separator + $0 } ?? first }

    func compactMap(_ body: (String) -> String?) -> Values? { Values(body(first), second.flatMap(body)) }
  }

  /// Values as shown, measured once.
  struct Cell {
    let values: Values
    let shown: String
    let width: Int

    init(_ values: Values, symbol: String = "") {
      self.values = values
      shown = StyledText.escapingControls(symbol + values.joined("  "))
      width = DisplayWidth.of(shown)
    }

    /// The part of it that fits into `room` columns, and how many columns stay free.
    /// - Parameter isCut: whether to cut a wider value.
    func fitted(to room: Int, isCut: Bool) -> (text: String, left: Int) {
      guard isCut, width > room else { return (shown, max(0, room - width)) }
      let cut = DisplayWidth.fitted(shown, to: room)
      return (cut, max(0, room - DisplayWidth.of(cut)))
    }
  }

  enum Form {
    case list
    case tiles
    /// One item per line, for a screen reader or a braille display.
    case sentences
  }

  struct Column {
    /// The width it needs, or gets if room is short.
    var width = 0
    var isAlignedRight = false
    /// Whether some cell has two values, such as a day and a note.
    var hasPairs = false
    /// Whether it distinguishes rows; other columns are dropped first.
    var isEssential = false
    var isCreator = false
    /// Precedes the value in a list.
    var symbol = ""
    /// Precedes the value in a sentence, if the value is unclear alone.
    var word = ""
    /// Replaces the value in a sentence, if the value is a symbol.
    var spoken: (@Sendable (Item) -> String?)?
    var values: @Sendable (Item) -> Values?
    /// The cell of each row; nil for missing values, and for values that the screen's title contains.
    var cells: [Cell?] = []

    /// Adds its storefront to a price, unless it is the screen's own: a price is valid in one store only.
    func namingStores(on screen: Screen) -> Column {
      guard screen.kind.mixesStores else { return self }
      var column = self
      column.values = { [values, storefront = screen.storefront] item in
        let values = values(item)
        guard let store = item.storefront, store != storefront, let price = item.price?.readable else { return values }
        return values?.compactMap { $0 == price ? "\(price) · \(store)" : $0 }
      }
      return column
    }

    /// Keeps the first value of each cell.
    /// - Returns: whether there was such a cell.
    mutating func dropNotes() -> Bool {
      guard isAlignedRight, cells.contains(where: { $0?.values.second != nil }) else { return false }
      cells = cells.map { cell in cell.map { Cell(Values(only: $0.values.first)) } }
      width = cells.reduce(0) { max($0, $1?.width ?? 0) }
      return true
    }

    /// Without the values that a column for `field` shows.
    func besides(_ field: ItemField) -> Column {
      var column = self
      column.values = { [values] item in
        let said = [item.text(of: field), field.key == "released" ? item.released?.year : nil]
        return values(item)?.compactMap { said.contains($0) ? nil : $0 }
      }
      return column
    }
  }

  /// In a pipe, titles line up to this width; a longer one moves only the rest of its own row.
  private static let pipeTitleWidth = 80
  /// Tiles in a pipe are laid out for a terminal of this width.
  private static let pipeTilesWidth = 80
  /// Two spaces before the number, one after it, the star and a space.
  private static let fixedWidth = 5
  /// A title is not cut below this width, or below a third of the room, to make room for columns.
  private static let narrowestTitle = 16
  /// A column of words is not cut below this width; numbers are never cut.
  private static let narrowestColumn = 10

  /// Measures the rows once, so that every section of a screen lines up with the others.
  /// - Parameters:
  ///   - shown: the rows shown, section by section.
  ///   - screen: the rows' screen; columns do not repeat what its title says about all rows.
  ///   - favorites: stars and marks; marks get a column if any row has one.
  init(sections shown: [[Row]], of screen: Screen, width: Int?, columns chosen: [ItemField]?, favorites: Favorites) {
    (self.width, self.favorites, rows) = (width, favorites, shown.flatMap(\.self))
    for list in shown {
      let start = sections.last?.upperBound ?? 0
      sections.append(start..<start + list.count)
    }
    let hasMarks = !favorites.marks.isEmpty && rows.contains { favorites.isMarked($0.id) }
    headWidth = Self.fixedWidth + (hasMarks ? 2 : 0)
    titles = rows.map { row in
      Cell(Values(only: screen.kind == .stores ? row.item.placeName ?? row.item.title : row.item.title))
    }
    let widest = titles.reduce(0) { max($0, $1.width) }
    numberWidth = max(2, String(rows.reduce(0) { max($0, $1.number) }).utf8.count)
    var columns: [Column] = []
    for var column in Self.columns(of: screen, chosen, rows: rows) {
      column.cells = rows.map { row in column.values(row.item).map { Cell($0, symbol: column.symbol) } }
      for section in sections where Self.isSaid(column.cells[section], by: screen) {
        for place in section { column.cells[place] = nil }
      }
      column.width = column.cells.reduce(0) { max($0, $1?.width ?? 0) }
      column.hasPairs = column.cells.contains { $0?.values.second != nil }
      if column.width > 0 { columns.append(column) }
    }
    if let width {
      let room = width - numberWidth - headWidth
      Self.fit(
        &columns, beside: widest, into: room,
        // If all rows are the same work, their catalogs and prices matter more than their titles.
        least: [.elsewhere, .stores].contains(screen.kind) ? 7 : max(Self.narrowestTitle, room / 3))
      titleWidth = max(1, min(widest, room - Self.room(of: columns)))
    } else {
      titleWidth = min(widest, Self.pipeTitleWidth)
    }
    self.columns = columns
  }

  private static func room(of columns: some Sequence<Column>) -> Int { columns.reduce(0) { $0 + $1.width + 2 } }

  /// Drops columns, the last first, until the rest fits; then cuts words as far as needed.
  private static func fit(_ columns: inout [Column], beside widest: Int, into room: Int, least title: Int) {
    let leastTitle = min(widest, title)
    func least(_ column: Column) -> Int { column.isAlignedRight ? column.width : min(column.width, narrowestColumn) }
    while !columns.isEmpty, leastTitle + columns.reduce(0, { $0 + least($1) + 2 }) > room {
      let last = columns.lastIndex { !$0.isEssential } ?? columns.count - 1
      if !columns[last].dropNotes() { columns.remove(at: last) }
    }
    let natural = columns.map(\.width)
    for index in columns.indices where !columns[index].isAlignedRight {
      columns[index].width = min(natural[index], max(narrowestColumn, room / 3))
    }
    for index in columns.indices.reversed() {
      let excess = leastTitle + Self.room(of: columns) - room
      if excess > 0 { columns[index].width -= min(excess, columns[index].width - least(columns[index])) }
    }
    // Space that titles do not need goes back to the columns.
    for index in columns.indices {
      let left = room - widest - Self.room(of: columns)
      if left > 0 { columns[index].width = min(natural[index], columns[index].width + left) }
    }
  }

  /// Whether every row has the same value, and the screen's title contains it.
  private static func isSaid(_ cells: ArraySlice<Cell?>, by screen: Screen) -> Bool {
    let cells = cells.lazy.compactMap { $0?.values }
    guard let first = cells.first, first.second == nil else { return false }
    let value = first.first.lowercased()
    guard cells.allSatisfy({ $0 == first || $0.second == nil && $0.first.lowercased() == value }) else { return false }
    let said = [screen.subject?.item.title, screen.subject?.item.creator, screen.title, screen.query?.term]
    return said.contains { $0?.lowercased() == value }
      || screen.kind == .relation && screen.title.lowercased().hasSuffix(" · " + value)
  }

  // MARK: Rows

  func append(section index: Int, to text: inout StyledText, as form: Form) {
    let width = width ?? Self.pipeTilesWidth
    switch form {
    case .sentences: for place in sections[index] { appendSentence(place, to: &text) }
    case .tiles where width >= 2 * (numberWidth + Self.fixedWidth + 12):
      appendTiles(sections[index], width: width, to: &text)
    case .list, .tiles:
      for place in sections[index] {
        // A title takes the room of columns that its row does not fill.
        let filled = columns.drop { $0.cells[place] == nil }
        let room = titleWidth + Self.room(of: columns.dropLast(filled.count))
        let left = appendHead(place, width: room, isCut: self.width != nil, to: &text)
        appendCells(place, in: filled, behind: left, to: &text)
        text.breakLine(items: 1)
      }
    }
  }

  private func cells(_ place: Int) -> [(column: Column, cell: Cell)] {
    columns.compactMap { column in column.cells[place].map { (column, $0) } }
  }

  /// Appends a title and what precedes it.
  /// - Returns: the columns left free after the title.
  private func appendHead(_ place: Int, width: Int, isCut: Bool, to text: inout StyledText) -> Int {
    let row = rows[place]
    let number = String(row.number)
    text.skip(2 + max(0, numberWidth - number.utf8.count), .number)
    text.append(number + " ", .number)
    let isStarred = favorites.contains(row.id)
    text.append(isStarred ? "★ " : "☆ ", isStarred ? .star : .faint)
    if headWidth > Self.fixedWidth { text.append(favorites.isMarked(row.id) ? "✓ " : "  ", .star) }
    let title = titles[place].fitted(to: width, isCut: isCut)
    text.append(title.text, link: row.item.link?.text)
    return title.left
  }

  private func appendCells(
    _ place: Int, in columns: ArraySlice<Column>, behind left: Int, to text: inout StyledText
  ) {
    // Fills the free columns before a cell, but adds no spaces at the end of a line.
    var (free, gap) = (left, 0)
    for column in columns {
      gap += 2
      guard let cell = column.cells[place] else {
        gap += column.width
        continue
      }
      let (shown, fill) = cell.fitted(to: column.width, isCut: width != nil)
      // A day without a note stands below the other days.
      let date = column.hasPairs && cell.values.second == nil ? rows[place].item.released : nil
      let isDay = date?.day == cell.values.first && date?.year != cell.values.first
      let isAlignedRight = column.isAlignedRight && !isDay
      text.skip(free)
      text.skip(gap + (isAlignedRight ? fill : 0), .creator)
      text.append(shown, .creator)
      free = 0
      gap = isAlignedRight ? 0 : fill
    }
  }

  /// Two items side by side, their columns below the titles.
  private func appendTiles(_ places: Range<Int>, width: Int, to text: inout StyledText) {
    let titleRoom = (width - 2) / 2 - numberWidth - headWidth
    for start in stride(from: places.lowerBound, to: places.upperBound, by: 2) {
      let pair = start..<min(start + 2, places.upperBound)
      for place in pair {
        if place > start { text.skip(2) }
        let left = appendHead(place, width: titleRoom, isCut: true, to: &text)
        if place < pair.upperBound - 1 { text.skip(left) }
      }
      text.breakLine(keepsNext: true)
      for place in pair {
        if place > start { text.skip(2) }
        let cell = Self.below(cells(place), room: titleRoom)
        text.skip(numberWidth + headWidth, .creator)
        text.append(cell, .creator)
        if place < pair.upperBound - 1 { text.skip(titleRoom - DisplayWidth.of(cell)) }
      }
      text.breakLine(items: pair.count)
    }
  }

  /// The columns of a tile in one line; if they do not fit, the last ones are omitted, the essential ones last of all.
  private static func below(_ cells: [(column: Column, cell: Cell)], room: Int) -> String {
    var cells = cells
    func line(_ cells: some Collection<(column: Column, cell: Cell)>) -> String {
      let values = cells.map { $0.column.symbol + $0.cell.values.joined(" · ") }
      return StyledText.escapingControls(values.joined(separator: " · "))
    }
    // The last value may be cut if it is words, but must keep a readable width.
    while cells.count > 1, let (column, cell) = cells.last,
      DisplayWidth.of(line(cells)) - (column.isAlignedRight ? 0 : max(0, cell.width - narrowestColumn)) > room
    { cells.remove(at: cells.lastIndex { !$0.column.isEssential } ?? 0) }
    return DisplayWidth.fitted(line(cells), to: room)
  }

  /// Number, title, creator, the other columns, and whether it is a favourite or marked.
  private func appendSentence(_ place: Int, to text: inout StyledText) {
    let (row, cells) = (rows[place], cells(place))
    text.append("\(row.number). ", .number)
    text.append(titles[place].values.first)
    let creator = cells.first { $0.column.isCreator }.map { "by \($0.cell.values.first)" }
    let facts = cells.filter { !$0.column.isCreator }.map { column, cell in
      column.spoken?(row.item) ?? column.word + cell.values.joined(", ")
    }
    let standing = Printer.standing(isStarred: favorites.contains(row.id), isMarked: favorites.isMarked(row.id))
    let behind = ([creator] + facts + standing).compactMap(\.self)
    if !behind.isEmpty { text.append(", " + behind.joined(separator: ", "), .creator) }
    text.breakLine(items: 1)
  }
}

extension RowLayout.Column {
  init(_ field: ItemField, isEssential: Bool = false) {
    self.init(isAlignedRight: field.isAlignedRight, isEssential: isEssential, isCreator: field.key == "creator") {
      .init($0.text(of: field))
    }
    if !field.roles.contains(.selfEvident) { word = field.title.lowercased() + " " }
    // The noun says what is counted.
    if field.key == "count" { spoken = { $0.counted } }
  }
}
