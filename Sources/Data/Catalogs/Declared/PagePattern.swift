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
    let isNamed = text.hasPrefix("https://{id}.")
    guard let address = WebAddress(isNamed ? text.replacing("{id}.", with: "", maxReplacements: 1) : text),
      address.user == nil, !text.utf8.contains(where: { $0 <= 0x20 })
    else {
      return nil
    }
    let host = isNamed ? "{id}." + address.authority : Self.plain(address.authority)
    (self.host, path, query, fragment) = (host, address.path, address.parameters, address.fragment)
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
      var failed: Set<[Int]> = []
      guard Self.match(Array(pattern.utf8)[...], Array(text.utf8)[...], id: &id, failed: &failed) else { return false }
      if let id { found = PercentEncoding.decoded(String(decoding: id, as: UTF8.self)) }
      return true
    }
    // A trailing slash has no meaning.
    guard match(host, host.contains("{") ? address.authority : Self.plain(address.authority)),
      match(path, address.path) || address.path.hasSuffix("/") && match(path, String(address.path.dropLast()))
    else { return nil }
    for (name, value) in query {
      guard address.parameters.contains(where: { $0.name == name && match(value, $0.value) }) else { return nil }
    }
    if let fragment { guard let text = address.fragment, match(fragment, text) else { return nil } }
    return found
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

  /// - Parameter failed: the numbers of remaining bytes of pattern and text that did not match. Without it, a pattern
  ///   with many `*` would take exponential time.
  private static func match(
    _ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, id: inout ArraySlice<UInt8>?, failed: inout Set<[Int]>
  ) -> Bool {
    guard let byte = pattern.first else { return text.isEmpty }
    // At the end: anything or nothing, and behind a slash nothing or a slash and anything.
    if pattern.elementsEqual("*".utf8) { return true }
    if pattern.elementsEqual("/*".utf8) { return text.isEmpty || text.first == byte }
    guard let wild = Self.wild.first(where: { pattern.starts(with: $0.name.utf8) }) else {
      return text.first == byte && match(pattern.dropFirst(), text.dropFirst(), id: &id, failed: &failed)
    }
    let most = text.prefix { !wild.ends.utf8.contains($0) }.count
    guard most > 0, !failed.contains([pattern.count, text.count]) else { return false }
    let isID = byte == UInt8(ascii: "{")
    // A segment is as long as possible, unless later parts need some of it; an id is as short as possible.
    for length in isID ? Array(1...most) : Array((1...most).reversed()) {
      if isID { id = text.prefix(length) }
      let others = pattern.dropFirst(wild.name.utf8.count)
      if match(others, text.dropFirst(length), id: &id, failed: &failed) { return true }
    }
    failed.insert([pattern.count, text.count])
    return false
  }
}
