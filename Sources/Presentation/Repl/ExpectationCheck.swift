import Domain

extension Expectation {
  typealias Unmet = (expected: String, actual: String)

  /// Compares the expectation with the screen and with the result of the previous command; nil if it is met.
  /// - Parameter failure: of that command, or of an expectation since.
  @Conversation
  func unmet(
    after last: Result<Reply, CommandError>, _ failure: CommandError?, on coordinator: Coordinator,
    shownBy renderer: TextRenderer
  ) -> Unmet? {
    let (screen, catalog, favorites) = (coordinator.screen, coordinator.catalog, coordinator.favorites)
    func unless(_ isMet: Bool, _ expected: String, _ actual: String) -> Unmet? { isMet ? nil : (expected, actual) }
    func unless(_ count: Int, in range: ClosedRange<Int>, of noun: String, _ place: String = "") -> Unmet? {
      unless(range.contains(count), range.readable(noun) + place, "\(count)")
    }
    switch self {
    case .items(let range): return unless(screen.visibleRows.count, in: range, of: "item")
    case .starred(let range): return unless(favorites.count, in: range, of: "favourite")
    case .section(let title, let range):
      guard let section = screen.shownSection(titled: title, in: catalog) else {
        let titles = screen.sections.filter { !$0.rows.isEmpty }.map { "\"\($0.title)\"" }.joined(separator: ", ")
        return ("a section \"\(title)\"", titles.isEmpty ? "none" : titles)
      }
      if section.rows.isEmpty { return ("a section \"\(title)\"", "one that failed") }
      let count = screen.arrangement.applied(to: section).count
      return range.flatMap { unless(count, in: $0, of: "item", " in \"\(title)\"") }
    case .noSection(let title):
      let section = screen.shownSection(titled: title, in: catalog)
      return unless(
        section == nil, "no section \"\(title)\"", section?.rows.isEmpty == true ? "one that failed" : "one")
    case .title(let title):
      let isRight = [screen.title, screen.heading].contains(title)
      return unless(isRight, "the title \"\(title)\"", "\"\(screen.heading)\"")
    case .state(let phase): return unless(screen.phase == phase, "state \(phase.rawValue)", screen.phase.rawValue)
    case .item(let number, let title):
      let found = screen.sections.row(numbered: number)?.item.title
      let actual = found.map { "\"\($0)\"" } ?? "no item \(number)"
      return unless(found == title, "item \(number) to be \"\(title)\"", actual)
    case .text(let text):
      let printed = Self.text(of: last, shownBy: renderer, favorites: favorites)
      let actual = printed.isEmpty ? "no text" : Self.excerpt(of: printed)
      return unless(printed.contains(text), "the text \"\(text)\"", actual)
    case .error(let code):
      let actual = failure.map { "error \($0.code.rawValue)" } ?? "none"
      return unless(failure?.code == code, "error \(code.rawValue)", actual)
    }
  }

  /// The first line of the output, because a long screen would hide the sentence.
  private static func excerpt(of printed: String) -> String {
    let lines = printed.split(separator: "\n")
    return "\"" + DisplayWidth.fitted(lines.first.map(String.init) ?? "", to: 60) + "\""
      + (lines.count > 1 ? " and \((lines.count - 1).counted("more line"))" : "")
  }

  /// What the command printed, or would have printed as text, as in a pipe.
  private static func text(
    of last: Result<Reply, CommandError>, shownBy renderer: TextRenderer, favorites: Favorites
  ) -> String {
    var renderer = renderer
    (renderer.width, renderer.hasLinks) = (nil, false)
    return switch last {
    case .success(let reply): renderer.render(reply, favorites: favorites).text
    case .failure(let error): ErrorMessages.sentence(for: error)
    }
  }
}

extension Screen {
  /// The section with that title or category, which may be written as for `open`, if it has rows or failed.
  fileprivate func shownSection(titled title: String, in catalog: Catalog) -> Section? {
    let (key, categories) = (title.wordKey, [catalog.category(named: title)?.name, category(shownAs: title)])
    let titled = sections.filter { $0.title.wordKey == key }
    let named = sections.filter { categories.contains($0.category) || word(opening: $0)?.wordKey == key }
    let called = titled.isEmpty ? named : titled
    return called.first { !$0.rows.isEmpty } ?? called.first { $0.error != nil }
  }
}

extension ClosedRange<Int> {
  fileprivate func readable(_ noun: String) -> String {
    if lowerBound == upperBound { return lowerBound.counted(noun) }
    return "\(lowerBound).." + (upperBound == .max ? "" : "\(upperBound)") + " \(noun)s"
  }
}
