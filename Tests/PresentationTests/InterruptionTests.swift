import Presentation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InterruptionTests {
  private static let endless = { @Sendable () async -> Bool in
    await Gate().wait()
    return Task.isCancelled
  }

  @Test func `all waiting tasks are cancelled, whichever started first`() async {
    let interruption = Interruption()
    async let first = interruption.value(of: Self.endless)
    async let second = interruption.value(of: Self.endless)
    // A task that has ended does not affect the others.
    #expect(await interruption.value { 3 } == 3)
    interruption.raise()
    #expect(await first)
    #expect(await second)
  }

  @Test func `tasks that start afterwards are cancelled at once, until it is lowered`() async {
    let interruption = Interruption()
    interruption.raise()
    #expect(await interruption.value(of: Self.endless))
    interruption.lower()
    #expect(await interruption.value { Task.isCancelled } == false)
  }
}
