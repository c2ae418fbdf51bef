import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SessionTests {
  @Test(arguments: Transcript.sessions)
  func `a session matches its transcript`(_ session: Transcript) async throws {
    #expect(try await session.played() == session.text)
  }

  @Test(arguments: Transcript.examples)
  func `an example of the README is true`(_ example: Transcript) async throws {
    #expect(try await example.played() == example.text)
  }

  @Test func `the README is short, and so is everything that it shows`() throws {
    let lines = try String(contentsOf: Transcript.root.appending(path: "README.md"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 251)
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    for (start, end) in zip(fences, fences.dropFirst()) where lines[start] != "```" {
      #expect(end - start <= 21, "line \(start + 1)")
    }
  }

  @Test func `there are sessions and examples`() {
    #expect(!Transcript.sessions.isEmpty)
    #expect(!Transcript.examples.isEmpty)
  }
}
