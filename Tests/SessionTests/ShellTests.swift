import Foundation
import TestSupport
import Testing

/// The built program as a shell runs it, as text: one of `Shell/*.txt`.
///
///     # what it promises
///     file tour.liner: search x\nquit\n     a file in the folder where it runs, which is the home folder too
///     $ $liner --offline tour.liner         what bash is told; `$liner` is the program
///     x                                     what it prints, with HOME for the folder
///     ! liner: …                            what goes to standard error
///     [1]                                   its status, if that is not 0
struct ShellTests {
  private static let all = TextCase.all(in: "Shell")

  private static func played(_ one: TextCase) async throws -> String {
    let folder = TemporaryFolder()
    let first = one.lines.firstIndex { $0.hasPrefix("$ ") } ?? one.lines.endIndex
    let setup = one.lines[..<first]
    for line in setup {
      let parts = try #require(line.wholeMatch(of: /file ([^:]*): (.*)/), "\(line)")
      folder.write(String(parts.2).replacing(#"\n"#, with: "\n"), to: String(parts.1))
    }
    var played = ["# " + one.testDescription] + setup
    for line in one.lines[first...] where line.hasPrefix("$ ") {
      let run = try await BuiltProgram.shell(String(line.dropFirst(2)), in: folder)
      let errors = run.errorText.split(separator: "\n", omittingEmptySubsequences: false).map { "! " + $0 }
      let printed = run.lines.dropLast(run.text.hasSuffix("\n") || run.text.isEmpty ? 1 : 0)
      let told = errors.dropLast(run.errorText.hasSuffix("\n") || run.errorText.isEmpty ? 1 : 0)
      played += [line] + (printed + told).map { $0.replacing(folder.path, with: "HOME") }
      if run.status != 0 { played.append("[\(run.status)]") }
    }
    return played.joined(separator: "\n")
  }

  @Test(.timeLimit(.minutes(2)), arguments: all)
  func `a shell sees what its transcript says`(_ one: TextCase) async throws {
    let played = try await Self.played(one)
    #expect(played == one.text, "it played:\n\(played)")
  }

  @Test(.enabled(if: TextCase.areWritten))
  func `transcripts of shells are written anew`() async throws {
    try await TextCase.write(Self.all) { try await Self.played($0) }
  }

  @Test func `no transcript of a shell is lost`() { #expect(Self.all.count > 30) }
}
