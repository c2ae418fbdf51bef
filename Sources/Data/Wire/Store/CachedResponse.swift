import Domain

/// An answer as stored on disk, with a checksum against damage.
struct CachedResponse: Sendable, Equatable {
  var response: HTTPResponse
  /// When it was requested or last confirmed unchanged, in seconds since 1970.
  var stored: Int64

  /// Whether it may be used without a request.
  func isFresh(for request: HTTPRequest, at now: Int64) -> Bool {
    // A time in the future means that the calendar was set back since then, so the real age is unknown.
    let age = now - stored
    return agesByTheHour(request) && age >= 0 && age < request.lifetime
  }

  /// Whether it is stale, but less than a day old.
  func isStale(for request: HTTPRequest, at now: Int64) -> Bool {
    agesByTheHour(request) && (request.lifetime..<86_400).contains(now - stored)
  }

  /// Whether time alone determines its age; documents such as feeds are revalidated.
  private func agesByTheHour(_ request: HTTPRequest) -> Bool { request.isAnswer != nil || response.isJSON }

  /// A request that the service answers with 304 if nothing has changed; nil without a tag or date.
  func revalidating(_ request: HTTPRequest) -> HTTPRequest? {
    var conditional = request
    if let tag = response.headers["etag"] { conditional.headers["If-None-Match"] = tag }
    if let date = response.headers["last-modified"] { conditional.headers["If-Modified-Since"] = date }
    return conditional == request ? nil : conditional
  }

  /// FNV-1a over everything, eight bytes at a time. It detects accidents, not intent.
  func checksum(key: String) -> Int64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ word: UInt64) {
      sum = (sum ^ word) &* 0x0000_0100_0000_01B3
      sum ^= sum >> 32
    }
    for part in [Array(key.utf8), Array(headerText.utf8), Array("\(response.status) \(stored)".utf8), response.body] {
      mix(UInt64(part.count))
      let words = part.count / 8 * 8
      part.withUnsafeBytes { bytes in
        for at in stride(from: 0, to: words, by: 8) { mix(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
      }
      for byte in part[words...] { mix(UInt64(byte)) }
    }
    return Int64(bitPattern: sum)
  }

  var headerText: String { response.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined() }

  static func headers(in text: String) -> [String: String] {
    Dictionary(text.fields(separatedBy: UInt8(ascii: "\n")).map(\.splitAtColon)) { $1 }
  }
}

extension HTTPRequest {
  /// Whether the answer may be cached for other processes: not if only these credentials can see it.
  var isForEverybody: Bool {
    isRepeatable && credential == nil && !headers.keys.contains { Secrets.isCredential(header: $0) }
      && address?.user == nil
  }

  /// Seconds for which an answer stays fresh.
  var lifetime: Int64 { maxAge ?? 3600 }
}

extension HTTPResponse {
  /// Whether it is a real answer and not a failure with status 200: valid JSON, or what the request accepts as an
  /// answer; or else a feed with a tag or date for revalidation.
  func isWorthKeeping(for request: HTTPRequest) -> Bool {
    guard status == 200, body.count <= 8 << 20 else { return false }
    // A declared service itself says what its answers are.
    if let isAnswer = request.isAnswer { return isAnswer(self) }
    guard isJSON else {
      return isWholeFeed && (headers["etag"] != nil || headers["last-modified"] != nil)
    }
    return (try? JSONValue(parsing: body)) != nil
  }

  /// Whether it ends as a feed does: the service would confirm one that was cut off as unchanged, for ever.
  private var isWholeFeed: Bool {
    let end = String(decoding: body.suffix(200), as: UTF8.self)
    return ["rss>", "feed>", "RDF>"].contains(where: end.contains)
  }
}
