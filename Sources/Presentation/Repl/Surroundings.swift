/// What a prompt has around it that scripts do not: earlier lines, the files nearby, a preview of what is typed.
package struct Surroundings: Sendable {
  /// Lines typed before, the newest last.
  package var lines: @Sendable () -> [String]
  /// Those of them that failed when they were last typed.
  package var failedLines: @Sendable () -> Set<String>
  /// Called with each typed line, and whether it failed.
  package var noteFailure: @Sendable (_ line: String, _ failed: Bool) -> Void
  /// The paths that begin with what is given, folders with a slash at their end.
  package var files: @Sendable (String) -> [String]
  /// Learns where lines begin and end; nil where there is nowhere to draw.
  package var preview: LivePreview?

  package init(
    lines: @escaping @Sendable () -> [String] = { [] },
    failedLines: @escaping @Sendable () -> Set<String> = { [] },
    noteFailure: @escaping @Sendable (_ line: String, _ failed: Bool) -> Void = { _, _ in },
    files: @escaping @Sendable (String) -> [String] = { _ in [] }, preview: LivePreview? = nil
  ) {
    self.lines = lines
    self.failedLines = failedLines
    self.noteFailure = noteFailure
    self.files = files
    self.preview = preview
  }
}
