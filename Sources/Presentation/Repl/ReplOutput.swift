extension Repl {
  package struct Options: Sendable {
    package var form = OutputForm.text
    /// Whether each command is printed behind the prompt before its output.
    package var echoes = false
    package var keepsGoing = false
    /// Whether a command of which a part failed has failed.
    package var isStrict = false
    package var shell = Shell.prompt
    package var variables = Variables()

    /// Who may hand a screen's items to a command of the shell. A recording never may: it comes from anywhere.
    package enum Shell: Sendable {
      case never, prompt, always
    }

    package init(
      form: OutputForm = .text, echoes: Bool = false, keepsGoing: Bool = false, isStrict: Bool = false,
      shell: Shell = .prompt, variables: Variables = Variables()
    ) {
      self.form = form
      self.echoes = echoes
      self.keepsGoing = keepsGoing
      self.isStrict = isStrict
      self.shell = shell
      self.variables = variables
    }
  }

  /// Where results and everything else go.
  package struct Output {
    package var results: (StyledText) -> Void
    /// Results for programs, printed as they are. They hold no control characters.
    package var data: ([UInt8]) -> Void
    /// Results that are data, every character as it is unless a terminal would act on it.
    package var verbatim: (String) -> Void
    package var diagnostics: (StyledText) -> Void
    /// Makes what was written visible.
    package var flush: () -> Void = {}
    /// Whether nobody reads the results any more.
    package var isClosed: () -> Bool = { false }
    /// The columns and rows to lay out for; nil where there is no terminal.
    package var size: () -> (columns: Int, rows: Int)? = { nil }
    /// The columns that diagnostics are wrapped to; nil where they go to no terminal.
    package var diagnosticsWidth: () -> Int? = { nil }
    /// Whether text can lead to a page without naming its address.
    package var hasLinks: () -> Bool = { false }
    /// Called with the settings when they have changed, for those that concern looks.
    package var adopt: (Settings) -> Void = { _ in }
    /// Called with each line before it runs.
    package var note: ((Line) -> Void)?
    /// Shows a command behind where one is, in place of printing it, and may take its time. Somebody may type another line in its
    /// place, which is returned; an empty one, with which the latest reply goes on, only where it may.
    package var type: ((_ place: String, _ command: String, _ mayGoOn: Bool) async -> String?)?
    /// Shows a script's comment to the audience of a demonstration; nil where there is none.
    package var tell: ((StyledText) async -> Void)?
    /// Called with the title of a catalog that is asked. Its result is called when the answer is there.
    package var showProgress: (String) -> () async -> Void = { _ in {} }
    /// Called with how far the work has come, in words.
    package var tellProgress: @Sendable (String) -> Void = { _ in }

    package init(
      results: @escaping (StyledText) -> Void, data: @escaping ([UInt8]) -> Void,
      diagnostics: @escaping (StyledText) -> Void
    ) {
      self.results = results
      self.data = data
      self.diagnostics = diagnostics
      verbatim = { results(StyledText(data: $0)) }
    }

    /// Shows that a catalog is asked for as long as `body` takes.
    func asking<Value>(
      _ catalog: String, on coordinator: isolated Coordinator, _ body: () async throws(CommandError) -> Value
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
