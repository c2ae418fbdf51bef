package import Domain

/// The settings in `linerc`, the file of commands that run when a prompt starts.
package struct StartFile {
  package let path: String
  let files: any Files

  package init(path: String, files: any Files) { (self.path, self.files) = (path, files) }

  /// The value of the setting in the file; nil if there is none, or if the file cannot be read.
  package func value(of setting: String, in catalog: Catalog) async -> String? {
    guard let content = try? await files.read(path) else { return nil }
    return Self.places(of: setting, in: String(decoding: content.bytes, as: UTF8.self), catalog).last?.value
  }

  /// Saves the setting in the file: replaces its command there, or adds a line at the end.
  func save(_ setting: Setting, _ value: String, in catalog: Catalog) async throws(FileError) {
    let content = try await files.read(path)
    guard let text = String(validating: content?.bytes ?? [], as: UTF8.self) else {
      throw FileError(path: path, .malformed(line: 1, "not UTF-8"))
    }
    let value =
      setting.isPath && value.lowercased() != "memory" && value.lowercased() != "default"
      ? files.absolute(value) : value
    let changed = Self.saving(setting.name, value, in: text, catalog)
    if content == nil, let slash = path.lastIndex(of: "/") { try await files.makeFolder(String(path[..<slash])) }
    try await files.write(Array(changed.utf8), to: path, replaces: true)
  }

  /// The text with the last command that sets the setting replaced, or with a new line.
  static func saving(_ name: String, _ value: String, in text: String, _ catalog: Catalog) -> String {
    let isPlain = value.asTerm == value && !value.contains("  ")
    let typed = (isPlain ? value : value.inQuotes).replacing("${", with: "$${")
    let command = "set \(name) \(typed)"
    if let last = places(of: name, in: text, catalog).last {
      var changed = text
      changed.replaceSubrange(last.range, with: command)
      return changed
    }
    return text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + command + "\n"
  }

  /// The commands that set the setting, and their values.
  private static func places(
    of name: String, in text: String, _ catalog: Catalog
  ) -> [(range: Range<String.Index>, value: String)] {
    var found: [(Range<String.Index>, String)] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(where: \.isNewline) ?? text.endIndex
      let line = String(text[start..<end])
      for command in Arguments.commands(in: line) {
        let (typed, rest) = Command.nameAndRest(of: command)
        guard typed.lowercased() == "set", let assignment = try? Arguments(rest).assignment(),
          (try? Setting.named(assignment.name, in: catalog))?.name == name
        else { continue }
        let from = text.index(start, offsetBy: line.distance(from: line.startIndex, to: command.startIndex))
        let stripped = command.prefix(through: command.lastIndex { !$0.isWhitespace } ?? command.startIndex)
        let to = text.index(from, offsetBy: stripped.count)
        found.append((from..<to, assignment.value))
      }
      start = end < text.endIndex ? text.index(after: end) : end
    }
    return found
  }
}
