import Domain

/// Values for `${NAME}` in commands. A name without a value stays as written.
package struct Variables: Sendable, Equatable {
  private var values: [String: String] = [:]

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// Sets a variable from `NAME=VALUE`; a later value replaces an earlier one.
  /// - Throws: `usage` if there is no `=`, or the name is not made of letters, digits and `_`.
  package mutating func set(_ assignment: String) throws(CommandError) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Self.isName(parts[0]) else {
      throw .usage(.badValue(assignment, of: "--var", allowed: ["NAME=VALUE; letters, digits and _ in NAME"]))
    }
    values[parts[0]] = parts[1]
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
  }

  /// `text` with each `${NAME}` replaced once; values are not searched for more names.
  func replaced(in text: some StringProtocol) -> String {
    var replaced = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "${") {
      replaced += rest[..<start.lowerBound]
      let behind = rest[start.upperBound...]
      guard let end = behind.firstIndex(of: "}"), let value = values[String(behind[..<end])] else {
        replaced += "${"
        rest = behind
        continue
      }
      replaced += value
      rest = behind[behind.index(after: end)...]
    }
    return replaced + rest
  }
}
