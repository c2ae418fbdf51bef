package import Domain

/// One item of a feed, by the feed's own names, which only this type uses.
///
/// Every text is trimmed; an empty one counts as absent.
package struct FeedRow: Sendable, Equatable {
  /// A list, because hashing so few elements takes longer than comparing them.
  private var texts: [Text] = []
  package var enclosures: [Enclosure] = []
  /// The richest of its descriptions, as plain text.
  package var description: String?

  package init() { texts.reserveCapacity(12) }

  private struct Text: Sendable, Equatable {
    let element: FeedElement
    let text: String
  }

  subscript(element: FeedElement) -> String? {
    get { texts.first { $0.element == element }?.text }
    set {
      texts.removeAll { $0.element == element }
      if let newValue { texts.append(Text(element: element, text: newValue)) }
    }
  }

  package var title: String? { self[.title] }
  /// The feed's own id of the item. Never a link, even if it looks like one.
  package var guid: String? { self[.guid] }

  /// A file attached to an item.
  package struct Enclosure: Sendable, Equatable {
    /// As in the feed: it may be relative.
    package var url: String?
    package var type: String?
    /// Describes the same file again, for readers with other conventions.
    var isMediaContent = false
  }

  /// Whether there is anything to show.
  var isSomething: Bool {
    title != nil || self[.itunesTitle] != nil || !enclosures.isEmpty || description != nil
  }
}

/// A podcast's own feed, as far as it was read.
package struct Feed: Sendable, Equatable {
  /// The address it was requested from, which relative addresses in it refer to.
  package var address: String?
  /// The show itself; `.url` is its picture.
  var show = FeedRow()
  /// A serial show should be heard from its beginning; most shows are episodic.
  package var isSerial: Bool { show[.type]?.lowercased() == "serial" }
  /// The feed's new address, according to the feed; often its current one.
  package var newAddress: String?
  /// Where the items continue, as in the feed.
  package var next: String?
  /// Whether they continue on a page that is not requested.
  package var isCut = false
  /// Whether these are all its items.
  var isWhole: Bool { next == nil && !isCut && fault == nil }
  /// In the feed's order.
  package var rows: [FeedRow] = []
  /// Items with nothing to show.
  package var skipped: [SkippedRow] = []
  /// Why the rest was not read, if the feed has an error.
  package var fault: Fault?

  /// An error in the document, and its line.
  package struct Fault: Error, Sendable, Hashable {
    package var reason: String
    package var line: Int
  }

  /// The number of items, including those with nothing to show.
  package var count: Int { rows.count + skipped.count }

  /// A text of the feed as an address, which may be relative to the feed's own.
  func link(_ text: String?) -> WebLink? { text.flatMap { WebLink(feedAddress: $0, base: address) } }
}
