import Domain
import FoundationEssentials
import Synchronization

/// The credentials at hand by their values, so that none of them is written down or shown, wherever it turns up: under any
/// name, in a service's own words, in what a user typed, escaped as JSON, HTML or a URL has it, in base64, in hexadecimal, in UTF-16, or broken across lines.
package final class KnownSecrets: Sendable {
  private let needles = Mutex<Set<[UInt8]>>([])
  /// Most sessions have none, and look no further.
  private let hasSome = Atomic(false)

  /// What is shorter stands in innocent text too often; under the name of a credential it is removed all the same.
  private static let shortest = 6
  /// How often escapes may be escaped themselves.
  private static let deepest = 3

  package init() {}

  /// The credentials that `environment` names: those of catalogs, and the users of addresses and proxies.
  package convenience init(environment: [String: String]) {
    self.init()
    for (name, value) in environment {
      if CatalogSummary.Token.isHeld(by: name) { add(value) }
      if name.hasPrefix("LINER_") && name.hasSuffix("_URL") || name.lowercased().hasSuffix("_proxy") {
        add(userOf: value)
      }
    }
  }

  package func add(_ secret: String?) {
    guard let secret = secret?.trimmed, secret.utf8.count >= Self.shortest, secret != Secrets.placeholder else {
      return
    }
    let bytes = Array(secret.utf8)
    needles.withLock { needles in
      guard needles.insert(bytes).inserted else { return }
      needles.formUnion(Self.base64Forms(of: bytes))
      needles.formUnion(Self.hexadecimalForms(of: bytes))
      // Of ASCII alone it is found without its zeros.
      if !bytes.allSatisfy({ $0 < 0x80 }) { needles.formUnion(Self.wideForms(of: secret)) }
    }
    hasSome.store(true, ordering: .releasing)
  }

  /// What stands before the `@` of an address: `user:password`, or a token alone.
  private func add(userOf address: String) {
    guard let user = Secrets.userPart(of: address).map({ address[$0] }) else { return }
    let secret = user.split(separator: ":", maxSplits: 1).last.map(String.init)
    add(secret)
    if let secret, let decoded = Text(Array(secret.utf8)).decoded {
      add(String(decoding: decoded.bytes, as: UTF8.self))
    }
  }

  /// `text` without any of them.
  package func removed(from text: String) -> String {
    removed(fromBytes: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// `bytes` without any of them; nil where there is none in it.
  package func removed(fromBytes bytes: [UInt8]) -> [UInt8]? {
    guard hasSome.load(ordering: .acquiring) else { return nil }
    let needles = needles.withLock(\.self)
    var found: [Range<Int>] = []
    var text: Text? = Text(bytes)
    for _ in 0...Self.deepest {
      guard let level = text else { break }
      for level in [level, level.unbroken].compactMap(\.self) {
        for needle in needles { found += level.places(of: needle) }
      }
      text = level.decoded
    }
    if found.isEmpty { return nil }
    var (result, copied): ([UInt8], Int) = ([], 0)
    for place in found.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      if place.lowerBound >= copied {
        result += bytes[copied..<place.lowerBound]
        result += Secrets.placeholder.utf8
      }
      copied = max(copied, place.upperBound)
    }
    return result + bytes[copied...]
  }

  private static func hexadecimalForms(of bytes: [UInt8]) -> [[UInt8]] {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return [Array(digits.utf8), Array(digits.uppercased().utf8)]
  }

  /// In UTF-16, the lower byte first and last.
  private static func wideForms(of text: String) -> [[UInt8]] {
    let units = text.utf16.map { (UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)) }
    return [units.flatMap { [$0.0, $0.1] }, units.flatMap { [$0.1, $0.0] }]
  }

  /// How the bytes stand within a longer text in base64, in either of its alphabets: by where they begin among three.
  private static func base64Forms(of bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { before -> [[UInt8]] in
      let padded = Data([UInt8](repeating: 0, count: before) + bytes)
      // Only the characters that nothing but these bytes decide.
      let form = Array(padded.base64EncodedString().utf8)[[0, 2, 3][before]..<padded.count * 8 / 6]
      let other = form.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      return [Array(form), other]
    }
  }
}

extension JSONValue {
  /// The document without any of the secrets, in names and texts alike.
  package func without(_ secrets: KnownSecrets) -> JSONValue {
    switch self {
    case .null, .bool, .number: self
    case .string(let text): .string(secrets.removed(from: text))
    case .array(let elements): .array(elements.map { $0.without(secrets) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { (secrets.removed(from: $0), $1.without(secrets)) }, uniquingKeysWith: { $1 }))
    }
  }
}

/// Bytes, and where each of them stood before escapes were read.
private struct Text {
  let bytes: [UInt8]
  /// What each byte stands for in the text as it came; nil while nothing was decoded.
  private let origins: [Range<Int>]?

  init(_ bytes: [UInt8]) { (self.bytes, origins) = (bytes, nil) }

  private init(_ bytes: [UInt8], origins: [Range<Int>]) { (self.bytes, self.origins) = (bytes, origins) }

  private func origin(of index: Int) -> Range<Int> { origins?[index] ?? index..<index + 1 }

  /// Where `needle` stands, in places of the text as it came.
  func places(of needle: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        var index = 0
        while index + needle.count <= bytes.count {
          guard bytes[index] == needle[0], (1..<needle.count).allSatisfy({ bytes[index + $0] == needle[$0] }) else {
            index += 1
            continue
          }
          let end = index + needle.count
          places.append(origin(of: index).lowerBound..<origin(of: end - 1).upperBound)
          index = end
        }
      }
    }
    return places
  }

  /// The text without line breaks, the blanks around them, and other controls, plain or as they are made visible; nil where
  /// there are none.
  var unbroken: Text? {
    var (result, origins): ([UInt8], [Range<Int>]) = ([], [])
    func breaksLine(_ index: Int) -> Bool { bytes.indices.contains(index) && [0x0A, 0x0D].contains(bytes[index]) }
    var index = 0
    while index < bytes.count {
      let end = bytes[index...].firstIndex { $0 != 0x20 } ?? bytes.count
      // Blanks stay where they stand within a line.
      let length = end > index ? end - index : pictureLength(at: index)
      let isBreak = end > index ? breaksLine(index - 1) || breaksLine(end) : length > 0
      if !isBreak {
        for place in index..<index + max(1, length) {
          result.append(bytes[place])
          origins.append(origin(of: place))
        }
      } else if end == index, [0, 0x80].contains(bytes[index + length - 1]), let last = origins.last,
        last.upperBound == origin(of: index).lowerBound
      {
        // The other half of a character in UTF-16 goes with it; a line break behind a secret stays.
        origins[origins.count - 1] = last.lowerBound..<origin(of: index + length - 1).upperBound
      }
      index += max(1, length)
    }
    guard result.count < bytes.count else { return nil }
    return Text(result, origins: origins)
  }

  /// How many bytes a control there takes, or its picture (U+2400 to U+2421); 0 where there is none.
  private func pictureLength(at index: Int) -> Int {
    if bytes[index] < 0x20 || bytes[index] == 0x7F { return 1 }
    let isPicture =
      bytes[index] == 0xE2 && index + 2 < bytes.count && bytes[index + 1] == 0x90
      && (0x80...0xA1).contains(bytes[index + 2])
    return isPicture ? 3 : 0
  }

  /// The text with its escapes read, those of JSON, HTML and URLs alike; nil where there are none.
  var decoded: Text? {
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") })
    else {
      return nil
    }
    var (result, origins): ([UInt8], [Range<Int>]) = ([], [])
    result.reserveCapacity(bytes.count)
    origins.reserveCapacity(bytes.count)
    var index = 0
    var isChanged = false
    while index < bytes.count {
      if let (scalar, length) = escape(at: index) {
        let origin = origin(of: index).lowerBound..<origin(of: index + length - 1).upperBound
        for byte in scalar {
          result.append(byte)
          origins.append(origin)
        }
        index += length
        isChanged = true
      } else {
        result.append(bytes[index])
        origins.append(origin(of: index))
        index += 1
      }
    }
    return isChanged ? Text(result, origins: origins) : nil
  }

  /// What an escape that begins there stands for, and how long it is.
  private func escape(at index: Int) -> (bytes: [UInt8], length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "%"):
      return number(at: index + 1, digits: 2, radix: 16).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "\\"):
      guard index + 1 < bytes.count else { return nil }
      let next = bytes[index + 1]
      if next == UInt8(ascii: "u"), let value = number(at: index + 2, digits: 4, radix: 16) {
        return Unicode.Scalar(UInt32(value)).map { (Array(String($0).utf8), 6) }
      }
      if next == UInt8(ascii: "x"), let value = number(at: index + 2, digits: 2, radix: 16) {
        return ([UInt8(value)], 4)
      }
      if let control = Self.controls[next] { return ([control], 2) }
      return [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(next) ? ([next], 2) : nil
    case UInt8(ascii: "&"):
      guard let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
      let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
      if let character = known[name] { return (Array(character.utf8), end + 1 - index) }
      let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
      guard name.hasPrefix("#"),
        let value = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      return (Array(String(scalar).utf8), end + 1 - index)
    default: return nil
    }
  }

  /// By the letter that JSON writes behind a backslash.
  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private func number(at index: Int, digits: Int, radix: Int) -> Int? {
    guard index + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + digits] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value * radix + digit
    }
    return value
  }
}
