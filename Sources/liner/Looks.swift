import Presentation
import Synchronization
import Terminal

/// How everything on the terminal looks, which `set theme` changes at once.
final class Looks: Sendable {
  private let colors: Appearance.Colors
  private let environment: [String: String]
  private let outputs: [TerminalOutput]
  private let editor = Mutex<EditLineSource?>(nil)

  init(of outputs: [TerminalOutput], colors: Appearance.Colors, environment: [String: String]) {
    self.outputs = outputs
    self.colors = colors
    self.environment = environment
  }

  /// Has the prompt look like the first of the outputs.
  func follow(_ editor: EditLineSource) {
    self.editor.withLock { $0 = editor }
  }

  func adopt(_ settings: Settings) {
    let theme = Appearance.Theme(rawValue: settings.theme) ?? .auto
    for output in outputs {
      output.appearance = Appearance(
        theme: theme, colors: colors, isTerminal: TerminalOutput.isTerminal(output.descriptor), environment: environment
      )
    }
    editor.withLock { editor in
      if let editor, let first = outputs.first { editor.appearance = first.appearance }
    }
  }
}
