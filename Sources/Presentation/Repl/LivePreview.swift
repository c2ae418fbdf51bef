import Domain
import Synchronization

/// Shows the results of a search while its line is typed, after a pause in typing. The same search is never requested
/// twice in a row, and a changed one cancels the previous request.
package final class LivePreview: Sendable {
  private let clock: any Clock<Duration>
  private let ask: Ask
  private let draw: @Sendable (StyledText) -> Void
  private let state = Mutex(State())

  private struct State {
    /// The context in which the line would run; nil if no line is being typed, or previews are off.
    var context: Command.Context?
    /// The pause after the last key.
    var delay = Duration.zero
    var query: SearchQuery?
    var pending: Task<Void, Never>?
    /// Counts queries, so that a late answer to an earlier one is dropped.
    var turn = 0
    var isAsking = false
    var isShown = false
  }

  /// Returns what to show for a search; nil if there is nothing. It is cancelled when a key makes it useless. `say`
  /// shows a text in the meantime.
  package typealias Ask =
    @Sendable (_ query: SearchQuery, _ say: @escaping @Sendable (StyledText) -> Void) async
    -> StyledText?

  /// Shorter terms match too much.
  private static let shortestTerm = 2

  /// - Parameter draw: shows text above the line, replacing the previous text; an empty text removes it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), ask: @escaping Ask, draw: @escaping @Sendable (StyledText) -> Void
  ) {
    (self.clock, self.ask, self.draw) = (clock, ask, draw)
  }

  /// Starts a line.
  /// - Parameter context: the context in which it would run; nil turns previews off.
  package func begin(on context: Command.Context?, waiting delay: Duration) {
    state.withLock { state in
      state.pending?.cancel()
      state = State(context: context, delay: delay, turn: state.turn + 1)
    }
  }

  /// Called whenever the line has changed.
  package func lineChanged(_ line: String) {
    state.withLock { state in
      guard let context = state.context else { return }
      let query = Self.query(of: line, on: context)
      guard query != state.query else { return }
      state.pending?.cancel()
      (state.pending, state.query, state.turn, state.isAsking) = (nil, query, state.turn + 1, false)
      if let query {
        state.pending = Task { [turn = state.turn, delay = state.delay] in
          guard (try? await clock.sleep(for: delay)) != nil, change(turn, { $0.isAsking = true }) else { return }
          guard let text = await ask(query, { self.show($0, turn) }), !Task.isCancelled else { return }
          show(text, turn)
        }
      } else if state.isShown {
        state.isShown = false
        draw(StyledText())
      }
    }
  }

  /// Ends the line.
  /// - Parameter line: the entered line; nil if it was abandoned. A request for the same search continues and answers
  ///   the command; once that is over, or was cancelled, the next line ends it.
  package func end(_ line: String?) {
    state.withLock { state in
      let entered = line.flatMap { line in state.context.flatMap { Self.query(of: line, on: $0) } }
      if !state.isAsking || entered == nil || entered != state.query { state.pending?.cancel() }
      state = State(pending: state.pending, turn: state.turn + 1)
    }
  }

  private func show(_ text: StyledText, _ turn: Int) {
    change(turn) { state in
      state.isShown = true
      draw(text)
    }
  }

  /// Does nothing if a later query has replaced that of `turn`.
  @discardableResult
  private func change(_ turn: Int, _ body: (inout State) -> Void) -> Bool {
    state.withLock { state in
      if state.turn == turn { body(&state) }
      return state.turn == turn
    }
  }

  /// The search in `line` so far; nil for any other line, for a term that is too short, and for a search of every
  /// catalog, which would be a request to each at every pause.
  private static func query(of line: String, on context: Command.Context) -> SearchQuery? {
    let commands = Arguments.commands(in: line)
    guard let command = commands.only, let action = try? Command.action(for: command, in: context),
      case .search(let query)? = action.move, query.term.count >= shortestTerm, !query.isEverywhere
    else { return nil }
    return query
  }
}
