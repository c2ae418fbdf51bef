import Domain

/// An item's own screen: its fields, and what belongs to it.
extension TextRenderer {
  func append(_ screen: Screen, itemTo text: inout StyledText, favorites: Favorites) {
    guard let subject = screen.subject else { return text.append(line: fitted(screen.heading), .title) }
    let item = subject.item
    let isMarked = favorites.isMarked(item.id)
    if !isForReader { text.append((favorites.contains(item.id) ? "★ " : "☆ ") + (isMarked ? "✓ " : ""), .star) }
    text.append(
      wrapping: screen.heading, .title, link: item.link?.text, width: width, indent: isMarked && !isForReader ? 4 : 2,
      isIndented: true)
    let star = isForReader && favorites.contains(item.id) ? "favourite" : nil
    let mark = isForReader && isMarked ? "marked" : nil
    let byline = [item.creator.map { "by \($0)" }, subject.category, star, mark].compactMap(\.self)
      .joined(separator: separator)
    if !byline.isEmpty { text.append(wrapping: byline, .creator, width: width) }
    append(facts: item.readableFacts, to: &text)
    if let description = item.description {
      text.breakLine()
      for line in description.split(separator: "\n", omittingEmptySubsequences: false) {
        text.append(wrapping: String(line), width: width)
      }
    }
    if linksFit(on: screen) { appendLinks(of: screen, to: &text) }
  }

  private static let links = ["url", "audio", "file", "preview", "feed", "artwork"].compactMap { ItemField.named($0) }

  private func links(of screen: Screen) -> [Fact] {
    guard let item = screen.subject?.shared else { return [] }
    var known: Set<String> = []
    // The file to download and the file to play may be the same.
    return Self.links.compactMap { field in field.value(of: item).map { Fact(field.title, $0.plain) } }
      .filter { known.insert($0.value).inserted }
  }

  /// Whether the item's addresses fit on a line each. Long ones come below the sections, which matter more often.
  func linksFit(on screen: Screen) -> Bool {
    guard let width, !hasLinks, !isForReader else { return true }
    let links = links(of: screen)
    let labels = links.reduce(0) { max($0, $1.label.count) }
    return links.allSatisfy { DisplayWidth.of($0.value) + labels + 4 <= width }
  }

  func appendLinks(of screen: Screen, to text: inout StyledText) { append(facts: links(of: screen), to: &text) }

  /// The relations without a section on the screen, each with the words that open it.
  func append(relationsNamedOn screen: Screen, to text: inout StyledText) {
    guard let subject = screen.subject, !screen.sections.contains(where: { $0.awaited != nil }) else { return }
    let shown = Set(screen.sections.compactMap(\.relation))
    let named = subject.relations.filter { !shown.contains($0) }
    guard !named.isEmpty else { return }
    text.breakLine(keepsNext: true)
    text.append(
      wrapping: "More: " + named.map { "open \($0.word)" }.joined(separator: separator), .faint, width: width)
  }

  private func append(facts: [Fact], to text: inout StyledText) {
    guard !facts.isEmpty else { return }
    text.breakLine()
    let widest = facts.reduce(0) { max($0, DisplayWidth.of(StyledText.escapingControls($1.label))) }
    let labelWidth = width.map { min(widest, $0 / 2) } ?? widest
    for fact in facts {
      if isForReader, WebLink(fact.value) == nil {
        text.append(wrapping: fact.value, .plain, behind: fact.label + ": ", .faint, width: width)
        continue
      } else if isForReader {
        text.append(fact.label + ": ", .faint)
      } else {
        let label = DisplayWidth.fitted(StyledText.escapingControls(fact.label), to: labelWidth)
        text.append("  " + label.padded(to: labelWidth) + "  ", .faint)
      }
      if let link = WebLink(fact.value) {
        // A terminal without links never cuts an address, because the user needs to copy it.
        let room = width.map { max(10, $0 - labelWidth - 4) }
        text.append(hasLinks ? link.shortened(to: room) : fact.value, .link, link: fact.value)
        text.breakLine()
        continue
      }
      text.append(wrapping: fact.value, width: width, indent: labelWidth + 4, isIndented: true)
    }
  }
}

extension WebLink {
  /// Some terminals ignore longer links.
  private static let longestLinked = 2000
  /// The widest short form of a link, in columns.
  private static let widestShort = 40

  /// A short form: the host and the end of the path. An address too long for a terminal link stays whole.
  fileprivate func shortened(to room: Int?) -> String {
    guard text.utf8.count <= Self.longestLinked else { return text }
    let address = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "/")
    guard let host = parts.first else { return text }
    let shown = StyledText.escapingControls(
      String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
        + (parts.count > 2 ? "/…/" : parts.count > 1 ? "/" : "") + (parts.count > 1 ? parts[parts.count - 1] : ""))
    return DisplayWidth.shortenedInTheMiddle(shown, to: min(room ?? Self.widestShort, Self.widestShort))
  }
}
