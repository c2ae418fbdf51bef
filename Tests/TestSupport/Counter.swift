import Synchronization

/// Counts what happens: 1, 2, 3.
package final class Counter: Sendable {
  private let count = Mutex(0)

  package init() {}

  package func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
