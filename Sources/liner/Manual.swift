import ArgumentParser
import Catalogs
import Domain
import Presentation
import Wire

/// The manual page in man(7) markup: `manual.txt`, with the tables of options, commands and topics.
enum Manual {
  static var text: String {
    var page = Page()
    for line in EmbeddedFile.table("manual").lines {
      switch line {
      case "{options}": for option in options { page.entry(option.usage, option.meaning) }
      case "{commands}": for command in Command.all { page.append(command) }
      case "{settings}":
        for one in Setting.all(in: .itunes) { page.entry(one.name, "\(one.meaning); default: \(one.defaultValue)") }
      case "{topics}":
        for topic in HelpTopic.all where topic.name != environment {
          page.line(".SH " + topic.name.uppercased())
          page.append(topic)
        }
      case "{environment}": for topic in HelpTopic.all where topic.name == environment { page.append(topic) }
      default: page.line(line.replacing("{version}", with: Liner.version))
      }
    }
    return page.text
  }

  /// The topic with a section of its own in manual pages.
  private static let environment = "environment"

  // MARK: Options

  /// From ArgumentParser's description of the options, in JSON.
  private static var options: [(usage: String, meaning: String)] {
    let dump = try? JSONValue(parsing: Array(Options._dumpHelp().utf8))
    let arguments = dump?["command"]?["arguments"]?.array ?? []
    return arguments.filter { $0["shouldDisplay"] == .bool(true) }.map { argument in
      let names = (argument["names"]?.array ?? []).compactMap { name in
        name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
      }.sorted { $0.count < $1.count }
      let value = (argument["valueName"]?.text ?? "").uppercased()
      var usage = names.isEmpty ? value : names.joined(separator: ", ")
      if argument["kind"]?.text == "option" { usage += " " + value }
      var meaning = argument["abstract"]?.text ?? ""
      let values = (argument["allValues"]?.array ?? []).compactMap(\.text)
      if !values.isEmpty { meaning += " One of: \(values.joined(separator: ", "))." }
      if let standard = argument["defaultValue"]?.text { meaning += " Default: \(standard)." }
      return (usage, meaning)
    }
  }
}

// MARK: Markup

/// man(7) requests, and text with man(7) characters escaped.
private struct Page {
  private(set) var text = ""

  mutating func line(_ request: String) { text += request + "\n" }

  mutating func entry(_ term: String, _ meaning: String) {
    line(".TP")
    line(".B " + Self.escaped(term))
    text(meaning)
  }

  mutating func append(_ command: Command) {
    entry(command.synopsis.isEmpty ? command.name : command.name + " " + command.synopsis, command.explanation)
    if !command.aliases.isEmpty { paragraph("Also: " + command.aliases.joined(separator: ", ")) }
    for task in command.tasks { paragraph(task.usage + ": " + task.meaning) }
    for option in command.options { paragraph(option.usage + ": " + option.meaning) }
    for example in command.examples { paragraph("Example: " + example) }
  }

  mutating func append(_ topic: HelpTopic) {
    for part in topic.parts {
      switch part {
      case .paragraph(let words):
        line(".PP")
        text(words)
      case .entry(let name, let meaning): entry(name, meaning)
      case .listing(let lines):
        line(".PP")
        line(".nf")
        text(lines)
        line(".fi")
      }
    }
  }

  mutating func paragraph(_ words: String) {
    line(".br")
    text(words)
  }

  mutating func text(_ words: String) {
    for line in words.split(separator: "\n") { self.line(Self.escaped(String(line))) }
  }

  /// At the start of a line, a dot or a quote would be a request. A hyphen would become a dash.
  private static func escaped(_ words: String) -> String {
    var escaped = words.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    if escaped.hasPrefix(".") || escaped.hasPrefix("'") { escaped = "\\&" + escaped }
    return escaped
  }
}
