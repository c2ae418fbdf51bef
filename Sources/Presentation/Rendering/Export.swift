package import Domain

/// A screen's items in one output format.
package struct Export: Sendable, Equatable {
  package let form: OutputFormat
  package let text: String
  /// How many items were written, or feeds if the format lists those.
  package let count: Int
  /// How many items lack what the format needs.
  package let leftOut: Int
  /// The noun for what they lack.
  private let need: String?
  /// The file it was written to; nil if it is the command's own output.
  package var path: String?

  /// - Parameters:
  ///   - known: the numbers of rows to leave out.
  ///   - columns: the columns of a list; nil means those that suit the items.
  ///   - tableColumns: the columns of CSV and TSV, and the keys of JSON; nil means all, so that every screen has the same.
  package init(
    _ screen: Screen, favorites: Favorites, as form: OutputFormat, hasHeader: Bool = true, besides known: Set<Int> = [],
    columns: [ItemField]? = nil, tableColumns: [ItemField]? = nil
  ) {
    let fields = tableColumns ?? ItemField.ofTables
    let entries = screen.listed(in: favorites, besides: known)
    let items = entries.map(\.item)
    self.form = form
    var (written, lacking, need) = (items.count, 0, form.need)
    switch form {
    case .text: text = TextRenderer().render(screen, favorites: favorites).text
    case .json: text = JSONList.text(of: entries, columns: tableColumns)
    case .jsonl: text = JSONList.lines(of: entries, columns: tableColumns)
    case .csv: text = ItemTable.csv.text(of: entries, columns: fields, hasHeader: hasHeader)
    case .tsv: text = ItemTable.tsv.text(of: entries, columns: fields, hasHeader: hasHeader)
    case .markdown: text = Markdown.text(of: entries, on: screen, columns: columns)
    case .playlist:
      text = Playlist.text(of: items, title: screen.title)
      let unplayable = items.filter { $0.recording == nil }
      lacking = unplayable.count
      if unplayable.contains(where: { $0.recordingWord == "audio" }) { need = "audio" }
      written -= lacking
    case .opml:
      let subscriptions = OPML.subscriptions(of: items)
      text = OPML.text(of: subscriptions, title: screen.title)
      (written, lacking) = (subscriptions.count, items.count { $0.feed == nil })
    }
    (count, leftOut, self.need) = (written, lacking, need)
  }

  /// A sentence about the written file, or without a file the text itself.
  package var summary: StyledText {
    guard let path else { return StyledText(data: text) }
    var summary = StyledText(count.counted("item") + " written to \(path)")
    if let reason = leftOutReason { summary.append("; " + reason, .warning) }
    summary.breakLine()
    return summary
  }

  /// Why items are missing; nil if none are.
  package var leftOutReason: String? {
    guard leftOut > 0, let need else { return nil }
    return "\(leftOut.grouped) skipped: no \(need)"
  }
}

/// An M3U playlist in UTF-8.
enum Playlist {
  /// The usual length of previews, which services do not report. A shorter item's preview is as long as the item.
  private static let previewLength = Duration.seconds(30)

  static func text(of items: [Item], title: String) -> String {
    var text = "#EXTM3U\n#PLAYLIST:\(line(title))\n"
    for item in items {
      guard let address = item.recording else { continue }
      let length = item.whole != nil ? item.duration : item.duration.map { min($0, previewLength) }
      // -1 if unknown.
      let seconds = length.map { Int(($0 / .seconds(1)).rounded()) } ?? -1
      let name = item.creator.map { "\($0) - \(item.title)" } ?? item.title
      text += "#EXTINF:\(seconds),\(line(name))\n\(address.text)\n"
    }
    return text
  }

  /// The text as a single line, for every player.
  private static func line(_ text: String) -> String {
    StyledText.escapingControls(text.replacing(["\n": " ", "\r": " ", "\t": " "]))
  }
}
