package struct Completion: Sendable, Equatable {
  /// Replaces the `replaced` characters before the cursor.
  package var text: String
  package var summary: String
  package var replaced: Int

  package init(text: String, summary: String = "", replaced: Int) {
    self.text = text
    self.summary = summary
    self.replaced = replaced
  }
}
