import Domain
import FoundationEssentials

/// What was got, what is on its way, and when the new was last looked for: a file of a line of JSON each, in which the last
/// of a kind counts. Several processes add to it at once; nobody removes anything.
struct DownloadLedger: Sendable {
  let path: String
  let files: any Files

  /// One line.
  struct Entry: Codable, Sendable, Equatable {
    /// What it is known by; each of them alone is enough.
    var keys: [String]
    /// Where it is, or, of what is on its way, what it is called until then.
    var file: String?
    var title: String?
    var bytes: Int?
    /// The day on which it was got.
    var day: String?
    /// Of what is on its way: what tells this version of the file from another.
    var validator: String?
    /// Until when what was brought out is new no more.
    var until: String?

    func has(any keys: [String]) -> Bool { self.keys.contains(where: keys.contains) }
  }

  /// All entries, the latest last.
  func read() async throws(FileError) -> [Entry] {
    guard let content = try await files.read(path) else { return [] }
    let decoder = JSONDecoder()
    // A line that was cut by a kill or a full disk is passed over, and the others count.
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
      // A line that was cut must not take this one with it.
      let isCut = try state.bytes().last.map { $0 != UInt8(ascii: "\n") } ?? false
      return .addition((isCut ? [UInt8(ascii: "\n")] : []) + bytes)
    }
  }
}

extension [DownloadLedger.Entry] {
  /// Of a file that was got, by any of `keys`.
  func got(_ keys: [String]) -> Element? { last { $0.day != nil && $0.has(any: keys) } }

  /// What was said last of any of `keys`.
  func latest(_ keys: [String]) -> Element? { last { $0.has(any: keys) } }

  /// Of what is on its way to `path`.
  func partial(at path: String) -> Element? { last { $0.day == nil && $0.until == nil && $0.file == path } }

  func lastLook(at source: String) -> String? { last { $0.until != nil && $0.keys == [source] }?.until }
}
