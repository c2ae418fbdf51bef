import Domain

/// The meaning of an element, in any namespace.
enum FeedElement: String {
  case other
  case rss, rdf, feed, html
  case channel, item, image, logo, url, person, newLocation
  case title, itunesTitle, mediaTitle, guid, link, atomLink, published, date, updated
  case enclosure, mediaContent, mediaGroup
  case duration, season, episode, podcastSeason, podcastEpisode, episodeType, explicit, itunesImage, category
  /// Attributes of `podcastSeason` and `podcastEpisode`.
  case seasonName, episodeName
  case description, summary, content, type, newFeedURL, author
}

/// Recognizes elements by their qualified names.
///
/// Matches namespaces by address, because prefixes differ between feeds. An undeclared prefix has its common meaning,
/// because real feeds use `itunes:` without declaring it.
struct FeedNames {
  /// The names seen so far; a feed has few, and they recur in each item.
  private var known: [String: FeedElement] = [:]
  /// In bytes; longer names are unknown.
  private static let longestName = 32
  /// More names than any feed has.
  private static let mostNames = 256
  /// The current declarations, the innermost last; `space` is nil for an unknown namespace.
  private var declarations: [(prefix: String, space: String?, depth: Int)] = []
  /// More than any feed has, and few enough to search.
  private static let mostDeclarations = 64

  /// Records an attribute that declares a prefix, and ignores others.
  mutating func declare(_ attribute: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>, depth: Int) {
    guard attribute[0] == 0x78, attribute[1] == 0x6D, declarations.count < Self.mostDeclarations else { return }
    let name = String(cString: attribute)
    guard name == "xmlns" || name.hasPrefix("xmlns:") else { return }
    declarations.append((String(name.dropFirst(6)), Self.space(ofAddress: String(cString: value)), depth))
    known = [:]
  }

  /// Forgets the declarations of an element that ends here.
  mutating func leave(depth: Int) {
    while let last = declarations.last, last.depth >= depth {
      declarations.removeLast()
      known = [:]
    }
  }

  mutating func element(named name: UnsafePointer<CChar>) -> FeedElement {
    let name = String(cString: name)
    if let element = known[name] { return element }
    guard name.utf8.count <= Self.longestName else { return .other }
    let element = resolved(name)
    if known.count < Self.mostNames { known[name] = element }
    return element
  }

  private func resolved(_ name: String) -> FeedElement {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let declared = declarations.last { $0.prefix == prefix }
    // Some feeds declare an address for RSS itself, which has none.
    let space = declared.map { $0.space ?? (prefix.isEmpty ? "" : nil) } ?? prefix.lowercased()
    guard let space else { return .other }
    let local = parts[parts.count - 1].lowercased()
    return Self.elements[space.isEmpty ? local : "\(space):\(local)"] ?? .other
  }

  /// Apple's address is written in three ways, and the podcast namespace has two addresses.
  private static func space(ofAddress address: String) -> String? {
    let address = address.lowercased()
    return spaces.first { address.contains($0[0]) }.map { $0.count > 1 ? $0[1] : "" }
  }

  /// Parts of addresses, and the prefixes that they mean, if any; the first that fits counts.
  private static let spaces = EmbeddedFile.table("spaces").lines.map { $0.fields(separatedBy: UInt8(ascii: "\t")) }

  private static let elements = EmbeddedFile.table("elements").words.compactMapValues { FeedElement(rawValue: $0[0]) }
}
