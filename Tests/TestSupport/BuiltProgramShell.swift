import Foundation

extension BuiltProgram {
  /// The folder of the package, with its scripts.
  package static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Runs a line of shell in which `$liner` is the program, for what only a shell says: pipes, closed descriptors.
  /// - Parameters:
  ///   - folder: where it runs; the home folder too.
  ///   - environment: put over a small one of its own, in which nothing of the user's is found.
  package static func shell(
    _ line: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) async throws -> Run {
    folder.write("", to: "shell.output")
    folder.write("", to: "shell.errors")
    let own = [
      "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LANG": "C.UTF-8",
      "liner": liner, "LINER_PROGRAM": liner, "scripts": packageRoot + "/scripts",
    ]
    let output = FileHandle(forWritingAtPath: folder.path("shell.output"))
    let errors = FileHandle(forWritingAtPath: folder.path("shell.errors"))
    let program = try StartedProgram(
      "/bin/bash", ["-c", line], environment: own.merging(environment) { $1 }, in: folder.path,
      output: output?.fileDescriptor, errors: errors?.fileDescriptor)
    let status = await program.ending()
    try Task.checkCancellation()
    return Run(
      status: status, output: try Data(contentsOf: URL(filePath: folder.path("shell.output"))),
      errors: try Data(contentsOf: URL(filePath: folder.path("shell.errors"))))
  }
}
