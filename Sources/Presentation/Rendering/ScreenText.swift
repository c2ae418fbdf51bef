import Domain

extension Printer {
  mutating func print(_ screen: Screen, favorites: Favorites) {
    if screen.isRoot {
      printRoot(favorites, isIdle: screen.phase == .idle)
      if screen.phase == .idle { return }
    } else if screen.kind == .item {
      printItem(of: screen, favorites)
    } else {
      printTitle(of: screen)
    }
    if let staleness = screen.staleness { note(spoken(StalenessText.mark(staleness, on: screen))) }
    if screen.phase == .empty, screen.subject == nil { return printEmpty(screen) }
    let arranged = arranged(screen)
    let shown = screen.sections.map { screen.arrangement.applied(to: $0) }
    let showsRows = shown.contains { !$0.isEmpty }
    // On other screens it follows the title.
    if screen.isRoot || screen.kind == .item, !arranged.isEmpty, showsRows {
      text.breakLine()
      note(arranged.joined(separator: separator))
    }
    printSections(of: screen, shown, favorites)
    if !showsRows, screen.hidesAll {
      let why = screen.arrangement.filter.map { "No match for “\($0)”" } ?? "Every item here is marked"
      note(why + "; filter alone shows all")
    }
  }

  private mutating func printTitle(of screen: Screen) {
    var term = screen.kind == .category ? screen.query?.term : nil
    if term == "" || term == screen.title { term = nil }
    let title = spoken(screen.heading)
    let notes = [term].compactMap(\.self) + arranged(screen)
    let line = ([title] + notes).joined(separator: separator)
    // It names the store and what is left out, so it is wrapped and not cut.
    guard let room, DisplayWidth.of(StyledText.escapingControls(line)) > room else {
      return heading(title, .title, notes.map { separator + $0 }.joined())
    }
    note(title, .title)
    if !notes.isEmpty { note(notes.joined(separator: separator)) }
  }

  /// How the rows are filtered and sorted.
  private func arranged(_ screen: Screen) -> [String] {
    let arrangement = screen.arrangement
    return [
      arrangement.filter.map { "only “\($0)”" }, arrangement.hidden.map { _ in "only unmarked" },
      arrangement.order.map { "by \($0.key.key)" + ($0.isDescending ? ", descending" : "") },
    ].compactMap(\.self)
  }

  private mutating func printEmpty(_ screen: Screen) {
    note(screen.emptyNote)
    for remark in screen.sections.flatMap(\.remarks) where !remark.isFailure { note(RemarkText.sentence(for: remark)) }
    if screen.kind == .home, let command = screen.query?.suggested { note("If you meant an option: \(command)") }
    // The advice names the other categories.
    printUnasked(by: screen, namesCategories: look.advice.isEmpty)
    for sentence in look.advice { note(sentence) }
  }

  /// - Parameter shown: the rows of each section, filtered and sorted.
  private mutating func printSections(of screen: Screen, _ shown: [[Row]], _ favorites: Favorites) {
    // For a screen reader each item stays on one line of any length, because a cut or wrapped one is harder to follow.
    let layout = RowLayout(sections: shown, of: screen, width: room, columns: look.columns, favorites: favorites)
    for (index, section) in screen.sections.enumerated() {
      let rows = shown[index]
      switch section.phase {
      case .loaded where !rows.isEmpty, .failed where !rows.isEmpty || !screen.isEverywhere:
        printHeader(of: section, on: screen)
        layout.append(section: index, to: &text, as: form)
        // The service stopped before the limit that was given, or for good.
        if screen.kind == .home, section.received < screen.query?.limit ?? 0 || section.extent?.hasMore == false {
          moreNote(section).map { note($0, indent: 2) }
        }
        // Several sections of one catalog fail for the same reason, which is at the end.
        if let error = section.error, !screen.isEverywhere {
          note(ErrorMessages.sentence(for: error), .error, indent: 2)
        }
      case .loading:
        printHeader(of: section, on: screen)
        line(pending, .faint)
      case .loaded where section.rows.isEmpty:
        printHeader(of: section, on: screen)
        if screen.kind == .news { note(screen.emptyNote) }
        if screen.kind == .home, section.skipped == 0, let rest = moreNote(section) { note(rest, indent: 2) }
      case .idle, .empty, .loaded, .failed: break
      }
      for remark in section.remarks { note(RemarkText.sentence(for: remark), indent: 2) }
      // A remark says which links failed.
      let skipped = section.skipped - (section.skipsLinks ? section.failures.reduce(0) { $0 + $1.count } : 0)
      if skipped > 0, !rows.isEmpty || section.rows.isEmpty {
        let sentence =
          RemarkText.lack(of: skipped, in: section, on: screen)
          ?? skipped.counted("item") + " skipped\(section.skipsLinks ? "" : ", unreadable"); see explain"
        note(sentence, .warning, indent: 2)
      }
    }
    if screen.isEverywhere { for failure in RemarkText.failures(on: screen) { note(spoken(failure), .error) } }
    printRelations(of: screen)
    // A page of results shows only beginnings; each section's own screen says how much there is.
    if look.saysMore, screen.kind != .home, screen.extent != nil {
      moreNote(screen.sections[0], isSet: !screen.kind.isOfShelves).map { note($0) }
    }
    printUnasked(by: screen)
  }

  /// The last line: what was not searched, and why.
  private mutating func printUnasked(by screen: Screen, namesCategories: Bool = true) {
    if let skipped = RemarkText.skipped(on: screen) { note(skipped) }
    guard namesCategories, screen.query?.categories == nil, !screen.unasked.isEmpty, screen.phase != .loading,
      !screen.hidesAll
    else { return }
    note("not searched: \(screen.unasked.map(\.name).joined(separator: ", ")); add --in all")
  }

  /// A section's title, and the words that open all of it. Omitted if the screen's title says the same.
  private mutating func printHeader(of section: Section, on screen: Screen) {
    let title = spoken(section.shownTitle)
    guard screen.kind.hasHeaders, !title.isEmpty else { return }
    text.breakLine(keepsNext: true)
    guard let word = screen.word(opening: section) else { return heading(fitted(title), .heading, keepsNext: true) }
    let hasMore = section.relation?.reach == .many && section.extent?.hasMore == true
    let used = DisplayWidth.of(StyledText.escapingControls(word)) + 8
    // Words that leave no room for a title go below it, because a cut command cannot be typed.
    if let room, used + 9 > room {
      heading(fitted(title), .heading, keepsNext: true)
      return note("open \(word)", indent: 2)
    }
    let shown = fitted(title, less: used)
    heading(shown, .heading, gap + "open \(word)" + (hasMore ? " shows more" : ""), keepsNext: true)
  }

  /// How to get the rest; nil if this is everything, or if that is unknown.
  /// - Parameter isSet: whether the user may have set its limit; a page of sections has its own.
  private func moreNote(_ section: Section, isSet: Bool = true) -> String? {
    switch section.extent {
    case nil, .all, .unknown: return nil
    case .ended, .stopped: return section.extent?.end
    case .page(let largest): return "\(first(section.rows.count)); more fetches up to \(largest)"
    case .service: return "there are further results; more fetches them"
    case .limit(let limit, largest: let largest?):
      return "\(first(limit))\(isSet ? ", as set" : ""); more fetches up to \(largest)"
    case .limit(let limit, largest: nil): return "\(first(limit)), the service's maximum"
    }
  }

  private func first(_ count: Int) -> String { "the first \(count == 1 ? "one" : count.grouped)" }

  // MARK: The first screen

  private static let mostRecent = 5

  /// Suggestions, recent searches, and the number of favourites.
  private mutating func printRoot(_ favorites: Favorites, isIdle: Bool) {
    guard let root = look.root else { return offer("Try", ["search TERM"]) }
    note(root.catalog.title, .title)
    offer("Try", Self.offers(of: root.catalog, isIdle: isIdle))
    if !root.recent.isEmpty, !root.catalog.searchable.isEmpty {
      offer("Recent", root.recent.prefix(Self.mostRecent).map { "search \($0.asTerm)" })
    }
    let favs = look.isForReader ? "; type favs" : ": favs"
    if favorites.count > 0 { offer("Favourites", [favorites.count.grouped + favs]) }
  }

  private mutating func offer(_ label: String, _ words: [String]) {
    let head = head(label)
    text.append(head, .faint)
    rest(words.joined(separator: separator), .emphasis, indent: head.count)
  }

  // MARK: An item's own screen

  private mutating func printItem(of screen: Screen, _ favorites: Favorites) {
    guard let subject = screen.subject else { return line(fitted(spoken(screen.heading)), .title) }
    let item = subject.item
    let (isStarred, isMarked) = (favorites.contains(item.id), favorites.isMarked(item.id))
    var byline = [item.creator.map { "by \($0)" }, subject.category]
    if look.isForReader {
      byline += Self.standing(isStarred: isStarred, isMarked: isMarked)
    } else {
      text.append((isStarred ? "★ " : "☆ ") + (isMarked ? "✓ " : ""), .star)
    }
    rest(spoken(screen.heading), .title, link: item.link?.text, indent: isMarked && !look.isForReader ? 4 : 2)
    let below = byline.compactMap(\.self).joined(separator: separator)
    if !below.isEmpty { note(below, .creator) }
    facts(item.readableFacts)
    if let description = item.description {
      text.breakLine()
      for line in description.split(separator: "\n", omittingEmptySubsequences: false) { note(String(line), .plain) }
    }
    facts(links(of: screen))
  }

  private func links(of screen: Screen) -> [Fact] {
    guard let item = screen.subject?.shared else { return [] }
    // The file to download and the file to play may be the same.
    return ItemField.links.compactMap { field in field.value(of: item)?.link.map { Fact(field.title, $0.shown) } }
      .distinct(by: \.value)
  }

  /// The relations without a section on the screen, each with the words that open it.
  private mutating func printRelations(of screen: Screen) {
    guard let subject = screen.subject, !screen.isUnsettled else { return }
    let shown = Set(screen.sections.compactMap(\.relation))
    let named = subject.relations.filter { !shown.contains($0) }
    guard !named.isEmpty else { return }
    text.breakLine(keepsNext: true)
    note("More: " + named.map { "open \($0.word)" }.joined(separator: separator))
  }
}

extension WebLink {
  /// Some terminals ignore longer links.
  private static let longestLinked = 2000
  /// The widest short form of a link, in columns.
  private static let widestShort = 40

  /// A short form: the host and the end of the path. An address too long for a terminal link stays whole.
  func shortened(to room: Int?) -> String {
    guard text.utf8.count <= Self.longestLinked else { return text }
    let address = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "/")
    guard let host = parts.first else { return text }
    let shown = StyledText.escapingControls(
      String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
        + (parts.count > 2 ? "/…/" : parts.count > 1 ? "/" : "") + (parts.count > 1 ? parts[parts.count - 1] : ""))
    return DisplayWidth.fitted(shown, to: min(room ?? Self.widestShort, Self.widestShort))
  }
}
