import Disk
package import Domain
import Synchronization

/// The unsaved favourites of earlier sessions, and those of the sessions running now.
///
/// A session's own are stored as soon as they are starred, so that a crash or kill loses none.
package final class EarlierTable: EarlierFavorites {
  private let memories: Memories
  /// Keeps the favourites of the sample apart from real ones.
  private let world: String

  /// The changes that could not be saved, for the next time.
  private let missed = Mutex<[FavoritesChange]>([])

  /// Only the latest items are kept.
  private static let capacity = 10_000

  /// - Parameter isSample: whether the session shows the embedded sample.
  package init(_ memories: Memories, isSample: Bool = false) {
    (self.memories, world) = (memories, isSample ? "sample" : "")
  }

  package func load() async throws(FileError) -> [EarlierFavorite] {
    try await memories.read(orIfNew: [], isNothing: \.isEmpty) { [self] connection throws(DatabaseError) in
      try takeOver(in: connection)
      let sql = "SELECT line, session FROM earlier WHERE world = ? ORDER BY id"
      return try Self.lines(sql, [world], in: connection).map { EarlierFavorite($0.favorite, of: $0.text) }
    }
  }

  package func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int {
    // At the end of a session nothing else has them.
    try await memories.change(waiting: .seconds(5)) { [world] connection throws(DatabaseError) in
      try connection.run("DELETE FROM unsaved WHERE process = ?", [ProcessIdentity.current])
      return try Self.insert(favorites.map { EarlierFavorite($0, of: session) }, world, in: connection)
    }
  }

  package func forget(_ ids: [ItemID]) async throws(FileError) {
    try await memories.change { [world] connection throws(DatabaseError) in
      for id in ids {
        try connection.run("DELETE FROM earlier WHERE world = ? AND item = ?", [world, id.description])
      }
    }
  }

  package func remember(_ favorites: [EarlierFavorite]) async throws(FileError) {
    try await memories.change { [world] connection throws(DatabaseError) in
      _ = try Self.insert(favorites, world, in: connection)
    }
  }

  /// - Returns: how many items are new.
  static func insert(
    _ favorites: [EarlierFavorite], _ world: String = "", in connection: Connection
  ) throws(DatabaseError) -> Int {
    // If the table is full, each new item replaces the oldest.
    let latest = try connection.integer("SELECT max(id) FROM earlier")
    for entry in favorites {
      let (item, lists) = (entry.favorite.id.description, entry.favorite.lists)
      try connection.run(
        "INSERT OR IGNORE INTO earlier(world, item, session, line) VALUES (?, ?, ?, ?)",
        [world, item, entry.session, Array(FavoriteLine.bytes(of: entry.favorite))])
      // One that is there already only gets the lists that it lacks.
      let sql = "SELECT line, session FROM earlier WHERE world = ? AND item = ?"
      for (old, _) in try lists.isEmpty ? [] : lines(sql, [world, item], in: connection) {
        let line = FavoriteLine.bytes(of: old.with(lists: old.lists + lists.filter { !old.isIn($0) }))
        try connection.run("UPDATE earlier SET line = ? WHERE world = ? AND item = ?", [Array(line), world, item])
      }
    }
    try connection.run(
      """
      DELETE FROM earlier WHERE world = ?1 AND id <=
      (SELECT id FROM earlier WHERE world = ?1 ORDER BY id DESC LIMIT 1 OFFSET \(capacity))
      """, [world])
    return Int(try connection.integer("SELECT count(*) FROM earlier WHERE world = ? AND id > ?", [world, latest]))
  }

  // MARK: The session's own

  /// - Returns: how many there are from earlier sessions; nil if that cannot be read, which is reported.
  package func begin() async -> Int? {
    await memories.orReport { () async throws(FileError) in
      try await memories.read(orIfNew: 0) { [self] connection throws(DatabaseError) in
        try takeOver(in: connection)
        return Int(try connection.integer("SELECT count(*) FROM earlier WHERE world = ?", [world]))
      }
    }
  }

  private func takeOver(in connection: Connection) throws(DatabaseError) {
    try Self.takeOverDead(in: connection)
    if world.isEmpty { try FormerFiles(folder: memories.folder).takeOverBeside(to: connection) }
  }

  /// Adopts the favourites of sessions that were killed.
  private static func takeOverDead(in connection: Connection) throws(DatabaseError) {
    let dead = try connection.rows("SELECT DISTINCT process FROM unsaved") { $0.text(0) }
      .filter { !ProcessIdentity.isRunning($0) }
    if dead.isEmpty { return }
    try connection.transaction { () throws(DatabaseError) in
      for process in dead {
        let sql = "SELECT line, world FROM unsaved WHERE process = ? ORDER BY id"
        for (favorite, world) in try lines(sql, [process], in: connection) {
          // The time of its end is unknown.
          _ = try insert([EarlierFavorite(favorite, of: "")], world, in: connection)
        }
        try connection.run("DELETE FROM unsaved WHERE process = ?", [process])
      }
    }
  }

  /// Saves a change to unsaved favourites.
  package func note(_ change: FavoritesChange) async {
    if !change.touchesFavorites { return }
    // In a separate task, so that a cancelled command omits nothing.
    await Task { [self] in
      let changes = missed.withLock { $0 } + [change]
      let saved: Void? = await memories.changeOrReport { [world] connection throws(DatabaseError) in
        let process = ProcessIdentity.current
        for change in changes {
          for favorite in change.removed.map(\.favorite) {
            let item = favorite.id.description
            try connection.run("DELETE FROM unsaved WHERE process = ? AND item = ?", [process, item])
          }
          for favorite in change.added.map(\.favorite) + change.relisted.map(\.after) {
            try connection.run(
              """
              INSERT INTO unsaved(process, world, item, line) VALUES (?, ?, ?, ?)
              ON CONFLICT DO UPDATE SET line = excluded.line
              """, [process, world, favorite.id.description, Array(FavoriteLine.bytes(of: favorite))])
          }
        }
      }
      missed.withLock { $0 = saved == nil ? changes : [] }
    }.value
  }

  private static func lines(
    _ sql: String, _ values: [any ColumnValue], in connection: Connection
  ) throws(DatabaseError) -> [(favorite: Favorite, text: String)] {
    try connection.rows(sql, values) { row throws(DatabaseError) in
      guard let favorite = try? FavoriteLine.favorite(in: row.bytes(0)[...]) else { throw .damaged }
      return (favorite, row.text(1))
    }
  }
}
