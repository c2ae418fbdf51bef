extension TextRenderer {
  /// The widest name with arguments in the overview; a wider one gets `…` for its arguments.
  private static let widestName = 27
  /// With fewer columns than these left for the explanation, it goes below the name.
  private static let narrowestExplanation = 24
  /// A terminal narrower than this gets an overview without arguments.
  private static let narrowest = 60

  func overview(of commands: [Command]) -> StyledText {
    var text = StyledText()
    // A command's own help shows its arguments too; here its purpose matters more.
    let isNarrow = width.map { $0 < Self.narrowest } ?? false
    let names = commands.map { command in
      if isNarrow { return command.name }
      let name = command.named(with: command.shortSynopsis)
      return isForReader || name.count <= Self.widestName ? name : command.name + " …"
    }
    let nameWidth = names.reduce(0) { max($0, $1.count) }
    for (command, name) in zip(commands, names) {
      let summary = command.summary + (command.aliases.isEmpty ? "" : " (\(command.aliases.joined(separator: ", ")))")
      append(name, nameWidth, summary, to: &text)
    }
    append("N", nameWidth, "open item N", to: &text)
    let topics = HelpTopic.all.map(\.name).joined(separator: ", ")
    text.append(wrapping: "Help topics: \(topics).", .faint, width: width)
    let rules = "Any unique prefix works, ; separates commands, help COMMAND explains one."
    text.append(wrapping: rules, .faint, width: width)
    return text
  }

  func page(of command: Command, settings: [SettingValue]) -> StyledText {
    var text = StyledText()
    text.append(wrapping: command.named(with: command.synopsis), .emphasis, width: width)
    text.append(wrapping: command.explanation, width: width, indent: 2)
    if !command.aliases.isEmpty { text.append(line: "  also: " + command.aliases.joined(separator: ", "), .faint) }
    let optionWidth = command.options.reduce(0) { max($0, $1.usage.count) }
    for option in command.options { append(option.usage, optionWidth, option.meaning, to: &text) }
    for (index, example) in command.examples.enumerated() {
      text.append(index == 0 ? "  example: " : "           ", .faint)
      text.append(wrapping: example, width: width, indent: 11, isIndented: true)
    }
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) }
    for setting in settings { append(setting.name, nameWidth, setting.accepted ?? setting.meaning, to: &text) }
    return text
  }

  func page(of topic: HelpTopic) -> StyledText {
    var text = StyledText()
    text.append(wrapping: topic.name + ": " + topic.summary, .emphasis, width: width)
    for part in topic.parts {
      switch part {
      case .paragraph(let words): text.append(wrapping: words, width: width, indent: 2)
      case .entry(let name, let meaning): append(name, topic.entryWidth, meaning, to: &text)
      case .listing(let lines):
        for line in lines.split(separator: "\n") { text.append(wrapping: String(line), width: width, indent: 4) }
      }
    }
    return text
  }

  /// A name in a column of `nameWidth`, followed by its meaning.
  private func append(_ name: String, _ nameWidth: Int, _ meaning: String, to text: inout StyledText) {
    if isForReader {
      text.append(name + ": ", .emphasis)
      text.append(line: meaning)
    } else if name.count > nameWidth || width.map({ $0 < nameWidth + Self.narrowestExplanation }) ?? false {
      text.append(wrapping: name, .emphasis, width: width, indent: 2)
      text.append(wrapping: meaning, width: width, indent: 4)
    } else {
      text.append("  " + name.padded(to: nameWidth) + "  ", .emphasis)
      text.append(wrapping: meaning, width: width, indent: nameWidth + 4, isIndented: true)
    }
  }
}

extension HelpTopic {
  /// The width of the column of names; a wider name has its meaning below it.
  fileprivate var entryWidth: Int {
    let names = parts.compactMap { if case .entry(let name, _) = $0 { name.count } else { nil } }
    return names.filter { $0 <= 30 }.max() ?? 0
  }
}

extension Command {
  /// The synopsis without options, so that the overview keeps to one line a command.
  fileprivate var shortSynopsis: String { options.isEmpty ? synopsis : usage.isEmpty ? "…" : usage + " …" }

  fileprivate func named(with synopsis: String) -> String { synopsis.isEmpty ? name : name + " " + synopsis }
}
