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
