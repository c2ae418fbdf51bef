import Disk
import Glibc
import Presentation

/// Reads lines from a terminal that can only print. The prompt is plain text, and the terminal itself echoes and edits
/// the line. No escape sequence is ever sent.
struct PlainPrompt {
  let output: Int32
  let appearance: Appearance
  let wakeUp: WakePipe
  let takeMessages: () -> [LineEditor.Message]

  func readLine(_ prompt: Prompt, number: Int) -> LineEvent {
    let columns = TerminalSize.of(output)?.columns ?? 80
    emit(PromptPlace.shown(prompt.text, inWindowOf: columns, as: appearance) + "> ")
    var typed: [UInt8] = []
    while true {
      for message in takeMessages() {
        switch message {
        case .signal(.interrupted): return end(.interrupted)
        case .stop: return end(.end)
        case .signal, .draw, .tell, .suspend: break
        }
      }
      guard let events = wakeUp.waitForInput() else { continue }
      var byte: UInt8 = 0
      switch read(STDIN_FILENO, &byte, 1) {
      case 1 where byte == UInt8(ascii: "\n"):
        guard let text = String(validating: typed, as: UTF8.self) else {
          return .unreadable(.usage(.notUTF8), Line(source: nil, number: number))
        }
        return .line(Line(text, source: nil, number: number))
      case 1: typed.append(byte)
      case 0 where !typed.isEmpty && events & Int16(POLLHUP) == 0: break  // Ctrl-D after text only sends it.
      case 0: return end(.end)
      default:
        if errno != EINTR && errno != EAGAIN { return .end }
      }
    }
  }

  private func end(_ event: LineEvent) -> LineEvent {
    emit("\n")
    return event
  }

  private func emit(_ text: String) { TerminalOutput.write(text, to: output) }
}

extension PromptPlace {
  /// The place in characters that the locale has; without symbols for a screen reader.
  /// - Parameter columns: the width of the window.
  static func shown(_ place: String, inWindowOf columns: Int, as appearance: Appearance) -> String {
    let shortened = shortened(StyledText.escapingControls(place), inWindowOf: columns)
    return appearance.shown(appearance.isForReader ? StyledText.spoken(shortened) : shortened)
  }
}
