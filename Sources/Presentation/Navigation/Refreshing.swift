package import Domain

/// An event to show the user during or after a command.
package enum Event: Sendable {
  case request(RequestEvent)
  /// Progress, in words.
  case progress(String)
  /// The stale answers on the screen were fetched again.
  case refreshed(Staleness)
}

extension Coordinator {
  /// Calls `report` with each event from now on.
  package func observe(_ report: @escaping @Sendable (Event) -> Void) { onEvent = report }

  /// Lets screens show stale answers while new ones are fetched.
  /// - Parameter timeOfDay: converts seconds since 1970 into a time such as `09:12`.
  package func showExpired(timeOfDay: @escaping @Sendable (Int64) -> String) { self.timeOfDay = timeOfDay }

  /// Marks the screen of `entry` as stale, and fetches its answers again.
  func refresh(_ entry: NavigationStack.Entry, in stack: Int, _ mark: Staleness, by fetcher: Fetcher) {
    stacks[stack].update(entry.id) { $0.staleness = mark }
    // Uses the log of the command that led here, so that `explain` shows these requests too.
    // Commands take precedence, because nobody waits for this.
    let context = changing(context(log ?? ExchangeLog())) { $0.preview = Preview() }
    Task {
      let answers = await RequestContext.$current.withValue(context, operation: fetcher.answers)
      var finding: Staleness?
      stacks[stack].update(entry.id) { screen in
        // A reload in the meantime removes the mark.
        if screen.staleness == mark { finding = screen.note(answers) }
      }
      if let finding, current == stack, stacks[stack].top.id == entry.id { onEvent(.refreshed(finding)) }
    }
  }
}

extension Screen {
  /// Stores the new answers beside those on the screen.
  /// - Returns: the outcome to report; nil if the screen was not stale.
  fileprivate mutating func note(_ answers: [SectionAnswer]) -> Staleness? {
    if let failure = answers.lazy.compactMap(\.failure?.error).first {
      staleness?.refresh = .failed(failure)
      return staleness
    }
    // Rows that cannot be read are not gone.
    for answer in answers where answer.list.items.isEmpty && !sections[answer.section].rows.isEmpty {
      guard let skipped = answer.list.skipped.first else { continue }
      staleness?.refresh = .failed(.unreadable(host: catalog, what: "rows with \(skipped.reason)"))
      return staleness
    }
    var fresh = self
    fresh.staleness = nil
    for answer in answers {
      fresh.sections[answer.section].awaitEverything()
      fresh.receive(answer)
    }
    let difference = Staleness.Difference(from: self, to: fresh)
    var found = staleness
    found?.refresh = difference.isNone ? .same : .differs(difference, in: fresh)
    staleness = difference.isNone ? nil : found
    return found
  }

  /// Makes sections wait for answers. Loading an item's details also loads its other sections.
  mutating func request(where isMeant: (Section) -> Bool, by ask: (inout Section) -> Void) {
    if kind == .item { return sections[0].awaitEverything() }
    for index in sections.indices where isMeant(sections[index]) { ask(&sections[index]) }
  }

  /// Whether stale answers stayed because new ones could not be fetched.
  var hasFailedRefresh: Bool { if case .failed = staleness?.refresh { true } else { false } }

  /// Shows the new answers, if they differ.
  mutating func applyRefresh() {
    guard case .differs(_, var fresh) = staleness?.refresh else { return }
    fresh.arrangement = arrangement
    self = fresh
  }
}
