/// A chart as it was looked at on a day: enough of it to tell how a later one differs.
package struct ChartLook: Sendable {
  /// The day that the chart is of, such as `2026-11-14`.
  package let day: String
  /// How many places were asked for.
  package let asked: Int
  /// How many came.
  package let count: Int
  private let makePlaces: @Sendable () -> [Place]

  /// An item at its rank, with what it takes to show it again.
  package struct Place: Sendable, Equatable {
    package let id: ItemID
    package let rank: Int
    package let title: String
    package let creator: String?
    package let storefront: String?

    package init(id: ItemID, rank: Int, title: String, creator: String? = nil, storefront: String? = nil) {
      (self.id, self.rank, self.title, self.creator, self.storefront) = (id, rank, title, creator, storefront)
    }

    /// - Parameter index: where it stands, from 0, where its rank is not known.
    package init(_ item: Item, at index: Int) {
      self.init(
        id: item.id, rank: item.rank ?? index + 1, title: item.title, creator: item.creator,
        storefront: item.storefront)
    }

    var item: Item {
      var item = Item(id: id, title: title)
      (item.creator, item.storefront, item.previous) = (creator, storefront, rank)
      return item
    }
  }

  /// - Parameter places: called when somebody looks at them.
  package init(day: String, asked: Int, count: Int, places: @escaping @Sendable () -> [Place]) {
    (self.day, self.asked, self.count, makePlaces) = (day, asked, count, places)
  }

  /// - Parameter skipped: how many places could not be read.
  package init(day: String, asked: Int, items: [Item], skipped: Int = 0) {
    let places = items.enumerated().map { Place($1, at: $0) }
    self.init(day: day, asked: asked, count: items.count + skipped) { places }
  }

  package var places: [Place] { makePlaces() }
}

/// Which chart a look is at.
package struct ChartIdentity: Sendable, Hashable {
  /// By its two letters in capitals, or `world` for what is first in each.
  package let storefront: String
  package let category: String
  package let genre: String?
  /// Who counted.
  package let source: String

  package init(storefront: String, category: String, genre: String?, source: String) {
    (self.storefront, self.category, self.genre, self.source) = (storefront, category, genre, source)
  }

  package static let world = "world"
}

/// Where looks at charts are kept.
package protocol ChartMemory: Sendable {
  /// The looks at a chart that are remembered.
  func looks(at chart: ChartIdentity) async -> [ChartLook]

  /// Remembers a look. Of one day the fullest is kept, and nothing for longer than 90 days.
  func remember(_ look: ChartLook, of chart: ChartIdentity) async
}

extension Collection<ChartLook> {
  /// What `look` is compared with: the latest look of an earlier day that reached as far down.
  ///
  /// A look that brought fewer places than it asked for, and fewer than others had brought, was cut somewhere, and says
  /// nothing of what is missing from it.
  /// - Parameter latest: the latest day that will do; nil: any.
  package func baseline(for look: ChartLook, notAfter latest: String? = nil) -> ChartLook? {
    filter { earlier in
      guard earlier.day < look.day, latest.map({ earlier.day <= $0 }) ?? true else { return false }
      if earlier.count < earlier.asked, contains(where: { $0.day < look.day && $0.count > earlier.count }) {
        return false
      }
      // A chart that had all it asked for, and has grown a little since, is no shorter answer.
      return earlier.count >= look.count || earlier.asked >= look.asked && earlier.count * 10 >= look.count * 9
    }.max { $0.day < $1.day }
  }
}

extension ChartLook {
  /// The items of a later look with how each came to its place since this one.
  package func compared(with items: [Item]) -> [Item] {
    let before = Dictionary(places.map { ($0.id, $0.rank) }) { first, _ in first }
    return items.map { item in
      var item = item
      guard let previous = before[item.id] else {
        item.isNew = true
        return item
      }
      item.previous = previous
      if let rank = item.rank, rank != previous { item.moved = previous - rank }
      return item
    }
  }

  /// The items that are first in each storefront with whether they were so in this look.
  package func compared(withFirsts items: [Item]) -> [Item] {
    let before = firsts
    return items.map { item in
      var item = item
      guard let first = before[item.storefront] else { return item }
      if first == item.id { item.previous = 1 } else { item.isNew = true }
      return item
    }
  }

  /// Those that are not first in their storefront any more. Of a storefront that a later look lacks, nobody knows.
  fileprivate func firstsReplaced(in later: ChartLook) -> [Place] {
    let now = later.firsts
    return places.filter { place in now[place.storefront].map { $0 != place.id } ?? false }
  }

  /// What is first, by storefront.
  private var firsts: [String?: ItemID] { Dictionary(places.map { ($0.storefront, $0.id) }) { first, _ in first } }
}

/// How a chart differs from an earlier look at it.
package struct ChartChanges: Sendable, Equatable {
  package var chart: Chart
  /// The earliest day that is remembered of it, before its own; nil where this is the first.
  package var firstLook: String?
  /// Those that were not there, by rank.
  package var entered: [Item] = []
  /// Those that are not there any more, by the rank that they had.
  package var left: [Item] = []
  /// Those that moved furthest, the furthest first.
  package var moved: [Item] = []

  /// So many moves are told.
  private static let most = 5

  /// - Parameters:
  ///   - chart: its items as `compared` made them.
  ///   - look: the same chart as a look.
  ///   - baseline: what it was compared with; nil where there was nothing.
  package init(_ chart: Chart, look: ChartLook, since baseline: ChartLook?) {
    self.chart = chart
    guard let baseline else { return }
    entered = chart.list.items.filter { $0.isNew == true }
    if chart.storefront == ChartIdentity.world {
      left = baseline.firstsReplaced(in: look).map(\.item)
    } else if look.asked >= baseline.count {
      // What stands below the last place asked for has not left.
      let present = Set(look.places.map(\.id))
      left = baseline.places.filter { !present.contains($0.id) }.map(\.item)
    }
    let movers = chart.list.items.filter { $0.moved != nil }
    moved = Array(
      movers.enumerated().sorted { a, b in
        let (first, second) = (abs(a.element.moved ?? 0), abs(b.element.moved ?? 0))
        return first == second ? a.offset < b.offset : first > second
      }.map(\.element).prefix(Self.most))
  }
}

extension CatalogClient {
  /// Asks for a ranking, and says where each place came from since it was looked at before.
  /// - Parameters:
  ///   - memory: nil remembers nothing.
  ///   - latest: the latest day to compare it with; nil: any before its own.
  package func changes(
    of request: ChartRequest, filters: [String: String], memory: (any ChartMemory)?, notAfter latest: String? = nil
  ) async throws(CatalogError) -> ChartChanges {
    let chart = try await chart(request, filters: filters)
    let look = ChartLook(
      day: String((chart.updated?.text ?? "").prefix(10)), asked: request.limit ?? request.largest,
      items: chart.list.items, skipped: chart.list.skipped.count)
    return await compared(chart, of: request, as: look, memory: memory, notAfter: latest)
  }

  /// Says of what is first in each storefront who was first there before.
  /// - Parameters:
  ///   - day: the day that it is asked on.
  ///   - isWhole: whether every storefront has answered; else it is no baseline for later ones.
  ///   - memory: nil remembers nothing.
  ///   - latest: the latest day to compare it with; nil: any before its own.
  package func changes(
    ofFirsts items: [Item], of request: ChartRequest, on day: String, isWhole: Bool, memory: (any ChartMemory)?,
    notAfter latest: String? = nil
  ) async -> ChartChanges {
    let chart = Chart(title: request.title, source: "", storefront: ChartIdentity.world, list: ItemList(items: items))
    let look = ChartLook(day: day, asked: items.count, items: items)
    return await compared(chart, of: request, as: look, isBaseline: isWhole, memory: memory, notAfter: latest)
  }

  private func compared(
    _ chart: Chart, of request: ChartRequest, as look: ChartLook, isBaseline: Bool = true, memory: (any ChartMemory)?,
    notAfter latest: String?
  ) async -> ChartChanges {
    // Without a day nothing is earlier or later than it.
    guard let memory, look.day.utf8.count == 10, look.count > 0 else {
      return ChartChanges(chart, look: look, since: nil)
    }
    var chart = chart
    let identity = ChartIdentity(
      storefront: chart.storefront, category: request.offer.category.name, genre: request.genre, source: chart.source)
    let looks = await memory.looks(at: identity)
    let baseline = looks.baseline(for: look, notAfter: latest)
    if isBaseline { await memory.remember(look, of: identity) }
    if let baseline {
      let items = chart.list.items
      chart.list.items =
        chart.storefront == ChartIdentity.world
        ? baseline.compared(withFirsts: items) : baseline.compared(with: items)
      chart.since = baseline.day
    }
    var changes = ChartChanges(chart, look: look, since: baseline)
    changes.firstLook = looks.map(\.day).filter { $0 < look.day }.min()
    return changes
  }
}
