package import Domain

/// The settings in `linerc`, the file of commands that run when a prompt starts.
package struct StartFile {
  package let path: String
  /// The catalog that its first command is about.
  private let start: String
  private let files: any Files

  package init(path: String, start: String, files: any Files) {
    (self.path, self.start, self.files) = (path, start, files)
  }

  /// The value of the setting in the file; nil if there is none, or if the file cannot be read.
  package func value(of setting: String, in catalog: Catalog) async -> String? {
    guard let content = try? await files.read(path) else { return nil }
    return Self.places(of: setting, in: String(decoding: content.bytes, as: UTF8.self), catalog, from: start).found
      .last?.value
  }

  /// Saves the setting in the file: replaces its command there, or adds a line at the end.
  func save(_ setting: Setting, _ value: String, in catalog: Catalog) async throws(FileError) {
    let value =
      setting.isPath && value.lowercased() != "memory" && value.lowercased() != "default"
      ? files.absolute(value) : value
    if let slash = path.lastIndex(of: "/") { try await files.makeFolder(String(path[..<slash])) }
    _ = try await files.update(path, seen: nil) { [path, start] file throws(FileError) in
      let bytes = try file.bytes()
      guard let text = String(validating: bytes, as: UTF8.self) else {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw FileError(path: path, .malformed(line: line + 1, "not UTF-8"))
      }
      return .edit(Array(Self.saving(setting, value, in: text, catalog, from: start).utf8))
    }
  }

  /// The text with the last command that sets the setting replaced, or with a new line, which sets it in its catalog.
  /// - Parameter start: the catalog that the first command is about.
  static func saving(
    _ setting: Setting, _ value: String, in text: String, _ catalog: Catalog, from start: String
  ) -> String {
    let isPlain = value.asTerm == value && !value.contains("  ")
    let typed = (isPlain ? value : value.inQuotes).replacing("${", with: "$${")
    var command = "set \(setting.name) \(typed)"
    let (found, current) = places(of: setting.name, in: text, catalog, from: start)
    if let last = found.last { return changing(text) { $0.replaceSubrange(last.range, with: command) } }
    if !setting.isShared, !catalog.isMeant(by: current) {
      // On a line of its own, so that the catalog is `current` again even if the setting fails.
      command = "catalog \(catalog.name); \(command)\ncatalog \(current)"
    }
    return text + (text.last?.isNewline == false ? "\n" : "") + command + "\n"
  }

  /// The commands that set the setting in the catalog, with their values, and the catalog after the last command.
  private static func places(
    of name: String, in text: String, _ catalog: Catalog, from start: String
  ) -> (found: [(range: Range<String.Index>, value: String)], current: String) {
    var found: [(Range<String.Index>, String)] = []
    var current = start
    for line in text.split(whereSeparator: \.isNewline) {
      for command in Arguments.commands(in: line) {
        let (typed, rest) = Command.nameAndRest(of: command)
        if typed.lowercased() == "catalog", let words = try? Arguments(rest).words(), words.count == 1 {
          current = words[0].text
        }
        guard typed.lowercased() == "set", let assignment = try? Arguments(rest).assignment(),
          let setting = try? Setting.named(assignment.name, in: catalog), setting.name == name,
          setting.isShared || catalog.isMeant(by: current)
        else { continue }
        let stripped = Arguments(command).text
        found.append((stripped.startIndex..<stripped.endIndex, assignment.value))
      }
    }
    return (found, current)
  }
}

extension Catalog {
  /// Whether `catalog TYPED` would switch to it, without regard to other catalogs.
  fileprivate func isMeant(by typed: String) -> Bool { name.hasPrefix(typed.lowercased()) }
}
