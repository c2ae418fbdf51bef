package import Domain

/// The news that were shown: for each favourite from which day on, and which releases.
package struct NewsTables: NewsMemory {
  private let memories: Memories

  /// Only the latest releases are kept, each by up to three keys.
  private static let capacity = 40_000

  package init(_ memories: Memories) { self.memories = memories }

  package func show(_ news: News, from first: String) async -> Set<ItemID>? {
    let shown = await memories.changeOrReport { connection throws(DatabaseError) in
      var history = NewsHistory()
      let stars = try connection.rows("SELECT star, since FROM newsStars") { (ItemID($0.text(0)), $0.text(1)) }
      for case (let star?, let since) in stars { history.stars[star] = since }
      history.items = Set(try connection.rows("SELECT item FROM newsShown") { $0.text(0) })
      let before = history
      let new = history.show(news, from: first)
      for (star, since) in history.stars where before.stars[star] != since {
        try connection.run("REPLACE INTO newsStars VALUES (?, ?)", [star.description, since])
      }
      for key in news.entries.flatMap(\.item.newsKeys) where !before.items.contains(key) {
        try connection.run("INSERT OR IGNORE INTO newsShown(item) VALUES (?)", [key])
      }
      try connection.run(
        "DELETE FROM newsShown WHERE id <= (SELECT id FROM newsShown ORDER BY id DESC LIMIT 1 OFFSET \(Self.capacity))"
      )
      return (new: new, isFirst: before.stars.isEmpty)
    }
    // What a damaged database knew is lost, so what is new is unknown.
    return shown.flatMap { $0.isFirst && memories.isReplaced ? nil : $0.new }
  }
}
