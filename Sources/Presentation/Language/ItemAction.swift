/// An action on items outside the session: open pages, play, download, show covers.
package enum ItemAction: Sendable, Equatable {
  case link
  /// Opens the pages; `isSure` lifts the limit on how many.
  case browse(isSure: Bool)
  case copy
  case play
  /// Shows the covers, or saves them in `file`, a folder if it ends in a slash. `size` is in pixels.
  case artwork(size: Int?, file: String?, replaces: Bool)

  /// In pixels; larger than any cover, so that a service returns its largest.
  static let largestCover = 10_000
  /// In pixels; sharp at forty columns, and quick to fetch.
  static let shownCover = 600

  /// Whether it starts a program, writes a file or changes the clipboard.
  var hasSideEffects: Bool {
    switch self {
    case .link: false
    case .browse, .copy, .play: true
    case .artwork(size: _, let file, replaces: _): file != nil
    }
  }
}

/// A finished playback.
package struct Playback: Sendable, Equatable {
  package var player: String
  package var wasStopped: Bool

  package init(player: String, wasStopped: Bool = false) { (self.player, self.wasStopped) = (player, wasStopped) }
}

/// Where copied text goes.
package enum Clipboard: Sendable, Equatable {
  /// The terminal was asked to copy it; terminals do not confirm.
  case terminal
  /// It is in tmux's buffer, and tmux and the terminal around it were asked to copy it too.
  case tmux
}

/// A picture as received; its first bytes show the format.
package struct Picture: Sendable, Equatable {
  package let bytes: [UInt8]
  package let format: Format

  package enum Format: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp
  }

  /// Nil if the bytes are not a picture in a common web format.
  package init?(_ bytes: [UInt8]) {
    let beginnings: [(Format, [UInt8])] = [
      (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, [0x89, 0x50, 0x4E, 0x47]), (.gif, Array("GIF8".utf8)),
      (.webp, Array("RIFF".utf8)),
    ]
    guard let format = beginnings.first(where: { bytes.starts(with: $0.1) })?.0 else { return nil }
    (self.bytes, self.format) = (bytes, format)
  }
}

/// Whether pictures can be shown.
package enum PictureDisplay: Sendable, Equatable {
  case shows([Picture.Format])
  case cannot(Obstacle)

  package enum Obstacle: Sendable, Equatable {
    /// There is no terminal to show it.
    case noTerminal
    /// The terminal cannot show pictures, and no program that turns them into text is installed.
    case noGraphics
    /// The terminal shows pictures, but not in this format.
    case format(Picture.Format)
  }
}
