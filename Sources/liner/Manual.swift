import ArgumentParser
import Domain
import Presentation
import Wire

/// The manual page in man(7) markup, made from the tables of options and commands, so that it is always current.
struct Manual {
  let commands: [Command]

  var text: String {
    var page = Page()
    page.line(".TH LINER 1 \"\" \"liner \(Liner.version)\" \"User Commands\"")
    page.section("NAME")
    page.text("liner - a line-oriented shell for exploring media catalogs")
    page.section("SYNOPSIS")
    page.line(".B liner")
    page.text("[options] [script ... | command [word ...]]")
    page.section("DESCRIPTION")
    page.text(
      """
      You search, look, dig deeper, star what you like, and go back, at a prompt or from a script. Without scripts, \
      liner prompts at a terminal, or reads commands from a pipe. If the first word is a command and not a file, it is \
      run with the remaining words as its arguments.
      """)
    page.section("OPTIONS")
    for option in Self.options { page.entry(option.usage, option.meaning) }
    page.section("COMMANDS")
    page.text(
      """
      One command per line, or several separated by ;. # starts a comment at the start of a line or between spaces. \
      Names are case-insensitive; any unique prefix works. A number alone opens that item; so does an address or an id.
      """)
    for command in commands {
      let usage = command.synopsis.isEmpty ? command.name : command.name + " " + command.synopsis
      page.entry(usage, command.explanation)
      if !command.aliases.isEmpty { page.paragraph("Also: " + command.aliases.joined(separator: ", ")) }
      for option in command.options { page.paragraph(option.usage + ": " + option.meaning) }
      for example in command.examples { page.paragraph("Example: " + example) }
    }
    for topic in HelpTopic.all where topic.name != Self.environment {
      page.section(topic.name.uppercased())
      page.append(topic)
    }
    page.section("KEYS")
    for (key, meaning) in Self.keys { page.entry(key, meaning) }
    page.section("EXIT STATUS")
    for (status, meaning) in Self.statuses { page.entry(status, meaning) }
    page.section("ENVIRONMENT")
    for topic in HelpTopic.all where topic.name == Self.environment { page.append(topic) }
    page.section("EXAMPLES")
    for (example, meaning) in Self.examples { page.entry(example, meaning) }
    return page.text
  }

  private static let keys = [
    ("Tab", "Completes the word before the cursor, or lists the candidates."),
    ("Right, Ctrl-F", "Accepts the ghost text."),
    ("Ctrl-R", "Searches the history backwards for what is typed after bck:. Enter runs the line, Ctrl-C cancels."),
    ("Enter", "On an empty line: shows the next page."),
    ("Ctrl-C", "Clears the line, or cancels the current request or wait."),
    ("Ctrl-D", "On an empty line: exits liner."),
  ]

  private static let statuses = [
    ("0", "Every command succeeded."), ("1", "A command failed, or a file could not be read or written."),
    ("64", "Invalid options."), ("130", "Interrupted."),
  ]

  /// The topic with a section of its own in manual pages.
  private static let environment = "environment"

  private static let examples = [
    ("liner --offline", "A prompt with the embedded sample; works offline."),
    ("liner -c 'search vivaldi; open song'", "Run two commands and exit."),
    ("liner search jack johnson --limit 3", "One command from the shell."),
    ("liner --output json < tour.liner", "Run a file of commands, one JSON object each."),
    ("liner --record x.rec -c 'search vivaldi' ; liner --replay x.rec", "Record, then replay offline."),
  ]
}

// MARK: Options

extension Manual {
  /// From ArgumentParser's description of the options, in JSON.
  fileprivate static var options: [(usage: String, meaning: String)] {
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
  mutating func section(_ title: String) { line(".SH " + title) }

  mutating func entry(_ term: String, _ meaning: String) {
    line(".TP")
    line(".B " + Self.escaped(term))
    text(meaning)
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

  /// A dot or a quote at the start of a line would be a request, and a hyphen would become a dash.
  private static func escaped(_ words: String) -> String {
    var escaped = words.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    if escaped.hasPrefix(".") || escaped.hasPrefix("'") { escaped = "\\&" + escaped }
    return escaped
  }
}
