import Glibc
import Presentation
import Terminal

/// The smallest program with a prompt: it repeats each line. Tests run it on a pseudo-terminal.
@main
struct PromptDriver {
  static func main() async {
    let environment = environment()
    let signals = TerminalSignals()
    let isTerminal = TerminalOutput.isTerminal(STDOUT_FILENO)
    var appearance = Appearance(colors: .auto, isTerminal: true, environment: environment)
    appearance.isForReader = environment["READER"] != nil
    let output = TerminalOutput(appearance: isTerminal ? appearance : .plain)
    let history = await HistoryFile(path: HistoryFile.path(environment))
    if let warning = history.takeWarning() {
      output.write(StyledText(lines: ["warning: \(warning)"]))
    }
    let source = await EditLineSource(
      history: history, signals: signals, appearance: appearance, environment: environment)
    source.onChange { line in
      if line == "draw told" { source.tell(StyledText(lines: ["news"])) }
      if line.hasPrefix("draw ") { source.draw(StyledText(lines: [String(line.dropFirst(5)).uppercased()])) }
      if line == "draw below" { source.tell(StyledText(lines: ["news"])) }
    }
    var prompt = Prompt(text: environment["PLACE"] ?? "")
    prompt.completions = completions
    prompt.hint = { line in
      if line == "star 3" { return Hint(text: " → Upside Down", added: "") }
      let rest = hint(line, history.lines)
      return Hint(text: rest, added: rest)
    }
    while true {
      switch await source.next(prompt: { [prompt] in prompt }, beforeWaiting: { output.flush() }) {
      case .end: return await history.finish()
      case .interrupted: output.write(StyledText(lines: ["interrupted"]))
      case .unreadable(_, let line): output.write(StyledText(lines: ["\(line.number): ?"]))
      case .line(let line):
        let text = line.text
        if text == "quit" { return await history.finish() }
        if text == "wait" {
          // Listening begins before the announcement, or a quick Ctrl-C would be missed.
          let (interruptions, listener) = AsyncStream<Void>.makeStream()
          signals.onInterruption { listener.yield() }
          output.write(StyledText(lines: ["waiting"]))
          output.flush()
          for await _ in interruptions { break }
          output.write(StyledText(lines: ["cancelled"]))
          continue
        }
        output.write(StyledText(lines: ["\(line.number): \(text)"]))
      }
    }
  }

  static func environment() -> [String: String] {
    var all: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return all
  }

  @Sendable static func completions(_ line: String, _ cursor: Int) -> [Completion] {
    let typed = line.prefix(cursor)
    let word = typed.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let summaries = ["search": "asks every category", "seasons": "music for the time of year", "set": "settings"]
    let names =
      typed.contains(" ") ? ["Été", "日本語 tune", "Evil\u{1B}[31m"] : ["back", "search", "seasons", "set", "star"]
    return names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
      .map { Completion(text: $0, summary: summaries[$0] ?? "", replaced: word.count) }
  }

  static func hint(_ line: String, _ lines: [String]) -> String {
    guard !line.isEmpty, let match = lines.last(where: { $0.hasPrefix(line) && $0 != line }) else { return "" }
    return String(match.dropFirst(line.count))
  }
}
