package import Domain

/// What a user searched for: kept by every screen that came of it, so that a category can be opened with the same term.
package struct SearchQuery: Sendable, Equatable {
  package var term: String
  /// The categories asked for; nil: those in force.
  package var categories: [Category]?
  /// The home screen's limit for each category; nil: the one in force.
  package var limit: Int?
  /// Values by filter name, which win over the settings.
  package var filters: [String: String] = [:]
  /// The command that narrows the search as its term seems to want, such as `search jack --in song` for `jack in song`;
  /// nil where the term does not read so. Told where nothing is found.
  package var narrowed: String?
}
