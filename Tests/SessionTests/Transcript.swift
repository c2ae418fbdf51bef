import Foundation
import Testing
import TestSupport

/// A session as a text file: what follows a prompt was typed, the rest was printed by liner.
///
/// A first line `$ liner OPTIONS` starts the program with other options than `--offline`.
struct Transcript: CustomTestStringConvertible, Sendable {
  let name: String
  let arguments: [String]
  let commands: [String]
  let text: String

  var testDescription: String { name }

  init(name: String, text: String) {
    self.name = name
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let start = "$ liner "
    if let first = lines.first, first.hasPrefix(start) {
      arguments = first.dropFirst(start.count).split(separator: " ").map(String.init)
      lines.removeFirst()
    } else {
      arguments = ["--offline"]
    }
    commands = lines.compactMap(Self.command)
    self.text = lines.map { $0 + "\n" }.joined()
  }

  /// Runs the session again.
  /// - Parameter environment: added to that of the built program.
  /// - Returns: its output, with errors in order and each command after its prompt.
  func played(environment: [String: String] = [:]) async throws -> String {
    let input = Data(commands.map { $0 + "\n" }.joined().utf8)
    return try await BuiltProgram.run(
      arguments + ["--echo", "--keep-going"], input: input, environment: environment, mergingErrors: true
    ).text
  }

  /// A prompt is a place, `>` and a space at the beginning of the line; no row of a list has that form.
  private static func command(in line: String) -> String? {
    guard let first = line.first, !first.isWhitespace, let prompt = line.firstRange(of: "> ") else { return nil }
    return String(line[prompt.upperBound...])
  }
}

extension Transcript {
  /// The sessions in the folder beside this file.
  static let sessions = inFolder("Sessions")
  /// The sessions with declared catalogs.
  static let declared = inFolder("Declared")

  private static func inFolder(_ name: String) -> [Transcript] {
    let folder = root.appending(path: "Tests/SessionTests/\(name)")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "liner" }.sorted { $0.path < $1.path }.map { file in
      Transcript(name: file.lastPathComponent, text: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }
  }

  /// The examples of the README: fenced blocks marked `liner`.
  static let examples: [Transcript] = {
    let readme = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
    return readme.components(separatedBy: "```liner\n").dropFirst().enumerated().map { index, rest in
      Transcript(name: "README example \(index + 1)", text: rest.components(separatedBy: "```")[0])
    }
  }()

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
