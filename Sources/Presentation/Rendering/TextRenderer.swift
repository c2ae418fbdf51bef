package import Domain

/// Renders replies as text for people, laid out for a terminal's width, or without a width in a pipe.
package struct TextRenderer: Sendable {
  /// The available columns; nil in a pipe, where nothing is cut or wrapped.
  package var width: Int?
  /// Whether to say below a list how to see more.
  package var saysMore = true
  package var isTiled = false
  /// Whether it is for a screen reader: one item per line, no columns, nothing cut or expressed only by a symbol.
  package var isForReader = false
  /// Whether text can be a link without showing its address.
  package var hasLinks = false
  /// The columns after the title; nil means those that suit the items.
  package var columns: [ItemField]?
  /// What to try after a search without results, one sentence each.
  package var advice: [String] = []
  /// What the first screen shows, a catalog's suggestions and recent searches; nil if unknown.
  package var root: Root?

  package typealias Root = (catalog: Catalog, recent: [String])

  package init(width: Int? = nil) { self.width = width }

  package func render(_ screen: Screen, favorites: Favorites) -> StyledText {
    render(.screen(screen), favorites: favorites)
  }

  /// - Parameter favorites: evaluated only if a screen or changed favourites are shown.
  package func render(_ reply: Reply, favorites: @autoclosure () -> Favorites) -> StyledText {
    var printer = Printer(look: self)
    switch reply {
    case .screen(let screen): printer.print(screen, favorites: favorites())
    case .starred(let starred): printer.starred(starred, favorites())
    case .lists(let lists): printer.print(lists)
    case .trail(let trail, let ahead): printer.trail(trail, ahead: ahead)
    case .catalogs(let catalogs, let current): printer.print(catalogs, current: current)
    case .catalogChecked(let catalog, let path): printer.print(catalog, checkedAt: path)
    case .report(let report): printer.print(report)
    case .settings(let settings): printer.settings(settings)
    case .help(let commands, settings: _): printer.overview(of: commands)
    case .topic(let topic): printer.page(of: topic)
    case .commandHelp(let command, let settings): printer.page(of: command, settings: settings)
    case .exported(let export): return export.summary
    case .imported(let new, let known, let skipped):
      let rest = skipped > 0 ? "; \(skipped.grouped) skipped: not http or https" : ""
      printer.line(new.counted("new favourite") + ", \(known.grouped) already there" + rest)
    case .piped(command: _, let output): return StyledText(data: String(decoding: output ?? [], as: UTF8.self))
    case .history([]): printer.line("No searches found")
    case .history(let terms): for term in terms { printer.line(printer.fitted(term)) }
    case .itemAction(let report): printer.print(report)
    case .limits(let budgets): printer.print(budgets)
    case .downloads(let downloads): printer.print(downloads)
    case .explained(let explanation): printer.print(explanation)
    case .done: break
    }
    return printer.text
  }
}

extension Printer {
  fileprivate mutating func print(_ lists: [(name: String, count: Int)]) {
    if lists.isEmpty { note("No lists yet. Try: star 3 --list NAME", .plain) }
    let counts = lists.reduce(0) { max($0, "\($1.count)".count) }
    let names = lists.map { StyledText.escapingControls(fitted($0.name, less: gap.count + counts)) }
    let column = names.reduce(0) { max($0, DisplayWidth.of($1)) }
    for (list, name) in zip(lists, names) { entry(name, column: column, ["\(list.count)"], .number) }
  }

  fileprivate mutating func print(_ budgets: [RequestBudget]) {
    if budgets.isEmpty { line("No network requests yet", .faint) }
    let column = budgets.reduce(0) { max($0, DisplayWidth.of($1.host)) }
    for budget in budgets {
      let left = budget.capacity.map { "\(budget.available) of \($0.counted("request")) left" }
      var facts = [left ?? "unlimited requests"]
      if budget.windows.count > 1 {
        let windows = budget.windows.map { "\($0.requests) in \($0.length.roundedUp) s" }
        facts[0] += " (\(windows.joined(separator: ", ")))"
      }
      if budget.nextIn > .zero { facts.append("next in \(budget.nextIn.roundedUp) s") }
      if budget.fullIn > .zero { facts.append("full in \(budget.fullIn.roundedUp) s") }
      facts.append("\(budget.sent) sent")
      if !budget.isShared { facts.append("not shared with other sessions") }
      if budget.sentByOthers > 0 { facts.append("\(budget.sentByOthers) by other sessions") }
      entry(budget.host, column: column, facts)
    }
  }

  fileprivate mutating func print(_ downloads: [DownloadRecord]) {
    if downloads.isEmpty { line("Nothing downloaded yet", .faint) }
    for download in downloads {
      let size = "  \(download.bytes.readableSize)" + (download.exists ? "" : "  no longer there")
      line([(download.day + "  ", .faint), (download.file, .emphasis), (size, .faint)])
    }
  }
}
