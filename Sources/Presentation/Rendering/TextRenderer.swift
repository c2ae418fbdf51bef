package import Domain

/// Replies as text for people, laid out for a terminal's width, or for none in a pipe.
package struct TextRenderer: Sendable {
  /// Columns to stay within; nil in a pipe, where nothing is cut or wrapped.
  package var width: Int?
  /// Whether to say below a list how to see more.
  package var saysMore = true
  package var isTiled = false
  /// Whether it is for a screen reader: one thing a line, no columns, nothing cut or expressed only by a symbol.
  package var isForReader = false
  /// Whether text can be a link without showing its address.
  package var hasLinks = false
  /// The columns after the title; nil means those that suit the items.
  package var columns: [ItemField]?
  /// What to try after a search that found nothing, a sentence each.
  package var advice: [String] = []
  /// What the first screen offers; nil if unknown.
  package var root: Root?

  /// What a catalog's first screen can suggest.
  package struct Root: Sendable {
    package var catalog: Catalog
    package var recent: [String] = []
  }

  package init(width: Int? = nil) {
    self.width = width
  }

  /// - Parameter favorites: evaluated only if a screen is shown.
  package func render(_ reply: Reply, favorites: @autoclosure () -> Favorites) -> StyledText {
    switch reply {
    case .screen(let screen): render(screen, favorites: favorites())
    case .starred(let starred): render(starred)
    case .lists(let lists): render(lists: lists)
    case .trail(let trail, let ahead): render(trail: trail, ahead: ahead)
    case .catalogs(let catalogs, let current): render(catalogs, current: current)
    case .catalogChecked(let catalog, let path): render(catalog, checkedAt: path)
    case .report(let report): render(report)
    case .settings(let settings): render(settings)
    case .help(let commands, settings: _): overview(of: commands)
    case .topic(let topic): page(of: topic)
    case .commandHelp(let command, let settings): page(of: command, settings: settings)
    case .exported(let export): export.summary
    case .imported(let new, let known):
      StyledText(lines: ["\(new) new \(new == 1 ? "favourite" : "favourites"), \(known) already there"])
    case .piped(let piped): StyledText(data: String(decoding: piped.output ?? [], as: UTF8.self))
    case .history([]): StyledText(lines: ["No searches found"])
    case .history(let terms): StyledText(lines: terms.map { fitted(StyledText.escapingControls($0)) })
    case .errand(let report): DesktopText.render(report)
    case .limits(let budgets): render(budgets)
    case .downloads(let downloads): DownloadText.render(downloads)
    case .explained(let explanation): render(explanation)
    case .done: StyledText()
    }
  }

  // MARK: Screens

  package func render(_ screen: Screen, favorites: Favorites) -> StyledText {
    var text = StyledText()
    switch screen.kind {
    case .home where screen.query == nil:
      appendRoot(to: &text, for: screen, favorites: favorites)
      if screen.phase == .idle { return text }
    case .item: append(screen, itemTo: &text, favorites: favorites)
    case .home, .category, .relation, .chart, .stores, .elsewhere, .news, .changes, .favorites, .earlier, .shelves:
      appendTitle(of: screen, to: &text)
    }
    if let staleness = screen.staleness {
      text.append(wrapping: StalenessText.mark(staleness), .faint, width: width)
    }
    switch screen.phase {
    case .empty where screen.subject == nil:
      text.append(wrapping: screen.emptyNote, .faint, width: width)
      for remark in screen.sections.flatMap(\.remarks) where !remark.isFailure {
        text.append(wrapping: RemarkText.sentence(for: remark), .faint, width: width)
      }
      if screen.kind == .home, let narrowed = screen.query?.narrowed {
        text.append(wrapping: "To narrow a search: \(narrowed)", .faint, width: width)
      }
      // The advice says what else can be searched.
      appendUnasked(by: screen, to: &text, namesCategories: advice.isEmpty)
      for sentence in advice { text.append(wrapping: sentence, .faint, width: width) }
    default:
      appendSections(of: screen, to: &text, favorites: favorites)
      let arrangement = screen.arrangement
      if arrangement.filter != nil || arrangement.hidden != nil, screen.visibleRows.isEmpty,
        screen.sections.contains(where: { !$0.rows.isEmpty })
      {
        let why = arrangement.filter.map { "No match for “\($0)”" } ?? "Every item here is marked"
        text.append(wrapping: why + "; filter alone shows all", .faint, width: width)
      }
    }
    return text
  }

  /// Separates facts in one line.
  var separator: String { isForReader ? ", " : " · " }

  private func appendTitle(of screen: Screen, to text: inout StyledText) {
    let title = fitted(isForReader ? StyledText.spoken(screen.heading) : screen.heading)
    text.append(title, .title)
    var term = screen.kind == .category ? screen.query?.term : nil
    if term == "" || term == screen.title { term = nil }
    let filter = screen.arrangement.filter.map { "only “\($0)”" }
    let unmarked = screen.arrangement.hidden.map { _ in "only unmarked" }
    let notes = [term, filter, unmarked, screen.arrangement.order?.readable].compactMap { $0.map { separator + $0 } }
      .joined()
    let shown = StyledText.escapingControls(notes)
    let room = isForReader ? nil : width
    text.append(line: room.map { DisplayWidth.fitted(shown, to: $0 - DisplayWidth.of(title)) } ?? shown, .faint)
  }

  private func appendSections(of screen: Screen, to text: inout StyledText, favorites: Favorites) {
    let shown = screen.sections.map { screen.arrangement.applied(to: $0.rows) }
    // For a screen reader each item stays on one line of any length, because a cut or wrapped one is harder to follow.
    let layout = RowLayout(
      sections: shown, of: screen, width: isForReader ? nil : width, columns: columns, favorites: favorites)
    let form = isForReader ? RowLayout.Form.sentences : isTiled ? .tiles : .list
    for (index, section) in screen.sections.enumerated() {
      let rows = shown[index]
      switch section.content {
      case .loaded where !rows.isEmpty:
        appendHeader(of: section, on: screen, to: &text)
        layout.append(section: index, to: &text, as: form)
      // Several sections of one catalog fail for one cause.
      case .failed where screen.isEverywhere: break
      case .failed(let error):
        appendHeader(of: section, on: screen, to: &text)
        text.append(wrapping: ErrorMessages.sentence(for: error), .error, width: width, indent: 2)
      case .loading:
        appendHeader(of: section, on: screen, to: &text)
        text.append(line: isForReader ? "  loading" : "  …", .faint)
      case .loaded where section.skipped > 0 && section.rows.isEmpty:
        appendHeader(of: section, on: screen, to: &text)
      case .idle, .empty, .loaded: break
      }
      for remark in section.remarks {
        text.append(wrapping: RemarkText.sentence(for: remark), .faint, width: width, indent: 2)
      }
      if section.skipped > 0, !rows.isEmpty || section.rows.isEmpty {
        text.append(
          wrapping: section.rows.isEmpty
            ? "none of the \(section.skipped) items could be read; see explain"
            : "\(section.skipped) \(section.skipped == 1 ? "item" : "items") skipped, unreadable; see explain",
          .warning, width: width, indent: 2)
      }
    }
    if screen.isEverywhere {
      for failure in RemarkText.failures(on: screen) { text.append(wrapping: failure, .error, width: width) }
    }
    append(relationsNamedOn: screen, to: &text)
    if screen.kind == .item, !linksFit(on: screen) { appendLinks(of: screen, to: &text) }
    if saysMore, let note = moreNote(for: screen) { text.append(wrapping: note, .faint, width: width) }
    appendUnasked(by: screen, to: &text)
  }

  /// The last line: what was not asked, and why.
  private func appendUnasked(by screen: Screen, to text: inout StyledText, namesCategories: Bool = true) {
    if !screen.without.isEmpty {
      // Most catalogs lack a rare category, and all for this one reason.
      let lacking = screen.without.filter { $0.reason == .noCategory }.map(\.catalog)
      let others = screen.without.filter { $0.reason != .noCategory || lacking.count == 1 }
      var parts = others.map { "\($0.catalog): \($0.words(on: screen.kind))" }
      if lacking.count > 1 { parts.append("\(LeftOut.Reason.noCategory.rawValue): \(lacking.joined(separator: " "))") }
      let names = parts.joined(separator: ", ")
      text.append(wrapping: (screen.kind == .elsewhere ? "" : "skipped: ") + names, .faint, width: width)
    }
    guard namesCategories, screen.query?.categories == nil, !screen.unasked.isEmpty, screen.phase != .loading else {
      return
    }
    let names = screen.unasked.map(\.name).joined(separator: ", ")
    text.append(wrapping: "not searched: \(names); add --in all", .faint, width: width)
  }

  /// A section's title, and the words that open all of it. Left out if the screen's title says the same.
  private func appendHeader(of section: Section, on screen: Screen, to text: inout StyledText) {
    let title = section.title.isEmpty && section.content.error != nil ? "More" : section.title
    guard screen.kind.traits.hasHeaders, !title.isEmpty else { return }
    text.breakLine(keepsNext: true)
    guard let word = screen.word(opening: section) else {
      text.append(fitted(title), .heading)
      return text.breakLine(keepsNext: true)
    }
    let note = StyledText.escapingControls(
      (isForReader ? ": " : "  ") + "open \(word)"
        + (section.relation?.reach == .many && section.content.value?.extent.hasMore == true
          ? " shows more" : ""))
    let shown = fitted(title, less: DisplayWidth.of(StyledText.escapingControls(word)) + 8)
    text.append(shown, .heading)
    let room = isForReader ? nil : width.map { max(0, $0 - DisplayWidth.of(shown)) }
    text.append(room.map { DisplayWidth.fitted(note, to: $0) } ?? note, .faint)
    text.breakLine(keepsNext: true)
  }

  /// How to get the rest; nil if this is all, or if that is unknown.
  private func moreNote(for screen: Screen) -> String? {
    // A home shows only beginnings, and each section's own screen tells how much there is.
    guard screen.kind != .home, let extent = screen.extent else { return nil }
    switch extent {
    case .all, .unknown: return nil
    case .ended(let came, let total):
      let all = total.map { " of \($0)" } ?? ""
      return "\(came)\(all) came; the service sends no more"
    case .page(let largest):
      return "the first \(screen.sections[0].rows.count); more fetches up to \(largest)"
    case .service: return "there are further results; more fetches them"
    case .limit(let limit, largest: let largest?):
      return "the first \(limit), as set; more fetches up to \(largest)"
    case .limit(let limit, largest: nil): return "the first \(limit), the service's maximum"
    }
  }

  // MARK: Short replies

  private func render(_ starred: [StarResult]) -> StyledText {
    var text = StyledText()
    for one in starred {
      let note = one.note(isForReader: isForReader)
      if isForReader {
        text.append(line: (one.row.number > 0 ? "\(one.row.number). " : "") + one.row.item.title + ", " + note)
        continue
      }
      text.append(one.sign, .star)
      if one.row.number > 0 { text.append("\(one.row.number) ", .number) }
      text.append(fitted(one.row.item.title, less: 12 + note.count))
      text.append(line: note.isEmpty ? "" : "  " + note, .faint)
    }
    return text
  }

  private func render(lists: [FavoritesList]) -> StyledText {
    var text = StyledText()
    if lists.isEmpty { text.append(wrapping: "No lists yet. Try: star 3 --list NAME", width: width) }
    let nameWidth = lists.reduce(0) { max($0, DisplayWidth.of(StyledText.escapingControls($1.name))) }
    for list in lists {
      let name = StyledText.escapingControls(list.name)
      text.append(isForReader ? "\(name): " : name.padded(to: nameWidth) + "  ", .emphasis)
      text.append(line: "\(list.count)", .number)
    }
    return text
  }

  /// Each screen with the number for `back`, then what `forward` leads to.
  private func render(trail: [String], ahead: [String]) -> StyledText {
    var text = StyledText()
    if isForReader {
      for (index, title) in trail.enumerated() {
        let steps = trail.count - 1 - index
        text.append(line: StyledText.spoken(title) + (steps == 0 ? ", this screen" : ", back \(steps)"))
      }
      for (index, title) in ahead.enumerated() {
        text.append(line: "\(StyledText.spoken(title)), forward \(index + 1)")
      }
      return text
    }
    let stepsWidth = trail.count > 1 ? String(trail.count - 1).count + 1 : 0
    for (index, title) in trail.enumerated() {
      let steps = trail.count - 1 - index
      text.append(steps == 0 ? "▸ " : "  ", .star)
      text.append((steps == 0 ? "" : "\(steps)").padded(to: stepsWidth), .number)
      text.append(line: fitted(title, less: 2 + stepsWidth), steps == 0 ? .emphasis : .plain)
    }
    guard let next = ahead.first else { return text }
    let rest = ahead.count > 1 ? "; forward \(ahead.count): \(ahead[ahead.count - 1])" : ""
    text.append(wrapping: "forward: \(next)\(rest)", .faint, width: width)
    return text
  }

  private func render(_ settings: [SettingValue]) -> StyledText {
    var text = StyledText()
    let nameWidth = settings.reduce(0) { max($0, $1.name.count) }
    let valueWidth = settings.reduce(0) { max($0, DisplayWidth.of($1.effectiveValue)) }
    for setting in settings {
      if isForReader {
        let note = setting.value == nil ? ", the default" : ""
        text.append(line: "\(setting.name): \(setting.effectiveValue)\(note); \(setting.meaning)")
        continue
      }
      text.append(setting.name.padded(to: nameWidth) + "  ", .emphasis)
      let (value, style) = (setting.effectiveValue, setting.value == nil ? StyledText.Style.faint : .plain)
      if let width, width - nameWidth - valueWidth - 4 < Self.narrowestMeaning {
        text.append(wrapping: value, style, width: width, indent: nameWidth + 2, isIndented: true)
        text.append(wrapping: setting.meaning, .faint, width: width, indent: nameWidth + 2)
        continue
      }
      text.append(value.padded(to: valueWidth) + "  ", style)
      text.append(line: fitted(setting.meaning, less: nameWidth + valueWidth + 4), .faint)
    }
    for setting in settings {
      guard let accepted = setting.accepted else { continue }
      text.append(wrapping: "accepts \(accepted); default is \(setting.defaultValue)", .faint, width: width)
    }
    if settings.count > 1 {
      text.append(wrapping: "To keep a setting for later sessions: set --save NAME VALUE", .faint, width: width)
    }
    return text
  }

  /// With fewer columns than these left for a setting's meaning, it goes below the value.
  private static let narrowestMeaning = 20

  func fitted(_ text: String, less used: Int = 0) -> String {
    // Appending makes control characters visible; doing it here too gives the right width.
    guard let width, !isForReader else { return text }
    return DisplayWidth.fitted(StyledText.escapingControls(text), to: max(10, width - used))
  }
}

extension Arrangement.Order {
  fileprivate var readable: String { "by \(key.key)" + (isDescending ? ", descending" : "") }
}

extension String {
  /// Filled with spaces to `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
  }
}
