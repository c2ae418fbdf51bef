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
    let folder = TemporaryFolder()
    folder.write(input, to: "input")
    let names = (output: folder.path("output"), errors: folder.path(mergingErrors ? "output" : "errors"))
    folder.write("", to: "output")
    folder.write("", to: "errors")
    let own = ["HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LANG": "C.UTF-8"]
    let input = FileHandle(forReadingAtPath: folder.path("input"))
    let output = FileHandle(forWritingAtPath: names.output)
    let errors = mergingErrors ? output : FileHandle(forWritingAtPath: names.errors)
    let program = try StartedProgram(
      liner, arguments, environment: own.merging(environment) { $1 }, input: input?.fileDescriptor,
      output: output?.fileDescriptor, errors: errors?.fileDescriptor)
    let status = await program.ending()
    try Task.checkCancellation()
    return Run(
      status: status, output: try Data(contentsOf: URL(filePath: names.output)),
      errors: try Data(contentsOf: URL(filePath: names.errors)))
  }
}
