package import Foundation
import Testing

/// A test as text, one of several in a file: a line `# ` with what it promises, and below it lines that its runner knows.
///
/// What came of a case stands among its lines, so it is compared as a whole. With `LINER_WRITE_CASES` set, the files are
/// written anew as their cases play; the difference is to be read before it is kept.
package struct TextCase: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  package let file: URL
  package let text: String

  /// The lines below the promise.
  package var lines: [String] { Array(text.components(separatedBy: "\n").dropFirst()) }

  /// Those of all text files in a folder beside the test.
  package static func all(in folder: String, beside test: String = #filePath) -> [TextCase] {
    let folder = URL(filePath: test).deletingLastPathComponent().appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    return names.filter { $0.hasSuffix(".txt") }.flatMap { name -> [TextCase] in
      let file = folder.appending(path: name)
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return ("\n" + text).components(separatedBy: "\n# ").dropFirst().map { part in
        let text = "# " + part.trimmingCharacters(in: .newlines)
        let promise = text.components(separatedBy: "\n")[0].dropFirst(2)
        return TextCase(testDescription: String(promise), file: file, text: text)
      }
    }
  }

  package static var areWritten: Bool { ProcessInfo.processInfo.environment["LINER_WRITE_CASES"] != nil }

  /// Writes the files of `cases` as they play.
  package static func write(_ cases: [TextCase], playing play: (TextCase) async throws -> String) async throws {
    for (file, cases) in Dictionary(grouping: cases, by: \.file) {
      var texts: [String] = []
      for one in cases { texts.append(try await play(one)) }
      try (texts.joined(separator: "\n\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
