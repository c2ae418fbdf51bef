import Presentation

/// The current place, as the prompt names it in a narrow window.
enum PromptPlace {
  /// The place with signs that the locale has; without signs for a screen reader.
  /// - Parameter width: the most columns; nil for no limit.
  static func shown(_ place: String, within width: Int? = nil, as appearance: Appearance) -> String {
    let place = StyledText.madeVisible(place)
    let shortened = width.map { Self.shortened(place, to: $0) } ?? place
    return appearance.shown(appearance.isForReader ? StyledText.spoken(shortened) : shortened)
  }

  /// Shortens a place to `width` columns, but never to a place that does not exist: drops whole steps from the middle,
  /// then all but the last step, and cuts that one only as a last resort.
  static func shortened(_ place: String, to width: Int) -> String {
    guard DisplayWidth.of(place) > width else { return place }
    let steps = place.split(separator: " › ")
    let candidates =
      (1..<max(1, steps.count - 1)).reversed().map { [steps[0], "…"] + steps.suffix($0) }
      + (steps.count > 1 ? [["…"] + steps.suffix(1)] : [])
    for candidate in candidates {
      let shortened = candidate.joined(separator: " › ")
      if DisplayWidth.of(shortened) <= width { return shortened }
    }
    return DisplayWidth.fitted(String(steps.last ?? ""), to: width)
  }
}
