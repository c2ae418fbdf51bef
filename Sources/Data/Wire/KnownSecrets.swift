package import Domain
import FoundationEssentials
import Synchronization

/// The values of all known credentials, which are never written or shown, wherever they occur: under any name, in a
/// service's own words, in the user's input, escaped for JSON, HTML or a URL, or in base64.
package final class KnownSecrets: Sendable {
  private let needles = Mutex<Set<[UInt8]>>([])
  private let digests = Mutex<[[UInt8]]>([])

  /// Shorter values occur too often in other text; under a credential's name they are removed anyway.
  private static let shortest = 6
  /// How many digests are known, the latest: each of them may belong to a single request.
  private static let mostDigests = 64
  /// How many levels of nested escapes to decode.
  private static let deepest = 3

  package init() {}

  /// The credentials in `environment`: catalogs' tokens, and the user parts of addresses and proxies.
  package convenience init(environment: [String: String]) {
    self.init()
    for (name, value) in environment {
      if CatalogSummary.Credential.isHeld(by: name), !name.hasSuffix("_USER") { add(value) }
      if name.hasPrefix("LINER_") && name.hasSuffix("_URL") || name.lowercased().hasSuffix("_proxy") {
        add(userOf: value)
      }
    }
  }

  /// Whether it is removed wherever it occurs.
  package static func hides(_ secret: String) -> Bool { secret.utf8.count >= shortest && secret != Secrets.placeholder }

  package func add(_ secret: String?) {
    guard let secret = secret?.trimmed, Self.hides(secret) else { return }
    let bytes = Array(secret.utf8)
    needles.withLock { needles in
      guard needles.insert(bytes).inserted else { return }
      needles.formUnion(Self.base64Forms(of: bytes))
    }
    // Form encoding writes a space as `+`, which is not an escape elsewhere.
    if secret.contains(" ") { add(secret.replacing(" ", with: "+")) }
    // What looks like an escape in it is decoded wherever the whole is escaped.
    if let decoded = EscapedText(bytes).decoded { add(String(decoding: decoded.bytes, as: UTF8.self)) }
  }

  /// Adds what was sent in place of a secret.
  package func add(digest: String) {
    let bytes = Array(digest.utf8)
    digests.withLock { digests in
      if digests.contains(bytes) { return }
      digests = digests.suffix(Self.mostDigests - 1) + [bytes]
    }
  }

  /// Adds the secret before the `@` of an address: the password of `user:password`, or a token alone.
  private func add(userOf address: String) {
    guard let user = Secrets.userPart(of: address).map({ address[$0] }) else { return }
    add(user.split(separator: ":", maxSplits: 1).last.map(String.init))
  }

  /// `text` without the secrets.
  package func redacted(from text: String) -> String {
    redacted(fromBytes: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// `bytes` without the secrets; nil if there are none in them.
  package func redacted(fromBytes bytes: [UInt8]) -> [UInt8]? {
    let needles = needles.withLock(\.self).union(digests.withLock(\.self))
    // Most sessions have none.
    if needles.isEmpty { return nil }
    var found: [Range<Int>] = []
    var text: EscapedText? = EscapedText(bytes)
    for _ in 0...Self.deepest {
      guard let level = text else { break }
      for needle in needles { found += level.places(of: needle) }
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

  /// `request` without any credential, whether its name or its value reveals it.
  package func redacted(from request: HTTPRequest) -> HTTPRequest {
    var shown = Secrets.redacted(from: request)
    shown.url = redacted(from: shown.url)
    shown.headers = shown.headers.mapValues { redacted(from: $0) }
    shown.body = redacted(fromBytes: shown.body) ?? shown.body
    return shown
  }

  /// The bytes as part of a longer base64 text, in both alphabets, for each offset within a group of three.
  private static func base64Forms(of bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { before -> [[UInt8]] in
      let padded = Data([UInt8](repeating: 0, count: before) + bytes)
      // Only the characters that depend on these bytes alone.
      let form = Array(padded.base64EncodedString().utf8)[[0, 2, 3][before]..<padded.count * 8 / 6]
      let other = form.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      return [Array(form), other]
    }
  }
}

extension JSONValue {
  /// The document without the secrets, in names and texts alike.
  package func without(_ secrets: KnownSecrets) -> JSONValue {
    switch self {
    case .null, .bool, .number: return self
    case .string(let text): return .string(secrets.redacted(from: text))
    case .array(let elements): return .array(elements.map { $0.without(secrets) })
    case .object(let members):
      var shown = JSONMembers(members.inOrder.map { (secrets.redacted(from: $0), $1.without(secrets)) })
      shown.wholeText = members.wholeText?.map { secrets.redacted(from: $0) }
      return .object(shown)
    }
  }
}

/// Bytes, and the position of each in the text before its escapes were decoded.
struct EscapedText {
  let bytes: [UInt8]
  /// The range of each byte in the original text; nil until something is decoded.
  private let origins: [Range<Int>]?

  init(_ bytes: [UInt8]) { (self.bytes, origins) = (bytes, nil) }

  private init(_ bytes: [UInt8], origins: [Range<Int>]) { (self.bytes, self.origins) = (bytes, origins) }

  private func origin(of index: Int) -> Range<Int> { origins?[index] ?? index..<index + 1 }

  /// Where `needle` occurs, as ranges of the original text.
  func places(of needle: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: needle[0]) {
      index = start + 1
      guard bytes[start...].starts(with: needle) else { continue }
      index = start + needle.count
      places.append(origin(of: start).lowerBound..<origin(of: index - 1).upperBound)
    }
    return places
  }

  /// The text with its escapes decoded, in JSON, HTML and URLs alike; nil if there are none.
  var decoded: EscapedText? {
    guard bytes.contains(where: "%\\&".utf8.contains) else { return nil }
    var (result, origins): ([UInt8], [Range<Int>]) = ([], [])
    result.reserveCapacity(bytes.count)
    origins.reserveCapacity(bytes.count)
    var index = 0
    var isChanged = false
    while index < bytes.count {
      if let (scalar, length) = escape(at: index) {
        let origin = origin(of: index).lowerBound..<origin(of: index + length - 1).upperBound
        result += scalar
        origins += Array(repeating: origin, count: scalar.count)
        index += length
        isChanged = true
      } else {
        result.append(bytes[index])
        origins.append(origin(of: index))
        index += 1
      }
    }
    return isChanged ? EscapedText(result, origins: origins) : nil
  }

  /// The bytes and length of the escape at `index`.
  private func escape(at index: Int) -> (bytes: [UInt8], length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "%"):
      return number(at: index + 1, digits: 2).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "\\"):
      guard index + 1 < bytes.count else { return nil }
      let next = bytes[index + 1]
      if next == UInt8(ascii: "u"), let value = number(at: index + 2, digits: 4) {
        return Unicode.Scalar(UInt32(value)).map { (Array(String($0).utf8), 6) }
      }
      return [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(next) ? ([next], 2) : nil
    case UInt8(ascii: "&"):
      return HTMLEntity(bytes[index...]).map { (Array($0.character.utf8), $0.length) }
    default: return nil
    }
  }

  private func number(at index: Int, digits: Int) -> Int? {
    index + digits <= bytes.count ? bytes[index..<index + digits].hexNumber : nil
  }
}
