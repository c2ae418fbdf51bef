/// A file that is to be kept whole.
package struct Download: Sendable, Equatable {
  package var item: Item
  package var link: WebLink
  /// Whether a declaration names the file, which may then be of any kind.
  package var isDeclared: Bool
  /// Where it goes; nil: where downloads go.
  package var folder: String?

  /// Nil where the item has no file that can be kept whole.
  package init?(_ item: Item, folder: String? = nil) {
    guard let link = item.whole else { return nil }
    self.item = item
    self.link = link
    self.folder = folder
    isDeclared = item.file != nil
  }

  /// What the ledger knows it by: what it is, and where it lay, however it is asked for.
  package var keys: [String] {
    ["item:\(item.id)", "file:" + link.text.prefix { $0 != "?" && $0 != "#" }]
  }
}

/// How far a download has come.
package struct DownloadProgress: Sendable, Equatable {
  /// How many bytes there are.
  package var bytes: Int
  /// How many there will be; nil where the service does not say so.
  package var all: Int?
  /// How long the rest will take; nil where nobody knows.
  package var left: Duration?

  /// - Parameters:
  ///   - came: how many of the bytes came `during` the time, and not before.
  package init(bytes: Int, all: Int?, came: Int, during time: Duration) {
    (self.bytes, self.all) = (bytes, all)
    guard let all, all > bytes, came > 0, time >= .seconds(1) else { return }
    left = time * (Double(all - bytes) / Double(came))
  }
}

/// What came of a download.
package enum DownloadOutcome: Sendable, Equatable {
  case got(file: String, bytes: Int)
  /// It was got before. The file is at `file`, unless somebody has removed it since.
  case had(file: String, isThere: Bool)
}

/// Why a file was not got.
package enum DownloadFailure: Error, Sendable, Equatable {
  case catalog(CatalogError)
  case file(FileError)
}

/// A file that was got, as the ledger remembers it.
package struct KeptDownload: Sendable, Equatable {
  package var title: String
  package var file: String
  package var bytes: Int
  /// The day on which it was got, such as `2026-11-20`.
  package var day: String
  package var isThere: Bool

  package init(title: String, file: String, bytes: Int, day: String, isThere: Bool) {
    self.title = title
    self.file = file
    self.bytes = bytes
    self.day = day
    self.isThere = isThere
  }
}

/// Keeps files whole, and remembers which, so that none comes twice.
package protocol Downloads: Sendable {
  /// - Parameters:
  ///   - again: whether also what was got before.
  ///   - onProgress: told how far it has come.
  func get(
    _ download: Download, again: Bool, onProgress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(DownloadFailure) -> DownloadOutcome

  /// All that was got, the latest first.
  func kept() async throws(FileError) -> [KeptDownload]

  /// The file of what was got, where it still is.
  func file(of download: Download) async -> String?

  /// When the new of `source` was last asked for, an ISO 8601 date; nil where never.
  func lastLook(at source: ItemID) async throws(FileError) -> String?

  /// What was brought out until `date` is new no more.
  func noteLook(at source: ItemID, until date: String) async throws(FileError)
}
