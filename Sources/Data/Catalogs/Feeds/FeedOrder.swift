package import Domain

extension Feed {
  /// The items as episodes of `podcast`, in listing order: newest first, or for a serial show by season and episode.
  /// Ids differ even if the feed gives two items the same guid.
  /// - Parameters:
  ///   - category: the name of the category that the episodes belong to.
  ///   - limit: the maximum number; nil for all.
  package func items(of podcast: Item, as category: String = "episode", limit: Int? = nil) -> [Item] {
    // By index, because copying a row takes as long as reading it.
    let dates = rows.indices.map { rows[$0].date }
    let keys = keys
    let places = isSerial ? serialPlaces(dates: dates) : newestFirst(dates: dates)
    return places.prefix(limit ?? places.count).map { place in
      Item(rows[place], as: category, key: keys[place], date: dates[place], of: podcast, in: self)
    }
  }

  /// A key for each row, from the end: of two with one guid the older keeps its key when a newer one arrives.
  private var keys: [String] {
    var seen: Set<String> = []
    seen.reserveCapacity(rows.count)
    // All items of a feed may have the same guid, so each continues counting where the one before stopped.
    var counts: [String: Int] = [:]
    let keys = rows.indices.reversed().map { place in
      var key = rows[place].key
      if !seen.insert(key).inserted {
        key += "#" + rows[place].furtherKey
        let first = key
        while !seen.insert(key).inserted {
          counts[first, default: 1] += 1
          key = "\(first)#\(counts[first, default: 1])"
        }
      }
      return key
    }
    return keys.reversed()
  }

  /// Nearly all feeds are in this order; an item without a date stays after its predecessor.
  private func newestFirst(dates: [ReleaseDate?]) -> [Int] {
    // Each date, or that of the nearest dated item before it; at the start, that of the first one after it.
    var last = dates.lazy.compactMap(\.self).first?.text ?? ""
    let moments = dates.map { date in
      last = date?.text ?? last
      return last
    }
    return dates.indices.sorted { moments[$0] > moments[$1] }
  }

  /// By season and episode, with a season's trailers first and items without a number among the others by date.
  private func serialPlaces(dates: [ReleaseDate?]) -> [Int] {
    let byDate = Array(newestFirst(dates: dates).reversed())
    // An episode without a season belongs to the current one, a trailer to the one that it announces.
    var seasons = rows.map(\.seasonNumber)
    let first = byDate.lazy.compactMap { seasons[$0] }.first
    var current = first
    for place in byDate where !rows[place].isTrailer {
      current = seasons[place] ?? current
      seasons[place] = current
    }
    current = nil
    for place in byDate.reversed() {
      seasons[place] = seasons[place] ?? current ?? first
      current = seasons[place]
    }
    var numbers: [Int] = Array(repeating: 0, count: rows.count)
    var latest: [Int: Int] = [:]
    for place in byDate {
      let season = seasons[place] ?? 0
      numbers[place] = rows[place].isTrailer ? -1 : rows[place].episodeNumber ?? latest[season] ?? 0
      if !rows[place].isTrailer { latest[season] = numbers[place] }
    }
    let ranks = byDate.enumerated().map { order, place in
      // An item without a number follows the one with it.
      (seasons[place] ?? 0, numbers[place], rows[place].episodeNumber == nil ? 1 : 0, order)
    }
    return ranks.sorted(by: <).map { byDate[$0.3] }
  }

  /// Appends another page of the same feed. Items may be both at the end of one page and at the start of the next, so
  /// known ones are omitted.
  /// - Returns: whether anything was new.
  package mutating func append(_ page: Feed) -> Bool {
    let here = Set(rows.map(\.key))
    let new = page.rows.filter { !here.contains($0.key) }
    rows += new
    skipped += page.skipped.map { SkippedRow(row: count + $0.row, reason: $0.reason) }
    fault = fault ?? page.fault
    next = page.next
    return !new.isEmpty
  }
}
