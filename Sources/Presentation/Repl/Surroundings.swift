/// What a prompt has around it that scripts do not: earlier lines, the files nearby, a preview of what is typed.
package struct Surroundings: Sendable {
  /// Lines typed before, the newest last.
  package var lines: @Sendable () -> [String] = { [] }
  /// Those of them that failed when they were last typed.
  package var failedLines: @Sendable () -> Set<String> = { [] }
  /// Called with each typed line, and whether it failed.
  package var noteFailure: @Sendable (_ line: String, _ failed: Bool) -> Void = { _, _ in }
  /// The paths that begin with what is given, folders with a slash at their end.
  package var files: @Sendable (String) -> [String] = { _ in [] }
  /// Learns where lines begin and end; nil where there is nowhere to draw.
  package var preview: LivePreview?

  package init() {}
}
