import Synchronization

/// An item of a catalog: the fields common to all catalogs, and facts specific to its kind.
///
/// What the service did not send is nil or missing; nothing is made up.
package struct Item: Sendable, Equatable {
  package let id: ItemID
  /// The service's own word for its kind, such as `feature-movie`.
  package var kind: String?
  package var title: String
  package var creator: String?
  /// The id for looking up its creator.
  package var creatorID: ItemID?
  package var link: WebLink?
  package var creatorLink: WebLink?
  package var artwork: WebLink?
  /// A short recording to play.
  package var preview: WebLink?
  /// A podcast's feed.
  package var feed: WebLink?
  /// An episode's guid in that feed, if its own id does not contain it.
  package var guid: String?
  /// The whole recording, if there is more than a preview, as for a podcast's episode.
  package var audio: WebLink?
  /// The file that `get` downloads and `play` prefers, if a declared catalog has one.
  package var file: WebLink?
  /// Plain text; paragraphs are separated by newlines.
  package var description: String?
  package var duration: Duration?
  package var price: Price?
  package var released: ReleaseDate?
  package var genre: String?
  /// Its age rating, such as `PG-13`.
  package var rating: String?
  package var isExplicit: Bool?
  /// How many parts it has: an album's songs, a season's episodes.
  package var count: Int?
  /// What `count` counts; nil for the category's usual unit.
  package var countUnit: CountUnit?
  /// What it is part of: a song's album, an episode's season or podcast.
  package var album: String?
  package var albumID: ItemID?
  /// Its number on its disc, from 1.
  package var track: Int?
  package var disc: Int?
  package var season: Int?
  /// Its number in its season or show.
  package var episode: Int?
  /// The storefront it was found in, as two capital letters; nil if none was chosen. Requests about the item go
  /// there, and its price is valid only there.
  package var storefront: String?
  /// Its place in a chart, from 1.
  package var rank: Int?
  /// How many places it rose since an earlier snapshot of the chart, negative if it fell; nil if it did not move or
  /// that is unknown.
  package var moved: Int?
  /// Its place in that snapshot.
  package var previous: Int?
  /// True if it was not in the chart then, or is among the news since they were last shown; else nil.
  package var isNew: Bool?
  /// The title of the favourite that caused this news.
  package var from: String?
  /// How a row of `stores` or `elsewhere` is known to be the same work; nil on other screens.
  package var match: Match?
  /// Further facts of its kind, in reading order.
  package var facts: [Fact]
  /// Its ids in other services; `details` may return more of them than a list.
  package var otherIDs: [OtherID] = []

  package var isPlayable: Bool { recording != nil }
  /// What `play` plays: the whole if a player can play it, else the preview. Documents, images and archives, recognized
  /// by file name, are not played: players stop at them.
  package var recording: WebLink? {
    let ending = file?.address?.path.split(separator: "/").last?.split(separator: ".").last?.lowercased()
    let isPlayable = ending.map { !Self.unplayableExtensions.contains($0) } ?? true
    return (isPlayable ? file : nil) ?? audio ?? preview
  }
  private static let unplayableExtensions: Set = [
    "pdf", "epub", "epub3", "mobi", "azw3", "kindle", "html", "htm", "txt", "jpg", "jpeg", "png", "gif", "webp", "tif",
    "tiff", "bmp", "svg", "djvu", "cbz", "cbr", "zip", "json", "xml", "doc", "rtf", "images", "noimages", "utf-8",
  ]
  /// The whole recording to download or play; nil if there is at most a preview.
  package var whole: WebLink? { file ?? audio }

  /// The feed that it is, as a podcast. An episode is only in one, and names its podcast as its album.
  package var ownFeed: WebLink? { album == nil ? feed : nil }
  /// The same for a podcast in every catalog.
  package var feedOrID: String { ownFeed?.text ?? id.description }

  /// The first fact with that label.
  package func fact(_ label: String) -> String? { facts.first { $0.label == label }?.value }

  package func matched(_ match: Match) -> Item { changing(self) { $0.match = match } }

  package init(id: ItemID, title: String, facts: [Fact] = []) { (self.id, self.title, self.facts) = (id, title, facts) }
}

/// An item that screens, favourites and the undo history share without copying its many fields.
package final class SharedItem: Sendable, Equatable {
  package let item: Item
  private let writtenJSON = Mutex<[String]?>(nil)

  package init(_ item: Item) { self.item = item }

  /// The item's own fields as JSON, one text for each of `ItemField.stretchesOfJSON`. Written once, because every
  /// screen with the item repeats them.
  package func json(writtenBy write: () -> [String]) -> [String] {
    writtenJSON.withLock { written in
      let parts = written ?? write()
      written = parts
      return parts
    }
  }

  package static func == (a: SharedItem, b: SharedItem) -> Bool { a === b || a.item == b.item }
}

/// `itunes:song:1443109064`: the catalog, the category, and the service's own id, which may contain colons.
package struct ItemID: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  /// The positions of the two colons in UTF-8 code units, stored because every item shown needs the parts of its id.
  private let colons: (first: Int, second: Int)

  package init(catalog: String, category: String, key: String) {
    description = "\(catalog):\(category):\(key)"
    colons = (catalog.utf8.count, catalog.utf8.count + 1 + category.utf8.count)
  }

  /// Parses a `description`; nil unless it has three parts that are not empty.
  package init?(_ text: String) {
    // By bytes, because a file of favourites may have many thousands of ids.
    var text = text
    let places = text.withUTF8 { bytes -> (first: Int, second: Int)? in
      let colon = UInt8(ascii: ":")
      guard let first = bytes.firstIndex(of: colon), first > 0,
        let second = bytes[(first + 1)...].firstIndex(of: colon), second > first + 1, second + 1 < bytes.count
      else { return nil }
      return (first, second)
    }
    guard let places else { return nil }
    (description, colons) = (text, places)
  }

  package var catalog: String { part(from: 0, to: colons.first) }
  package var category: String { part(from: colons.first + 1, to: colons.second) }
  package var key: String { part(from: colons.second + 1, to: description.utf8.count) }

  private func part(from start: Int, to end: Int) -> String {
    var description = description
    return description.withUTF8 { String(decoding: UnsafeBufferPointer(rebasing: $0[start..<end]), as: UTF8.self) }
  }

  // Services compare bytes: `é` may be one scalar or two, which are equal as text and differ in length. To compare every
  // byte of ids that are equal as text would make a piped command a twentieth slower.
  package static func == (a: ItemID, b: ItemID) -> Bool {
    a.description == b.description && a.description.utf8.count == b.description.utf8.count
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// Why an item in another storefront or catalog counts as the same work. The raw values are JSON's.
package enum Match: String, Sendable, CaseIterable {
  /// It has the same id there.
  case id
  case isbn
  case barcode
  case isrc
  /// Wikidata names its id.
  case wikidata
  /// Title, creator and length agree.
  case likely
  /// Nothing was found.
  case none
}

/// What a number counts: one station, several stations.
package struct CountUnit: Sendable, Hashable {
  package let singular: String
  package let plural: String

  package init(singular: String, plural: String) { (self.singular, self.plural) = (singular, plural) }
}

package struct Fact: Sendable, Equatable {
  package let label: String
  package let value: String

  package init(_ label: String, _ value: String) { (self.label, self.value) = (label, value) }
}

/// A date in ISO 8601, as precise as the service gave it: a year, a day, or a day and time in UTC.
package struct ReleaseDate: Sendable, Hashable, Comparable {
  package let text: String

  /// Accepts `1986`, `2010-04-03`, `2010-04-03T07:00:00Z`, and the old form `2010-04-03 07:00:00 Etc/GMT`; not the year
  /// 0000, nor a day that does not exist.
  package init?(_ text: String) {
    var candidate = text
    // Nearly all dates are without spaces, and splitting them would be most of the work.
    if text.utf8.contains(UInt8(ascii: " ")) {
      let trimmed = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      let old = " Etc/GMT"
      candidate = trimmed.hasSuffix(old) ? trimmed.dropLast(old.count).replacing(" ", with: "T") + "Z" : trimmed
    }
    guard candidate.utf8.span.withUnsafeBufferPointer({ Self.isWellFormed($0) && Self.exists($0) }) else { return nil }
    self.text = candidate
  }

  package var year: String { String(text.prefix(4).drop { $0 == "0" }) }
  /// The date without its time of day.
  package var day: String { String(text.prefix(10)) }
  /// The day, or a year without zeros before it.
  package var readable: String { text.utf8.count == 4 ? year : day }

  package static func < (a: ReleaseDate, b: ReleaseDate) -> Bool { a.text < b.text }

  /// A 0 stands for any digit; a fraction of a second and a time zone may follow.
  private static let pattern = Array("0000-00-00T00:00:00".utf8)

  private static func isWellFormed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard [4, 7, 10].contains(text.count) || text.count > pattern.count else { return false }
    return zip(text, pattern).allSatisfy { $1 == UInt8(ascii: "0") ? $0.isASCIIDigit : $0 == $1 }
      && text.dropFirst(pattern.count).allSatisfy { $0.isASCIIDigit || ".:+-Z".utf8.contains($0) }
  }

  private static func exists(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func number(_ start: Int, _ count: Int = 2) -> Int? {
      text.count < start + count ? nil : text[start..<start + count].reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }
    // Some services send the first day of year 1 instead of no date.
    guard let year = number(0, 4), year > (text.count == 4 ? 0 : 1) else { return false }
    return CalendarDay.isDay(year, number(5) ?? 1, number(8) ?? 1)
  }
}

/// A link to the web: `http` or `https` with a host, and without characters that a terminal would interpret.
package struct WebLink: Sendable, Hashable {
  package let text: String

  package init?(_ text: String) {
    // Looking up categories is slow, and so is a view of the bytes: an answer of 200 rows has a thousand links.
    let isPlain = text.utf8.span.withUnsafeBufferPointer { bytes -> Bool? in
      // The bit makes letters small; a control that it makes part of a scheme is refused below.
      guard let scheme = Self.schemes.first(where: { bytes.starts(with: $0) { $0 | 0x20 == $1 } }),
        scheme.count < bytes.count, !Self.endsOfHosts.contains(bytes[scheme.count])
      else { return nil }
      return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
    guard let isPlain,
      isPlain || text.unicodeScalars.allSatisfy({ !Self.refused.contains($0.properties.generalCategory) })
    else { return nil }
    self.text = text
  }

  private static let schemes = ["https://", "http://"].map { Array($0.utf8) }
  private static let endsOfHosts = Array("/?#:@\\".utf8)
  private static let refused: Set<Unicode.GeneralCategory> = [
    .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator,
  ]
}

/// A standard id that several catalogs use, such as an ISBN.
package struct OtherID: Sendable, Hashable {
  package let kind: Kind
  /// Without the dashes, spaces and words that some services add to a number. Empty if it is something else, such as
  /// `0`, `none` or a label's own number: `DGC-24425`.
  package let value: String

  /// Named as in declarations.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case isbn, upc, isrc, imdb, tvdb, musicbrainz, wikidata
    /// The address of its page on any service, in the form that databases store.
    case url
  }

  package init(_ kind: Kind, _ value: String) {
    self.kind = kind
    let digits = value.filter(\.isNumber)
    let known =
      switch kind {
      // The check digit after nine others may be an X.
      case .isbn: digits.count == 9 && value.uppercased().contains("X") ? digits + "X" : digits
      case .upc: digits
      case .isrc: value.filter { $0.isLetter || $0.isNumber }.uppercased()
      case .imdb, .tvdb, .musicbrainz, .wikidata, .url: value
      }
    let isOwnNumber = kind == .upc && digits.count < 8 && value.contains(where: \.isLetter)
    let isNumber = digits.contains { $0 != "0" } && !isOwnNumber
    self.value = isNumber || kind == .musicbrainz || kind == .url ? known : ""
  }

  /// Whether both are one id, in any of its forms: an ISBN of 10 or 13 digits, a barcode with or without leading zeros.
  package func isSame(as other: OtherID) -> Bool { kind == other.kind && core == other.core }

  /// Without a check digit, which the form of an ISBN determines.
  private var core: String {
    switch kind {
    case .isbn: (value.count == 10 ? "978" : "") + value.dropLast()
    case .upc: String(value.drop { $0 == "0" })
    default: value
    }
  }
}
