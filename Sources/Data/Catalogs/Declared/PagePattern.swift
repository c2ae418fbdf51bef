import Domain

/// The address of a page that users paste, with `{id}` in it: `https://www.tvmaze.com/shows/{id}/*`. `{+id}` may
/// contain slashes.
struct PagePattern: Sendable {
  /// The plain one, with the port if it is not the default; `{id}` may be its first part.
  private let host: String
  private let path: String
  private let query: [(name: String, value: String)]
  private let fragment: String?

  /// Nil unless it is a web address with exactly one `{id}`.
  init?(_ text: String) {
    let text = Self.unescapingColons(text)
    let isNamed = text.hasPrefix("https://{id}.")
    guard let address = WebAddress(isNamed ? text.replacing("{id}.", with: "", maxReplacements: 1) : text),
      address.user == nil, !text.utf8.contains(where: { $0 <= 0x20 })
    else {
      return nil
    }
    let host = isNamed ? "{id}." + address.authority : Self.plain(address.authority)
    (self.host, path, query, fragment) = (host, address.trimmedPath, address.parameters, address.fragment)
    let places = [host, path, fragment ?? ""] + query.map(\.value)
    // The only braces are those of the id.
    let braces = text.utf8.count { "{}".utf8.contains($0) }
    guard places.contains(where: { $0.contains("{id}") || $0.contains("{+id}") }), braces == 2, !host.contains("*")
    else {
      return nil
    }
  }

  /// The id in `address`; nil if the address does not match.
  func id(in address: WebAddress) -> String? {
    // Matching a long address may be slow, and no page has one.
    guard address.user == nil, address.text.utf8.count <= 4_096 else { return nil }
    var found: String?
    func match(_ pattern: String, _ text: String) -> Bool {
      var id: ArraySlice<UInt8>?
      guard Self.match(Array(pattern.utf8), Array(Self.unescapingColons(text).utf8), id: &id) else { return false }
      if let id { found = PercentEncoding.decoded(String(decoding: id, as: UTF8.self)) }
      return true
    }
    guard match(host, host.contains("{") ? address.authority : Self.plain(address.authority)),
      // A slash at the end has no meaning.
      match(path, address.trimmedPath)
    else { return nil }
    for (name, value) in query {
      guard address.parameters.contains(where: { $0.name == name && match(value, $0.value) }) else { return nil }
    }
    if let fragment { guard let text = address.fragment, match(fragment, text) else { return nil } }
    return found
  }

  /// Some programs escape the colons in a path, which need no escape.
  private static func unescapingColons(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return text.replacing("%3A", with: ":").replacing("%3a", with: ":")
  }

  /// A host without labels that only affect the page's appearance.
  static func plain(_ host: String) -> String {
    let host = host.replacing(".m.", with: ".")
    for prefix in ["www.", "m.", "mobile."] where host.hasPrefix(prefix) { return String(host.dropFirst(prefix.count)) }
    return host
  }

  /// What stands for several texts, and the characters that end it: the shortest text that fits, with slashes too, or
  /// one segment or the rest of one.
  private static let wild = [(name: "{id}", ends: "/?#&"), (name: "{+id}", ends: "?#&"), (name: "*", ends: "/")]

  private static func match(_ pattern: [UInt8], _ text: [UInt8], id: inout ArraySlice<UInt8>?) -> Bool {
    // At the end: after a slash nothing or a slash and anything, else anything or nothing.
    let end = ["/*", "*"].first { pattern.reversed().starts(with: $0.utf8.reversed()) }
    var rest = pattern.dropLast(end?.utf8.count ?? 0)
    var parts: [(byte: UInt8, ends: String.UTF8View?)] = []
    while let byte = rest.first {
      let wild = Self.wild.first { rest.starts(with: $0.name.utf8) }
      parts.append((byte, wild?.ends.utf8))
      rest = rest.dropFirst(wild?.name.utf8.count ?? 1)
    }
    // Each part stands for at least one byte.
    guard parts.count <= text.count else { return false }
    // Whether the parts from one on match the text from a byte on, from the last part to the first: trying one length
    // after another would take exponential time for many `*`.
    var fits = [(0...text.count).map { end == "*" || $0 == text.count || end != nil && text[$0] == UInt8(ascii: "/") }]
    for part in parts.reversed() {
      var row = Array(repeating: false, count: text.count + 1)
      let next = fits[fits.count - 1]
      for index in text.indices.reversed() {
        row[index] =
          if let ends = part.ends { !ends.contains(text[index]) && (next[index + 1] || row[index + 1]) } else {
            part.byte == text[index] && next[index + 1]
          }
      }
      fits.append(row)
    }
    guard fits[parts.count][0] else { return false }
    var index = 0
    for (part, number) in zip(parts, (0..<parts.count).reversed()) {
      let start = index
      index += 1
      // A segment is as long as possible, unless later parts need some of it; an id is as short as possible.
      let isID = part.ends != nil && part.byte == UInt8(ascii: "{")
      while part.ends != nil, isID ? !fits[number][index] : fits[number + 1][index] { index += 1 }
      if isID { id = text[start..<index] }
    }
    return true
  }
}
