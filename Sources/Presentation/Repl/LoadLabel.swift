import Synchronization

/// What is said while a load takes long. A wait for a host's budget is counted down.
package struct LoadLabel: Sendable, Equatable {
  private let catalog: String
  private var host = ""
  private var end: ContinuousClock.Instant?
  private var progress: String?

  package init(asking catalog: String) {
    self.catalog = catalog
  }

  /// A request of the load waits for `duration`; of several waits the longest counts.
  package mutating func waits(for host: String, _ duration: Duration, from now: ContinuousClock.Instant = .now) {
    let end = now + duration
    if let present = self.end, present >= end { return }
    (self.host, self.end) = (host, end)
  }

  package mutating func says(_ progress: String) {
    self.progress = progress
  }

  package func text(at now: ContinuousClock.Instant = .now) -> String {
    guard let end, end > now else { return progress ?? "asking \(catalog)…" }
    let seconds = Int(((end - now) / .seconds(1)).rounded(.up))
    return "waiting \(seconds) s for \(host)'s limit; Ctrl-C stops"
  }
}

/// The label of the load under way, which requests change from wherever they wait.
package final class CurrentLoad: Sendable {
  private let label = Mutex(LoadLabel(asking: ""))

  package init() {}

  package var text: String { label.withLock { $0.text() } }

  package func begin(asking catalog: String) {
    label.withLock { $0 = LoadLabel(asking: catalog) }
  }

  package func says(_ progress: String) {
    label.withLock { $0.says(progress) }
  }

  package func wait(for host: String, _ duration: Duration) {
    label.withLock { $0.waits(for: host, duration) }
  }
}
