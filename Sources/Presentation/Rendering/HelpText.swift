extension Printer {
  /// The widest name with arguments in the overview; of a wider one, the arguments become `…`.
  private static let widestName = 27
  /// On a narrower terminal, the overview omits arguments.
  private static let narrowest = 60

  mutating func overview(of commands: [Command]) {
    // A command's own help also shows its arguments; in the overview its purpose matters more.
    let isNarrow = width.map { $0 < Self.narrowest } ?? false
    let names = commands.map { command in
      if isNarrow { return command.name }
      let name = command.named(with: command.shortSynopsis)
      return isTooWide(name, for: Self.widestName) ? command.name + " …" : name
    }
    let column = names.reduce(0) { max($0, $1.count) }
    for (command, name) in zip(commands, names) {
      let aliases = command.aliases.isEmpty ? "" : " (\(command.aliases.joined(separator: ", ")))"
      meaning(of: name, column: column, command.summary + aliases)
    }
    meaning(of: "N", column: column, "open item N")
    note("Help topics: \(HelpTopic.all.map(\.name).joined(separator: ", ")).")
    note("Any unique prefix works, ; separates commands, help COMMAND explains one.")
  }

  mutating func page(of command: Command, settings: [Setting]) {
    note(command.named(with: command.synopsis), .emphasis)
    note(command.explanation, .plain, indent: 2)
    if !command.aliases.isEmpty { line("  also: " + command.aliases.joined(separator: ", "), .faint) }
    let entries = command.tasks.map { ($0.usage, $0.meaning) } + command.options.map { ($0.usage, $0.meaning) }
    let column = entries.reduce(0) { max($0, $1.0.count) }
    for (usage, meaning) in entries { self.meaning(of: usage, column: column, meaning) }
    for (index, example) in command.examples.enumerated() {
      text.append(index == 0 ? "  example: " : "           ", .faint)
      rest(example, indent: 11)
    }
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) }
    for setting in settings { meaning(of: setting.name, column: nameWidth, setting.accepted ?? setting.meaning) }
  }

  mutating func page(of topic: HelpTopic) {
    note(topic.name + ": " + topic.summary, .emphasis)
    let widths = topic.parts.compactMap { if case .entry(let name, _) = $0 { name.count } else { nil } }
    // A wider name has its meaning below it.
    let column = widths.filter { $0 <= 30 }.max() ?? 0
    for part in topic.parts {
      switch part {
      case .paragraph(let words): note(words, .plain, indent: 2)
      case .entry(let name, let meaning): self.meaning(of: name, column: column, meaning)
      case .listing(let lines): for line in lines.split(separator: "\n") { note(String(line), .plain, indent: 4) }
      }
    }
  }
}

extension Command {
  /// The synopsis without options, so that the overview has one line per command.
  fileprivate var shortSynopsis: String { options.isEmpty ? synopsis : usage.isEmpty ? "…" : usage + " …" }

  fileprivate func named(with synopsis: String) -> String { synopsis.isEmpty ? name : name + " " + synopsis }
}
