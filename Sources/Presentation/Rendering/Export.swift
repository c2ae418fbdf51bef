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

  package init(_ screen: Screen, favorites: Favorites, as format: ExportFormat) {
    let table = ItemTable(of: screen, favorites: favorites)
    let items = table.entries.map(\.row.item)
    self.format = format
    switch format {
    case .json:
      text = Self.json(table)
      count = items.count
    case .csv:
      text = table.csv
      count = items.count
    case .tsv:
      text = table.tsv
      count = items.count
    case .markdown:
      text = table.markdown
      count = items.count
    case .playlist:
      text = Playlist.text(of: items, title: screen.title)
      count = items.count { $0.preview != nil }
    case .opml:
      text = OPML.text(of: items, title: screen.title)
      count = items.count { $0.feed != nil }
    }
    leftOut = items.count - count
  }

  /// A list of objects, one a line, with the keys of an item in JSON output.
  private static func json(_ table: ItemTable) -> String {
    let rows = table.entries.map { entry in
      var writer = JSONWriter()
      JSONRenderer.write(
        entry.row.item, number: entry.row.number, isStarred: entry.isStarred, isFull: true, to: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return rows.isEmpty ? "[]\n" : "[\n" + rows.joined(separator: ",\n") + "\n]\n"
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
    guard leftOut > 0 else { return nil }
    return "\(leftOut) left out: no \(format == .opml ? "feed" : "preview")"
  }
}

/// A playlist that players read, in UTF-8.
private enum Playlist {
  /// Each item's length is that of the item: how long its preview is, no service says.
  static func text(of items: [Item], title: String) -> String {
    var text = "#EXTM3U\n#PLAYLIST:\(line(title))\n"
    for item in items {
      guard let preview = item.preview else { continue }
      let seconds = item.duration.map { String(Int(($0 / .seconds(1)).rounded())) } ?? "-1"
      let name = item.creator.map { "\($0) - \(item.title)" } ?? item.title
      text += "#EXTINF:\(seconds),\(line(name))\n\(preview.text)\n"
    }
    return text
  }

  /// Text that is one line to every player.
  private static func line(_ text: String) -> String {
    StyledText.madeVisible(text.replacingScalars { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : nil })
  }
}

/// Subscriptions as podcast programs import them (OPML 2.0).
private enum OPML {
  static func text(of items: [Item], title: String) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head>
          <title>\(escaped(title))</title>
        </head>
        <body>

      """
    for item in items {
      guard let feed = item.feed else { continue }
      let title = escaped(item.title)
      text += "    <outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(escaped(feed.text))\""
      if let link = item.link { text += " htmlUrl=\"\(escaped(link.text))\"" }
      text += "/>\n"
    }
    return text + "  </body>\n</opml>\n"
  }

  /// The text for an element or a quoted attribute. What XML 1.0 cannot hold at all becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar.value {
      case 0x26: "&amp;"
      case 0x3C: "&lt;"
      case 0x3E: "&gt;"
      case 0x22: "&quot;"
      // As they are, a parser would read them as spaces.
      case 0x09, 0x0A, 0x0D: "&#\(scalar.value);"
      case 0..<0x20, 0xFFFE, 0xFFFF: "\u{FFFD}"
      default: nil
      }
    }
  }
}
