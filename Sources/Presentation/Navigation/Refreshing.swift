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
      stacks[stack].update(entry.id) { finding = $0.note(answers, of: mark, since: entry.screen) }
      // Ctrl-C returns to the screens before the command.
      if current == stack {
        stackBeforeLoad?.update(entry.id) { _ = $0.note(answers, of: mark, since: entry.screen) }
      }
      if let finding, current == stack, stacks[stack].top.id == entry.id { onEvent(.refreshed(finding)) }
    }
  }
}

extension Screen {
  /// Stores the new answers beside those on the screen. Where some failed, their old rows stay among the new ones.
  /// - Parameter shown: the screen when they were requested. Since then a chart's rows may have got more fields.
  /// - Returns: what to tell the user; nil if a reload has replaced the stale answers in the meantime.
  fileprivate mutating func note(_ answers: [SectionAnswer], of mark: Staleness, since shown: Screen) -> Staleness? {
    guard staleness == mark else { return nil }
    var fresh = refreshed(by: answers)
    let lacking = fresh.sections.filter { new in sections.first { $0.key == new.key }.map(new.lacksMore) ?? true }
    let failure = lacking.lazy.flatMap(\.failures).first?.error
    // A list without any new row stays as it is.
    let hasNewRows = fresh.sections.contains { $0.error == nil && !$0.newRows.isEmpty }
    let isFailed = answers.allSatisfy { $0.failure != nil } || kind != .item && !hasNewRows
    if isFailed, let failure {
      staleness?.refresh = .failed(failure)
      return staleness
    }
    if fresh.sections.allSatisfy(\.oldParts.isEmpty) { fresh.staleness = nil }
    fresh.staleness?.refresh = .stopped
    let shown = changing(shown) { $0.staleness = mark }
    let difference = Staleness.Difference(from: shown, to: shown.refreshed(by: answers))
    var found = mark
    found.refresh = difference.isNone && failure == nil ? .same : .differs(difference, in: fresh)
    if difference.isNone, sections == shown.sections { self = fresh }
    staleness = difference.isNone ? fresh.staleness : found
    return found
  }

  private func refreshed(by answers: [SectionAnswer]) -> Screen {
    changing(self) { fresh in
      for var answer in answers {
        // Rows that cannot be read are not gone.
        if answer.list.items.isEmpty, !sections[answer.section].rows.isEmpty, let skipped = answer.list.skipped.first {
          answer.failure = (.unreadable(host: catalog, what: "rows with \(skipped.reason)"), 1)
        }
        fresh.sections[answer.section].awaitEverything()
        fresh.receive(answer)
      }
    }
  }

  /// Makes sections wait for answers. Loading an item's details also loads its other sections.
  mutating func request(where isMeant: (Section) -> Bool, by ask: (inout Section) -> Void) {
    if kind == .item { return sections[0].awaitEverything() }
    for index in sections.indices where isMeant(sections[index]) { ask(&sections[index]) }
  }

  /// Whether stale answers stayed because new ones could not be fetched.
  var hasFailedRefresh: Bool { if case .failed = staleness?.refresh { true } else { false } }

  /// Whether a part of the latest answers failed.
  var awaitsRetry: Bool {
    if case .differs(_, in: let fresh) = staleness?.refresh { return fresh.awaitsRetry }
    return sections.contains(where: \.lacksSomething)
  }

  /// The item as the latest answer has it, although its row is older.
  func latest(_ item: Item) -> Item {
    guard case .differs(_, in: let fresh) = staleness?.refresh else { return item }
    let rows = fresh.sections.lazy.flatMap(\.rows)
    return rows.first { $0.id == item.id && $0.item.storefront == item.storefront }?.item ?? item
  }

  /// Shows the new answers, if they differ.
  mutating func applyRefresh() {
    guard case .differs(_, var fresh) = staleness?.refresh else { return }
    fresh.arrangement = arrangement
    self = fresh
    for index in sections.indices { requestMoreFields(inSection: index) }
  }
}
