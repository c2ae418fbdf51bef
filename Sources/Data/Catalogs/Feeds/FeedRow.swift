package import Domain

/// One item of a feed, by the feed's own names; these go no further than `Item(row, …)`.
///
/// Every text is trimmed; an empty one counts as absent.
package struct FeedRow: Sendable, Equatable {
  package var title: String?
  var itunesTitle: String?
  /// The feed's own word for which item it is. Never a link, though it may look like one.
  package var guid: String?
  var link: String?
  package var enclosures: [Enclosure] = []
  var pubDate: String?
  var dcDate: String?
  var updated: String?
  var duration: String?
  var season: String?
  var episode: String?
  var podcastSeason: String?
  var podcastSeasonName: String?
  var podcastEpisode: String?
  var podcastEpisodeDisplay: String?
  var episodeType: String?
  var explicit: String?
  var image: String?
  var author: String?
  /// The richest of its descriptions, as plain text.
  package var description: String?

  /// A file that comes with an item.
  package struct Enclosure: Sendable, Equatable {
    /// As the feed writes it: it may be relative.
    package var url: String?
    package var type: String?
    /// Said of the same file again, for readers of other habits.
    var isMediaContent = false
  }

  /// Whether there is anything to show.
  var isSomething: Bool { title != nil || itunesTitle != nil || !enclosures.isEmpty }
}

/// A podcast's own feed, as far as it was read.
package struct Feed: Sendable, Equatable {
  /// Where it was asked for; relative addresses within it begin there.
  package var address: String?
  var image: String?
  var explicit: String?
  /// A serial show is told from its beginning; most are episodic.
  package var isSerial = false
  /// Where the feed says that it is from now on; often where it is already.
  package var newAddress: String?
  /// Where the items continue, as the feed writes it.
  package var next: String?
  /// In the feed's order.
  package var rows: [FeedRow] = []
  /// Items of which there is nothing to show.
  package var skipped: [SkippedRow] = []
  /// What kept the rest from being read, where the feed broke off.
  package var fault: Fault?

  /// A fault of the document, and its line.
  package struct Fault: Error, Sendable, Hashable {
    package var reason: String
    package var line: Int
  }

  /// How many items there are in it, whether or not there is anything to show of them.
  package var count: Int { rows.count + skipped.count }
}
