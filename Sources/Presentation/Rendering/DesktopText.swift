import Domain

enum DesktopText {
  static func render(_ report: ItemAction.Report) -> StyledText {
    var text = StyledText()
    for result in report.results { append(result, to: &text) }
    if report.isDownload, report.isForSeveral, report.results.isEmpty, report.failures.isEmpty,
      report.unsuitable.isEmpty
    {
      text.append(line: "Nothing new", .faint)
    }
    var obstacles: [PictureDisplay.Obstacle] = []
    for case .cover(_, let obstacle) in report.results where !obstacles.contains(obstacle) {
      obstacles.append(obstacle)
    }
    for sentence in obstacles.compactMap(sentence(for:)) { text.append(line: sentence, .faint) }
    return text
  }

  private static func append(_ result: ItemAction.Result, to text: inout StyledText) {
    switch result {
    case .link(let link), .cover(let link, _): text.append(link)
    case .opened(let link):
      text.append("opened ", .faint)
      text.append(link)
    case .copied(let link, .terminal):
      text.append("asked the terminal to copy ", .faint)
      text.append(link)
    case .copied(let link, .tmux):
      text.append("copied ", .faint)
      text.append(link)
      text.append(" to the tmux buffer", .faint)
    case .played(let link, let playback):
      text.append(playback.wasStopped ? "stopped " : "played ", .faint)
      text.append(link)
      text.append(" with \(playback.player)", .faint)
    case .shown: return
    case .saved(let link, let file, let bytes):
      text.append(file, .emphasis)
      text.append("  \(bytes.readableSize) from ", .faint)
      text.append(link)
    case .kept(_, let file):
      text.append(file, .emphasis)
      text.append("  already exists; not replaced", .faint)
    case .got(_, let file, let bytes):
      text.append(file, .emphasis)
      text.append("  \(bytes.readableSize)", .faint)
    case .had(_, let file, let isThere, let isElsewhere):
      text.append(file, .emphasis)
      let state =
        isThere ? isElsewhere ? "; use --again to download it here" : "" : ", but no longer there; use --again"
      text.append("  already downloaded" + state, .faint)
    case .began(let title, let since):
      text.append(title, .emphasis)
      text.append("  episodes after \(since.isEmpty ? "today" : since) count as new", .faint)
    }
    text.breakLine()
  }

  /// What failed or was skipped, in an action on several items.
  static func notes(on report: ItemAction.Report) -> [String] {
    var notes = report.failures.map {
      "\($0.row.number) \(DisplayWidth.fitted($0.row.item.title, to: 60)): \(ErrorMessages.sentence(for: $0.error))"
    }
    if let numbers = Screen.summary(of: report.unsuitable), let first = report.results.first {
      let what =
        switch first {
        case .link, .opened, .copied: "page"
        case .played: "preview"
        case .shown, .saved, .kept, .cover: "cover"
        case .got, .had, .began: "file"
        }
      notes.append("\(report.unsuitable.count) skipped: no \(what) for \(numbers)")
    }
    let kept = report.results.count { if case .kept = $0 { true } else { false } }
    if kept > 0 { notes.append("\(kept) already existed; --force replaces") }
    if report.left > 0 { notes.append("stopped; \(report.left) left") }
    return notes
  }

  /// Why only a URL is printed; nil if users expect no more.
  static func sentence(for obstacle: PictureDisplay.Obstacle) -> String? {
    switch obstacle {
    case .noTerminal: nil
    case .noGraphics: "This terminal cannot show pictures; install chafa to see them as text"
    case .format(let format):
      "This terminal cannot show \(format.rawValue.uppercased()) pictures; install chafa to see them"
    }
  }
}

extension TextRenderer {
  func render(_ budgets: [RequestBudget]) -> StyledText {
    var text = StyledText()
    if budgets.isEmpty { text.append(line: "No network requests yet", .faint) }
    let hostWidth = budgets.reduce(0) { max($0, DisplayWidth.of($1.host)) }
    for budget in budgets {
      var facts = [budget.capacity.map { "\(budget.available) of \($0) requests left" } ?? "unlimited requests"]
      if budget.windows.count > 1 {
        let windows = budget.windows.map { "\($0.requests) in \($0.length.roundedUp) s" }
        facts[0] += " (\(windows.joined(separator: ", ")))"
      }
      if budget.nextIn > .zero { facts.append("next in \(budget.nextIn.roundedUp) s") }
      if budget.fullIn > .zero { facts.append("full in \(budget.fullIn.roundedUp) s") }
      facts.append("\(budget.sent) sent")
      if !budget.isShared { facts.append("not shared with other sessions") }
      if budget.sentByOthers > 0 { facts.append("\(budget.sentByOthers) by other sessions") }
      text.append(isForReader ? budget.host + ": " : budget.host.padded(to: hostWidth) + "  ", .emphasis)
      text.append(
        wrapping: facts.joined(separator: separator), width: width, indent: isForReader ? 2 : hostWidth + 2,
        isIndented: true)
    }
    return text
  }
}

extension StyledText {
  fileprivate mutating func append(_ link: WebLink) {
    append(link.text, .link, link: link.text)
  }
}

extension Duration {
  /// In seconds.
  var roundedUp: Int { Int((self / .seconds(1)).rounded(.up)) }
}

extension Int {
  /// A size in bytes: `980 bytes`, `12.3 kB`, `1.2 MB`.
  var readableSize: String {
    switch self {
    case ..<1000: "\(self) bytes"
    // Beyond this, tenths of a kilobyte would round to 1000 kB.
    case ..<999_950: "\(tenths(of: 1000)) kB"
    default: "\(tenths(of: 1_000_000)) MB"
    }
  }

  private func tenths(of unit: Int) -> String {
    let tenths = (self * 10 + unit / 2) / unit
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
