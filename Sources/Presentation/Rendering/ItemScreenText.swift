import Domain

/// An item's own screen: what is known of it, and what belongs to it.
extension TextRenderer {
  func append(_ screen: Screen, itemTo text: inout StyledText, favorites: Favorites) {
    guard let subject = screen.subject else {
      text.append(fitted(screen.heading), .title)
      text.breakLine()
      return
    }
    let item = subject.item
    text.append(favorites.contains(item.id) ? "★ " : "☆ ", .star)
    text.append(wrapping: screen.heading, .title, link: item.link?.text, width: width, indent: 2, isIndented: true)
    let byline = [item.creator.map { "by \($0)" }, subject.category].compactMap(\.self).joined(separator: " · ")
    if !byline.isEmpty { text.append(wrapping: byline, .creator, width: width) }
    append(facts: item.readableFacts, to: &text)
    if let description = item.description {
      text.breakLine()
      for line in description.split(separator: "\n", omittingEmptySubsequences: false) {
        text.append(wrapping: String(line), width: width)
      }
    }
    let links = [
      ("Link", item.link), ("Audio", item.audio), ("Preview", item.preview), ("Feed", item.feed), ("Cover", item.artwork),
    ]
    append(facts: links.compactMap { label, link in link.map { Fact(label, $0.text) } }, to: &text, style: .link)
  }

  /// The relations whose beginnings the screen does not show, each by the words that open it.
  func append(relationsNamedOn screen: Screen, to text: inout StyledText) {
    guard let subject = screen.subject, !screen.sections.contains(where: { $0.awaited != nil }) else { return }
    let shown = Set(screen.sections.compactMap(\.relation))
    let named = subject.relations.filter { !shown.contains($0) }
    guard !named.isEmpty else { return }
    text.breakLine()
    text.append(
      wrapping: "More: " + named.map { "open \($0.word)" }.joined(separator: " · "), .faint, width: width, indent: 0)
  }

  /// The header of a relation's section: its title, and the words that open all of it.
  func append(headerOf section: Section, by relation: Relation, to text: inout StyledText) {
    text.breakLine()
    text.append(fitted(relation.title, less: relation.word.count + 8), .heading)
    var note = "  open \(relation.word)"
    if relation.reach == .many, section.content.value?.extent.hasMore == true { note += " shows more than these" }
    text.append(width.map { DisplayWidth.fitted(note, to: max(0, $0 - DisplayWidth.of(relation.title))) } ?? note, .faint)
    text.breakLine()
  }

  private func append(
    facts: [Fact], to text: inout StyledText, style: StyledText.Style = .plain, isFirst: Bool = true
  ) {
    guard !facts.isEmpty else { return }
    if isFirst { text.breakLine() }
    let widest = facts.reduce(0) { max($0, DisplayWidth.of(StyledText.madeVisible($1.label))) }
    let labelWidth = width.map { min(widest, $0 / 2) } ?? widest
    for fact in facts {
      let label = DisplayWidth.fitted(StyledText.madeVisible(fact.label), to: labelWidth)
      text.append("  " + label.padded(to: labelWidth) + "  ", .faint)
      // A link is never cut: it is there to be copied.
      let style = WebLink(fact.value) == nil ? style : .link
      let room = width.map { max(10, $0 - labelWidth - 4) }
      let lines =
        style == .link ? [fact.value] : TextWrapping.lines(of: StyledText.madeVisible(fact.value), width: room)
      for (index, line) in lines.enumerated() {
        if index > 0 { text.append(String(repeating: " ", count: labelWidth + 4)) }
        text.append(line, style, link: style == .link ? fact.value : nil)
        text.breakLine()
      }
    }
  }
}
