/// What a terminal shows, by as much of ECMA-48 and the VT100 as line editors use. It answers no questions.
package struct TerminalScreen: Sendable {
  private struct Cell: Sendable {
    /// Empty for the right half of a wide character.
    var text = " "
    var isDim = false
  }

  private struct Row: Sendable {
    var cells: [Cell]
    /// Whether the text goes on in the next row for want of room.
    var isWrapped = false

    init(columns: Int) { cells = Array(repeating: Cell(), count: columns) }
    init(cells: [Cell], isWrapped: Bool) { (self.cells, self.isWrapped) = (cells, isWrapped) }

    var text: String {
      var text = cells.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  package struct Position: Sendable, Equatable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
  }

  package private(set) var columns: Int
  private var rows: [Row]
  private var scrolledOff: [String] = []
  package private(set) var cursor = Position(row: 0, column: 0)
  private var saved = Position(row: 0, column: 0)
  private var isDim = false
  private var isInserting = false
  /// A character stands in the last column and the next one will begin a row.
  private var isWrapPending = false
  private var parser = EscapeParser()

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = Array(repeating: Row(columns: columns), count: rows)
  }

  /// The rows, without spaces at their ends and without empty ones below.
  package var text: String { Self.joined(rows.map(\.text)) }

  /// All that was ever shown and not erased: what scrolled away, too.
  package var transcript: String { Self.joined(scrolledOff + rows.map(\.text)) }

  package var cursorRow: String { rows[cursor.row].text }

  /// The faint characters of the cursor's row.
  package var ghost: String {
    rows[cursor.row].cells[cursor.column...].filter(\.isDim).map(\.text).joined()
  }

  private static func joined(_ rows: [String]) -> String {
    var rows = rows
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  // MARK: - Input

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch parser.take(byte) {
      case nil: break
      case .print(let scalar): put(scalar)
      case .control(let code): control(code)
      case .escape(let final): escape(final)
      case .sequence(let final, let parameters): sequence(final, parameters)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    if width == 0 {
      var column = cursor.column - (isWrapPending ? 0 : 1)
      while column > 0, rows[cursor.row].cells[column].text.isEmpty { column -= 1 }
      if column >= 0 { rows[cursor.row].cells[column].text.unicodeScalars.append(scalar) }
      return
    }
    if isWrapPending || cursor.column + width > columns {
      rows[cursor.row].isWrapped = true
      lineFeed()
      cursor.column = 0
    }
    if isInserting { insertBlanks(width) }
    erase(cursor.column..<min(columns, cursor.column + width))
    rows[cursor.row].cells[cursor.column] = Cell(text: String(scalar), isDim: isDim)
    if width == 2 { rows[cursor.row].cells[cursor.column + 1] = Cell(text: "", isDim: isDim) }
    isWrapPending = cursor.column + width >= columns
    cursor.column = min(columns - 1, cursor.column + width)
  }

  private mutating func control(_ code: UInt8) {
    switch code {
    case 0x08: move(to: cursor.row, cursor.column - 1)
    case 0x09: move(to: cursor.row, (cursor.column / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: move(to: cursor.row, 0)
    default: break
    }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): move(to: saved.row, saved.column)
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "E"):
      lineFeed()
      cursor.column = 0
    case UInt8(ascii: "M"):
      if cursor.row > 0 {
        cursor.row -= 1
      } else {
        rows.removeLast()
        rows.insert(Row(columns: columns), at: 0)
      }
    default: break
    }
  }

  private mutating func sequence(_ final: UInt8, _ parameters: [Int]) {
    let first = parameters.first ?? 0
    let count = max(1, first)
    let (row, column) = (cursor.row, cursor.column)
    switch final {
    case UInt8(ascii: "A"): move(to: row - count, column)
    case UInt8(ascii: "B"): move(to: row + count, column)
    case UInt8(ascii: "C"): move(to: row, column + count)
    case UInt8(ascii: "D"): move(to: row, column - count)
    case UInt8(ascii: "G"): move(to: row, count - 1)
    case UInt8(ascii: "d"): move(to: count - 1, column)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      move(to: count - 1, max(1, parameters.dropFirst().first ?? 0) - 1)
    case UInt8(ascii: "J"):
      if first == 0 {
        erase(column..<columns)
        for below in rows.indices.dropFirst(row + 1) { rows[below] = Row(columns: columns) }
      } else {
        rows = Array(repeating: Row(columns: columns), count: rows.count)
      }
    case UInt8(ascii: "K"): erase(first == 0 ? column..<columns : first == 1 ? 0..<column + 1 : 0..<columns)
    case UInt8(ascii: "X"): erase(column..<min(columns, column + count))
    case UInt8(ascii: "P"):
      rows[row].cells.removeSubrange(column..<min(columns, column + count))
      rows[row].cells += Array(repeating: Cell(), count: columns - rows[row].cells.count)
    case UInt8(ascii: "@"): insertBlanks(count)
    case UInt8(ascii: "m"):
      for code in parameters.isEmpty ? [0] : parameters {
        if code == 2 { isDim = true }
        if code == 0 || code == 22 { isDim = false }
      }
    case UInt8(ascii: "h") where first == 4: isInserting = true
    case UInt8(ascii: "l") where first == 4: isInserting = false
    default: break
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    cursor = Position(row: min(max(0, row), rows.count - 1), column: min(max(0, column), columns - 1))
    isWrapPending = false
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.row + 1 < rows.count {
      cursor.row += 1
    } else {
      scrolledOff.append(rows.removeFirst().text)
      rows.append(Row(columns: columns))
    }
  }

  private mutating func erase(_ range: Range<Int>) {
    for column in range { rows[cursor.row].cells[column] = Cell() }
    if range.upperBound == columns { rows[cursor.row].isWrapped = false }
  }

  private mutating func insertBlanks(_ count: Int) {
    rows[cursor.row].cells.insert(contentsOf: Array(repeating: Cell(), count: count), at: cursor.column)
    rows[cursor.row].cells.removeLast(count)
  }

  // MARK: - Size

  /// Takes a new width as most terminals do: wrapped lines are wrapped anew and the cursor stays at its character.
  package mutating func resize(columns: Int) {
    var lines: [[Cell]] = [[]]
    var place = Position(row: 0, column: 0)
    for (index, row) in rows.enumerated() {
      if index == cursor.row {
        place = Position(row: lines.count - 1, column: lines[lines.count - 1].count + cursor.column)
      }
      lines[lines.count - 1] += row.cells
      if !row.isWrapped { lines.append([]) }
    }
    lines.removeLast()
    var wrapped: [Row] = []
    for (index, var line) in lines.enumerated() {
      let kept = index == place.row ? place.column + 1 : 0
      while line.count > kept, line.last?.text == " " { line.removeLast() }
      if index == place.row {
        cursor = Position(row: wrapped.count + place.column / columns, column: place.column % columns)
      }
      repeat {
        let part = Array(line.prefix(columns))
        line.removeFirst(part.count)
        wrapped.append(
          Row(cells: part + Array(repeating: Cell(), count: columns - part.count), isWrapped: !line.isEmpty))
      } while !line.isEmpty
    }
    while wrapped.count > rows.count, cursor.row < wrapped.count - 1, wrapped.last?.text.isEmpty == true {
      wrapped.removeLast()
    }
    let excess = max(0, wrapped.count - rows.count)
    scrolledOff += wrapped.prefix(excess).map(\.text)
    wrapped.removeFirst(excess)
    cursor.row = max(0, cursor.row - excess)
    rows = wrapped + Array(repeating: Row(columns: columns), count: max(0, rows.count - wrapped.count))
    self.columns = columns
    isWrapPending = false
  }

  /// The columns of the characters that the tests use: East Asian wide ones and emoji take two, combining marks none.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
