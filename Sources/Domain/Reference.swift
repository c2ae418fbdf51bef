/// An item given by address or id, which `open` accepts besides numbers on screen and words.
package enum Reference: Sendable, Hashable {
  /// A page's address, as pasted.
  case page(String)
  /// The service's own number for it.
  case number(String)
  /// An album's barcode.
  case upc(String)
  case isbn(String)
  /// An app's bundle identifier; its case matters.
  case bundle(String)
  case item(ItemID)

  /// What `typed` refers to; nil if it is words.
  /// - Parameter catalogs: the names that an id may begin with.
  package init?(_ typed: String, catalogs: [String]) {
    let typed = Self.bare(typed)
    if Self.isAddressWithoutScheme(typed) {
      // The user's own servers rarely have certificates.
      self = .page((Self.isOwnServer(typed) ? "http://" : "https://") + typed)
      return
    }
    guard let colon = typed.firstIndex(of: ":") else {
      // As at the end of Apple's addresses: `id100007`.
      guard typed.lowercased().hasPrefix("id"), typed.count > 2, typed.utf8.dropFirst(2).allSatisfy(\.isASCIIDigit)
      else { return nil }
      self = .number(String(typed.dropFirst(2)))
      return
    }
    let (scheme, rest) = (typed[..<colon].lowercased(), String(typed[typed.index(after: colon)...]))
    // A service's own ids may contain spaces.
    guard !rest.isEmpty, catalogs.contains(scheme) || !typed.contains(where: \.isWhitespace) else { return nil }
    switch scheme {
    case "id": self = .number(rest)
    case "upc": self = .upc(rest.filter { $0 != "-" })
    case "isbn": self = .isbn(rest.filter { $0 != "-" }.uppercased())
    case "bundle": self = .bundle(rest)
    case "pcast", "feed": self = .page(typed)
    case _ where rest.hasPrefix("//"): self = .page(typed)
    case _ where catalogs.contains(scheme):
      guard let id = ItemID(scheme + ":" + rest) else { return nil }
      self = .item(ItemID(catalog: scheme, category: id.category.lowercased(), key: id.key))
    // A Spotify URI, such as `spotify:album:ID`.
    case "spotify": self = .page("https://open.spotify.com/" + rest.replacing(":", with: "/"))
    default: return nil
    }
  }

  /// Without the characters around an address or a number in prose: `<https://example.org/1>.`
  private static func bare(_ typed: String) -> String {
    var text = typed[...]
    // `[Title](https://example.org/1)`, as in Markdown.
    if text.first == "[", text.last == ")", let link = text.firstRange(of: "](") { text = text[link.upperBound...] }
    while let first = text.first, "<\"'“‘«(".contains(first) { text.removeFirst() }
    var unopened = text.count(where: { $0 == ")" }) - text.count(where: { $0 == "(" })
    while let last = text.last, ".,;>\"'”’») ".contains(last) {
      // A bracket that belongs to the address stays.
      if last == ")", unopened <= 0 { break }
      if text.removeLast() == ")" { unopened -= 1 }
    }
    let isAddress = text.contains("://") || isAddressWithoutScheme(String(text))
    let isNumber = ["id", "isbn:", "upc:"].contains(where: text.lowercased().hasPrefix)
    return isAddress || isNumber ? String(text) : typed
  }

  /// `localhost:8096/x`, `192.168.1.2:80` or `[::1]/x`: a host without a top-level domain, and a port or a path.
  private static func isOwnServer(_ text: String) -> Bool {
    let isBracketed = text.first == "["
    let host = isBracketed ? text.prefix { $0 != "]" }.dropFirst() : text.prefix { $0 != ":" && $0 != "/" }
    let rest = text[host.endIndex...].dropFirst(isBracketed ? 1 : 0)
    let (mark, next) = (rest.first, rest.dropFirst().first)
    guard mark == ":" && next?.isNumber == true || mark == "/" && next != "/", !text.contains(where: \.isWhitespace)
    else { return false }
    if isBracketed { return host.contains(":") && host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return host.lowercased() == "localhost"
      || labels.count == 4 && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
  }

  /// `www.example.org/1`: a host with a dot and a top-level domain, and a path; or a server without such a name.
  private static func isAddressWithoutScheme(_ text: String) -> Bool {
    if isOwnServer(text) { return true }
    guard let slash = text.firstIndex(of: "/"), !text.contains(where: \.isWhitespace), !text.contains("://") else {
      return false
    }
    let labels = text[..<slash].prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && text[text.index(after: slash)...].first != "/"
      && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") } }
      && labels[labels.count - 1].count > 1 && labels[labels.count - 1].utf8.allSatisfy(\.isASCIILetter)
  }

  /// As shown, and as a user would type it.
  package var text: String {
    switch self {
    case .page(let address): address
    case .number(let number): "id:" + number
    case .upc(let code): "upc:" + code
    case .isbn(let code): "isbn:" + code
    case .bundle(let name): "bundle:" + name
    case .item(let id): id.description
    }
  }
}
