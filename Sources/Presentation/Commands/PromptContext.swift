/// What completion and hints depend on: the session while a line is being typed.
package struct PromptContext: Sendable {
  /// The context in which the line will run.
  let command: Command.Context
  var settings = Settings()
  var searches = SearchHistory()
  var lists: [String] = []
  /// Lines typed before, the newest last.
  var lines: [String] = []
  /// The lines that failed, which hints do not offer.
  var failedLines: Set<String> = []
  /// The paths with a given beginning; folders end in a slash.
  var files: @Sendable (String) -> [String] = { _ in [] }
}
