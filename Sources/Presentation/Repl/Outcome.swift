import Domain

/// What a command came to, with all that is to be said of it: what the loop hands to the reporter.
struct Outcome: Sendable {
  let origin: Origin
  let result: Result<Reply, CommandError>
  /// The screen that a failure left, where that says more.
  let screen: Screen?
  let trail: [String]
  let favorites: Favorites
  /// What is to be known of the latest requests besides what came of them, each once.
  let notices: [Notice]
  /// Why everything is as it was; nil where something changed, or nothing was to.
  let unchanged: Unchanged?

  /// The command that something is said about, and the line it stood in.
  struct Origin: Sendable {
    let command: Substring
    let line: Line
  }

  /// - Parameters:
  ///   - unchanged: why everything is as it was; nil where it is not.
  ///   - coordinator: as the command has left it.
  ///   - notices: what is to be known besides what its requests say.
  init(
    _ result: Result<Reply, CommandError>, of origin: Origin, unchanged: Unchanged? = nil,
    on coordinator: isolated Coordinator, notices: [Notice] = []
  ) {
    self.origin = origin
    self.unchanged = unchanged
    self.result = result
    // Only what a service failed at has a screen that says more; other mistakes leave it as it was.
    if case .failure(let error) = result, error.isOfCatalog, coordinator.screen.failure != nil {
      screen = coordinator.screen
    } else {
      screen = nil
    }
    trail = coordinator.trail
    favorites = coordinator.favorites
    self.notices = notices + (coordinator.log?.takeNotices() ?? [])
  }
}
