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

  /// - Parameter files: the scripts there are, by path.
  static func script(
    _ text: String, files: [String: String] = [:], options: Repl.Options = Repl.Options(),
    interruption: Interruption = Interruption(), on coordinator: Coordinator
  ) async -> Played {
    let transcript = Transcript()
    let repl = await transcript.repl(
      options: options, interruption: interruption, scripts: files, on: coordinator)
    let end = await repl.run(ArraySource(text, source: "tour.liner"))
    return Played(
      results: transcript.text, data: transcript.data, diagnostics: transcript.diagnostics, end: end)
  }

  /// What JSON said, line by line.
  var lines: [String] { data.split(separator: "\n").map(String.init) }
}
