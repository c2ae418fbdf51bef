import Wire
import Disk
import Domain
import Presentation
import Terminal

/// Demo mode: types commands visibly, on the terminal or into an asciicast.
struct DemoMode {
  let typist: TypingSimulator
  let cast: Asciicast?

  /// Nil unless `options` ask for it.
  init?(
    _ options: Options, terminal: TerminalOutput, interruption: Interruption, signals: TerminalSignals,
    environment: [String: String], hiding secrets: KnownSecrets
  ) async throws(FileError) {
    guard options.pace != nil || options.cast != nil || options.step else { return nil }
    let pace = options.pace ?? 1
    let redact: @Sendable (String) -> String = { secrets.redacted(from: $0) }
    guard let path = options.cast else {
      cast = nil
      typist = TypingSimulator(
        pace: pace, interruption: interruption,
        keys: options.step ? TerminalKeys(signals: signals, output: terminal) : nil, redact: redact
      ) { text in
        terminal.write(text)
        terminal.flush()
      }
      return
    }
    let appearance = Appearance(
      colors: options.colors, isTerminal: true,
      environment: ["TERM": "xterm-256color", "NO_COLOR": environment["NO_COLOR", default: ""]])
    let file = try await GrowingFile(
      path: path, existing: options.force ? .replaced : .refused, in: BaseFolders(environment))
    let cast = try Asciicast(
      file, size: TerminalSize.inVariables(environment), title: "liner", appearance: appearance,
      redact: { secrets.redacted(fromBytes: $0) })
    self.cast = cast
    typist = TypingSimulator(
      pace: pace, sleep: cast.pause, interruption: interruption, redact: redact, write: cast.write)
  }
}
