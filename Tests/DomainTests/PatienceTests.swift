import Domain
import Testing

/// How long a command may wait, whatever its requests wait beside each other.
struct PatienceTests {
  /// When waits begin and end, in seconds, and what is left of 60 at the end of them.
  @Test(
    arguments: [
      ([(0, true), (30, false)], 30), ([(0, true), (30, false), (40, true), (50, false)], 20),
      // A second wait that begins within the first counts with it, once.
      ([(0, true), (30, true), (60, false), (60, false)], 0), ([(0, true), (30, true), (40, false), (50, false)], 10),
      ([(0, true), (10, true), (20, true), (30, false), (40, false), (45, false)], 15),
      ([(5, true), (5, false)], 60), ([], 60),
    ] as [([(at: Int, begins: Bool)], Int)])
  func `what is waited beside each other counts once`(steps: [(at: Int, begins: Bool)], left: Int) {
    let patience = Patience(.seconds(60))
    for step in steps {
      if step.begins { patience.begin(at: .seconds(step.at)) } else { patience.end(at: .seconds(step.at)) }
    }
    #expect(patience.left(at: .seconds(600)) == .seconds(left))
  }

  @Test func `a wait that goes on counts already`() {
    let patience = Patience(.seconds(60))
    patience.begin(at: .seconds(10))
    #expect(patience.left(at: .seconds(25)) == .seconds(45))
    patience.begin(at: .seconds(30))
    #expect(patience.left(at: .seconds(40)) == .seconds(30))
    patience.end(at: .seconds(40))
    #expect(patience.left(at: .seconds(50)) == .seconds(20))
  }

  @Test func `failures of one cause are the same, however long they took`() {
    let host = "h"
    #expect(
      CatalogError.budgetSpent(host: host, freeIn: .seconds(3)).cause
        == CatalogError.budgetSpent(host: host, freeIn: .seconds(9)).cause)
    #expect(CatalogError.notRecorded(request: "a").cause == CatalogError.notRecorded(request: "b").cause)
    #expect(CatalogError.server(host: host, status: 500).cause != CatalogError.server(host: host, status: 503).cause)
    #expect(CatalogError.offline(host: host).cause != CatalogError.offline(host: "i").cause)
    #expect(CatalogError.rateLimited(host: host, retryAfter: .seconds(5)).wait == .seconds(5))
  }
}
