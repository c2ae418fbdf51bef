/// Help, from the command table.
enum HelpText {
  /// A command that takes more than fits here is named alone; its own help says what.
  private static let widestName = 27
  /// What is explained in fewer columns than these stands below its name.
  fileprivate static let narrowestMeaning = 24
  /// Columns below which the overview names commands without what they take.
  private static let narrowest = 60

  /// One screen with every command.
  /// - Parameter isForReader: whether it is read line by line, or aloud.
  static func overview(of commands: [Command], width: Int?, isForReader: Bool = false) -> StyledText {
    var text = StyledText()
    let columns = Columns(width: width, isForReader: isForReader)
    // What a command takes is also in its own help, and what it is for comes first.
    let isNarrow = width.map { $0 < narrowest } ?? false
    let names = commands.map { command in
      if isNarrow { return command.name }
      let name = (command.name + " " + command.shortSynopsis).trimmingSuffix()
      return isForReader || name.count <= widestName ? name : command.name + " …"
    }
    let nameWidth = names.reduce(0) { max($0, $1.count) }
    for (command, name) in zip(commands, names) {
      let summary = command.summary + (command.aliases.isEmpty ? "" : " (\(command.aliases.joined(separator: ", ")))")
      columns.append(name, nameWidth, summary, to: &text)
    }
    columns.append("N", nameWidth, "open item N", to: &text)
    let topics = HelpTopic.all.map(\.name).joined(separator: ", ")
    text.append(wrapping: "Topics of help: \(topics).", .faint, width: width)
    let rules = "Any unique prefix will do, ; separates commands, help COMMAND tells more."
    text.append(wrapping: rules, .faint, width: width)
    return text
  }

  /// One command: usage, meaning, example; and what can be set by it.
  static func page(
    of command: Command, settings: [SettingValue], width: Int?, isForReader: Bool = false
  ) -> StyledText {
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
    let columns = Columns(width: width, isForReader: isForReader)
    let optionWidth = command.options.reduce(0) { max($0, $1.usage.count) }
    for option in command.options { columns.append(option.usage, optionWidth, option.meaning, to: &text) }
    for (index, example) in command.examples.enumerated() {
      text.append(index == 0 ? "  example: " : "           ", .faint)
      text.append(wrapping: example, width: width, indent: 11, isIndented: true)
    }
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) }
    for setting in settings { columns.append(setting.name, nameWidth, setting.accepted ?? setting.meaning, to: &text) }
    return text
  }

  static func page(of topic: HelpTopic, width: Int?, isForReader: Bool = false) -> StyledText {
    var text = StyledText()
    text.append(wrapping: topic.name + ": " + topic.summary, .emphasis, width: width)
    let columns = Columns(width: width, isForReader: isForReader)
    for part in topic.parts {
      switch part {
      case .paragraph(let words):
        for line in TextWrapping.lines(of: words, width: width.map { $0 - 2 }) {
          text.append("  " + line)
          text.breakLine()
        }
      case .entry(let name, let meaning): columns.append(name, topic.entryWidth, meaning, to: &text)
      case .listing(let lines):
        for line in lines.split(separator: "\n") { text.append(wrapping: String(line), width: width, indent: 4) }
      }
    }
    return text
  }

  /// Names, with a description behind each.
  private struct Columns {
    let width: Int?
    let isForReader: Bool

    func append(_ name: String, _ nameWidth: Int, _ meaning: String, to text: inout StyledText) {
      if isForReader {
        text.append(name + ": ", .emphasis)
        text.append(meaning)
        text.breakLine()
      } else if name.count > nameWidth || width.map({ $0 < nameWidth + HelpText.narrowestMeaning }) ?? false {
        text.append("  ")
        text.append(wrapping: name, .emphasis, width: width, indent: 2, isIndented: true)
        text.append(wrapping: meaning, width: width, indent: 4)
      } else {
        text.append("  " + name.padded(to: nameWidth) + "  ", .emphasis)
        text.append(wrapping: meaning, width: width, indent: nameWidth + 4, isIndented: true)
      }
    }
  }
}

extension HelpTopic {
  /// The widest name that what it means stands beside.
  fileprivate var entryWidth: Int {
    let names = parts.compactMap { if case .entry(let name, _) = $0 { name.count } else { nil } }
    return names.filter { $0 <= 30 }.max() ?? 0
  }
}

extension Command {
  /// The synopsis without options, so that the overview keeps to one line a command.
  fileprivate var shortSynopsis: String { options.isEmpty ? synopsis : usage.isEmpty ? "…" : usage + " …" }
}

extension String {
  fileprivate func trimmingSuffix() -> String { hasSuffix(" ") ? String(dropLast()) : self }
}
