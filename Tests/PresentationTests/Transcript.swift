import Domain
import Presentation
import Synchronization
import TestSupport

/// Everything that a session's loop prints and reports, in order.
final class Transcript: Sendable {
  struct Contents: Sendable {
    /// Results in all formats, in order.
    var results = ""
    /// The part of them for people.
    var text = ""
    /// The part of them for programs.
    var data = ""
    var verbatim = ""
    var diagnostics = ""
    var settings: [Settings] = []
    /// `asking CATALOG`, and `answered` at its end.
    var loads: [String] = []
    /// The lines that a recording would contain.
    var lines: [String] = []
    /// What the test itself recorded.
    var notes: [String] = []
  }

  private let contents = Mutex(Contents())

  var results: String { contents.withLock(\.results) }
  var text: String { contents.withLock(\.text) }
  var data: String { contents.withLock(\.data) }
  var verbatim: String { contents.withLock(\.verbatim) }
  var diagnostics: String { contents.withLock(\.diagnostics) }
  var settings: [Settings] { contents.withLock(\.settings) }
  var loads: [String] { contents.withLock(\.loads) }
  var lines: [String] { contents.withLock(\.lines) }
  var notes: [String] { contents.withLock(\.notes) }

  func note(_ text: String) { contents.withLock { $0.notes.append(text) } }

  /// The progress since the last call.
  func takeLoads() -> [String] {
    contents.withLock { contents in
      defer { contents.loads = [] }
      return contents.loads
    }
  }

  /// Inserts a text of the test's own between the results.
  func insert(_ text: String) { contents.withLock { $0.results += text } }

  /// Discards what was printed so far.
  func clear() { contents.withLock { $0 = Contents() } }

  /// The loop's output.
  /// - Parameters:
  ///   - rows: the height of the terminal; nil if there is none.
  ///   - isTerminal: whether data is escaped and shown with the results.
  ///   - isMerged: whether diagnostics appear between the results, in order.
  func output(rows: Int? = nil, isTerminal: Bool = true, isMerged: Bool = false) -> any Output {
    Printer(transcript: self, rows: rows, isTerminal: isTerminal, isMerged: isMerged)
  }

  private struct Printer: Output {
    let transcript: Transcript
    let rows: Int?
    let isTerminal: Bool
    let isMerged: Bool

    private func add(_ change: (inout Contents) -> Void) { transcript.contents.withLock { change(&$0) } }

    func write(_ text: StyledText) {
      add {
        $0.results += text.text
        $0.text += text.text
      }
    }

    func write(data bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      add {
        $0.results += text
        $0.data += text
      }
    }

    func write(verbatim text: String) {
      if isTerminal { write(StyledText(data: text)) } else { add { $0.verbatim += text } }
    }

    func write(diagnostics text: StyledText) {
      add { if isMerged { $0.results += text.text } else { $0.diagnostics += text.text } }
    }

    var size: (columns: Int, rows: Int)? { rows.map { (columns: 80, rows: $0) } }
    var diagnosticsWidth: Int? { rows.map { _ in 80 } }
    func note(_ line: @autoclosure () -> Line?) { if let line = line() { add { $0.lines.append(line.text) } } }
    func adopt(_ settings: Settings) { add { $0.settings.append(settings) } }

    func asking<Value>(
      _ catalog: String, _ body: () async throws -> Value
    ) async throws(CommandError) -> Value {
      add { $0.loads.append("asking \(catalog)") }
      defer { add { $0.loads.append("answered") } }
      do { return try await body() } catch { throw CommandError(error) }
    }
  }

  /// Records progress.
  func show(_ event: Event) {
    if case .progress(let text) = event { contents.withLock { $0.loads.append(text) } }
  }

  /// A loop that prints here, without a desktop.
  @Conversation
  func repl(
    _ output: (any Output)? = nil, options: Repl.Options = Repl.Options(), interruption: Interruption = Interruption(),
    files: MemoryFiles = MemoryFiles(), outside: Outside = .uninvited, scripts: [String: String] = [:],
    on coordinator: Coordinator
  ) -> Repl {
    Repl(
      on: coordinator, output: output ?? self.output(), interruption: interruption, options: options, files: files,
      outside: outside
    ) { path throws(CommandError) in
      guard let text = scripts[path] else { throw .file(path: path, .notFound) }
      return ArraySource(text, source: path)
    }
  }
}
