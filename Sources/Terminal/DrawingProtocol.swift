import FoundationEssentials
import Presentation

/// How a terminal is known to show pictures, judging by the environment; the terminal itself is not queried.
enum DrawingProtocol: String, Sendable {
  /// Kitty's graphics protocol: PNG pictures.
  case kitty
  /// iTerm2's inline images: pictures of any format.
  case inline = "iterm"
  /// Sixel: pixels, which another program must produce from the picture.
  case sixel = "sixels"

  /// Nil if the terminal is not known to show pictures.
  init?(environment: [String: String]) {
    if Appearance.isMultiplexed(environment) { return nil }
    let term = environment["TERM", default: ""]
    switch environment["TERM_PROGRAM", default: ""] {
    case "iTerm.app", "WezTerm": self = .inline
    case "ghostty": self = .kitty
    case _ where environment["KITTY_WINDOW_ID"] != nil || ["xterm-kitty", "xterm-ghostty"].contains(term):
      self = .kitty
    case _ where environment["LC_TERMINAL"] == "iTerm2": self = .inline
    case _ where ["foot", "mlterm", "yaft", "contour"].contains { term == $0 || term.hasPrefix($0 + "-") }:
      self = .sixel
    default: return nil
    }
  }

  /// The formats that the terminal accepts without conversion.
  var formats: [Picture.Format] {
    switch self {
    case .kitty: [.png]
    case .inline: [.jpeg, .png, .gif]
    case .sixel: []
    }
  }

  /// The sequence that shows `picture`, `rows` lines high.
  /// - Precondition: `formats` contains its format.
  func sequence(for picture: Picture, rows: Int) -> [UInt8] {
    let data = Array(Data(picture.bytes).base64EncodedString().utf8)
    switch self {
    case .kitty: return Self.kittySequence(for: data, rows: rows)
    case .inline:
      let head = "\u{1B}]1337;File=inline=1;size=\(picture.bytes.count);height=\(rows);preserveAspectRatio=1:"
      return head.utf8 + data + [0x07]
    case .sixel: return []
    }
  }

  /// In chunks of 4,096 bytes; q=2 keeps the terminal from sending answers into our input.
  private static func kittySequence(for data: [UInt8], rows: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: data.count, by: 4096) {
      let end = min(start + 4096, data.count)
      let first = start == 0 ? "a=T,f=100,q=2,r=\(rows)," : ""
      bytes += "\u{1B}_G\(first)m=\(end < data.count ? 1 : 0);".utf8
      bytes += data[start..<end]
      bytes += "\u{1B}\\".utf8
    }
    return bytes
  }
}
