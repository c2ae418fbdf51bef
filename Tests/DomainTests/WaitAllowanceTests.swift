import Domain
import Testing

/// How long a command may wait in total, however many of its requests wait at the same time.
struct PatienceTests {
  /// When waits begin and end, in seconds, and what then remains of 60.
  struct Case: Sendable {
    var begins: [Int]
    var ends: [Int]
    var left: Int
  }

  private static let cases: [Case] = [
    Case(begins: [0], ends: [30], left: 30), Case(begins: [0, 40], ends: [30, 50], left: 20),
    // A wait that begins during another one is counted with it, once.
    Case(begins: [0, 30], ends: [60, 60], left: 0), Case(begins: [0, 30], ends: [40, 50], left: 10),
    Case(begins: [0, 10, 20], ends: [30, 40, 45], left: 15), Case(begins: [5], ends: [5], left: 60),
    Case(begins: [], ends: [], left: 60),
  ]

  @Test(arguments: cases)
  func `concurrent waits count once`(waits: Case) {
    let patience = WaitAllowance(.seconds(60))
    for second in 0...60 {
      for begin in waits.begins where begin == second { patience.begin(at: .seconds(second)) }
      for end in waits.ends where end == second { patience.end(at: .seconds(second)) }
    }
    #expect(patience.left(at: .seconds(600)) == .seconds(waits.left))
  }

  @Test func `a wait in progress counts already`() {
    let patience = WaitAllowance(.seconds(60))
    patience.begin(at: .seconds(10))
    #expect(patience.left(at: .seconds(25)) == .seconds(45))
    patience.begin(at: .seconds(30))
    #expect(patience.left(at: .seconds(40)) == .seconds(30))
    patience.end(at: .seconds(40))
    #expect(patience.left(at: .seconds(50)) == .seconds(20))
  }

  @Test func `failures with one cause are equal, however long they took`() {
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
