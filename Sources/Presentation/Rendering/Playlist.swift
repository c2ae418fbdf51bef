import Domain

/// A playlist that players read, in UTF-8.
enum Playlist {
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
