import Domain

/// Text with styles, for a terminal or a pipe. Whatever is appended is data: its control characters are made visible,
/// so that no text can act on a terminal, whatever its source. Only `breakLine()` breaks lines. The terminal turns each
/// `Style` into colours.
package struct StyledText: Sendable, Equatable {
  /// The text in UTF-8; line breaks are its only control characters.
  package private(set) var utf8: [UInt8] = []
  /// Consecutive stretches that cover the text, including unstyled ones; none is empty.
  package private(set) var runs: [Run] = []
  /// The lines that matter for splitting the text into pages, in order.
  package private(set) var marks: [LineMark] = []

  package struct Run: Sendable, Equatable {
    package var style: Style
    /// Where the stretch ends, in UTF-8 code units from the start of the text.
    package var end: Int
    /// The page that it links to.
    package var link: String?
  }

  /// A line that matters for splitting the text into pages.
  package struct LineMark: Sendable, Equatable {
    /// Where the line ends, including its break, in UTF-8 code units from the start of the text.
    package var end: Int
    /// How many items of a list it shows.
    package var items: Int
    /// Whether it must stay with the next line, as a header must.
    package var keepsNext: Bool
  }

  /// The meaning of a stretch of text; the terminal decides how it looks.
  package enum Style: Sendable {
    case plain, title, heading, number, star, creator, faint, error, warning, emphasis, link
  }

  package init() {
    // Room for a short reply, which would otherwise be reallocated several times in every command of a script.
    utf8.reserveCapacity(96)
    runs.reserveCapacity(4)
  }

  package init(_ text: String, _ style: Style = .plain) { append(text, style) }

  /// One line for each element.
  package init(lines: [String]) {
    for line in lines { append(line: line) }
  }

  package var text: String { String(decoding: utf8, as: UTF8.self) }

  package var isEmpty: Bool { utf8.isEmpty }

  package mutating func append(_ data: String, _ style: Style = .plain, link: String? = nil) {
    guard !data.isEmpty else { return }
    data.utf8.span.withUnsafeBufferPointer { bytes in
      if ControlCharacters.mayOccur(in: bytes) {
        utf8.append(contentsOf: Self.escapingControls(data).utf8)
      } else {
        utf8.append(contentsOf: bytes)
      }
    }
    close(style, link)
  }

  /// Appends a line.
  package mutating func append(line data: String, _ style: Style = .plain) {
    append(data, style)
    breakLine()
  }

  /// Skips columns.
  package mutating func skip(_ columns: Int, _ style: Style = .plain) {
    guard columns > 0 else { return }
    utf8.append(contentsOf: repeatElement(UInt8(ascii: " "), count: columns))
    close(style, nil)
  }

  /// Ends a line, and adds a `LineMark` for it if needed.
  package mutating func breakLine(items: Int = 0, keepsNext: Bool = false) {
    utf8.append(UInt8(ascii: "\n"))
    close(.plain, nil)
    if items > 0 || keepsNext { marks.append(LineMark(end: utf8.count, items: items, keepsNext: keepsNext)) }
  }

  /// The stretch between two places, in UTF-8 code units from the start of the text.
  package func stretch(_ range: Range<Int>) -> StyledText {
    var stretch = StyledText()
    stretch.utf8 = Array(utf8[range])
    var begin = 0
    for run in runs {
      defer { begin = run.end }
      guard run.end > range.lowerBound, begin < range.upperBound else { continue }
      stretch.runs.append(Run(style: run.style, end: min(run.end, range.upperBound) - range.lowerBound, link: run.link))
    }
    return stretch
  }

  private mutating func close(_ style: Style, _ link: String?) {
    let last = runs.count - 1
    if last >= 0, runs[last].style == style, runs[last].link == link {
      runs[last].end = utf8.count
    } else {
      runs.append(Run(style: style, end: utf8.count, link: link))
    }
  }

  /// The text for a screen reader, with commas instead of symbols between its parts.
  package static func spoken(_ text: String) -> String {
    text.replacing(" › ", with: ", ").replacing(" · ", with: ", ")
  }

  /// The text with a visible substitute for each character that would act on a terminal or be invisible: a symbol for
  /// C0 controls and DEL (`␛`), a code for others (`<U+202E>`), a count for too many marks on a character.
  package static func escapingControls(_ data: String) -> String {
    guard ControlCharacters.mayOccur(in: data) else { return data }
    // Not a view of scalars, which copies all of itself for each text that is appended.
    var shown = ""
    var (marks, previous): (Int, Unicode.Scalar) = (0, " ")
    let scalars = data.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      var next: Unicode.Scalar { scalars[scalars.index(after: index)...].first ?? " " }
      var isJoined: Bool { ControlCharacters.joins(previous) && ControlCharacters.joins(next) }
      marks = ControlCharacters.isMark(scalar) ? marks + 1 : 0
      switch scalar.value {
      case _ where marks > ControlCharacters.mostMarks:
        // The last one is replaced by their number.
        if ControlCharacters.isMark(next) { break }
        let more = (marks - ControlCharacters.mostMarks).counted("mark")
        shown += "<+\(more)>"
      case 0..<0x20: shown.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value)!)
      case 0x7F: shown.unicodeScalars.append("\u{2421}")
      case _ where ControlCharacters.contains(scalar), _ where ControlCharacters.isJoiner(scalar) && !isJoined:
        shown += "<U+\(scalar.value.zeroPadded(to: 4, radix: 16).uppercased())>"
      default: shown.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return shown
  }

  /// Text from elsewhere with its own line breaks and tabs; all other control characters are made visible.
  package init(data: String) {
    self.init()
    var lines = data.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      for (index, part) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { utf8.append(UInt8(ascii: "\t")) }
        append(String(part))
      }
      breakLine()
    }
  }
}
