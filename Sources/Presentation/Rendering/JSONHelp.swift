import Domain

/// The tables of commands and settings in JSON, so that a program can discover liner's commands.
enum JSONHelp {
  static func write(_ command: Command, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("name", command.name)
      writer.field("synopsis", command.synopsis)
      writer.field("summary", command.summary)
      writer.field("aliases", command.aliases)
      writer.field("explanation", command.explanation)
      let filters = Command.Option("FILTER", "any filter of the catalog, as listed by set", takes: .text("VALUE"))
      writer.objects("options", command.options + (command.takesFilters ? [filters] : [])) { writer, option in
        writer.field("name", option.dashed)
        writer.field("value", option.value?.word)
        writer.field("meaning", option.meaning)
      }
      writer.field("example", command.examples.first)
      writer.field("examples", command.examples)
    }
  }

  static func write(_ setting: Setting, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("name", setting.name)
      writer.field("synopsis", "set \(setting.name) \(setting.isList ? "VALUE,VALUE,…" : "VALUE")")
      writer.field("meaning", setting.meaning)
      writer.field("standard", setting.defaultValue)
      writer.field("values", setting.values)
      writer.field("example", "set \(setting.name) \(setting.example)")
    }
  }

  static func write(_ topic: HelpTopic, to writer: inout JSONWriter) {
    writer.field("name", topic.name)
    writer.field("summary", topic.summary)
    let lines = topic.parts.map { part in
      switch part {
      case .paragraph(let text), .listing(let text): text
      case .entry(let name, let meaning): "\(name): \(meaning)"
      }
    }
    writer.field("text", lines.joined(separator: "\n"))
  }
}
