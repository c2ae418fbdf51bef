import Domain

/// What a replay skips. A recording may come from anyone, so its lines must not reach beyond the session.
struct Replay {
  /// Whether the lines of the script with that name come next in the recording.
  let holds: (String) -> Bool
  /// Whether the latest command was skipped; then expectations about its output are skipped too.
  private(set) var hasPassedOver = false

  /// Notes that the latest command could not be parsed.
  mutating func noteMistake() { hasPassedOver = false }

  /// The outcome of a skipped command; nil for one that runs.
  /// - Parameter scripts: the possible paths of the script that the command names.
  mutating func passedOver(_ action: Action, _ origin: Origin, scripts: [String], of catalog: Catalog) -> Outcome? {
    switch action {
    case .expect(.text), .expect(.error): break
    case .source where scripts.contains(where: holds):
      // The script's lines follow in the recording, so nothing is skipped.
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
