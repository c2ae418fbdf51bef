import Foundation
import Glibc
import Presentation
import Terminal

/// One run of the program: its inputs one after the other, then its exit status.
struct Session {
  private let options: Options
  private let composition: Composition
  private let results: TerminalOutput
  private let diagnostics: TerminalOutput
  private let interrupts = Interrupts()
  private let environment: [String: String]

  init(options: Options, composition: Composition, environment: [String: String]) {
    self.options = options
    self.composition = composition
    self.environment = environment
    results = TerminalOutput(
      appearance: Appearance(
        colors: options.color, isTerminal: TerminalOutput.isTerminal(STDOUT_FILENO), environment: environment))
    diagnostics = TerminalOutput(
      descriptor: STDERR_FILENO,
      appearance: Appearance(
        colors: options.color, isTerminal: TerminalOutput.isTerminal(STDERR_FILENO), environment: environment),
      capacity: 0)
  }

  /// - Returns: the exit status.
  func run() async -> Int32 {
    let (interruption, coordinator) = (composition.interruption, composition.coordinator)
    let watch = Task { [interrupts] in
      for await _ in interrupts.interruptions() {
        interruption.raise()
        await coordinator.cancelLoad()
      }
    }
    defer { watch.cancel() }
    return await status(on: coordinator)
  }

  private func status(on coordinator: isolated Coordinator) async -> Int32 {
    var repl = Repl(
      output: output, interruption: composition.interruption,
      options: Repl.Options(form: options.output, echoes: options.echo, keepsGoing: options.keepGoing),
      openScript: { [composition] path throws(CommandError) in
        try DescriptorSource(path: path, interruption: composition.interruption)
      })
    let end = await runInputs(with: &repl, on: coordinator)
    results.flush()
    report(repl.expectations)
    switch results.failure {
    case .failed(let code):
      warn("liner: cannot write the results: \(String(cString: strerror(code)))")
      return 1
    case .closed, nil: break
    }
    switch end {
    case .interrupted: return 130
    case .failed: return 1
    case .finished, .quit: return repl.hasFailed ? 1 : 0
    }
  }

  private func runInputs(with repl: inout Repl, on coordinator: isolated Coordinator) async -> Repl.End {
    let isTerminal = TerminalOutput.isTerminal(STDIN_FILENO)
    var end = Repl.End.finished
    if !options.command.isEmpty {
      // `-c A -c B` are two lines of one script.
      let source = ArraySource(options.command.joined(separator: "\n"), source: "-c")
      end = await repl.run(source, on: coordinator)
    }
    for script in options.scripts where end == .finished {
      do throws(CommandError) {
        let source = try DescriptorSource(path: script, interruption: composition.interruption)
        end = await repl.run(source, on: coordinator)
      } catch {
        warn(ErrorMessages.sentence(for: error))
        end = .failed
      }
    }
    let hasInputs = !options.command.isEmpty || !options.scripts.isEmpty
    if hasInputs && (!options.interactive || end == .quit || end == .interrupted) { return end }
    guard isTerminal else {
      return await repl.run(
        DescriptorSource(descriptor: STDIN_FILENO, name: "stdin", interruption: composition.interruption),
        on: coordinator)
    }
    _ = await repl.run(editor, isPrompt: true, on: coordinator)
    return .finished
  }

  private var editor: EditLineSource {
    EditLineSource(
      history: HistoryFile(path: historyPath), interrupts: interrupts, appearance: results.appearance,
      environment: environment)
  }

  private var historyPath: String? {
    if let chosen = environment["LINER_HISTORY"], !chosen.isEmpty { return chosen }
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/liner/history" }
    return environment["HOME"].map { $0 + "/.local/state/liner/history" }
  }

  private var output: Repl.Output {
    let isTerminal = TerminalOutput.isTerminal(STDOUT_FILENO)
    return Repl.Output(
      results: { [results] in results.write($0) },
      data: { [results] in results.write(raw: $0) },
      diagnostics: { [diagnostics] in diagnostics.write($0) },
      flush: { [results] in results.flush() },
      isClosed: { [results] in results.failure != nil },
      size: { [environment] in
        guard isTerminal, let size = TerminalSize(of: STDOUT_FILENO, environment: environment) else { return nil }
        return (size.columns, size.rows)
      })
  }

  private func report(_ expectations: (met: Int, failed: Int)) {
    let total = expectations.met + expectations.failed
    guard total > 0 else { return }
    warn("\(total) expectation\(total == 1 ? "" : "s"), \(expectations.failed) failed")
  }

  private func warn(_ sentence: String) {
    diagnostics.write(StyledText(lines: [sentence]))
  }
}
