import Domain

/// What a replay passes over: a recording may come from anybody, so its lines do not reach beyond the session.
struct Replay {
  /// Whether what was read from the script of that name comes next in the recording.
  let holds: (String) -> Bool
  /// Whether the latest command was passed over; then nothing can be expected of it.
  private(set) var hasPassedOver = false

  /// The latest command was none that is understood.
  mutating func noteMistake() { hasPassedOver = false }

  /// What comes of a command that is passed over; nil for one that runs.
  /// - Parameter scripts: where the script that it names may be.
  mutating func passedOver(_ action: Action, _ origin: Origin, scripts: [String], of catalog: Catalog) -> Outcome? {
    switch action {
    case .expect(.text), .expect(.error): break
    case .source where scripts.contains(where: holds):
      // What it held is played, so nothing is passed over.
      hasPassedOver = false
      return Outcome(.done)
    default: hasPassedOver = action.reachesOut(of: catalog)
    }
    guard hasPassedOver else { return nil }
    var outcome = Outcome(.done)
    outcome.notices = [.passedOver(String(origin.command))]
    return outcome
  }
}
