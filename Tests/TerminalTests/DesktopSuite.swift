import Disk
import Domain
import Foundation
import Glibc
import Presentation
import TestSupport
import Testing

@testable import Terminal

/// Tests of the desktop with programs that only record their arguments.
protocol DesktopSuite {
  /// The folder that is searched for programs first.
  var folder: TemporaryFolder { get }
}

extension DesktopSuite {
  /// Installs a shell script in that folder.
  /// Another process writes it, because a file that is open for writing here may be open in a process that another test
  /// starts, and could not run (ETXTBSY).
  func install(_ name: String, _ script: String) async throws {
    let writer = try StartedProgram(
      "/bin/sh",
      ["-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2"; chmod 755 "$2""#, "sh", script, folder.path(name)],
      environment: ["PATH": "/usr/bin:/bin"])
    await writer.ending()
  }

  /// Installs a program that writes its arguments to `NAME.log`, one a line, and exits with `status`.
  func installRecorder(_ name: String, status: Int = 0) async throws {
    try await install(
      name,
      "printf '%s\\n' \"$@\" > '\(folder.path(name)).new'; /bin/mv '\(folder.path(name)).new' '\(folder.path(name)).log'; exit \(status)"
    )
  }

  func arguments(of name: String) -> [String]? {
    folder.read(name + ".log")?.split(separator: "\n").map(String.init)
  }

  /// - Parameter output: the name of the file that replaces the terminal.
  func desktop(
    _ environment: [String: String] = [:], isTerminal: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) -> TerminalDesktop {
    let all = ["PATH": folder.path + ":/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
    let output = open(folder.path("output"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    return TerminalDesktop(
      environment: all, output: TerminalOutput(descriptor: output, appearance: .plain), isTerminal: isTerminal,
      progress: Progress(columns: { 80 }, write: nil), clock: clock)
  }

  var onlyFakes: [String: String] { ["PATH": folder.path] }

  func error(_ body: () async throws(CommandError) -> Void) async -> CommandError? {
    do throws(CommandError) {
      try await body()
      return nil
    } catch {
      return error
    }
  }
}
