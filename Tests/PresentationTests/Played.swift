import Domain
import Presentation
import Synchronization
import TestSupport

/// A script played to the loop, and what came of it.
struct Played: Sendable {
  private(set) var results = ""
  private(set) var data: [UInt8] = []
  private(set) var diagnostics = ""
  private(set) var end: Repl.End?
  private(set) var hasFailed = false
  private(set) var expectations = (met: 0, failed: 0)

  /// What is written to while the script runs.
  private final class Transcript {
    var played = Played()
  }

  /// - Parameters:
  ///   - files: the scripts there are, by path.
  ///   - interruption: raised by the test, if at all.
  static func script(
    _ text: String, source: String = "tour.liner", files: [String: String] = [:],
    options: Repl.Options = Repl.Options(),
    isPrompt: Bool = false, interruption: Interruption = Interruption(), on coordinator: isolated Coordinator
  ) async -> Played {
    let transcript = Transcript()
    let output = Repl.Output(
      results: { transcript.played.results += $0.text }, data: { transcript.played.data += $0 },
      diagnostics: { transcript.played.diagnostics += $0.text })
    var repl = Repl(
      output: output, interruption: interruption, options: options, files: MemoryFiles(), errands: .uninvited
    ) { path throws(CommandError) in
      guard let text = files[path] else { throw .file(path: path, .notFound) }
      return ArraySource(text, source: path)
    }
    let end = await repl.run(ArraySource(text, source: source), isPrompt: isPrompt, on: coordinator)
    var played = transcript.played
    played.end = end
    played.hasFailed = repl.hasFailed
    played.expectations = repl.expectations
    return played
  }

  /// What JSON said, line by line.
  var lines: [String] { String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init) }
}
