package import Domain

/// What a user searched for. Every screen that follows keeps it, so that a category can be opened with the same term.
package struct SearchQuery: Sendable, Equatable {
  package var term: String
  /// The requested categories; nil means those of the settings.
  package var categories: [Category]?
  /// The home screen's limit for each category; nil means the one of the settings.
  package var limit: Int?
  /// Whether it asks every catalog and not only the current one.
  package var isEverywhere = false
  /// The names of categories that every catalog is to be asked for, as typed; nil means those of each catalog's default.
  package var words: [String]?
  /// Values by filter name; they override the settings.
  package var filters: [String: String] = [:]
  /// The command that the term seems to mean, such as `search jack --in song` for `jack in song`; nil for any other
  /// term. It is suggested if nothing is found.
  package var narrowed: String?
}
