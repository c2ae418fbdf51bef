import Domain
import Presentation
import Synchronization
import TestSupport

/// A script played to the loop, and what came of it.
struct Played: Sendable {
  /// What people read.
  let results: String
  private let data: String
  let diagnostics: String
  let end: Repl.End
  let hasFailed: Bool
  let expectations: (met: Int, failed: Int)
  let failedCommands: Int

  /// - Parameters:
  ///   - files: the scripts there are, by path.
  ///   - interruption: raised by the test, if at all.
  static func script(
    _ text: String, source: String = "tour.liner", files: [String: String] = [:],
    options: Repl.Options = Repl.Options(),
    isPrompt: Bool = false, interruption: Interruption = Interruption(), on coordinator: Coordinator
  ) async -> Played {
    let transcript = Transcript()
    let repl = await transcript.repl(
      options: options, interruption: interruption, scripts: files, on: coordinator)
    let end = await repl.run(ArraySource(text, source: source), isPrompt: isPrompt)
    return Played(
      results: transcript.text, data: transcript.data, diagnostics: transcript.diagnostics, end: end,
      hasFailed: await repl.hasFailed, expectations: await repl.expectations,
      failedCommands: await repl.failedCommands)
  }

  /// What JSON said, line by line.
  var lines: [String] { data.split(separator: "\n").map(String.init) }
}
