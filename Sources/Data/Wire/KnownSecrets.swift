package import Domain
import FoundationEssentials
import Synchronization

/// The values of all known credentials, which are never written or shown, wherever they occur: under any name, in a
/// service's own words, in the user's input, escaped for JSON, HTML or a URL, or in base64.
package final class KnownSecrets: Sendable {
  private let needles = Mutex<Set<[UInt8]>>([])
  /// Most sessions have none and skip the search.
  private let hasSome = Atomic(false)

  /// Shorter values occur too often in other text; under a credential's name they are removed anyway.
  private static let shortest = 6
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
  package static func hides(_ secret: String) -> Bool {
    secret.utf8.count >= shortest && secret != Secrets.placeholder
  }

  package func add(_ secret: String?) {
    guard let secret = secret?.trimmed, Self.hides(secret) else { return }
    let bytes = Array(secret.utf8)
    needles.withLock { needles in
      guard needles.insert(bytes).inserted else { return }
      needles.formUnion(Self.base64Forms(of: bytes))
    }
    hasSome.store(true, ordering: .releasing)
  }

  /// Adds the secret before the `@` of an address: the password of `user:password`, or a token alone.
  private func add(userOf address: String) {
    guard let user = Secrets.userPart(of: address).map({ address[$0] }) else { return }
    let secret = user.split(separator: ":", maxSplits: 1).last.map(String.init)
    add(secret)
    if let secret, let decoded = EscapedText(Array(secret.utf8)).decoded {
      add(String(decoding: decoded.bytes, as: UTF8.self))
    }
  }

  /// `text` without the secrets.
  package func redacted(from text: String) -> String {
    redacted(fromBytes: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// `bytes` without the secrets; nil if there are none in them.
  package func redacted(fromBytes bytes: [UInt8]) -> [UInt8]? {
    guard hasSome.load(ordering: .acquiring) else { return nil }
    let needles = needles.withLock(\.self)
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
    case .null, .bool, .number: self
    case .string(let text): .string(secrets.redacted(from: text))
    case .array(let elements): .array(elements.map { $0.without(secrets) })
    case .object(let members): .object(members.without(secrets))
    }
  }
}

extension JSONMembers {
  fileprivate func without(_ secrets: KnownSecrets) -> JSONMembers {
    var members = JSONMembers(inOrder.map { (secrets.redacted(from: $0.name), $0.value.without(secrets)) })
    members.isElement = isElement
    return members
  }
}
