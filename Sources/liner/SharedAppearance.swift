import Presentation
import Synchronization
import Terminal

/// How everything on the terminal looks; `set theme` changes it at once.
final class SharedAppearance: Sendable {
  private let colors: Appearance.Colors
  private let environment: [String: String]
  private let outputs: [TerminalOutput]
  private let editor = Mutex<EditLineSource?>(nil)

  init(of outputs: [TerminalOutput], colors: Appearance.Colors, environment: [String: String]) {
    (self.outputs, self.colors, self.environment) = (outputs, colors, environment)
  }

  /// Makes the prompt follow the settings too.
  func include(_ editor: EditLineSource) { self.editor.withLock { $0 = editor } }

  func adopt(_ settings: Settings) {
    for output in outputs {
      output.appearance = appearance(settings, isTerminal: TerminalOutput.isTerminal(output.descriptor))
    }
    editor.withLock { $0?.appearance = ofPrompt(settings) }
  }

  /// The prompt is on a terminal even if the results go elsewhere.
  func ofPrompt(_ settings: Settings) -> Appearance { appearance(settings, isTerminal: true) }

  private func appearance(_ settings: Settings, isTerminal: Bool) -> Appearance {
    var appearance = Appearance(
      theme: Appearance.Theme(rawValue: settings.theme) ?? .auto, colors: colors, isTerminal: isTerminal,
      environment: environment)
    // A screen reader cannot read out a hidden address.
    if settings.isForReader { appearance.hasLinks = false }
    appearance.isForReader = settings.isForReader
    return appearance
  }
}
