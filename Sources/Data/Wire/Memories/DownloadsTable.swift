import Domain

/// Which files were downloaded or are being downloaded; the latest entry of a kind counts.
///
/// If it cannot be used, a download continues, but may be repeated later.
struct DownloadsTable: Sendable {
  let memories: Memories

  struct Entry: Sendable, Equatable {
    /// The download's identifiers; any one of them is enough.
    var keys: [String]
    /// The file's path, or the path of the partial file.
    var file: String
    /// Empty if unknown.
    var title = ""
    var bytes = 0
    /// The day of the download; empty for a partial file.
    var day = ""
    /// For a partial file: the version of the remote file, as `RemoteVersion.text`; empty if unknown.
    var validator = ""

    func has(any keys: [String]) -> Bool { self.keys.contains(where: keys.contains) }
  }

  /// All entries, the latest last.
  func read() async throws(FileError) -> [Entry] {
    try await memories.read(orIfNew: [], isNothing: \.isEmpty) { connection throws(DatabaseError) in
      try connection.rows("SELECT keys, file, title, bytes, day, validator FROM downloads ORDER BY id") { row in
        Entry(
          keys: row.text(0).split(separator: "\n").map(String.init), file: row.text(1), title: row.text(2),
          bytes: Int(row.integer(3)), day: row.text(4), validator: row.text(5))
      }
    }
  }

  /// All entries; none if they cannot be read, which is reported.
  func readOrReport() async -> [Entry] {
    await memories.orReport { () async throws(FileError) in try await read() } ?? []
  }

  /// Adds an entry, and returns whether that succeeded; a failure is reported.
  @discardableResult
  func add(_ entry: Entry) async -> Bool {
    await memories.changeOrReport { connection throws(DatabaseError) in try Self.insert(entry, in: connection) } != nil
  }

  private static func insert(_ entry: Entry, in connection: Connection) throws(DatabaseError) {
    try connection.run(
      // Earlier versions, which may share the file, know a partial file by its missing day.
      "INSERT INTO downloads(keys, file, title, bytes, day, validator) VALUES (?, ?, ?, ?, nullif(?, ''), ?)",
      [entry.keys.joined(separator: "\n"), entry.file, entry.title, entry.bytes, entry.day, entry.validator])
  }

  /// Inserts a line of the file that earlier versions used.
  static func takeOver(_ json: JSONValue, in connection: Connection) throws(DatabaseError) {
    let keys = json["keys"]?.array?.compactMap(\.text) ?? []
    if let until = json["until"]?.text, let source = keys.first {
      try connection.run("REPLACE INTO followed VALUES (?, ?)", [source, until])
    } else if let file = json["file"]?.text {
      let entry = Entry(
        keys: keys, file: file, title: json["title"]?.text ?? "", bytes: json["bytes"]?.integer ?? 0,
        day: json["day"]?.text ?? "", validator: json["validator"]?.text ?? "")
      try insert(entry, in: connection)
    }
  }

  // MARK: What was listed

  func lastCheck(at source: ItemID) async throws(FileError) -> String? {
    try await memories.read(orIfNew: nil) { connection throws(DatabaseError) in
      try connection.rows("SELECT until FROM followed WHERE source = ?", [source.description]) { $0.text(0) }
        .first
    }
  }

  func recordCheck(at source: ItemID, until date: String) async {
    await memories.changeOrReport { connection throws(DatabaseError) in
      try connection.run("REPLACE INTO followed VALUES (?, ?)", [source.description, date])
    }
  }
}

extension [DownloadsTable.Entry] {
  /// The entry of a downloaded file, by any of `keys`.
  func downloaded(_ keys: [String]) -> Element? { last { !$0.day.isEmpty && $0.has(any: keys) } }

  /// The last entry for any of `keys`.
  func latest(_ keys: [String]) -> Element? { last { $0.has(any: keys) } }

  /// The entry of the partial file at `path`.
  func partial(at path: String) -> Element? { last { $0.day.isEmpty && $0.file == path } }
}
