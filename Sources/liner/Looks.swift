import Presentation
import Synchronization
import Terminal

/// How everything on the terminal looks, which `set theme` changes at once.
final class Looks: Sendable {
  private let colors: Appearance.Colors
  private let environment: [String: String]
  private let outputs: [TerminalOutput]
  private let editor = Mutex<EditLineSource?>(nil)
  private let isReading = Atomic(false)

  init(of outputs: [TerminalOutput], colors: Appearance.Colors, environment: [String: String]) {
    self.outputs = outputs
    self.colors = colors
    self.environment = environment
  }

  /// Has the prompt follow the settings, too.
  func include(_ editor: EditLineSource) {
    self.editor.withLock { $0 = editor }
  }

  /// Whether it is all for who reads line by line, or listens.
  var isForReader: Bool { isReading.load(ordering: .relaxed) }

  func adopt(_ settings: Settings) {
    isReading.store(settings.isForReader, ordering: .relaxed)
    for output in outputs {
      output.appearance = appearance(settings, isTerminal: TerminalOutput.isTerminal(output.descriptor))
    }
    editor.withLock { $0?.appearance = ofPrompt(settings) }
  }

  /// The prompt stands on a terminal even where the results go elsewhere.
  func ofPrompt(_ settings: Settings) -> Appearance { appearance(settings, isTerminal: true) }

  private func appearance(_ settings: Settings, isTerminal: Bool) -> Appearance {
    var appearance = Appearance(
      theme: Appearance.Theme(rawValue: settings.theme) ?? .auto, colors: colors, isTerminal: isTerminal,
      environment: environment)
    // An address that cannot be seen cannot be read out.
    if settings.isForReader { appearance.hasLinks = false }
    appearance.isForReader = settings.isForReader
    return appearance
  }
}
