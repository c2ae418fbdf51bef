import Domain
import Presentation
import Synchronization
import TestSupport

/// The output of a script that the loop has run.
struct Played: Sendable {
  /// The text for people.
  let results: String
  private let data: String
  let diagnostics: String
  let end: Repl.End

  /// - Parameter files: the existing scripts, by path.
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

  /// The lines of JSON.
  var lines: [String] { data.split(separator: "\n").map(String.init) }
}
