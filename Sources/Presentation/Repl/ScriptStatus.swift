import Domain

/// Tracks failed commands and expectations, and decides whether a script stops. A failure stops a script unless the next
/// command expects that error.
package struct ScriptStatus {
  /// The result of the latest command that is not an `expect`.
  var last: Result<Reply, CommandError> = .success(.done) { didSet { unmetExpectation = nil } }
  /// The latest expectation after that command that was not met.
  private var unmetExpectation: CommandError?
  private var state = FailureState.fine
  private var hasFailedBefore = false
  package private(set) var expectations = (met: 0, failed: 0)
  /// How many commands other than expectations failed unexpectedly.
  package private(set) var failedCommands = 0

  private enum FailureState {
    case fine
    /// The next command may expect it.
    case pending
    /// Counted as a failure, unless an expectation still matches it.
    case counted
  }

  /// Whether the latest command failed, and the next one may still expect it.
  var isPending: Bool { state == .pending }
  /// The latest failure, unless a command has succeeded since.
  var failure: CommandError? {
    if case .failure(let error) = last { unmetExpectation ?? error } else { unmetExpectation }
  }
  /// Whether a command failed unexpectedly.
  package var hasFailed: Bool { hasFailedBefore || isPending }

  mutating func note(_ result: Result<Reply, CommandError>) {
    guard case .failure(let error) = result else { return last = result }
    state = .pending
    // What was printed stays for the expectations that follow.
    if error.code == .expectFailed { return unmetExpectation = error }
    last = result
    failedCommands += 1
  }

  /// Settles the previous command's failure before the next command.
  /// - Returns: whether the script ends here.
  mutating func settleFailure(before action: Result<Action, CommandError>, keepsGoing: Bool) -> Bool {
    guard isPending else { return false }
    if case .success(.expect(.error)) = action {
      state = .counted
      return false
    }
    guard keepsGoing else { return true }
    (state, hasFailedBefore) = (.counted, true)
    return false
  }

  /// Settles the failure before a typed line, because the user has seen it.
  mutating func acknowledge() {
    if isPending { state = .counted }
  }

  /// Forgets the failures since `earlier`, because errors at a prompt do not count.
  mutating func discardFailures(since earlier: ScriptStatus) {
    acknowledge()
    (hasFailedBefore, failedCommands) = (earlier.hasFailed, earlier.failedCommands)
  }

  @Conversation
  mutating func check(
    _ expectation: Expectation, on coordinator: Coordinator, shownBy renderer: TextRenderer
  ) throws(CommandError) {
    if let unmet = expectation.unmet(after: last, failure, on: coordinator, shownBy: renderer) {
      expectations.failed += 1
      throw .expectation(expected: unmet.expected, actual: unmet.actual, trail: coordinator.trail)
    }
    expectations.met += 1
    guard case .error(let code) = expectation, state == .counted else { return }
    state = .fine
    if code == .expectFailed { expectations.failed -= 1 } else { failedCommands -= 1 }
  }
}
