import Domain

/// Values for `${NAME}` in commands. `$${NAME}` means `${NAME}` itself.
package struct Variables: Sendable, Equatable {
  package private(set) var values: [String: String] = [:]

  package init() {}

  /// Sets a variable from `NAME=VALUE`; a later value replaces an earlier one.
  /// - Throws: `usage` if there is no `=`, or the name is not made of letters, digits and `_`.
  package mutating func set(_ assignment: String) throws(CommandError) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isName(parts[0]) else {
      throw .usage(.badValue(assignment, of: "--var", allowed: ["NAME=VALUE; letters, digits and _ in NAME"]))
    }
    values[String(parts[0])] = String(parts[1])
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isOfName)
  }

  private static func isOfName(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }

  /// Whether `text` contains `${`, which may begin a variable.
  static func mayOccur(in text: Substring) -> Bool {
    // Compares bytes first, because every command of a script is checked.
    text.utf8.hasByte { $0 == UInt8(ascii: "$") } && text.contains("${")
  }

  /// `text` with each `${NAME}` replaced once; values are not searched for more names.
  /// - Throws: `usage` for a name without a value.
  func replaced(in text: some StringProtocol) throws(CommandError) -> String {
    var replaced = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "${") {
      let before = rest[..<start.lowerBound]
      replaced += before
      rest = rest[start.upperBound...]
      let end = rest.utf8.firstIndex { !Self.isOfName($0) } ?? rest.endIndex
      guard end > rest.startIndex, rest[end...].first == "}" else {
        replaced += "${"
        continue
      }
      let name = String(rest[..<end])
      if before.last == "$" {
        replaced += "{\(name)}"
      } else if let value = values[name] {
        replaced += value
      } else {
        throw .usage(.unsetVariable(name))
      }
      rest = rest[rest.index(after: end)...]
    }
    return replaced + rest
  }
}

extension Substring.UTF8View {
  /// Whether a byte is wanted. `contains` would take ten times as long, and every command of a script is searched.
  func hasByte(_ isWanted: (UInt8) -> Bool) -> Bool {
    span.withUnsafeBufferPointer { bytes in bytes.contains(where: isWanted) }
  }
}
