import Domain
import Presentation
import Terminal

extension Session: Output {
  func write(_ text: StyledText) {
    stage?.typist.saw(text)
    if let cast = stage?.cast { cast.write(text) } else { results.write(text) }
  }

  func write(data: [UInt8]) {
    if let cast = stage?.cast { return cast.write(raw: data) }
    results.write(raw: data)
    // A program that reads each answer before it sends the next command must not wait for a full buffer.
    if isRead { results.flush() }
  }

  func write(verbatim text: String) {
    if let cast = stage?.cast { return cast.write(StyledText(data: text)) }
    if isTerminal { results.write(StyledText(data: text)) } else { results.write(raw: Array(text.utf8)) }
  }

  func write(diagnostics text: StyledText) {
    stage?.typist.saw(text)
    stage?.cast?.write(text)
    diagnostics.write(text)
  }

  func flush() {
    results.flush()
    // All output ends in a line break, so the row contains at most the terminal's echo of Ctrl-C.
    if isPrompt && interruption.isRaised { progress.clearRow() }
  }

  var isClosed: Bool { results.failure != nil }

  var size: (columns: Int, rows: Int)? {
    if let stage, stage.cast != nil { return (stage.size.columns, stage.size.rows) }
    guard isTerminal, let size = TerminalSize(of: StandardDescriptors.output, environment: environment) else {
      return nil
    }
    return (size.columns, size.rows)
  }

  var diagnosticsWidth: Int? {
    if let stage, stage.cast != nil { return stage.size.columns }
    guard TerminalOutput.isTerminal(StandardDescriptors.errors) else { return nil }
    return TerminalSize(of: StandardDescriptors.errors, environment: environment)?.columns
  }

  var hasLinks: Bool { stage?.cast == nil && results.appearance.hasLinks }

  func adopt(_ settings: Settings) { appearance.adopt(settings) }

  func note(_ line: Line) { composition.note(line) }

  var audience: (any Audience)? { stage }

  func asking<Value>(
    _ catalog: String, _ body: () async throws -> Value
  ) async throws(CommandError) -> Value {
    label.begin(asking: catalog)
    do { return try await progress.during(label.text(), body) } catch { throw CommandError(error) }
  }
}
