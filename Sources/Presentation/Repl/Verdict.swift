import Domain

/// Judges a session: whether the latest command failed, whether a script expected that, and how many failed.
///
/// A failure ends a script unless the command directly behind it expects just that failure.
struct Verdict {
  /// The result of the latest command that is no `expect`.
  private(set) var last: Result<Reply, CommandError> = .success(.done)
  private var standing = Standing.fine
  private var hasFailedBefore = false
  private(set) var expectations = (met: 0, failed: 0)
  /// How many commands failed, expectations apart, although nothing expected them to.
  private(set) var failedCommands = 0

  private enum Standing {
    case fine
    /// The next command may expect it.
    case open
    /// It is counted, unless an expectation is met by it yet.
    case counted
    case expected
  }

  /// Whether the latest command failed, and the next may still expect it.
  var isOpen: Bool { standing == .open }
  /// Whether a command failed although nothing expected it to.
  var hasFailed: Bool { hasFailedBefore || isOpen }

  mutating func note(_ result: Result<Reply, CommandError>) {
    last = result
    guard case .failure(let error) = result else { return }
    standing = .open
    if error.code != .expectFailed { failedCommands += 1 }
  }

  /// Settles the failure before a command.
  /// - Returns: whether the script ends here.
  mutating func settleFailure(before action: Result<Action, CommandError>, keepsGoing: Bool) -> Bool {
    guard isOpen else { return false }
    if case .success(.expect(.error)) = action {
      standing = .counted
      return false
    }
    guard keepsGoing else { return true }
    (standing, hasFailedBefore) = (.counted, true)
    return false
  }

  /// Leaves the failure before a typed line behind: a person saw it.
  mutating func letGo() {
    if isOpen { standing = .counted }
  }

  /// Forgets the failures since `earlier`: trying things out at a prompt is no failure.
  mutating func forgive(since earlier: Verdict) {
    letGo()
    (hasFailedBefore, failedCommands) = (earlier.hasFailed, earlier.failedCommands)
  }

  /// A replay passed over the latest command, so nothing can be expected of it.
  mutating func passOver() { last = .success(.done) }

  mutating func check(_ expectation: Expectation, on coordinator: isolated Coordinator) throws(CommandError) {
    do throws(CommandError) {
      try expectation.check(last, on: coordinator.screen, favorites: coordinator.favorites)
    } catch {
      expectations.failed += 1
      throw error.standing(on: coordinator.trail)
    }
    expectations.met += 1
    guard case .error(let code) = expectation, standing == .counted else { return }
    standing = .expected
    if code == .expectFailed { expectations.failed -= 1 } else { failedCommands -= 1 }
  }
}
