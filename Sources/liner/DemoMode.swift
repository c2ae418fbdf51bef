import Wire
import Disk
import Domain
import Presentation
import Terminal

/// Demo mode: types commands visibly, on the terminal or into an asciicast.
struct DemoMode: Audience {
  let typist: TypingSimulator
  let cast: Asciicast?
  let size: TerminalSize
  private let secrets: KnownSecrets

  /// Nil unless `options` ask for it.
  init?(
    _ options: Options, terminal: TerminalOutput, interruption: Interruption, signals: TerminalSignals,
    environment: [String: String], hiding secrets: KnownSecrets
  ) async throws(FileError) {
    guard options.pace != nil || options.cast != nil || options.step else { return nil }
    let pace = options.pace ?? 1
    size = TerminalSize(environment)
    self.secrets = secrets
    guard let path = options.cast else {
      cast = nil
      typist = TypingSimulator(
        pace: pace, interruption: interruption,
        keys: options.step ? TerminalKeys(signals: signals, output: terminal) : nil
      ) { text in
        terminal.write(text)
        terminal.flush()
      }
      return
    }
    // A recording is written as fast as possible; its clock skips the pauses.
    let clock = SkippingClock()
    let start = clock.now
    let appearance = Appearance(
      colors: options.colors, isTerminal: true,
      environment: ["TERM": "xterm-256color", "NO_COLOR": environment["NO_COLOR", default: ""]])
    let file = try await GrowingFile(
      path: path, existing: options.force ? .replaced : .refused, in: BaseFolders(environment))
    let cast = Asciicast(
      file, size: size, title: "liner", appearance: appearance, redact: { secrets.redacted(fromBytes: $0) }
    ) { start.duration(to: clock.now) }
    self.cast = cast
    typist = TypingSimulator(pace: pace, clock: clock, interruption: interruption) { cast.write($0) }
  }

  func type(_ prompt: String, _ command: String, canRetry: Bool) async -> Repl.Typed {
    // Remove secrets before the command is split into keys.
    await typist.type(prompt, secrets.redacted(from: command), canRetry: canRetry)
  }

  func print(_ comment: StyledText) async { await typist.print(comment) }

  /// Waits until the recording is written.
  /// - Returns: the failure, if there was one.
  func finish() async -> FileError? { await cast?.finish() ?? nil }
}
