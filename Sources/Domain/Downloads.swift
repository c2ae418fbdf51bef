/// A file to download in full.
package struct Download: Sendable, Equatable {
  package var item: Item
  package var link: WebLink
  /// Whether a declaration names the file, which may then be of any type.
  package var isDeclared: Bool
  /// The folder for the file; nil for the default.
  package var folder: String?

  /// Nil if the item has no file to download in full.
  package init?(_ item: Item, folder: String? = nil) {
    guard let link = item.whole else { return nil }
    (self.item, self.link, self.folder) = (item, link, folder)
    isDeclared = item.file != nil
  }

  /// What the ledger finds it by; any one is enough: the item's id, and for a feed's episode the feed with the guid (or
  /// the whole address if there is no guid), which are the same in every catalog with the podcast.
  package var keys: [String] {
    var keys = ["item:\(item.id)"]
    if let feed = item.feed, let podcast = item.albumID {
      let ofPodcast = podcast.key + "/"
      let key = item.id.key.hasPrefix(ofPodcast) ? String(item.id.key.dropFirst(ofPodcast.count)) : item.guid
      if let key { keys.append("feed:\(feed.text) \(key)") }
    }
    // The ledger separates keys by line breaks, which a guid may contain.
    return keys.map { $0.replacing("\n", with: " ") }
  }
}

package struct DownloadProgress: Sendable, Equatable {
  /// The bytes so far, including those of earlier attempts.
  package var bytes: Int
  /// The bytes in total; nil if the service does not say.
  package var all: Int?
  /// How long the rest will take; nil if unknown.
  package var left: Duration?

  /// - Parameter came: how many of the bytes arrived during `time`.
  package init(bytes: Int, all: Int?, came: Int, during time: Duration) {
    (self.bytes, self.all) = (bytes, all)
    guard let all, all > bytes, came > 0, time >= .seconds(1) else { return }
    left = time * (Double(all - bytes) / Double(came))
  }
}

/// The outcome of a successful download.
package enum DownloadOutcome: Sendable, Equatable {
  case downloaded(file: String, bytes: Int)
  /// Downloaded before, to `file`; `exists` says whether the file still exists, and `isElsewhere` whether it is outside
  /// the folder that the user chose.
  case alreadyDownloaded(file: String, exists: Bool, isElsewhere: Bool = false)
}

package enum DownloadFailure: Error, Sendable, Equatable {
  case catalog(CatalogError)
  case file(FileError)
}

/// A ledger entry for a downloaded file.
package struct DownloadRecord: Sendable, Equatable {
  package var title: String
  package var file: String
  package var bytes: Int
  /// The day of the download, such as `2026-11-20`.
  package var day: String
  package var exists: Bool

  package init(title: String, file: String, bytes: Int, day: String, exists: Bool) {
    (self.title, self.file, self.bytes, self.day, self.exists) = (title, file, bytes, day, exists)
  }
}

/// Downloads files in full, and remembers them so that none is downloaded twice.
package protocol Downloads: Sendable {
  /// - Parameters:
  ///   - again: whether to download again what was downloaded before.
  ///   - onProgress: called with the progress so far.
  func get(
    _ download: Download, again: Bool, onProgress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(DownloadFailure) -> DownloadOutcome

  /// All downloads, latest first.
  func kept() async throws(FileError) -> [DownloadRecord]

  /// The file of an earlier download, if it still exists.
  func file(of download: Download) async -> String?

  /// What `recordCheck` recorded last; nil if `source` was never checked. The first line is a date in ISO 8601: of the
  /// newest release seen, or of the first check. Further lines are keys of episodes of that date.
  func lastCheck(at source: ItemID) async throws(FileError) -> String?

  /// Records a check of `source`.
  /// - Parameter date: the text that `lastCheck` will return. The next check skips releases up to that date.
  func recordCheck(at source: ItemID, until date: String) async
}
