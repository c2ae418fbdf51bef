/// The text for a screen with expired answers.
package enum StalenessText {
  /// The result of asking again, in one line.
  package static func line(for finding: Staleness.Finding) -> StyledText {
    switch finding {
    case .same(let since): StyledText(lines: ["still as it was at \(since)"])
    case .differs(let difference): StyledText(lines: [words(for: difference)])
    case .failed(let error, let since):
      StyledText(lines: ["\(ErrorMessages.sentence(for: error)). What is shown is from \(since)"])
    }
  }

  static func mark(_ staleness: Staleness) -> String {
    switch staleness.refresh {
    case .underWay: "from \(staleness.since), asking again…"
    case .failed: "from \(staleness.since); asking again failed, reload tries once more"
    case .differs(let difference, in: _): "from \(staleness.since); \(words(for: difference))"
    }
  }

  /// `2 new, 1 gone; show`.
  private static func words(for difference: Staleness.Difference) -> String {
    let parts = [(difference.new, "new"), (difference.gone, "gone"), (difference.changed, "changed")]
      .filter { $0.0 > 0 }
    return parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "; show"
  }
}
