package import Domain

/// A screen's items, written in one format.
package struct Export: Sendable, Equatable {
  package let format: ExportFormat
  package let text: String
  /// How many items the text holds.
  package let count: Int
  /// How many items have nothing that the format could hold.
  package let leftOut: Int
  /// Where it was written; nil where it is the command's own output.
  package var path: String?

  /// - Parameter columns: what the user chose to see behind titles; nil: what suits the screen.
  package init(_ screen: Screen, favorites: Favorites, as format: ExportFormat, columns: [ItemField]? = nil) {
    let table = ItemTable(of: screen, favorites: favorites)
    let items = table.entries.map(\.item)
    self.format = format
    switch format {
    case .json:
      text = JSONList.text(of: table)
      count = items.count
    case .jsonl:
      text = JSONList.lines(of: table)
      count = items.count
    case .csv:
      text = CSV.text(of: table)
      count = items.count
    case .tsv:
      text = TSV.text(of: table)
      count = items.count
    case .markdown:
      text = Markdown.text(of: table, on: screen, columns: columns)
      count = items.count
    case .playlist:
      text = Playlist.text(of: items, title: screen.title)
      count = items.count { Playlist.Track(of: $0) != nil }
    case .opml:
      text = OPML.text(of: items, title: screen.title)
      count = items.count { $0.feed != nil }
    }
    leftOut = items.count - count
  }

  /// What was done, for people; without a file, the text itself.
  package var summary: StyledText {
    guard let path else { return StyledText(data: text) }
    var summary = StyledText("\(count) \(count == 1 ? "item" : "items") written to \(path)")
    if let reason = leftOutReason { summary.append("; " + reason, .warning) }
    summary.breakLine()
    return summary
  }

  /// Why items are missing; nil where none is.
  package var leftOutReason: String? {
    guard leftOut > 0, let need = format.need else { return nil }
    return "\(leftOut) left out: no \(need)"
  }
}

extension ExportFormat {
  /// What an item must have to be written in it; nil where every item will do.
  fileprivate var need: String? {
    switch self {
    case .json, .jsonl, .csv, .tsv, .markdown: nil
    case .playlist: "preview"
    case .opml: "feed"
    }
  }
}
