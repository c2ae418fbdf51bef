import Domain

/// Lays text out for a terminal, a pipe or a screen reader; only this file distinguishes them. A screen reader gets one
/// item per line: no columns, nothing cut, and nothing expressed only by a symbol.
struct Printer {
  let look: TextRenderer
  var text = StyledText()

  /// The available columns; nil in a pipe.
  var width: Int? { look.width }
  /// The available columns if text is cut to fit; nil if it is not.
  var room: Int? { look.isForReader ? nil : look.width }
  /// Separates facts in one line.
  var separator: String { look.isForReader ? ", " : " · " }
  /// Separates a name from its facts.
  var gap: String { look.isForReader ? ": " : "  " }
  /// A placeholder for what is being fetched.
  var pending: String { look.isForReader ? "  loading" : "  …" }
  var form: RowLayout.Form { look.isForReader ? .sentences : look.isTiled ? .tiles : .list }

  func spoken(_ text: String) -> String { look.isForReader ? StyledText.spoken(text) : text }

  func fitted(_ text: String, less used: @autoclosure () -> Int = 0) -> String {
    // Appending also makes control characters visible; done here, it gives the right width.
    room.map { DisplayWidth.fitted(StyledText.escapingControls(text), to: max(10, $0 - used())) } ?? text
  }

  func isTooWide(_ name: String, for columns: Int) -> Bool { !look.isForReader && name.count > columns }

  // MARK: Lines

  mutating func line(_ line: String, _ style: StyledText.Style = .plain) { text.append(line: line, style) }

  /// A line in several styles; a link is its own address.
  mutating func line(_ parts: [(text: String, style: StyledText.Style)]) {
    for (part, style) in parts { text.append(part, style, link: style == .link ? part : nil) }
    text.breakLine()
  }

  /// A wrapped sentence.
  mutating func note(_ sentence: String, _ style: StyledText.Style = .faint, indent: Int = 0) {
    text.append(wrapping: sentence, style, width: width, indent: indent)
  }

  /// The rest of a line, wrapped below its beginning.
  mutating func rest(_ rest: String, _ style: StyledText.Style = .plain, link: String? = nil, indent: Int) {
    text.append(wrapping: rest, style, link: link, width: width, indent: indent, isIndented: true)
  }

  /// A title or a header with a note after it, which is cut to fit.
  mutating func heading(_ title: String, _ style: StyledText.Style, _ note: String = "", keepsNext: Bool = false) {
    let note = StyledText.escapingControls(note)
    text.append(title, style)
    text.append(room.map { DisplayWidth.fitted(note, to: $0 - DisplayWidth.of(title)) } ?? note, .faint)
    text.breakLine(keepsNext: keepsNext)
  }

  /// The symbols before a title, in words.
  static func standing(isStarred: Bool, isMarked: Bool) -> [String?] {
    [isStarred ? "favourite" : nil, isMarked ? "marked" : nil]
  }

  // MARK: Names and facts

  /// The beginning of an indented line.
  func head(_ name: String, column: Int = 0) -> String {
    look.isForReader ? name + gap : "  " + name.padded(to: column) + gap
  }

  /// A name in a column, and its facts; a screen reader gets `word` instead of `sign` before it.
  mutating func entry(
    _ name: String, column: Int, sign: String = "", word: String = "", _ facts: [String],
    _ style: StyledText.Style = .plain, isCut: Bool = false
  ) {
    let facts = facts.joined(separator: separator)
    if look.isForReader, isCut { return line(name + word + gap + facts) }
    if !look.isForReader { text.append(sign, .star) }
    let indent = look.isForReader ? 2 : sign.count + column + 2
    if isTooWide(name, for: column) {
      line(name, .emphasis)
      text.skip(indent)
    } else {
      text.append((look.isForReader ? name : name.padded(to: column)) + gap, .emphasis)
    }
    isCut ? line(fitted(facts, less: indent), style) : rest(facts, style, indent: indent)
  }

  /// If fewer columns are left, the meaning goes below the name or the value.
  static let (narrowestMeaning, narrowestSetting) = (24, 20)

  /// A command, an option or a setting, and its meaning.
  mutating func meaning(of name: String, column: Int, _ meaning: String) {
    if isTooWide(name, for: column) || room.map({ $0 < column + Self.narrowestMeaning }) ?? false {
      note(name, .emphasis, indent: 2)
      return note(meaning, .plain, indent: 4)
    }
    text.append(head(name, column: column), .emphasis)
    look.isForReader ? line(meaning) : rest(meaning, indent: column + 4)
  }

  mutating func settings(_ settings: [Setting]) {
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) }
    let valueWidth = settings.reduce(0) { max($0, DisplayWidth.of($1.effectiveValue)) }
    for setting in settings {
      let (value, isDefault) = (setting.effectiveValue, setting.value == nil)
      if look.isForReader {
        let standing = isDefault && !value.hasSuffix("default") ? ", the default" : ""
        line("\(setting.name): \(value)\(standing); \(setting.meaning)")
        continue
      }
      text.append(setting.name.padded(to: nameWidth) + "  ", .emphasis)
      if let room, room - nameWidth - valueWidth - 4 < Self.narrowestSetting {
        rest(value, isDefault ? .faint : .plain, indent: nameWidth + 2)
        note(setting.meaning, indent: nameWidth + 2)
      } else {
        text.append(value.padded(to: valueWidth) + "  ", isDefault ? .faint : .plain)
        line(fitted(setting.meaning, less: nameWidth + valueWidth + 4), .faint)
      }
    }
    for setting in settings {
      if let accepted = setting.accepted { note("accepts \(accepted); default is \(setting.defaultValue)") }
    }
    if settings.count > 1 { note("To keep a setting for later sessions: set --save NAME VALUE") }
  }

  mutating func facts(_ facts: [Fact]) {
    guard !facts.isEmpty else { return }
    text.breakLine()
    let widest = facts.reduce(0) { max($0, DisplayWidth.of(StyledText.escapingControls($1.label))) }
    let column = width.map { min(widest, $0 / 2) } ?? widest
    for fact in facts {
      let value = fact.value.split(whereSeparator: \.isNewline).joined(separator: " ")
      let label = StyledText.escapingControls(fact.label)
      let head = head(look.isForReader ? label : DisplayWidth.fitted(label, to: column), column: column)
      if let link = WebLink(fact.value) {
        // A terminal without links never cuts an address, because the user needs to copy it.
        let shown = look.hasLinks ? link.shortened(to: width.map { max(10, $0 - column - 4) }) : fact.value
        text.append(head, .faint)
        text.append(shown, .link, link: fact.value)
        text.breakLine()
      } else if look.isForReader {
        note(head + value, .plain)
      } else {
        text.append(head, .faint)
        rest(value, indent: column + 4)
      }
    }
  }

  // MARK: Lists without columns

  mutating func starred(_ starred: [StarResult], _ favorites: Favorites) {
    for one in starred {
      let (number, title) = (one.row.number, one.row.shared.item.title)
      if look.isForReader {
        line((number > 0 ? "\(number). " : "") + title + ", " + one.note)
        continue
      }
      let words = one.isSaidBySign ? "" : one.note
      // Words that leave no room for the title go below it.
      let isBelow = room.map { $0 - DisplayWidth.of(words) < 22 } ?? false
      let sign =
        switch one.what {
        case .mark: one.isSet ? "✓ " : "  "
        case .favorite: one.isSet ? "★ " : "☆ "
        // An item removed from a list or from earlier favourites may still be a favourite.
        case .list, .earlier: favorites.contains(one.row.id) ? "★ " : "☆ "
        }
      text.append(sign, .star)
      if number > 0 { text.append(String(number) + " ", .number) }
      text.append(fitted(title, less: 12 + (isBelow ? 0 : DisplayWidth.of(words))))
      line(isBelow || words.isEmpty ? "" : "  " + words, .faint)
      if isBelow { note(words, indent: 4) }
    }
  }

  /// Each screen with its number for `back`, then the screens that `forward` leads to.
  mutating func trail(_ trail: [String], ahead: [String]) {
    let stepsWidth = trail.count > 1 ? String(trail.count - 1).count + 1 : 0
    for (index, title) in trail.enumerated() {
      let steps = trail.count - 1 - index
      if look.isForReader {
        line(spoken(title) + (steps == 0 ? ", this screen" : ", back \(steps)"))
        continue
      }
      text.append(steps == 0 ? "▸ " : "  ", .star)
      text.append((steps == 0 ? "" : "\(steps)").padded(to: stepsWidth), .number)
      line(fitted(title, less: 2 + stepsWidth), steps == 0 ? .emphasis : .plain)
    }
    if look.isForReader {
      for (index, title) in ahead.enumerated() { line("\(spoken(title)), forward \(index + 1)") }
    } else if let next = ahead.first {
      note("forward: \(next)" + (ahead.count > 1 ? "; forward \(ahead.count): \(ahead[ahead.count - 1])" : ""))
    }
  }
}

extension String {
  /// Padded with spaces to `width` columns.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self))) }
}
