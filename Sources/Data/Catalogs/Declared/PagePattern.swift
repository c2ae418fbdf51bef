import Domain
import Wire

/// The address of a page that users paste, with `{id}` in it: `https://www.tvmaze.com/shows/{id}/*`. `{+id}` may
/// contain slashes.
struct PagePattern: Sendable {
  /// With the port if it is not the default.
  private let host: String
  private let path: [Part]
  private let query: [(name: String, value: [Part])]
  private let fragment: [Part]?

  private enum Part: Equatable {
    case byte(UInt8)
    /// The shortest matching text without `/?#&`.
    case id
    /// The same, with slashes.
    case pathID
    /// One segment, or the rest of one.
    case segment
    /// Anything or nothing, to the end.
    case rest
    /// Nothing, or a slash and anything.
    case tail
  }

  /// Nil unless it is a web address with exactly one `{id}`.
  init?(_ text: String) {
    guard let address = WebAddress(text), address.user == nil, !text.utf8.contains(where: { $0 <= 0x20 }) else {
      return nil
    }
    host = address.authority
    path = Self.parts(of: address.path)
    query = address.parameters.map { ($0.name, Self.parts(of: $0.value)) }
    fragment = address.fragment.map(Self.parts)
    // The only braces are those of the id.
    let braces = text.utf8.filter { "{}".utf8.contains($0) }
    guard (path + query.flatMap(\.value) + (fragment ?? [])).contains(where: { $0 == .id || $0 == .pathID }),
      braces.count == 2,
      !host.contains("*")
    else {
      return nil
    }
  }

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "{"), rest.starts(with: "id}".utf8) {
        rest = rest.dropFirst(3)
        parts.append(.id)
      } else if byte == UInt8(ascii: "{"), rest.starts(with: "+id}".utf8) {
        rest = rest.dropFirst(4)
        parts.append(.pathID)
      } else if byte != UInt8(ascii: "*") {
        parts.append(.byte(byte))
      } else if rest.isEmpty, parts.last == .byte(UInt8(ascii: "/")) {
        parts[parts.count - 1] = .tail
      } else {
        parts.append(rest.isEmpty ? .rest : .segment)
      }
    }
    return parts
  }

  /// The id in `address`; nil if the address does not match.
  func id(in address: WebAddress) -> String? {
    // Matching a long address may be slow, and no page has one.
    guard address.authority == host, address.user == nil, address.text.utf8.count <= 4_096 else { return nil }
    var found: String?
    func match(_ parts: [Part], _ text: String) -> Bool {
      var id: ArraySlice<UInt8>?
      var failed: Set<[Int]> = []
      guard Self.match(parts[...], Array(text.utf8)[...], id: &id, failed: &failed) else { return false }
      if let id { found = PercentEncoding.decoded(String(decoding: id, as: UTF8.self)) }
      return true
    }
    // A trailing slash has no meaning.
    guard match(path, address.path) || address.path.hasSuffix("/") && match(path, String(address.path.dropLast()))
    else { return nil }
    for (name, value) in query {
      guard address.parameters.contains(where: { $0.name == name && match(value, $0.value) }) else { return nil }
    }
    if let fragment { guard let text = address.fragment, match(fragment, text) else { return nil } }
    return found
  }

  /// - Parameter failed: the numbers of remaining parts and bytes that did not match. Without it, a pattern with many
  ///   `*` would take exponential time.
  private static func match(
    _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, id: inout ArraySlice<UInt8>?, failed: inout Set<[Int]>
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    let others = parts.dropFirst()
    switch part {
    case .byte(let byte): return text.first == byte && match(others, text.dropFirst(), id: &id, failed: &failed)
    case .rest: return true
    case .tail: return text.isEmpty || text.first == UInt8(ascii: "/")
    case .id, .pathID, .segment:
      let isID = part != .segment
      let ends = Array((part == .id ? "/?#&" : part == .pathID ? "?#&" : "/").utf8)
      let most = text.prefix { !ends.contains($0) }.count
      guard most > 0, !failed.contains([parts.count, text.count]) else { return false }
      // A segment is as long as possible, unless later parts need some of it; an id is as short as possible.
      let lengths = isID ? Array(1...most) : Array((1...most).reversed())
      for length in lengths {
        if isID { id = text.prefix(length) }
        if match(others, text.dropFirst(length), id: &id, failed: &failed) { return true }
      }
      failed.insert([parts.count, text.count])
      return false
    }
  }
}
