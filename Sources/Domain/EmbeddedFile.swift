import CEmbedded

/// A file that the program carries: a declaration, a sample, or a table.
package struct EmbeddedFile: Sendable {
  package let name: String
  /// Of a sample: a command that shows something of it.
  package let suggestion: String?
  /// `nonisolated(unsafe)` is fine because it points to constants of the program.
  private nonisolated(unsafe) let text: UnsafePointer<UInt8>

  package var bytes: [UInt8] { Array(String(cString: text).utf8) }
  package var lines: [String] { String(cString: text).fields(separatedBy: UInt8(ascii: "\n")) }
  /// The lines that begin without a space, each with those below it, less their first two spaces.
  package var blocks: [(head: String, lines: [String])] {
    lines.reduce(into: []) { blocks, line in
      if line.utf8.first == UInt8(ascii: " ") {
        blocks[blocks.count - 1].lines.append(String(decoding: line.utf8.dropFirst(2), as: UTF8.self))
      } else {
        blocks.append((line, []))
      }
    }
  }

  /// Of each line the words behind its first, by the first.
  package var words: [String: [String]] {
    lines.reduce(into: [:]) { words, line in
      let fields = line.fields(separatedBy: UInt8(ascii: " "))
      words[fields[0]] = Array(fields.dropFirst())
    }
  }

  package static let declarations = files(embedded_declarations())
  package static let samples = files(embedded_samples())

  /// - Precondition: there is a table of that name.
  package static func table(_ name: String) -> EmbeddedFile {
    guard let table = tables.first(where: { $0.name == name }) else { preconditionFailure("no table \(name)") }
    return table
  }

  private static let tables = files(embedded_tables())

  private static func files(_ list: UnsafePointer<embedded_file>) -> [EmbeddedFile] {
    var files: [EmbeddedFile] = []
    var entry = list
    while let text = entry.pointee.text {
      files.append(
        EmbeddedFile(
          name: String(cString: entry.pointee.name), suggestion: entry.pointee.suggestion.map { String(cString: $0) },
          text: text))
      entry += 1
    }
    return files
  }
}
