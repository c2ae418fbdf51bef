import Domain
import Synchronization

/// The text shown during a long load. Requests change it from any thread; a wait for a budget is counted down.
package final class LoadLabel: Sendable {
  private struct State {
    var catalog: String
    var host = ""
    var end: ContinuousClock.Instant?
    var progress: String?
  }

  private let state: Mutex<State>

  package init(asking catalog: String = "") { state = Mutex(State(catalog: catalog)) }

  package func begin(asking catalog: String) { state.withLock { $0 = State(catalog: catalog) } }

  /// A request of the load waits for `duration`; the longest of several waits counts.
  package func waits(for host: String, _ duration: Duration, from now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      if let present = state.end, present >= now + duration { return }
      (state.host, state.end) = (host, now + duration)
    }
  }

  package func show(_ event: Event) {
    switch event {
    case .request(.waits(let host, let duration)): waits(for: host, duration)
    case .request(.answered(let done, let all, let what)): show(.progress("\(done) of \(all) \(what) answered"))
    case .progress(let text): state.withLock { $0.progress = text }
    case .refreshed: break
    }
  }

  package func text(at now: ContinuousClock.Instant = .now) -> String {
    let state = state.withLock(\.self)
    guard let end = state.end, end > now else { return state.progress ?? "asking \(state.catalog)…" }
    return "waiting \((end - now).roundedUp) s to ask \(state.host); Ctrl-C cancels"
  }
}
