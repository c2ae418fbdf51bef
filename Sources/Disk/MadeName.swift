import Domain

/// Generated file names: random digits between a prefix and a suffix. Only liner makes files with such names.
struct MadeName {
  let prefix: String
  let suffix: String

  private static let digits = 26

  /// A new, unused name.
  var new: String {
    let random = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
    return prefix + String(repeating: "0", count: Self.digits - random.utf8.count) + random + suffix
  }

  func fits(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return name.hasPrefix(prefix) && name.hasSuffix(suffix) && digits.count == Self.digits
      && digits.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}
