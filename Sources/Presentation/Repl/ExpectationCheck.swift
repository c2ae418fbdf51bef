package import Domain

extension Expectation {
  /// Compares the expectation with the screen and with the result of the previous command.
  package func check(
    _ last: Result<Reply, CommandError>, on screen: Screen, favorites: Favorites
  ) throws(CommandError) {
    switch self {
    case .items(let range):
      let count = screen.visibleRows.count
      try require(range.contains(count), range.readable("item"), "\(count)")
    case .section(let title, let range):
      guard let section = screen.shownSection(titled: title) else {
        let titles = screen.sections.filter { !$0.rows.isEmpty }.map { "\"\($0.title)\"" }.joined(separator: ", ")
        throw .expectation(expected: "a section \"\(title)\"", actual: titles.isEmpty ? "none" : titles)
      }
      let count = screen.arrangement.applied(to: section.rows).count
      if let range { try require(range.contains(count), range.readable("item") + " in \"\(title)\"", "\(count)") }
    case .noSection(let title):
      try require(screen.shownSection(titled: title) == nil, "no section \"\(title)\"", "one")
    case .title(let title): try require(screen.title == title, "the title \"\(title)\"", "\"\(screen.title)\"")
    case .state(let phase): try require(screen.phase == phase, "the state \(phase.rawValue)", screen.phase.rawValue)
    case .item(let number, let title):
      let found = screen.sections.row(numbered: number)?.item.title
      try require(found == title, "item \(number) to be \"\(title)\"", found.map { "\"\($0)\"" } ?? "no item \(number)")
    case .starred(let range):
      let count = favorites.count
      try require(range.contains(count), range.readable("favourite"), "\(count)")
    case .text(let text):
      let printed = Self.text(of: last, favorites: favorites)
      try require(
        printed.contains(text), "the text \"\(text)\"", printed.isEmpty ? "no text" : Self.excerpt(of: printed))
    case .error(let code):
      let found: ErrorCode? = if case .failure(let error) = last { error.code } else { nil }
      try require(found == code, "the error \(code.rawValue)", found.map { "the error \($0.rawValue)" } ?? "none")
    }
  }

  private func require(_ holds: Bool, _ expected: String, _ actual: String) throws(CommandError) {
    if !holds { throw .expectation(expected: expected, actual: actual) }
  }

  /// The first line of the output, because a long screen would hide the sentence.
  private static func excerpt(of printed: String) -> String {
    let lines = printed.split(separator: "\n")
    return "\"" + DisplayWidth.fitted(lines.first.map(String.init) ?? "", to: 60) + "\""
      + (lines.count > 1 ? " and \((lines.count - 1).counted("more line"))" : "")
  }

  /// What the command printed, or would have printed as text.
  private static func text(of last: Result<Reply, CommandError>, favorites: Favorites) -> String {
    switch last {
    case .success(let reply): TextRenderer().render(reply, favorites: favorites).text
    case .failure(let error): ErrorMessages.sentence(for: error)
    }
  }
}

extension Screen {
  fileprivate func shownSection(titled title: String) -> Section? {
    sections.first { $0.title.lowercased() == title.lowercased() && !$0.rows.isEmpty }
  }
}

extension ClosedRange<Int> {
  fileprivate func readable(_ noun: String) -> String {
    if lowerBound == upperBound { return lowerBound.counted(noun) }
    return "\(lowerBound).." + (upperBound == .max ? "" : "\(upperBound)") + " \(noun)s"
  }
}
