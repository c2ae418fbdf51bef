/// One thing that Tab could insert.
package struct Completion: Sendable, Equatable {
  /// What stands for the `replaced` characters before the cursor afterwards.
  package var text: String
  package var summary: String
  /// How many characters before the cursor it replaces.
  package var replaced: Int

  package init(text: String, summary: String = "", replaced: Int) {
    self.text = text
    self.summary = summary
    self.replaced = replaced
  }
}
