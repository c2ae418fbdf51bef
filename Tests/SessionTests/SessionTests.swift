import Testing

struct SessionTests {
  @Test(arguments: Transcript.sessions)
  func `a session prints what its transcript says`(_ session: Transcript) async throws {
    #expect(try await session.played() == session.text)
  }

  @Test(arguments: Transcript.examples)
  func `an example of the README is true`(_ example: Transcript) async throws {
    #expect(try await example.played() == example.text)
  }

  @Test func `there are sessions and examples`() {
    #expect(!Transcript.sessions.isEmpty)
    #expect(!Transcript.examples.isEmpty)
  }
}
