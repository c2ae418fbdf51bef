import Domain

/// An error in a declaration, and its place.
typealias DeclarationError = DeclarationRemark

/// Errors by byte offset, converted to lines and columns at the end.
struct DiagnosticList {
  private var mistakes: [(offset: Int, message: String)] = []

  var isEmpty: Bool { mistakes.isEmpty }
  /// Finding the nearest of many names takes time, and nobody reads that many suggestions.
  var mayGuess: Bool { mistakes.count < 100 }

  mutating func add(_ message: String, at offset: Int) { mistakes.append((offset, message)) }

  func placed(in bytes: [UInt8]) -> [DeclarationError] {
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
      return DeclarationError(line: line, column: column, message: message)
    }
  }
}
