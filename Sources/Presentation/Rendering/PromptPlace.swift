/// The current place, as a prompt shows it in a narrow window.
package enum PromptPlace {
  /// The place in at most half of a window, with `> ` after it.
  package static func shortened(_ place: String, inWindowOf columns: Int) -> String {
    shortened(place, to: max(8, columns / 2 - 3))
  }

  /// Shortens a place to `width` columns, but never to a place that does not exist: drops whole steps from the middle,
  /// then all but the last step, and cuts that one only as a last resort.
  package static func shortened(_ place: String, to width: Int) -> String {
    guard DisplayWidth.of(place) > width else { return place }
    let steps = place.split(separator: " › ")
    let candidates =
      (1..<max(1, steps.count - 1)).reversed().map { [steps[0], "…"] + steps.suffix($0) }
      + (steps.count > 1 ? [["…"] + steps.suffix(1)] : [])
    return candidates.map { $0.joined(separator: " › ") }.first { DisplayWidth.of($0) <= width }
      ?? DisplayWidth.fitted(String(steps.last ?? ""), to: width)
  }
}
