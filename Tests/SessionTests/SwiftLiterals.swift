/// A lowercased word or a punctuation mark, and its line.
struct Token: Equatable {
  var text: String
  var line: Int
}

/// The words of a text. No phrase extends across `cut`.
struct Tokens {
  static let cut = "\u{0}"
  private(set) var list: [Token] = []
  private var word = ""
  private var line = 1

  init(_ text: String = "") {
    for character in text.unicodeScalars { add(character) }
    endWord()
  }

  mutating func add(_ character: Unicode.Scalar, isSource: Bool = false) {
    if !isSource,
      character.properties.isAlphabetic || character.properties.numericType != nil
        || "'’-_".contains(Character(character))
    {
      word.unicodeScalars.append(character)
      return
    }
    endWord()
    if character == "\n" { line += 1 }
    if !isSource, !character.properties.isWhitespace { list.append(Token(text: String(character), line: line)) }
  }

  mutating func cut() {
    endWord()
    list.append(Token(text: Self.cut, line: line))
  }

  private mutating func endWord() {
    if !word.isEmpty { list.append(Token(text: word.lowercased(), line: line)) }
    word = ""
  }
}

/// The words in the string literals of a Swift file; interpolations separate them, and strings within these count too.
struct SwiftLiterals {
  private let source: [Unicode.Scalar]
  private var index = 0
  private var words = Tokens()

  var tokens: [Token] { words.list }

  init(_ text: String) {
    source = Array(text.unicodeScalars)
    code(isInterpolation: false)
  }

  private func follows(_ text: String) -> Bool { source[index...].starts(with: text.unicodeScalars) }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where index < source.count {
      words.add(source[index], isSource: true)
      index += 1
    }
  }

  /// Scans to the end, or to the parenthesis that ends an interpolation.
  private mutating func code(isInterpolation: Bool) {
    var depth = 0
    while index < source.count {
      if follows("//") {
        while index < source.count, source[index] != "\n" { skip() }
        continue
      }
      let hashes = source[index...].prefix { $0 == "#" }.count
      if source[index...].dropFirst(hashes).first == "\"" {
        skip(hashes)
        literal(hashes: String(repeating: "#", count: hashes))
        continue
      }
      if source[index] == "(" { depth += 1 }
      if source[index] == ")" { depth -= 1 }
      skip()
      if isInterpolation, depth == 0 { return }
    }
  }

  private mutating func literal(hashes: String) {
    let quotes = follows("\"\"\"") ? "\"\"\"" : "\""
    skip(quotes.count)
    while index < source.count, !follows(quotes + hashes) {
      if follows("\\" + hashes) {
        skip(1 + hashes.count)
        if follows("(") {
          words.cut()
          code(isInterpolation: true)
          words.cut()
        } else {
          skip()
        }
      } else {
        words.add(source[index])
        index += 1
      }
    }
    skip(quotes.count + hashes.count)
    words.cut()
  }
}
