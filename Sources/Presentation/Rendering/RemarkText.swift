import Domain

enum RemarkText {
  static func sentence(for remark: Remark) -> String {
    switch remark {
    case .gap(let gap): sentence(for: gap)
    case .source(let note): sentence(for: note)
    case .unknownStorefronts(let codes, of: let all, let error):
      "\(codes.count) of \(all) stores did not answer: \(first(codes)); retry asks again (\(error.code.rawValue))"
    case .emptyCharts(let codes): "\(codes.count.counted("store")) without this chart: \(first(codes))"
    case .incomplete(let parts, let error): "incomplete: \(names(parts)): \(ErrorMessages.sentence(for: error))"
    case .withoutNews(let titles): "news cannot cover \(names(titles.unique))"
    case .partialNews(let titles): "news covers only the first releases listed for \(names(titles))"
    case .stopped(let done, let all): "stopped after \(done) of \(all) stores; retry resumes"
    }
  }

  /// The messages for the failed parts of a screen, one for each cause.
  static func failures(on screen: Screen) -> [String] {
    let failed = screen.sections.compactMap { section in section.error.map { ($0, section.shownTitle) } }
    return failed.grouped(by: { $0.0.cause }).map { _, parts in
      return "\(parts.map(\.1).joined(separator: ", ")): \(ErrorMessages.sentence(for: parts[0].0))"
    }
      + screen.sections.flatMap(\.remarks).filter { $0.failure != nil }.map(sentence)
  }

  /// That none of the section's items could be shown; nil if some were, or may have been.
  static func lack(of count: Int, in section: Section, on screen: Screen) -> String? {
    // `changes` has its rows in other sections, and `news` shows only recent ones.
    guard section.rows.isEmpty, ![.changes, .news].contains(screen.kind) else { return nil }
    return (count == 1 ? "the item could not" : "none of the \(count.grouped) items could")
      + " be \(section.skipsLinks ? "loaded" : "read"); see explain"
  }

  /// The same for every section, for forms of output without notes.
  static func lacks(on screen: Screen) -> [String] {
    screen.sections.compactMap { section in
      section.skipped > 0 && section.failures.isEmpty ? lack(of: section.skipped, in: section, on: screen) : nil
    }
  }

  /// The catalogs without rows and why, and the command for those that were not asked; nil if there are none.
  static func skipped(on screen: Screen) -> String? {
    if screen.without.isEmpty { return nil }
    // Most catalogs lack a rare category, or cannot search it.
    let common = screen.without.grouped(by: \.reason).filter { reason, alike in
      [.noCategory, .noSearch].contains(reason) && alike.count > 1
    }
    let others = screen.without.filter { catalog in !common.contains { $0.0 == catalog.reason } }
    let parts =
      others.map { "\($0.catalog): \($0.words(on: screen.kind))" }
      + common.map { "\($1[0].words(on: screen.kind)): \($1.map(\.catalog).listed("and", inFull: true))" }
    let rest = screen.without.filter { [.notAsked, .restNotAsked].contains($0.reason) }.map(\.catalog)
    let advice = rest.isEmpty || screen.origin == nil ? "" : ". For the rest: elsewhere \(rest.joined(separator: ","))"
    return (screen.kind == .elsewhere ? "" : "skipped: ") + parts.joined(separator: "; ") + advice
  }

  /// A long list of storefronts would hide the sentence.
  private static func first(_ codes: [String]) -> String {
    (codes.prefix(8) + (codes.count > 8 ? ["…"] : [])).joined(separator: ", ")
  }

  private static func names(_ titles: [String]) -> String {
    titles.map { DisplayWidth.fitted($0, to: 40) }.listed("and")
  }

  private static func sentence(for gap: Gap) -> String {
    let disc = gap.disc.map { "disc \($0)" }
    guard !gap.numbers.isEmpty else { return "\(disc.map { $0 + " is not" } ?? "none of it is") sold here" }
    let list = gap.numbers.map(String.init).listed("and", inFull: true)
    return "no. \(list)\(disc.map { " of " + $0 } ?? "") not sold here"
  }

  private static func sentence(for note: ListNote) -> String {
    switch note {
    case .feed(let episodes, let hasMore, let counted, let service):
      let amount = (hasMore.map { $0 ? "over " : "" } ?? "at least ") + episodes.counted("episode")
      return "the podcast's own feed has \(amount)" + sentence(counting: counted, by: service)
    case .feedFailed(let error, let counted, let service):
      return "the podcast's own feed could not be read, so this is \(service)'s list"
        + sentence(counting: counted, by: service) + ". " + ErrorMessages.sentence(for: error)
    case .feedBrokeOff(let reason, let line): return "feed error on line \(line): \(reason); the rest is missing"
    }
  }

  private static func sentence(counting count: Int?, by service: String?) -> String {
    if let count, let service { "; \(service) counts \(count.grouped)" } else { "" }
  }
}

/// The text for a screen of stale answers.
package enum StalenessText {
  /// The result of a refresh, in one line if it fits.
  package static func line(for finding: Staleness, width: Int?) -> StyledText {
    let sentence =
      switch finding.refresh {
      case .underWay, .stopped, .same: "unchanged since \(finding.since)"
      case .differs(let difference, in: let fresh):
        ([words(for: difference)] + RemarkText.failures(on: fresh)).compactMap(\.self).joined(separator: ". ")
      case .failed(let error): "\(ErrorMessages.sentence(for: error)). Still showing \(finding.since)"
      }
    return StyledText(wrapping: sentence, width: width)
  }

  static func mark(_ staleness: Staleness, on screen: Screen) -> String {
    let lists = screen.sections.filter { !$0.rows.isEmpty }
    let old = lists.flatMap(\.oldParts)
    if !old.isEmpty, screen.subject != nil || lists.contains(where: { $0.error == nil }) {
      return "\(old.listed("and")) as of \(staleness.since); refresh failed, retry asks again"
    }
    return switch staleness.refresh {
    case .underWay, .same: "as of \(staleness.since), refreshing…"
    case .stopped: "as of \(staleness.since); reload refreshes"
    case .failed: "as of \(staleness.since); refresh failed, reload retries"
    case .differs(let difference, in: _): "as of \(staleness.since); \(words(for: difference) ?? "")"
    }
  }

  /// `2 new, 1 gone: type show`.
  private static func words(for difference: Staleness.Difference) -> String? {
    let counts = [difference.new, difference.gone, difference.changed, difference.unreadable]
    let parts = zip(counts, ["new", "gone", "changed", "unreadable"]).filter { $0.0 > 0 }
    return difference.isNone ? nil : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ": type show"
  }
}
