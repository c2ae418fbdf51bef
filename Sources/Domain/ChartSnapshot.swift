/// A snapshot of a chart on one day, for comparison with later ones.
package struct ChartSnapshot: Sendable {
  /// The day of the chart, such as `2026-11-14`.
  package let day: String
  /// How many places were asked for.
  package let asked: Int
  /// How many were received, unreadable ones included.
  package let count: Int
  private let makePlaces: @Sendable () -> [Item]

  /// - Parameter places: called when the places are needed: the items with their ranks, and enough to show them again.
  package init(day: String, asked: Int, count: Int, places: @escaping @Sendable () -> [Item]) {
    (self.day, self.asked, self.count, makePlaces) = (day, asked, count, places)
  }

  /// - Parameter skipped: how many places could not be read.
  package init(day: String, asked: Int, items: [Item], skipped: Int = 0) {
    let places = items.enumerated().map { $1.place(at: $0) }
    self.init(day: day, asked: asked, count: items.count + skipped) { places }
  }

  package var places: [Item] { makePlaces() }

  /// Charts grow and shrink a little from day to day.
  fileprivate func isNearlyAsLong(as other: ChartSnapshot) -> Bool { count * 10 >= other.count * 9 }

  /// The items of a later snapshot, each with its move since this one. If this one requested fewer places, items below
  /// its last place are not marked new: they may have been there before. An unreadable place may have been any of them.
  /// Only the first of several places of an item is compared.
  /// - Parameter asked: how many places the later snapshot requested.
  package func compared(with items: [Item], asked: Int) -> [Item] {
    let places = places
    let deepest = places.count < count ? 0 : self.asked >= asked ? Int.max : count
    let before = Dictionary(places.map { ($0.id, $0.rank ?? 0) }) { first, _ in first }
    var compared: Set<ItemID> = []
    return items.map { item in
      guard compared.insert(item.id).inserted else { return item }
      var item = item
      guard let previous = before[item.id] else {
        if item.rank ?? 0 <= deepest { item.isNew = true }
        return item
      }
      item.previous = previous
      if let rank = item.rank, rank != previous { item.moved = previous - rank }
      return item
    }
  }

  /// The number ones of storefronts, each with whether it was the number one there in this snapshot.
  package func compared(withFirsts items: [Item]) -> [Item] {
    let before = numberOnes
    return items.map { item in
      var item = item
      guard let first = before[item.storefront] else { return item }
      if first == item.id { item.previous = 1 } else { item.isNew = true }
      return item
    }
  }

  /// The number ones that `later` replaces, in the storefronts that it contains.
  fileprivate func replacedNumberOnes(in later: ChartSnapshot) -> [Item] {
    let now = later.numberOnes
    return places.filter { place in now[place.storefront].map { $0 != place.id } ?? false }
  }

  /// The first item of each storefront.
  private var numberOnes: [String?: ItemID] { Dictionary(places.map { ($0.storefront, $0.id) }) { first, _ in first } }
}

extension Item {
  /// What a snapshot keeps of it.
  /// - Parameter index: its position from 0, for an item without a rank.
  fileprivate func place(at index: Int) -> Item {
    var place = Item(id: id, title: title)
    (place.creator, place.storefront, place.rank) = (creator, storefront, rank ?? index + 1)
    // An episode can be looked up only through its podcast.
    place.albumID = albumID
    return place
  }

  /// A place of an earlier snapshot, among those that are now without one.
  fileprivate var withoutRank: Item { changing(self) { ($0.rank, $0.previous) = (nil, rank) } }
}

/// The chart that snapshots show.
package struct ChartIdentity: Sendable, Hashable {
  /// Two capital letters, or `world` for the number ones of all storefronts.
  package let storefront: String
  package let category: String
  package let genre: String?
  /// Who compiles it.
  package let source: String

  package init(storefront: String, category: String, genre: String?, source: String) {
    (self.storefront, self.category, self.genre, self.source) = (storefront, category, genre, source)
  }

  package static let world = "world"
}

/// Remembers snapshots of charts.
package protocol ChartHistory: Sendable {
  /// The remembered snapshots of `chart`; nil if they cannot be read.
  func snapshots(of chart: ChartIdentity) async -> [ChartSnapshot]?

  /// A few of the latest snapshots of any charts.
  func latest() async -> [ChartSnapshot]

  /// Remembers a snapshot. Keeps the fullest one of each day, for up to 90 days.
  func remember(_ look: ChartSnapshot, of chart: ChartIdentity) async
}

extension Collection<ChartSnapshot> {
  /// The snapshot to compare `look` with: the latest from an earlier day with as many places, or else the latest of the
  /// shorter ones.
  ///
  /// A snapshot with fewer places than requested, and fewer than another snapshot has, is incomplete: an item missing
  /// from it may still have been in the chart.
  /// - Parameter latest: the latest day to accept; nil for any.
  package func baseline(for look: ChartSnapshot, notAfter latest: String? = nil) -> ChartSnapshot? {
    let earlier = filter { $0.day < look.day }
    let fullest = earlier.map(\.count).max() ?? 0
    let whole = earlier.filter { $0.day <= latest ?? $0.day && ($0.count >= $0.asked || $0.count == fullest) }
    // An earlier snapshot that received all it requested also counts if the chart has grown only a little since.
    let deep = whole.filter { earlier in
      earlier.count >= look.count || earlier.asked >= look.asked && earlier.isNearlyAsLong(as: look)
    }
    // An incomplete snapshot says nothing about the items it lacks.
    let shallow = whole.filter { $0.count >= $0.asked }
    return (deep.isEmpty ? shallow : deep).max { $0.day < $1.day }
  }
}

/// How a chart differs from an earlier snapshot of it.
package struct ChartChanges: Sendable, Equatable {
  package var chart: Chart
  /// The earliest day remembered before the chart's own; nil if this is the first snapshot.
  package var firstSnapshotDay: String?
  /// Whether the chart has a day and places, and earlier snapshots could be read.
  package var isComparable = false
  /// The items that are new, by rank.
  package var entered: [Item] = []
  /// The items that dropped out, by their former rank.
  package var left: [Item] = []
  /// The items that moved furthest, furthest first.
  package var moved: [Item] = []

  /// How many moves are reported.
  private static let most = 5

  /// - Parameters:
  ///   - chart: with its items from `compared`.
  ///   - look: a snapshot of the same chart.
  ///   - baseline: the snapshot it was compared with; nil if there was none.
  package init(_ chart: Chart, look: ChartSnapshot, since baseline: ChartSnapshot?) {
    self.chart = chart
    guard let baseline else { return }
    entered = chart.list.items.filter { $0.isNew == true }
    if chart.storefront == ChartIdentity.world {
      left = baseline.replacedNumberOnes(in: look).map(\.withoutRank)
    } else if look.asked >= baseline.count, look.isNearlyAsLong(as: baseline), look.places.count == look.count {
      // An item below the last place received may still be in the chart, and an unreadable place may be any item's.
      let present = Set(look.places.map(\.id))
      left = baseline.places.distinct(by: \.id).filter { !present.contains($0.id) }.map(\.withoutRank)
    }
    // The sort keeps those with equal moves in order of rank.
    let movers = chart.list.items.filter { $0.moved != nil }
    moved = Array(movers.sorted { abs($0.moved ?? 0) > abs($1.moved ?? 0) }.prefix(Self.most))
  }
}

extension CatalogClient {
  /// Requests a chart and compares it with an earlier snapshot.
  /// - Parameters:
  ///   - memory: nil to remember nothing.
  ///   - latest: the latest day to compare it with; nil for any before its own.
  package func changes(
    of request: ChartRequest, filters: [String: String], memory: (any ChartHistory)?, notAfter latest: String? = nil
  ) async throws(CatalogError) -> ChartChanges {
    let chart = try await chart(request, filters: filters)
    var asked = request.limit ?? request.largest
    // Without a limit one page is requested, so a full page is everything that was requested.
    if case .page = chart.list.extent { asked = chart.list.items.count + chart.list.skipped.count }
    let look = ChartSnapshot(
      day: String((chart.updated?.text ?? "").prefix(10)), asked: asked, items: chart.list.items,
      skipped: chart.list.skipped.count)
    return await compared(chart, of: request, as: look, memory: memory, notAfter: latest)
  }

  /// Compares the number ones of all storefronts with an earlier snapshot; `memory` and `latest` as in `changes(of:…)`.
  /// - Parameters:
  ///   - day: the day of the snapshot.
  ///   - isWhole: whether every storefront has answered; otherwise the snapshot is not remembered.
  package func changes(
    ofFirsts items: [Item], of request: ChartRequest, on day: String, isWhole: Bool, memory: (any ChartHistory)?,
    notAfter latest: String? = nil
  ) async -> ChartChanges {
    let chart = Chart(title: request.title, source: "", storefront: ChartIdentity.world, list: ItemList(items: items))
    let look = ChartSnapshot(day: day, asked: items.count, items: items)
    return await compared(chart, of: request, as: look, isBaseline: isWhole, memory: memory, notAfter: latest)
  }

  private func compared(
    _ chart: Chart, of request: ChartRequest, as look: ChartSnapshot, isBaseline: Bool = true,
    memory: (any ChartHistory)?,
    notAfter latest: String?
  ) async -> ChartChanges {
    // Without a day, a snapshot is neither earlier nor later than another.
    guard let memory, look.day.utf8.count == 10, look.count > 0 else {
      return ChartChanges(chart, look: look, since: nil)
    }
    var chart = chart
    let identity = ChartIdentity(
      storefront: chart.storefront, category: request.offer.category.name, genre: request.genre, source: chart.source)
    let snapshots = await memory.snapshots(of: identity)
    let baseline = snapshots?.baseline(for: look, notAfter: latest)
    if isBaseline { await memory.remember(look, of: identity) }
    if let baseline {
      let items = chart.list.items
      chart.list.items =
        chart.storefront == ChartIdentity.world
        ? baseline.compared(withFirsts: items) : baseline.compared(with: items, asked: look.asked)
      chart.since = baseline.day
    }
    var changes = ChartChanges(chart, look: look, since: baseline)
    changes.isComparable = snapshots != nil
    changes.firstSnapshotDay = snapshots?.map(\.day).filter { $0 < look.day }.min()
    return changes
  }
}
