import CEmbedded

/// A file embedded in the program: a declaration, a sample, or a table.
package struct EmbeddedFile: Sendable {
  package let name: String
  /// For a sample: a command that shows something in it.
  package let suggestion: String?
  /// `nonisolated(unsafe)` is fine because it points to constants of the program.
  private nonisolated(unsafe) let text: UnsafePointer<UInt8>

  private var characters: UnsafeBufferPointer<UInt8> {
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: text, count: count)
  }

  package var bytes: [UInt8] { Array(characters) }
  package var lines: [String] { String(cString: text).fields(separatedBy: UInt8(ascii: "\n")) }

  /// A line that begins without a space, and the lines below it that begin with two.
  package struct Block: Sendable {
    package let head: String
    /// Not copied, because a start reads only the heads. `nonisolated(unsafe)` is fine because it points to constants
    /// of the program.
    fileprivate nonisolated(unsafe) let body: UnsafeBufferPointer<UInt8>

    /// The lines below the head, without the indentation.
    package var lines: [String] { slices.map { String(decoding: $0, as: UTF8.self) } }

    /// The rest of each line that begins with `key` and a colon.
    package func entries(_ key: String) -> [String] {
      let start = Array((key + ": ").utf8)
      return slices.filter { $0.starts(with: start) }.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    private var slices: [Slice<UnsafeBufferPointer<UInt8>>] {
      body.split(separator: UInt8(ascii: "\n")).map { $0.dropFirst(2) }
    }
  }

  /// The blocks of a text such as `commands.txt`.
  package var blocks: [Block] {
    var blocks: [Block] = []
    var rest = characters[...]
    while !rest.isEmpty {
      let head = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(head.count + 1)
      var end = rest.startIndex
      while end < rest.endIndex, rest[end] == UInt8(ascii: " ") {
        end = rest[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      }
      blocks.append(
        Block(head: String(decoding: head, as: UTF8.self), body: UnsafeBufferPointer(rebasing: rest[..<end])))
      rest = rest[end...]
    }
    return blocks
  }

  /// The words of each line after its first, by the first.
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
      let suggestion = entry.pointee.suggestion.map { String(cString: $0) }
      files.append(EmbeddedFile(name: String(cString: entry.pointee.name), suggestion: suggestion, text: text))
      entry += 1
    }
    return files
  }
}
