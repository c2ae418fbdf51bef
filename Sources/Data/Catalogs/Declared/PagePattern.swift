/// The address of a page that people paste, with `{id}` in it: `https://www.tvmaze.com/shows/{id}/*`.
struct PagePattern: Sendable {
  let text: String
  private let host: String
  private let path: [Part]
  /// Parameters that it names.
  private let query: [(name: String, value: [Part])]
  private let fragment: [Part]?

  private enum Part: Equatable {
    case literal([UInt8])
    /// The shortest text without `/?#&` that fits.
    case id
    /// One segment, or what is left of one.
    case segment
    /// Anything or nothing, to the end.
    case rest
    /// Nothing, or a slash and anything.
    case tail
  }

  /// Nil for what is no address of the web, or has no `{id}`, or several.
  init?(_ text: String) {
    guard let parts = AddressParts(text), !text.utf8.contains(where: { $0 <= 0x20 }) else { return nil }
    self.text = text
    host = parts.host
    guard let path = Self.parts(of: parts.path) else { return nil }
    self.path = path
    var query: [(String, [Part])] = []
    for (name, value) in parts.query {
      guard let value = Self.parts(of: value) else { return nil }
      query.append((name, value))
    }
    self.query = query
    if let fragment = parts.fragment {
      guard let fragment = Self.parts(of: fragment) else { return nil }
      self.fragment = fragment
    } else {
      fragment = nil
    }
    let all = path + query.flatMap(\.1) + (fragment ?? [])
    guard all.filter({ $0 == .id }).count == 1, !host.contains("{"), !host.contains("*") else { return nil }
  }

  private static func parts(of text: some StringProtocol) -> [Part]? {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "{") {
        guard rest.starts(with: "id}".utf8) else { return nil }
        rest = rest.dropFirst(3)
        flush()
        parts.append(.id)
      } else if byte == UInt8(ascii: "*") {
        let isTail = rest.isEmpty && literal.last == UInt8(ascii: "/")
        if isTail { literal.removeLast() }
        flush()
        parts.append(isTail ? .tail : rest.isEmpty ? .rest : .segment)
      } else if byte == UInt8(ascii: "}") {
        return nil
      } else {
        literal.append(byte)
      }
    }
    flush()
    return parts
  }

  /// The id in `address`; nil where it is no such page.
  func id(in address: AddressParts) -> String? {
    guard address.host == host else { return nil }
    var found: String?
    func match(_ parts: [Part], _ text: String) -> Bool {
      var id: ArraySlice<UInt8>?
      guard Self.match(parts[...], Array(text.utf8)[...], id: &id) else { return false }
      if let id { found = PercentEncoding.decoded(String(decoding: id, as: UTF8.self)) }
      return true
    }
    // A slash at the end of an address means nothing.
    guard match(path, address.path) || address.path.hasSuffix("/") && match(path, String(address.path.dropLast()))
    else {
      return nil
    }
    for (name, value) in query {
      guard address.query.contains(where: { $0.name == name && match(value, $0.value) }) else { return nil }
    }
    if let fragment { guard let text = address.fragment, match(fragment, text) else { return nil } }
    return found
  }

  private static func match(
    _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, id: inout ArraySlice<UInt8>?
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    let others = parts.dropFirst()
    switch part {
    case .literal(let literal):
      return text.starts(with: literal) && match(others, text.dropFirst(literal.count), id: &id)
    case .rest: return true
    case .tail: return text.isEmpty || text.first == UInt8(ascii: "/")
    case .id, .segment:
      let ends: [UInt8] = part == .id ? Array("/?#&".utf8) : [UInt8(ascii: "/")]
      let most = text.prefix { !ends.contains($0) }.count
      guard most > 0 else { return false }
      // A segment takes all that it can, unless what follows wants some of it; an id as little as it can.
      let lengths = part == .id ? Array(1...most) : Array((1...most).reversed())
      for length in lengths {
        if part == .id { id = text.prefix(length) }
        if match(others, text.dropFirst(length), id: &id) { return true }
      }
      return false
    }
  }
}

/// An address taken apart, as far as pages want it.
struct AddressParts {
  /// In small letters, with the port where one is named.
  let host: String
  let path: String
  let query: [(name: String, value: String)]
  let fragment: String?

  /// Nil for what is no http or https address with a host.
  init?(_ address: String) {
    guard let colon = address.firstRange(of: "://"),
      ["http", "https"].contains(address[..<colon.lowerBound].lowercased())
    else { return nil }
    var rest = address[colon.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains("@"), address.utf8.count <= 4_096 else { return nil }
    host = authority.lowercased()
    rest = rest[authority.endIndex...]
    path = String(rest.prefix { $0 != "?" && $0 != "#" })
    rest = rest.dropFirst(path.count)
    var query: [(String, String)] = []
    if rest.first == "?" {
      let text = rest.dropFirst().prefix { $0 != "#" }
      for pair in text.split(separator: "&") {
        let name = pair.prefix { $0 != "=" }
        query.append((String(name), String(pair.dropFirst(name.count + 1))))
      }
      rest = rest[text.endIndex...]
    }
    self.query = query
    fragment = rest.first == "#" ? String(rest.dropFirst()) : nil
  }
}
