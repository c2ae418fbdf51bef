/// What completion and hints go by: the session as it is while a line is typed.
package struct PromptContext: Sendable {
  /// What the line is understood by once it is carried out.
  package var command: Command.Context
  package var settings: Settings
  package var searches: SearchHistory
  /// The names of the lists of favourites.
  package var lists: [String]
  /// Lines typed before, the newest last.
  package var lines: [String]
  /// Those of them that failed, and are not offered.
  package var failedLines: Set<String>
  /// The paths that begin with what is given, folders with a slash at their end.
  package var files: @Sendable (String) -> [String]

  package init(
    _ command: Command.Context, settings: Settings = Settings(), searches: SearchHistory = SearchHistory(),
    lists: [String] = [], lines: [String] = [], failedLines: Set<String> = [],
    files: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) {
    self.command = command
    self.settings = settings
    self.searches = searches
    self.lists = lists
    self.lines = lines
    self.failedLines = failedLines
    self.files = files
  }
}
