/// A mistake in a declaration, and its place.
package struct DeclarationMistake: Error, Sendable, Equatable {
  /// From 1.
  package let line: Int
  /// From 1, in characters.
  package let column: Int
  package let message: String

  /// `mine.json:14:9: unknown key "row-s"; did you mean "rows"?`
  package func text(of file: String) -> String { "\(file):\(line):\(column): \(message)" }
}

/// Mistakes by byte offset, converted to lines and columns at the end.
struct PlacedMistakes {
  private var mistakes: [(offset: Int, message: String)] = []

  var isEmpty: Bool { mistakes.isEmpty }
  /// Finding the nearest of many names takes time, and nobody reads more suggestions than these.
  var mayGuess: Bool { mistakes.count < 100 }

  mutating func add(_ message: String, at offset: Int) { mistakes.append((offset, message)) }

  func placed(in bytes: [UInt8]) -> [DeclarationMistake] {
    var (line, column, index) = (1, 1, 0)
    return mistakes.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map {
      let (offset, message) = $0.element
      while index < min(offset, bytes.count) {
        if bytes[index] == UInt8(ascii: "\n") {
          (line, column) = (line + 1, 1)
        } else if bytes[index] & 0xC0 != 0x80 {
          column += 1
        }
        index += 1
      }
      return DeclarationMistake(line: line, column: column, message: message)
    }
  }
}
