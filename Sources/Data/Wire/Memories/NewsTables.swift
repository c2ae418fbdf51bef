package import Domain

/// The news that were shown: for each favourite from which day on, and which releases.
package struct NewsTables: NewsMemory {
  private let memories: Memories

  /// Only the latest releases are kept.
  private static let capacity = 20_000

  package init(_ memories: Memories) { self.memories = memories }

  package func show(_ news: ShownNews) async -> Set<ItemID>? {
    await memories.orReport { () async throws(FileError) in
      try await memories.change { connection throws(DatabaseError) in
        var history = NewsHistory()
        try connection.rows("SELECT star, since FROM newsStars") { row in
          if let star = ItemID(row.text(0)) { history.stars[star] = row.text(1) }
        }
        try connection.rows("SELECT item FROM newsShown") { row in
          if let item = ItemID(row.text(0)) { history.items.insert(item) }
        }
        let before = history
        let new = history.show(news)
        for (star, since) in history.stars where before.stars[star] != since {
          try connection.run("REPLACE INTO newsStars VALUES (?, ?)", [.text(star.description), .text(since)])
        }
        for item in news.entries.map(\.item.id) where !before.items.contains(item) {
          try connection.run("INSERT OR IGNORE INTO newsShown(item) VALUES (?)", [.text(item.description)])
        }
        try connection.run(
          "DELETE FROM newsShown WHERE id <= (SELECT id FROM newsShown ORDER BY id DESC LIMIT 1 OFFSET \(Self.capacity))"
        )
        return new
      }
    }
  }
}
