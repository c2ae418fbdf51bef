import Presentation

extension PromptPlace {
  /// The place with signs that the locale has; without signs for a screen reader.
  /// - Parameter columns: those of the window.
  static func shown(_ place: String, inWindowOf columns: Int, as appearance: Appearance) -> String {
    let shortened = shortened(StyledText.madeVisible(place), inWindowOf: columns)
    return appearance.shown(appearance.isForReader ? StyledText.spoken(shortened) : shortened)
  }
}
