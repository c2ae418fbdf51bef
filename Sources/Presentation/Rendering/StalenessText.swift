/// The text for a screen with expired answers.
package enum StalenessText {
  /// The result of asking again, in one line.
  package static func line(for finding: Staleness.Finding) -> StyledText {
    switch finding {
    case .same(let since): StyledText(lines: ["unchanged since \(since)"])
    case .differs(let difference): StyledText(lines: [words(for: difference)])
    case .failed(let error, let since):
      StyledText(lines: ["\(ErrorMessages.sentence(for: error)). Still showing \(since)"])
    }
  }

  static func mark(_ staleness: Staleness) -> String {
    switch staleness.refresh {
    case .underWay: "as of \(staleness.since), refreshing…"
    case .failed: "as of \(staleness.since); refresh failed, reload retries"
    case .differs(let difference, in: _): "as of \(staleness.since); \(words(for: difference))"
    }
  }

  /// `2 new, 1 gone: type show`.
  private static func words(for difference: Staleness.Difference) -> String {
    let parts = [(difference.new, "new"), (difference.gone, "gone"), (difference.changed, "changed")]
      .filter { $0.0 > 0 }
    return parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ": type show"
  }
}
