import Domain
import FoundationEssentials

/// Which files were downloaded, which are under way, and when new ones were last listed: a file of JSON lines, in
/// which the last entry of a kind counts. Several processes append to it at once; none removes anything.
struct DownloadLedger: Sendable {
  let path: String
  let files: any Files

  /// One line.
  struct Entry: Codable, Sendable, Equatable {
    /// The download's identifiers; any one of them is enough.
    var keys: [String]
    /// The file's path, or the path of the partial file.
    var file: String?
    var title: String?
    var bytes: Int?
    /// The day of the download.
    var day: String?
    /// For a partial file: the version of the remote file, as `RemoteVersion.text`.
    var validator: String?
    /// For a listing: releases up to this date are no longer new.
    var until: String?

    func has(any keys: [String]) -> Bool { self.keys.contains(where: keys.contains) }
  }

  /// All entries, the latest last.
  func read() async throws(FileError) -> [Entry] {
    guard let content = try await files.read(path) else { return [] }
    let decoder = JSONDecoder()
    // Skips a line that a kill or a full disk cut off.
    return content.bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(Entry.self, from: Data($0))
    }
  }

  func add(_ entry: Entry) async throws(FileError) {
    guard let line = try? JSONEncoder().encode(entry) else { return }
    let bytes = Array(line) + [UInt8(ascii: "\n")]
    if let slash = path.lastIndex(of: "/") { try await files.makeFolder(String(path[...slash])) }
    _ = try await files.update(path, seen: nil) { state throws(FileError) in
      if state.isMissing { return .replacement(bytes) }
      // A cut-off line must not spoil this one.
      let isCut = try state.bytes().last.map { $0 != UInt8(ascii: "\n") } ?? false
      return .addition((isCut ? [UInt8(ascii: "\n")] : []) + bytes)
    }
  }
}

extension [DownloadLedger.Entry] {
  /// The entry of a downloaded file, by any of `keys`.
  func got(_ keys: [String]) -> Element? { last { $0.day != nil && $0.has(any: keys) } }

  /// The last entry for any of `keys`.
  func latest(_ keys: [String]) -> Element? { last { $0.has(any: keys) } }

  /// The entry of the partial file at `path`.
  func partial(at path: String) -> Element? { last { $0.day == nil && $0.until == nil && $0.file == path } }

  func lastLook(at source: String) -> String? { last { $0.until != nil && $0.keys == [source] }?.until }
}
