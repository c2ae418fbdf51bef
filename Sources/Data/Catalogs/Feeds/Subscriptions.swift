internal import CExpat
package import Domain
import Wire

/// Reads what `import` stars: feeds of an OPML file, and items of liner's own exports and favourites.
package enum Subscriptions {
  /// The items that a file names, in its order, as often as it names them.
  /// - Parameter path: for errors.
  /// - Throws: `malformed` for a file of any other kind.
  package static func items(in bytes: [UInt8], at path: String) throws(FileError) -> [Item] {
    var items: [Item]?
    switch bytes.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }) {
    case UInt8(ascii: "<")?: items = outlines(in: bytes)
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: items = ExportedItems.json(bytes)
    default: items = ExportedItems.table(bytes)
    }
    guard let items else {
      throw FileError(
        path: path, .malformed(line: 1, "not an OPML file or an export of liner (.json, .jsonl, .csv, .tsv)"))
    }
    return items
  }

  /// The feeds of an OPML file; nil if it is none.
  private static func outlines(in bytes: [UInt8]) -> [Item]? {
    guard let parser = safeXMLParser() else { return nil }
    defer { XML_ParserFree(parser) }
    let reader = OutlineReader()
    // Unretained is fine because `reader` outlives the parse.
    XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
    XML_SetStartElementHandler(parser) { data, name, attributes in
      guard let data, let name else { return }
      Unmanaged<OutlineReader>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.start(String(cString: name), attributes) }
    }
    let isWhole = bytes.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return false }
      return XML_Parse(parser, start, Int32(clamping: bytes.count), 1) == XML_STATUS_OK
    }
    return withExtendedLifetime(reader) { isWhole && reader.isOPML ? reader.items : nil }
  }
}

/// Collects the outlines with the address of a feed.
private final class OutlineReader {
  private(set) var isOPML = false
  private(set) var items: [Item] = []

  func start(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    if name.lowercased() == "opml" { isOPML = true }
    guard name.lowercased() == "outline" else { return }
    var values: [String: String] = [:]
    var index = 0
    while let name = attributes?[index], let value = attributes?[index + 1] {
      values[String(cString: name).lowercased()] = String(cString: value)
      index += 2
    }
    let title = [values["title"], values["text"]].compactMap { $0.flatMap(FeedText.title) }.first
    guard let address = values["xmlurl"]?.withoutOuterBlanks,
      var podcast = FeedsClient.podcast(at: FeedsClient.webAddress(ofFeed: address), title: title)
    else { return }
    podcast.link = values["htmlurl"].flatMap { WebLink($0) }
    items.append(podcast)
  }
}
