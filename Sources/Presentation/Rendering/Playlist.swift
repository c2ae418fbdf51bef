import Domain

/// A playlist that players read, in UTF-8.
enum Playlist {
  /// What a player plays of an item, and its length in seconds; -1 where that is unknown.
  struct Track {
    let address: WebLink
    let seconds: Int

    /// How long previews are, which no service says; those of something shorter are as long as that.
    private static let previewLength = Duration.seconds(30)

    /// The whole of the item rather than its preview; nil where there is neither.
    init?(of item: Item) {
      guard let address = item.recording else { return nil }
      self.address = address
      let length = item.whole != nil ? item.duration : min(item.duration ?? Self.previewLength, Self.previewLength)
      seconds = length.map { Int(($0 / .seconds(1)).rounded()) } ?? -1
    }
  }

  static func text(of items: [Item], title: String) -> String {
    var text = "#EXTM3U\n#PLAYLIST:\(line(title))\n"
    for item in items {
      guard let track = Track(of: item) else { continue }
      let name = item.creator.map { "\($0) - \(item.title)" } ?? item.title
      text += "#EXTINF:\(track.seconds),\(line(name))\n\(track.address.text)\n"
    }
    return text
  }

  /// Text that is one line to every player.
  private static func line(_ text: String) -> String {
    StyledText.madeVisible(text.replacingScalars { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : nil })
  }
}
