/// What a prompt has and scripts do not: earlier lines, nearby files, a preview of what is typed.
package struct Surroundings: Sendable {
  /// Lines typed before, the newest last.
  package var lines: @Sendable () -> [String] = { [] }
  /// The lines that failed when they were last typed.
  package var failedLines: @Sendable () -> Set<String> = { [] }
  /// Called with each typed line, and whether it failed.
  package var noteFailure: @Sendable (_ line: String, _ failed: Bool) -> Void = { _, _ in }
  /// The paths with a given beginning; folders end in a slash.
  package var files: @Sendable (String) -> [String] = { _ in [] }
  /// Is told where lines begin and end; nil if there is nowhere to draw.
  package var preview: LivePreview?

  package init() {}
}
