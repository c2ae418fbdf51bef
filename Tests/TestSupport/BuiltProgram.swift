package import Foundation
import Glibc

/// The programs of this package, which are built into the folder of the test program.
package enum BuiltProgram {
  package static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
  }

  /// The `liner` to test: the one built beside the tests, or the one that `LINER_PROGRAM` names.
  package static var liner: String { ProcessInfo.processInfo.environment["LINER_PROGRAM"] ?? path("liner") }

  /// What a finished run left behind.
  package struct Run: Sendable {
    package let status: Int32
    package let output: Data
    package let errors: Data

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
    package var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Runs `liner` to its end.
  /// - Parameters:
  ///   - environment: put over a small one of its own, in which nothing of the user's is found.
  ///   - mergingErrors: whether standard error goes where standard output goes.
  package static func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:], mergingErrors: Bool = false
  ) async throws -> Run {
    let home = TemporaryFolder()
    return try await finished(
      liner, arguments, home: home, environment: environment, input: input, mergingErrors: mergingErrors)
  }

  /// Runs a line of shell in which `$liner` is the program, for what only a shell says: pipes, closed descriptors.
  /// - Parameters:
  ///   - folder: where it runs; the home folder too.
  ///   - environment: put over a small one of its own, in which nothing of the user's is found.
  package static func shell(
    _ line: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) async throws -> Run {
    let own = ["liner": liner, "LINER_PROGRAM": liner, "scripts": packageRoot + "/scripts"]
    return try await finished(
      "/bin/bash", ["-c", line], home: folder, environment: own.merging(environment) { $1 }, in: folder.path)
  }

  /// The folder of the package, with its scripts.
  package static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static func finished(
    _ path: String, _ arguments: [String], home: TemporaryFolder, environment: [String: String],
    in place: String? = nil,
    input: Data = Data(), mergingErrors: Bool = false
  ) async throws -> Run {
    let folder = TemporaryFolder()
    for (name, content) in [("input", input), ("output", Data()), ("errors", Data())] {
      folder.write(content, to: name)
    }
    let own = ["HOME": home.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LANG": "C.UTF-8"]
    let files = (
      input: FileHandle(forReadingAtPath: folder.path("input")),
      output: FileHandle(forWritingAtPath: folder.path("output")),
      errors: FileHandle(forWritingAtPath: folder.path("errors"))
    )
    let program = try StartedProgram(
      path, arguments, environment: own.merging(environment) { $1 }, in: place, input: files.input?.fileDescriptor,
      output: files.output?.fileDescriptor, errors: (mergingErrors ? files.output : files.errors)?.fileDescriptor)
    let ending = await program.ending()
    try Task.checkCancellation()
    return Run(
      status: ending.status, output: try Data(contentsOf: URL(filePath: folder.path("output"))),
      errors: try Data(contentsOf: URL(filePath: folder.path("errors"))))
  }
}
