import FoundationEssentials
import Glibc

/// The terminal's clipboard, set with OSC 52. Many terminals ask first or disable it.
struct TerminalClipboard: Sendable {
  /// The most bytes that are copied: terminals drop longer sequences, some silently.
  static let limit = 55_000

  private let isInTmux: Bool

  init(environment: [String: String]) {
    isInTmux = environment["TMUX"] != nil || environment["TERM", default: ""].hasPrefix("tmux")
  }

  /// The sequence that makes the terminal copy `text`.
  func sequence(for text: String) -> [UInt8] {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    guard isInTmux else { return Array(sequence.utf8) }
    // tmux keeps the text if set-clipboard is on, and passes it on if allow-passthrough is: either will do.
    return Array((sequence + "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\").utf8)
  }
}
