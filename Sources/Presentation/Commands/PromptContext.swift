/// What completion and hints go by: the session as it is while a line is typed.
package struct PromptContext: Sendable {
  /// What the line is understood by once it is carried out.
  let command: Command.Context
  var settings = Settings()
  var searches = SearchHistory()
  var lists: [String] = []
  /// Lines typed before, the newest last.
  var lines: [String] = []
  /// Those of them that failed, and are not offered.
  var failedLines: Set<String> = []
  /// The paths that begin with what is given, folders with a slash at their end.
  var files: @Sendable (String) -> [String] = { _ in [] }
}
