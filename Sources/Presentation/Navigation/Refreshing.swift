package import Domain

/// Something to show the user while a command runs, or after it.
package enum Event: Sendable {
  case request(RequestEvent)
  /// Progress, in words.
  case progress(String)
  /// The expired answers on the screen were fetched again.
  case refreshed(Staleness.Finding)
}

extension Coordinator {
  /// From now on `report` is called with each event.
  package func observe(_ report: @escaping @Sendable (Event) -> Void) { onEvent = report }

  /// From now on screens may show expired answers while new ones are fetched.
  /// - Parameter timeOfDay: turns seconds since 1970 into a time such as `09:12`.
  package func showExpired(timeOfDay: @escaping @Sendable (Int64) -> String) { self.timeOfDay = timeOfDay }

  /// Marks the screen of `entry` as stored at `time`, and fetches its answers again.
  func refresh(
    _ entry: NavigationStack.Entry, in stack: Int, keptAt time: Int64, from catalog: Catalog,
    ask: @escaping @Sendable () async -> [SectionAnswer]
  ) {
    guard let timeOfDay else { return }
    let mark = Staleness(since: timeOfDay(time))
    stacks[stack].update(entry.id) { $0.staleness = mark }
    // In the log of the command that led here, so that `explain` shows these requests too.
    var context = context(log ?? ExchangeLog())
    // Commands go first, because no one waits for this.
    context.preview = Preview()
    Task {
      let answers = await RequestContext.$current.withValue(context, operation: ask)
      var finding: Staleness.Finding?
      stacks[stack].update(entry.id) { screen in
        // A reload in the meantime removes the mark.
        if screen.staleness == mark { finding = screen.note(answers, from: catalog) }
      }
      if let finding, current == stack, stacks[stack].top.id == entry.id { onEvent(.refreshed(finding)) }
    }
  }
}

extension Screen {
  /// Remembers the new answers beside the ones it shows.
  fileprivate mutating func note(_ answers: [SectionAnswer], from catalog: Catalog) -> Staleness.Finding {
    let since = staleness?.since ?? ""
    if let failure = answers.lazy.compactMap(\.failure).first {
      staleness?.refresh = .failed
      return .failed(failure, since: since)
    }
    var fresh = self
    fresh.staleness = nil
    for answer in answers {
      fresh.sections[answer.section].awaitEverything()
      fresh.receive(answer, from: catalog)
    }
    let difference = Staleness.Difference(from: self, to: fresh)
    if difference.isNone {
      staleness = nil
      return .same(since: since)
    }
    staleness?.refresh = .differs(difference, in: fresh)
    return .differs(difference)
  }

  /// Shows the new answers, if they differ.
  mutating func applyRefresh() {
    guard case .differs(_, var fresh) = staleness?.refresh else { return }
    fresh.arrangement = arrangement
    self = fresh
  }
}
