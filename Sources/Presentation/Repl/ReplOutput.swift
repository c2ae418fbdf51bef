extension Repl {
  package struct Options: Sendable {
    package var form = OutputFormat.text
    /// Whether each command is printed after the prompt, before its output.
    package var echoes = false
    package var keepsGoing = false
    /// Whether a command fails if a part of it failed.
    package var isStrict = false
    package var shell = Shell.prompt
    package var variables = Variables()
    /// Whether the sample answers.
    package var isOffline = false
    /// The path of `linerc`; nil without a home folder.
    package var startFile: String?
    /// The files that the session writes to all the time.
    package var written: [String] = []

    /// Who may run shell commands with a screen's items. A recording may not, because it can come from anyone.
    package enum Shell: Sendable {
      case never, prompt, always
    }

    package init(
      form: OutputFormat = .text, echoes: Bool = false, keepsGoing: Bool = false, isStrict: Bool = false,
      shell: Shell = .prompt, variables: Variables = Variables(), isOffline: Bool = false, startFile: String? = nil,
      written: [String] = []
    ) {
      (self.isOffline, self.startFile, self.written) = (isOffline, startFile, written)
      (self.form, self.echoes, self.keepsGoing) = (form, echoes, keepsGoing)
      (self.isStrict, self.shell, self.variables) = (isStrict, shell, variables)
    }
  }

  /// The result of typing a command for an audience.
  package enum Typed: Sendable, Equatable {
    /// It was typed, and runs now.
    case command
    /// The presenter entered this line first.
    case line(String)
    /// The presenter wants to repeat the previous step.
    case stepBack
  }
}

/// Where results and all other output go.
package protocol Output: Sendable {
  /// Results for people.
  func write(_ results: StyledText)
  /// Results for programs, printed unchanged. They contain no control characters.
  func write(data: [UInt8])
  /// Results that are data, printed unchanged except for characters that would act on a terminal.
  func write(verbatim: String)
  func write(diagnostics: StyledText)
  /// Makes written output visible.
  func flush()
  /// Whether the reader of the results is gone.
  var isClosed: Bool { get }
  /// The columns and rows to lay out for; nil without a terminal.
  var size: (columns: Int, rows: Int)? { get }
  /// The columns to wrap diagnostics to; nil if they go to no terminal.
  var diagnosticsWidth: Int? { get }
  /// Whether text can be a link without showing its address.
  var hasLinks: Bool { get }
  /// Called with changed settings, for those about display.
  func adopt(_ settings: Settings)
  /// Called with each line before it runs; nil if it only shows the next page.
  func note(_ line: @autoclosure () -> Line?)
  /// Who watches a demo; nil if nobody does.
  var audience: (any Audience)? { get }
  /// Shows progress for a catalog's request while `body` runs.
  func asking<Value>(_ catalog: String, _ body: () async throws -> Value) async throws(CommandError) -> Value
}

/// Those who watch a demo.
package protocol Audience: Sendable {
  /// Types a command after the prompt, with pauses. Returns an empty line, which continues the latest reply, only if
  /// `canRetry`.
  func type(_ prompt: String, _ command: String, canRetry: Bool) async -> Repl.Typed

  /// Shows a script's comment.
  func print(_ comment: StyledText) async
}
