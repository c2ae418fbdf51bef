package import Domain
import Wire

/// Reads the items for `import`: feeds of an OPML file, and items of liner's own exports and favourites.
package enum Subscriptions {
  /// The items in a file, in its order, including repeated ones, with their lists; nil for a podcast whose address is
  /// not http or https.
  /// - Parameter path: for errors.
  /// - Throws: `malformed` for a file of any other kind.
  package static func items(in bytes: [UInt8], at path: String) throws(FileError) -> [Favorite?] {
    var problem: FileProblem?
    do {
      switch bytes.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }) {
      // XML in UTF-16 begins with a mark of its order of bytes.
      case UInt8(ascii: "<")?, 0xFE?, 0xFF?:
        if let podcasts = outlines(in: bytes) { return podcasts.map { $0.map { Favorite(SharedItem($0)) } } }
      case UInt8(ascii: "{")?, UInt8(ascii: "[")?: return try ExportedItems.json(bytes).map(checked)
      case nil where path.hasSuffix(".jsonl"): return []
      default: return try ExportedItems.table(bytes).map(checked)
      }
    } catch {
      problem = error as? FileProblem
    }
    let kinds = "an OPML file or a liner export with ids and titles (.json, .jsonl, .csv, .tsv)"
    throw FileError(path: path, problem ?? .malformed(line: 1, "not \(kinds)"))
  }

  private static func checked(_ entry: Favorite) -> Favorite? {
    let isPodcast = entry.id.catalog == Catalog.feeds.name && entry.id.category == "podcast"
    return isPodcast && entry.item.feed == nil ? nil : entry
  }

  /// The feeds in an OPML file; nil if it is not one. Some apps do not escape the `&` of an address.
  private static func outlines(in bytes: [UInt8]) -> [Item?]? {
    let text = FeedDecoder.utf8(bytes, charset: nil).withUnsafeBufferPointer { FeedRepair($0).output }
    let root = (try? XMLAnswer.json(of: text))?.inOrder.first
    return root.flatMap { name, opml in name.lowercased() == "opml" ? podcasts(in: opml) : nil }
  }

  /// The podcasts in an outline and in those nested in it.
  private static func podcasts(in element: JSONValue) -> [Item?] {
    if let elements = element.array { return elements.flatMap(podcasts) }
    // Attributes by name in lower case, after `@`.
    let values = Dictionary(element.texts.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    let inner = element.inOrder.flatMap { podcasts(in: $0.value) }
    // Overcast also exports podcasts that the user has unsubscribed from.
    guard let address = values["@xmlurl"]?.withoutOuterBlanks, !address.isEmpty, values["@subscribed"] != "0" else {
      return inner
    }
    let title = [values["@title"], values["@text"]].compactMap { $0?.feedTitle }.first
    var podcast = FeedsClient.podcast(at: FeedsClient.webAddress(ofFeed: address), title: title)
    podcast?.link = values["@htmlurl"].flatMap { WebLink($0) }
    return [podcast] + inner
  }
}
