package import Foundation
import Synchronization
package import Testing

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

  /// Those of all text files in a folder beside the test, of which there are at least so many.
  package static func all(in folder: String, least: Int = 0, beside test: String = #filePath) -> [TextCase] {
    let folder = URL(filePath: test).deletingLastPathComponent().appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    let all = names.filter { $0.hasSuffix(".txt") }.flatMap { name -> [TextCase] in
      let file = folder.appending(path: name)
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return ("\n" + text).components(separatedBy: "\n# ").dropFirst().map { part in
        let text = "# " + part.trimmingCharacters(in: .newlines)
        let promise = text.components(separatedBy: "\n")[0].dropFirst(2)
        return TextCase(testDescription: String(promise), file: file, text: text)
      }
    }
    precondition(all.count >= least, "only \(all.count) cases in \(folder.path)")
    return all
  }

  /// Plays it, and compares what comes of it with what it says.
  package func check(
    sourceLocation: SourceLocation = #_sourceLocation, playing play: (TextCase) async throws -> String
  ) async throws {
    let played = try await play(self)
    if ProcessInfo.processInfo.environment["LINER_WRITE_CASES"] != nil {
      try Self.writing.withLock { _ in
        let all = try String(contentsOf: file, encoding: .utf8)
        try all.replacing(text, with: played, maxReplacements: 1).write(to: file, atomically: true, encoding: .utf8)
      }
    } else {
      #expect(played == text, "it played:\n\(played)", sourceLocation: sourceLocation)
    }
  }

  /// Cases of one file play side by side.
  private static let writing = Mutex(())
}

/// A table in a text file beside a test, under a line `# ` with the test's name: rows whose cells are apart by ` => `.
///
/// That of `NameTests.swift` is `Tables/Name.txt`. `(nothing)` and `(empty)` are cells, `\u{A}` is a character, and a row
/// that begins with `// ` is a remark.
package enum TextTable {
  /// - Parameter value: what a row means to the test.
  package static func rows<Value>(
    _ test: String, beside source: String = #filePath, _ value: (Row) throws -> Value
  ) rethrows -> [Value] {
    let name = URL(filePath: source).lastPathComponent.replacing(/(Tests)?\.swift/, with: ".txt")
    let table = TextCase.all(in: "Tables", beside: source).first { one in
      one.testDescription == test && one.file.lastPathComponent == name && !one.lines.isEmpty
    }
    guard let table else { preconditionFailure("no table “\(test)” in \(name)") }
    return try table.lines.filter { !$0.hasPrefix("// ") }.map { try value(Row($0)) }
  }

  /// The rows of a table with one column.
  package static func cells(_ test: String, beside source: String = #filePath) -> [String] {
    rows(test, beside: source) { $0[0] }
  }

  package struct Row: Sendable {
    private let cells: [String?]

    fileprivate init(_ line: String) {
      cells = line.components(separatedBy: " => ").map { cell in
        if cell == "(nothing)" { return nil }
        if cell == "(empty)" { return "" }
        return cell.replacing(/\\u\{([0-9A-F]+)\}/) { match in
          String(Unicode.Scalar(UInt32(match.1, radix: 16) ?? 0) ?? "?")
        }
      }
    }

    package func text(_ index: Int) -> String? { cells.indices.contains(index) ? cells[index] : nil }
    package subscript(index: Int) -> String { text(index) ?? "" }
    /// A cell `NAME=value OTHER=value` as an environment.
    package func variables(_ index: Int) -> [String: String] {
      let pairs = self[index].split(separator: " ").map {
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      }
      return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
    }

    /// The cells from `index` on.
    package func rest(_ index: Int) -> [String] { cells.dropFirst(index).map { $0 ?? "" } }
  }
}
