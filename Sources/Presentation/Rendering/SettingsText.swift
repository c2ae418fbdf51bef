/// Settings: name, value and meaning, beside each other where there is room.
enum SettingsText {
  /// Narrower than this, a meaning stands below its setting.
  private static let narrowestMeaning = 24

  static func render(_ settings: [SettingValue], width: Int?) -> StyledText {
    var text = StyledText()
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) } + 2
    let valueWidth = settings.reduce(0) { max($0, DisplayWidth.of($1.value ?? $1.standard)) } + 2
    let meaningWidth = width.map { $0 - nameWidth - valueWidth }
    let isBeside = meaningWidth.map { $0 >= narrowestMeaning } ?? true
    for setting in settings {
      let style: StyledText.Style = setting.value == nil ? .faint : .plain
      let value = setting.value ?? setting.standard
      text.append(setting.name.padded(to: nameWidth), .emphasis)
      if isBeside {
        text.append(value.padded(to: valueWidth), style)
        text.append(setting.meaning, .faint, indent: nameWidth + valueWidth, width: width)
      } else {
        text.append(value, style, indent: nameWidth, width: width)
        text.append("  ")
        text.append(setting.meaning, .faint, indent: 2, width: width)
      }
    }
    return text
  }
}

extension StyledText {
  /// Appends lines of words that begin in the column `indent`, where the first is to stand now.
  /// - Parameter width: the columns of a line; nil for one line only.
  mutating func append(_ words: String, _ style: Style, indent: Int, width: Int?) {
    for (index, line) in TextWrapping.lines(of: words, width: width.map { max(10, $0 - indent) }).enumerated() {
      if index > 0 { append(String(repeating: " ", count: indent)) }
      append(line, style)
      breakLine()
    }
  }
}
