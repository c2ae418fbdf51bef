/// Help, from the command table.
enum HelpText {
  /// Columns below which the overview names commands without what they take.
  private static let narrowest = 60

  /// One screen with every command.
  static func overview(of commands: [Command], width: Int?) -> StyledText {
    var text = StyledText()
    // What a command takes is also in its own help, and what it is for comes first.
    let isNarrow = width.map { $0 < narrowest } ?? false
    let names = commands.map { isNarrow ? $0.name : ($0.name + " " + $0.shortSynopsis).trimmingSuffix() }
    let nameWidth = names.reduce(0) { max($0, $1.count) }
    for (command, name) in zip(commands, names) {
      text.append("  " + name.padded(to: nameWidth) + "  ", .emphasis)
      let summary = command.summary + (command.aliases.isEmpty ? "" : " (\(command.aliases.joined(separator: ", ")))")
      text.append(wrapping: summary, width: width, indent: nameWidth + 4, isIndented: true)
    }
    text.append("  " + "N".padded(to: nameWidth) + "  ", .emphasis)
    text.append("open item N")
    text.breakLine()
    let rules = "Any unique prefix will do, ; separates commands, help COMMAND tells more."
    text.append(wrapping: rules, .faint, width: width)
    return text
  }

  /// One command: usage, meaning, example; and what can be set by it.
  static func page(of command: Command, settings: [SettingValue], width: Int?) -> StyledText {
    var text = StyledText()
    for line in TextWrapping.lines(of: (command.name + " " + command.synopsis).trimmingSuffix(), width: width) {
      text.append(line, .emphasis)
      text.breakLine()
    }
    for line in TextWrapping.lines(of: command.explanation, width: width.map { $0 - 2 }) {
      text.append("  " + line)
      text.breakLine()
    }
    if !command.aliases.isEmpty {
      text.append("  also: " + command.aliases.joined(separator: ", "), .faint)
      text.breakLine()
    }
    text.append("  example: ", .faint)
    text.append(command.example)
    text.breakLine()
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) }
    for setting in settings {
      text.append("  " + setting.name.padded(to: nameWidth) + "  ", .emphasis)
      let accepted = setting.accepted ?? setting.meaning
      text.append(wrapping: accepted, width: width, indent: nameWidth + 4, isIndented: true)
    }
    return text
  }
}

extension Command {
  /// The synopsis without options, so that the overview keeps to one line a command.
  fileprivate var shortSynopsis: String {
    guard let options = synopsis.firstRange(of: " [--") else { return synopsis }
    return synopsis[..<options.lowerBound] + " …"
  }
}

extension String {
  fileprivate func trimmingSuffix() -> String { hasSuffix(" ") ? String(dropLast()) : self }
}
