package import Domain

/// What lies around the terminal's lines: the browser, the clipboard, a player, pictures.
package protocol Desktop: Sendable {
  /// Opens a page in the user's browser, and does not wait for it to be closed.
  func browse(_ page: WebLink) async throws(CommandError)

  /// Puts text into the clipboard.
  func copy(_ text: String) throws(CommandError)

  /// Plays sound or film until it ends, or until the task is cancelled.
  /// - Parameter title: what it is called, to be shown meanwhile.
  func play(_ preview: WebLink, title: String) async throws(CommandError) -> Playback

  /// The pictures that `show` takes, or why it takes none.
  var pictures: PictureDisplay { get }

  /// Draws a picture below what was printed so far.
  /// - Precondition: `pictures` has its format.
  func show(_ picture: Picture) async throws(CommandError)
}

/// How playing came to its end.
package struct Playback: Sendable, Equatable {
  /// The player's name.
  package var player: String
  /// Whether somebody stopped it.
  package var wasStopped: Bool

  package init(player: String, wasStopped: Bool = false) {
    self.player = player
    self.wasStopped = wasStopped
  }
}

/// A picture as it came, in a format known by its first bytes.
package struct Picture: Sendable, Equatable {
  package let bytes: [UInt8]
  package let format: Format

  package enum Format: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp
  }

  /// Nil where the bytes are no picture of a format in use on the web.
  package init?(_ bytes: [UInt8]) {
    let beginnings: [(Format, [UInt8])] = [
      (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, [0x89, 0x50, 0x4E, 0x47]), (.gif, Array("GIF8".utf8)),
      (.webp, Array("RIFF".utf8)),
    ]
    guard let format = beginnings.first(where: { bytes.starts(with: $0.1) })?.0 else { return nil }
    self.bytes = bytes
    self.format = format
  }
}

/// Whether pictures can be shown.
package enum PictureDisplay: Sendable, Equatable {
  case shows([Picture.Format])
  case cannot(Obstacle)

  package enum Obstacle: Sendable, Equatable {
    /// Nobody would see them.
    case noTerminal
    /// Neither does the terminal draw them, nor is a program there that makes text of them.
    case noGraphics
    /// The terminal draws others, but not those in this format.
    case format(Picture.Format)
  }
}
