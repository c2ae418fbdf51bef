import Domain

extension Printer {
  mutating func print(_ report: ItemAction.Report) {
    for result in report.results where !result.words.isEmpty { line(result.words) }
    if report.isDownload, report.isForSeveral, report.results.isEmpty, report.failures.isEmpty,
      report.unsuitable.isEmpty
    {
      line("Nothing new", .faint)
    }
    var obstacles: [PictureDisplay.Obstacle] = []
    for case .cover(_, let obstacle) in report.results where !obstacles.contains(obstacle) {
      obstacles.append(obstacle)
    }
    for sentence in obstacles.compactMap(DesktopText.sentence) { line(sentence, .faint) }
  }
}

extension ItemAction.Result {
  /// The result and its object; empty if the user sees it.
  fileprivate var words: [(text: String, style: StyledText.Style)] {
    switch self {
    case .shown: []
    case .link(let link), .cover(let link, _): [(link.text, .link)]
    case .opened(let link): [("opened ", .faint), (link.text, .link)]
    case .copied(let link, .terminal): [("asked the terminal to copy ", .faint), (link.text, .link)]
    case .copied(let link, .tmux): [("copied ", .faint), (link.text, .link), (" to the tmux buffer", .faint)]
    case .played(let link, let file, let playback):
      [
        (playback.wasStopped ? "stopped " : "played ", .faint), file.map { ($0, .emphasis) } ?? (link.text, .link),
        (" with \(playback.player)", .faint),
      ]
    case .saved(let link, let file, let bytes):
      [(file, .emphasis), ("  \(bytes.readableSize) from ", .faint), (link.text, .link)]
    case .kept(_, let file): [(file, .emphasis), ("  already exists; not replaced", .faint)]
    case .downloaded(_, .downloaded(let file, let bytes)): [(file, .emphasis), ("  \(bytes.readableSize)", .faint)]
    case .downloaded(_, .alreadyDownloaded(let file, false, _)):
      [(file, .emphasis), ("  already downloaded, but no longer there; use --again", .faint)]
    case .downloaded(_, .alreadyDownloaded(let file, true, let isElsewhere)):
      [(file, .emphasis), ("  already downloaded" + (isElsewhere ? "; use --again to download it here" : ""), .faint)]
    case .startedFollowing(let title, let since):
      [(title, .emphasis), ("  episodes after \(since.isEmpty ? "today" : since) count as new", .faint)]
    }
  }
}

enum DesktopText {
  /// The failures and skipped items of an action on several items.
  static func notes(on report: ItemAction.Report) -> [String] {
    var notes = report.failures.map {
      // `get --new` works on favourites, which have no numbers.
      "\($0.row.number > 0 ? "\($0.row.number) " : "")\(DisplayWidth.fitted($0.row.item.title, to: 60)): \(ErrorMessages.sentence(for: $0.error))"
    }
    if let numbers = Screen.summary(of: report.unsuitable), let first = report.results.first {
      let what =
        switch first {
        case .link, .opened, .copied: "page"
        case .played: "preview"
        case .shown, .saved, .kept, .cover: "cover"
        case .downloaded, .startedFollowing: "file"
        }
      notes.append("\(report.unsuitable.count) skipped: no \(what) for \(numbers)")
    }
    let kept = report.results.count { if case .kept = $0 { true } else { false } }
    if kept > 0 { notes.append("\(kept) already existed; --force replaces") }
    if report.remaining > 0 { notes.append("stopped; \(report.remaining) left") }
    return notes
  }

  /// Why only a URL is printed; nil if that is expected.
  static func sentence(for obstacle: PictureDisplay.Obstacle) -> String? {
    switch obstacle {
    case .noTerminal: nil
    case .noGraphics: "This terminal cannot show pictures; install chafa to see them as text"
    case .format(let format):
      "This terminal cannot show \(format.rawValue.uppercased()) pictures; install chafa to see them"
    }
  }
}

enum DownloadText {
  /// The progress of a file. The title comes last, because a narrow terminal cuts the end.
  static func line(for progress: DownloadProgress, of title: String) -> String {
    var line = progress.bytes.readableSize
    if let all = progress.all { line += " of \(all.readableSize)" }
    if let left = progress.left?.roundedUp {
      line += ", \(left >= 120 ? "\((left + 59) / 60) min" : "\(left) s") left"
    }
    return "\(line): \(DisplayWidth.fitted(title, to: 60))"
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
