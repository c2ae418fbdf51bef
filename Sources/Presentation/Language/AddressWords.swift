import Domain

/// The words in an address that are worth searching for.
enum AddressWords {
  /// The words of the last segment of a page's path: `abbey road` for `/film/abbey-road/` and `/x/abbey-road.html`. Nil
  /// if it has none, as with an id, or more than a title would have.
  static func suggested(by address: String) -> String? {
    guard let path = WebAddress(address)?.path, let last = path.split(separator: "/").last, last.utf8.count <= 500
    else {
      return nil
    }
    var name = PercentEncoding.decoded(String(last))
    if let dot = name.lastIndex(of: "."), endings.contains(name[name.index(after: dot)...].lowercased()) {
      name = String(name[..<dot])
    }
    let parts = name.split { !$0.isLetter && !$0.isNumber }
    // A part with letters and digits is an id, such as `tt0083658`; so is a long number.
    let words = parts.filter { part in
      part.allSatisfy(\.isLetter) || part.allSatisfy(\.isNumber) && part.count <= 4
    }
    guard words.count * 2 >= parts.count, words.contains(where: { $0.count > 1 && $0.allSatisfy(\.isLetter) }) else {
      return nil
    }
    return words.joined(separator: " ")
  }

  private static let endings: Set = [
    "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "xml", "rss", "atom", "json", "txt", "md", "pdf",
  ]
}
