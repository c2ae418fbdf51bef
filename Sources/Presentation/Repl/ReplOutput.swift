extension Repl {
  package struct Options: Sendable {
    package var form = OutputForm.text
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

    /// Who may run shell commands with a screen's items. A recording never may, because it can come from anyone.
    package enum Shell: Sendable {
      case never, prompt, always
    }

    package init(
      form: OutputForm = .text, echoes: Bool = false, keepsGoing: Bool = false, isStrict: Bool = false,
      shell: Shell = .prompt, variables: Variables = Variables(), isOffline: Bool = false, startFile: String? = nil
    ) {
      (self.isOffline, self.startFile) = (isOffline, startFile)
      self.form = form
      self.echoes = echoes
      self.keepsGoing = keepsGoing
      self.isStrict = isStrict
      self.shell = shell
      self.variables = variables
    }
  }

  /// What happened when a command was to be typed for an audience.
  package enum Typed: Sendable, Equatable {
    /// It was typed, and runs now.
    case command
    /// The presenter entered this line first.
    case line(String)
    /// The presenter wants the step before once more.
    case stepBack
  }

  /// Where results and all other output go.
  package struct Output {
    package var results: (StyledText) -> Void
    /// Results for programs, printed unchanged. They contain no control characters.
    package var data: ([UInt8]) -> Void
    /// Results that are data, printed unchanged except for characters that would act on a terminal.
    package var verbatim: (String) -> Void
    package var diagnostics: (StyledText) -> Void
    /// Makes written output visible.
    package var flush: () -> Void = {}
    /// Whether the reader of the results is gone.
    package var isClosed: () -> Bool = { false }
    /// The columns and rows to lay out for; nil without a terminal.
    package var size: () -> (columns: Int, rows: Int)? = { nil }
    /// The columns to wrap diagnostics to; nil if they go to no terminal.
    package var diagnosticsWidth: () -> Int? = { nil }
    /// Whether text can be a link without showing its address.
    package var hasLinks: () -> Bool = { false }
    /// Called with changed settings, for those about display.
    package var adopt: (Settings) -> Void = { _ in }
    /// Called with each line before it runs.
    package var note: ((Line) -> Void)?
    /// Types a command after the prompt instead of printing it, and may take its time. An empty line, which continues
    /// the latest reply, is returned only if it may be.
    package var type: ((_ place: String, _ command: String, _ canRetry: Bool) async -> Typed)?
    /// Shows a script's comment to the audience of a demonstration; nil if there is none.
    package var tell: ((StyledText) async -> Void)?
    /// Called with a catalog's title when a request starts; the returned closure is called when it ends.
    package var showProgress: (String) -> () async -> Void = { _ in {} }

    package init(
      results: @escaping (StyledText) -> Void, data: @escaping ([UInt8]) -> Void,
      diagnostics: @escaping (StyledText) -> Void
    ) {
      self.results = results
      self.data = data
      self.diagnostics = diagnostics
      verbatim = { results(StyledText(data: $0)) }
    }

    /// Shows progress for a catalog's request while `body` runs.
    func asking<Value>(
      _ catalog: String, _ body: () async throws(CommandError) -> Value
    ) async throws(CommandError) -> Value {
      let finish = showProgress(catalog)
      do throws(CommandError) {
        let value = try await body()
        await finish()
        return value
      } catch {
        await finish()
        throw error
      }
    }
  }
}
