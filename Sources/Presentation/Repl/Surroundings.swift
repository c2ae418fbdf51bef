/// What a prompt has around it that scripts do not: earlier lines, the files nearby, a preview of what is typed.
package struct Surroundings: Sendable {
  /// Lines typed before, the newest last.
  package var lines: @Sendable () -> [String]
  /// The paths that begin with what is given, folders with a slash at their end.
  package var files: @Sendable (String) -> [String]
  /// Told where lines begin and end; nil where there is nowhere to draw.
  package var preview: LivePreview?

  package init(
    lines: @escaping @Sendable () -> [String] = { [] }, files: @escaping @Sendable (String) -> [String] = { _ in [] },
    preview: LivePreview? = nil
  ) {
    self.lines = lines
    self.files = files
    self.preview = preview
  }
}
