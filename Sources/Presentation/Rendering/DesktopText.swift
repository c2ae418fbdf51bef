import Domain

extension Printer {
  mutating func print(_ report: ItemAction.Report) {
    for result in report.results where !result.words.isEmpty { line(result.words) }
    let isIdle = report.results.isEmpty && report.failures.isEmpty && report.unsuitable.isEmpty
    if report.isDownload, report.isForSeveral, isIdle { line("Nothing new", .faint) }
    let sentences = report.results.compactMap(\.obstacle).compactMap(DesktopText.sentence)
    for sentence in sentences.unique { note(sentence) }
  }
}

extension ItemAction {
  /// The result of an action on items.
  package struct Report: Sendable {
    package var isForSeveral = false
    /// What was done, in the order of the selection.
    var results: [Result] = []
    /// The selected items that lack what the action needs, and the noun for it.
    var unsuitable: [(number: Int, need: String)] = []
    /// The items that failed without stopping the others.
    var failures: [(row: Row, error: CommandError)] = []
    /// How many items remained when the user or a failure stopped it.
    var remaining = 0
    /// Whether a failure stopped it; then the command fails.
    var isCutShort = false
    /// Whether it downloads files; then one failure fails the command.
    var isDownload = false
  }

  /// The result for one item, in JSON and in words.
  struct Result: Sendable {
    typealias Words = [(text: String, style: StyledText.Style)]
    /// The key in JSON for what was done.
    let key: String
    let value: any JSONWritable
    /// The result and its object; empty if the user sees it.
    let words: Words
    /// Whether it is a file that existed already and was not changed.
    var isKept = false
    /// Whether the user stopped it.
    var wasStopped = false
    /// Why a cover could not be shown.
    var obstacle: PictureDisplay.Obstacle?

    private static func artwork(
      _ link: WebLink, _ facts: JSONObject = [:], _ words: Words = [], isKept: Bool = false,
      obstacle: PictureDisplay.Obstacle? = nil
    ) -> Result {
      Result(key: "artwork", value: ["url": link.text] + facts, words: words, isKept: isKept, obstacle: obstacle)
    }

    static func link(_ link: WebLink) -> Result { Result(key: "link", value: link.text, words: [(link.text, .link)]) }

    static func opened(_ link: WebLink) -> Result {
      Result(key: "opened", value: link.text, words: [("opened ", .faint), (link.text, .link)])
    }

    static func copied(_ link: WebLink, _ clipboard: Clipboard) -> Result {
      let isInTmux = clipboard == .tmux
      let (verb, place) = isInTmux ? ("copied ", " to the tmux buffer") : ("asked the terminal to copy ", "")
      return Result(key: "copied", value: link.text, words: [(verb, .faint), (link.text, .link), (place, .faint)])
    }

    /// - Parameter file: what was played instead of the address, if it had been downloaded.
    static func played(_ link: WebLink, file: String?, _ playback: Playback) -> Result {
      let (verb, player) = (playback.wasStopped ? "stopped playing " : "played ", " with \(playback.player)")
      let played: Words.Element = file.map { ($0, .emphasis) } ?? (link.text, .link)
      return Result(
        key: "played", value: link.text, words: [(verb, .faint), played, (player, .faint)],
        wasStopped: playback.wasStopped)
    }

    static func shown(_ link: WebLink) -> Result { artwork(link) }

    static func saved(_ link: WebLink, file: String, bytes: Int) -> Result {
      let size = "  \(bytes.readableSize) from "
      return artwork(link, ["file": file], [(file, .emphasis), (size, .faint), (link.text, .link)])
    }

    static func kept(_ link: WebLink, file: String) -> Result {
      let words: Words = [(file, .emphasis), ("  already exists; not replaced", .faint)]
      return artwork(link, ["file": file, "kept": true], words, isKept: true)
    }

    /// The first `get --new` for a podcast, which records this day and downloads nothing.
    static func startedFollowing(title: String, since: String) -> Result {
      Result(
        key: "began", value: ["title": title, "since": since] as JSONObject,
        words: [(title, .emphasis), ("  episodes after \(since.isEmpty ? "today" : since) count as new", .faint)])
    }

    static func cover(_ link: WebLink, _ obstacle: PictureDisplay.Obstacle) -> Result {
      artwork(link, [:], [(link.text, .link)], obstacle: obstacle)
    }

    static func downloaded(_ row: Row, _ outcome: DownloadOutcome) -> Result {
      switch outcome {
      case .downloaded(let file, let bytes):
        let value = row.json + ["file": file, "bytes": bytes]
        return Result(key: "got", value: value, words: [(file, .emphasis), ("  \(bytes.readableSize)", .faint)])
      case .alreadyDownloaded(let file, let exists, let isElsewhere):
        let note =
          !exists ? ", but no longer there; use --again" : isElsewhere ? "; use --again to download it here" : ""
        let value = row.json + ["file": file, "had": true, "gone": exists ? nil : true]
        return Result(key: "got", value: value, words: [(file, .emphasis), ("  already downloaded" + note, .faint)])
      }
    }
  }
}

enum DesktopText {
  /// The failures and skipped items of an action on several items.
  static func notes(on report: ItemAction.Report) -> [String] {
    var notes = report.failures.grouped { ErrorMessages.sentence(for: $0.error) }.map { sentence, failures in
      let names = failures.map(\.row).map { row in
        // `get --new` works on favourites, which have no numbers.
        (row.number > 0 ? "\(row.number) " : "") + DisplayWidth.fitted(row.item.title, to: 60)
      }
      return "\(names.listed("and")): \(sentence)"
    }
    for (need, items) in report.unsuitable.grouped(by: \.need) where !report.results.isEmpty {
      guard let numbers = Screen.summary(of: items.map(\.number)) else { continue }
      notes.append("\(items.count.grouped) skipped: no \(need) for \(numbers)")
    }
    let kept = report.results.count(where: \.isKept)
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
    if let left = progress.left?.roundedUp { line += ", \(left >= 120 ? "\((left + 59) / 60) min" : "\(left) s") left" }
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
    case ..<1000: counted("byte")
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

extension Item {
  /// The noun for what `play` plays of it.
  var recordingWord: String { kind == "podcast-episode" || file != nil ? "audio" : "preview" }
}
