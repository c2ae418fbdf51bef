import Domain

/// An M3U playlist in UTF-8.
enum Playlist {
  /// The assumed length of previews, which no service reports. A shorter item's preview is as long as the item.
  private static let previewLength = Duration.seconds(30)

  static func text(of items: [Item], title: String) -> String {
    var text = "#EXTM3U\n#PLAYLIST:\(line(title))\n"
    for item in items {
      guard let address = item.recording else { continue }
      let length = item.whole != nil ? item.duration : min(item.duration ?? previewLength, previewLength)
      // -1 if unknown.
      let seconds = length.map { Int(($0 / .seconds(1)).rounded()) } ?? -1
      let name = item.creator.map { "\($0) - \(item.title)" } ?? item.title
      text += "#EXTINF:\(seconds),\(line(name))\n\(address.text)\n"
    }
    return text
  }

  /// The text as a single line, for every player.
  private static func line(_ text: String) -> String {
    StyledText.madeVisible(text.replacingScalars { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : nil })
  }
}
