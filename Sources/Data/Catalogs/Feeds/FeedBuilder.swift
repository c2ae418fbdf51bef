import Domain
import Wire

/// Builds a `Feed` from the elements of a document as they arrive.
///
/// Only direct children of a channel or an item count. But an item may be anywhere, because real feeds leave tags open
/// or put items beside the channel. Of two channels, the first describes the show.
final class FeedBuilder: XMLEvents {
  /// Why the rest of the document is not read.
  enum Stop {
    case notAFeed(String)
    case hostile(String)
    case tooLarge(String)
  }

  private(set) var feed = Feed()
  private(set) var stop: Stop? { didSet { halt() } }
  private(set) var hasChannel = false

  private var names = FeedNames()
  private var depth = 0
  private var channelDepth: Int?
  private var isFirstChannel = true
  private var row = FeedRow()
  private var isInItem = false
  private var rowDepth = 0
  private var groupDepth = 0
  /// The depth of the channel's open image or author, whose address or name is read; 0 outside of them.
  private var parentDepth = 0
  /// The element whose text is being collected, and its depth.
  private var kept: (element: FeedElement, depth: Int)?
  private var text: [UInt8] = []
  /// How rich the current description is.
  private var descriptionRank = 0
  private var descriptionBytes: [UInt8] = []

  /// Deeper than any feed, and shallow enough to end in time.
  static let deepest = 500
  /// In bytes of one element's text; show notes of several hours stay far below.
  static let longestText = 1 << 18
  /// The largest known feed has some 10,000.
  static let mostItems = 50_000

  // MARK: Events

  override func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes) {
    depth += 1
    if depth > Self.deepest { return stop = .hostile("tags nested more than \(Self.deepest) deep") }
    for (name, value) in attributes { names.declare(name, value, depth: depth) }
    let element = names.element(named: name)
    if depth == 1 {
      root(element, name, attributes)
    } else if kept != nil, isInItem || element != .item {
      // Unescaped markup: both its text and its tags matter.
      if isMarkup { tag("<", name) }
    } else if isInItem {
      startInItem(element, attributes)
    } else {
      startInChannel(element, attributes)
    }
  }

  override func end(_ name: UnsafePointer<CChar>) {
    if let kept {
      if depth == kept.depth {
        finish(kept.element)
        self.kept = nil
      } else if isMarkup {
        tag("</", name)
      }
    } else if isInItem, depth == rowDepth {
      endItem()
    } else if depth == channelDepth {
      channelDepth = nil
      isFirstChannel = false
    }
    if depth == groupDepth { groupDepth = 0 }
    if depth == parentDepth { parentDepth = 0 }
    names.leave(depth: depth)
    depth -= 1
  }

  override func characters(_ bytes: UnsafeRawBufferPointer) {
    guard kept != nil else { return }
    let room = Self.longestText - text.count
    text.append(contentsOf: bytes.count <= room ? bytes : UnsafeRawBufferPointer(rebasing: bytes[..<max(0, room)]))
  }

  /// Keeps the item in which the document ended early, if it has anything to show.
  /// - Parameter isCutShort: whether nothing follows, so that the open text may be half of a title, a date or a guid.
  func breakOff(isCutShort: Bool) {
    if let kept, isInItem, isMarkup || !isCutShort { finish(kept.element) }
    kept = nil
    if isInItem, row.isSomething { endItem() }
  }

  // MARK: Places

  private func root(_ element: FeedElement, _ name: UnsafePointer<CChar>, _ attributes: Attributes) {
    switch element {
    case .rss, .rdf: break
    case .feed:
      hasChannel = true
      channelDepth = 1
    case .channel: startInChannel(.channel, attributes)
    case .html: stop = .notAFeed("an HTML page")
    default: stop = .notAFeed("XML, but not a feed: “\(String(cString: name).prefix(40))”")
    }
  }

  private func startInChannel(_ element: FeedElement, _ attributes: Attributes) {
    switch element {
    case .item:
      kept = nil
      guard feed.count < Self.mostItems else { return stop = .tooLarge("more than \(Self.mostItems) items") }
      row = FeedRow()
      isInItem = true
      rowDepth = depth
      (descriptionRank, groupDepth) = (0, 0)
    case .channel:
      if channelDepth == nil { channelDepth = depth }
      hasChannel = true
    case .newLocation: keep(element)
    case _ where parentDepth > 0 && depth == parentDepth + 1:
      if element == .url || element == .author { keep(element) }
    case _ where !isFirstChannel || channelDepth.map({ depth != $0 + 1 }) ?? true: break
    case .image, .person: parentDepth = depth
    case .logo: keep(.url)
    case .itunesImage: feed.show[.url] = attributes["href"] ?? feed.show[.url]
    case .category: feed.show[.category] = feed.show[.category] ?? attributes["text"]
    case .atomLink where attributes.rel == "next": feed.next = feed.next ?? attributes["href"]
    case .atomLink where attributes.rel == "alternate": feed.show[.link] = feed.show[.link] ?? attributes["href"]
    case .explicit, .type, .newFeedURL, .title, .author, .link, .description, .summary: keep(element)
    default: break
    }
  }

  private func startInItem(_ element: FeedElement, _ attributes: Attributes) {
    guard depth == rowDepth + 1 || (groupDepth > 0 && depth == groupDepth + 1) else { return }
    switch element {
    case .title, .itunesTitle, .mediaTitle, .guid, .link, .published, .date, .updated, .duration, .season, .episode,
      .episodeType, .explicit, .description, .summary, .content:
      keep(element)
    case .podcastSeason:
      row[.seasonName] = attributes["name"]
      keep(element)
    case .podcastEpisode:
      row[.episodeName] = attributes["display"]
      keep(element)
    // Apple's has a reference, a thumbnail an address.
    case .itunesImage: row[element] = attributes["href"] ?? row[element] ?? attributes["url"]
    case .mediaGroup: groupDepth = depth
    case .enclosure, .mediaContent: attach(attributes["url"], attributes, isMediaContent: element == .mediaContent)
    case .atomLink where attributes.rel == "alternate": row[.link] = row[.link] ?? attributes["href"]
    case .atomLink where attributes.rel == "enclosure": attach(attributes["href"], attributes)
    default: break
    }
  }

  private func attach(_ url: String?, _ attributes: Attributes, isMediaContent: Bool = false) {
    // More than any item has: a few supplements, and the same video in each size.
    guard row.enclosures.count < 50 else { return }
    let type = attributes["type"] ?? attributes["medium"].map { $0 + "/" }
    row.enclosures.append(FeedRow.Enclosure(url: url, type: type, isMediaContent: isMediaContent))
  }

  private func endItem() {
    isInItem = false
    if descriptionRank > 0 {
      row.description = descriptionBytes.withUnsafeBufferPointer { PlainText(htmlBytes: $0)?.text }
    }
    if row.isSomething {
      feed.rows.append(row)
    } else {
      feed.skipped.append(SkippedRow(row: feed.count + 1, reason: "no title, text or enclosure"))
    }
  }

  // MARK: Text

  private func keep(_ element: FeedElement) {
    kept = (element, depth)
    text.removeAll(keepingCapacity: true)
  }

  private var isMarkup: Bool {
    switch kept?.element {
    case .description, .summary, .content: text.count < Self.longestText
    default: false
    }
  }

  private func tag(_ start: String, _ name: UnsafePointer<CChar>) { text += "\(start)\(String(cString: name))>".utf8 }

  private func finish(_ element: FeedElement) { isInItem ? finishInItem(element) : finishInChannel(element) }

  private func finishInItem(_ element: FeedElement) {
    switch element {
    // The richer description wins: first the formatted one, then the plain one, then Apple's copy of it.
    case .content: take(3)
    case .description: take(2)
    case .summary: take(1)
    case .title, .itunesTitle: row[element] = title ?? row[element]
    case .mediaTitle: row[.itunesTitle] = row[.itunesTitle] ?? title
    default: row[element] = string ?? row[element]
    }
  }

  private func finishInChannel(_ element: FeedElement) {
    switch element {
    case .newFeedURL, .newLocation: feed.newAddress = string ?? feed.newAddress
    case .explicit, .type: feed.show[element] = string ?? feed.show[element]
    case .title: feed.show[element] = feed.show[element] ?? title
    case .author: feed.show[element] = feed.show[element] ?? title.flatMap(Self.name)
    case .description, .summary:
      feed.show.description = feed.show.description ?? text.withUnsafeBufferPointer { PlainText(htmlBytes: $0)?.text }
    default: feed.show[element] = feed.show[element] ?? string
    }
  }

  /// The name of a person: in RSS it may follow an e-mail address, in parentheses; nil for an address alone.
  private static func name(of person: String) -> String? {
    let parts = person.split(separator: " ", maxSplits: 1)
    guard let address = parts.first, let at = address.firstIndex(of: "@"), address[at...].contains(".") else {
      return person
    }
    guard parts.count > 1 else { return nil }
    let name = parts[1]
    return String(name.hasPrefix("(") && name.hasSuffix(")") ? name.dropFirst().dropLast() : name)
  }

  /// Keeps an unprocessed description if it is the richest so far; only the final one is formatted.
  private func take(_ rank: Int) {
    guard rank > descriptionRank, text.contains(where: { $0 > 0x20 }) else { return }
    descriptionRank = rank
    swap(&descriptionBytes, &text)
  }

  /// The collected text, trimmed; nil if it is empty.
  private var string: String? {
    let text = String(decoding: text, as: UTF8.self).withoutOuterBlanks
    return text.isEmpty ? nil : text
  }

  /// The collected text, on one line.
  private var title: String? { string?.feedTitle }
}

extension XMLEvents.Attributes {
  /// The value of a name in any case, trimmed; nil if it is empty.
  fileprivate subscript(wanted: String) -> String? {
    let value = first { String(cString: $0.name).lowercased() == wanted }?.value
    return value.map { String(cString: $0).withoutOuterBlanks }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// How an Atom link relates to what it is in.
  fileprivate var rel: String { self["rel"]?.lowercased() ?? "alternate" }
}

extension WebLink {
  /// An address in a feed at `base`. Trims it, resolves a relative one and escapes spaces in it; everything else stays
  /// byte for byte, because queries contain signatures. Nil for anything but http and https.
  init?(feedAddress text: String, base: String?) {
    var address = text.withoutOuterBlanks
    guard !address.isEmpty, address.utf8.count <= 8_000 else { return nil }
    if address.utf8.contains(where: { $0 <= 0x20 }) {
      // Line breaks in it come from an editor.
      address = String(decoding: address.utf8.filter { $0 >= 0x20 }, as: UTF8.self).replacing(" ", with: "%20")
    }
    if !WebAddress.hasScheme(address) {
      guard let resolved = base.flatMap({ WebAddress($0) })?.resolving(address)?.text else { return nil }
      address = resolved
    }
    self.init(address)
  }
}

extension String {
  /// As a feed's title, on one line, with entities that were escaped twice decoded.
  ///
  /// Titles are plain text, but a title with a closing tag is HTML.
  var feedTitle: String? {
    guard utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else { return singleLine }
    return PlainText(html: contains("</") ? self : replacing("<", with: "&lt;"))?.text.singleLine
  }

  /// Without leading and trailing spaces and line breaks.
  var withoutOuterBlanks: String {
    guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else { return self }
    guard let start = utf8.firstIndex(where: { $0 > 0x20 }), let end = utf8.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return String(self[start...end])
  }
}
