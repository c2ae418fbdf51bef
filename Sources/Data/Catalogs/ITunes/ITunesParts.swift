import Domain

extension ITunesRelation {
  /// The items in `records` that belong to `item` by this relation, in the relation's order.
  func list(of item: Item, in records: ITunesRecords) -> ItemList {
    let parent = parent(of: item)
    let owner = parent.flatMap { records.entry(of: $0, butNot: parts) }
    var seen: Set<ItemID> = []
    let entries = records.entries.filter { entry in
      parts.contains(entry.item.id.category) && entry.item.id != owner?.id && seen.insert(entry.item.id).inserted
    }
    var items = entries.map(\.item)
    sort(&items)
    // The rows are the parts, and a relation without parts only takes the owner.
    var list = ItemList(items: items, skipped: parts.isEmpty ? [] : records.skipped, owner: owner)
    let rows = records.rowCount - (owner == nil ? 0 : 1)
    list.extent = extent(rows: rows, of: owner)
    let isNumbered =
      order == .tracks || relation.need != .creator && entity == "tvEpisode" && owner?.id.category == "season"
    // An unreadable row may be the one that seems to be missing.
    if isNumbered, records.skipped.isEmpty {
      list.gaps = Gap.gaps(in: entries.map(\.row), isCutShort: rows >= ITunesLookup.largest)
    }
    if order == .tracks, list.gaps.isEmpty, list.extent == .all, let total = owner?.count, total > rows {
      list.extent = .ended(came: rows, total: total)
    }
    if relation.reach == .one, let whole = owner ?? relation.namedTarget(from: item) { list.items.insert(whole, at: 0) }
    return list
  }

  /// The part of `list` that an item's own screen shows.
  func preview(of list: ItemList, for item: Item) -> ItemList {
    guard case .first(let count) = relation.preview, relation.reach == .many else { return list }
    var list = list
    let others = relation.need == nil ? list.items : list.items.filter { $0.id != item.id }
    list.items = Array(others.prefix(count))
    list.gaps = []
    if others.count > count { list.extent = .limit(count, largest: ITunesLookup.largest) }
    return list
  }

  /// How many items a preview needs: one may be the item itself, and one more shows that there are others.
  var previewLength: Int? {
    if case .first(let count) = relation.preview, relation.reach == .many { count + 2 } else { nil }
  }

  /// The service lists at most the podcast episodes that are in the feed now, but counts all that ever were.
  private func extent(rows: Int, of owner: Item?) -> Extent {
    let extent = Extent(rows: rows, limit: ITunesLookup.largest, page: 50, largest: ITunesLookup.largest)
    guard extent == .all, entity == "podcastEpisode", rows > 0 else { return extent }
    guard let total = owner?.count else { return .unknown }
    return rows < total ? .ended(came: rows, total: total) : .all
  }

  private func sort(_ items: inout [Item]) {
    switch order {
    case .asSent: break
    case .tracks: items.sort { $0.placeOnDisc < $1.placeOnDisc }
    case .episodes: items.sort { $0.placeInSeason < $1.placeInSeason }
    case .seasons: items.sort { ($0.season ?? .max, $0.day) < ($1.season ?? .max, $1.day) }
    case .newestFirst: items.sort { $0.day > $1.day }
    }
  }
}

extension Item {
  fileprivate var placeOnDisc: (Int, Int, Int) { (disc ?? 1, track ?? .max, number) }
  fileprivate var placeInSeason: (Int, Int, Int) { (season ?? .max, episode ?? .max, number) }
  fileprivate var day: String { released?.text ?? "" }
  /// The service's number, which decides the order if nothing else does.
  private var number: Int { Int(id.key) ?? .max }
}

extension Gap {
  /// The numbers missing from `rows`, by disc. A song's `trackCount` counts its disc; a video on the same disc has the
  /// whole album's count, and continues the numbering.
  /// - Parameter isCutShort: whether the service stopped early, so that the rest is unknown.
  static func gaps(in rows: [ITunesRow], isCutShort: Bool) -> [Gap] {
    var discs: [Int: (present: Set<Int>, total: Int)] = [:]
    for row in rows {
      guard let number = row.integer(.trackNumber), number > 0 else { return [] }
      let disc = row.integer(.discNumber) ?? 1
      let total = row[.kind] == "music-video" ? 0 : row.integer(.trackCount) ?? 0
      let known = discs[disc] ?? ([], 0)
      discs[disc] = (known.present.union([number]), max(known.total, number, total))
    }
    guard let last = discs.keys.max() else { return [] }
    let discCount = isCutShort ? last : max(last, rows.lazy.compactMap { $0.integer(.discCount) }.max() ?? 1)
    // Larger numbers are not plausible.
    guard discCount <= 200, discs.values.allSatisfy({ $0.total <= 2_000 }) else { return [] }
    return (1...max(1, discCount)).compactMap { number in
      let name = discCount > 1 ? number : nil
      guard let disc = discs[number] else { return Gap(disc: name, numbers: []) }
      let end = isCutShort && number == last ? disc.present.max() ?? 0 : disc.total
      let missing = (1...max(1, end)).filter { !disc.present.contains($0) }
      return missing.isEmpty ? nil : Gap(disc: name, numbers: missing)
    }
  }
}
