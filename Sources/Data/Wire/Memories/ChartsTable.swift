package import Domain

/// The charts that were viewed: the fullest snapshot of each day, for 90 days.
package struct ChartsTable: ChartHistory {
  private let memories: Memories
  private let today: @Sendable () -> String

  private static let days = 90

  /// The first of the 90 days.
  private var oldest: String? { CalendarDay.text(Self.days, before: today()) }

  /// - Parameter today: the last of the 90 days.
  package init(_ memories: Memories, today: @escaping @Sendable () -> String = { CalendarDay.today }) {
    (self.memories, self.today) = (memories, today)
  }

  package func snapshots(of chart: ChartIdentity) async -> [ChartSnapshot]? {
    await snapshots("\(Self.isChart) AND day >= ? ORDER BY day", Self.key(of: chart) + [oldest ?? ""])
  }

  package func latest() async -> [ChartSnapshot] { await snapshots("true ORDER BY day DESC LIMIT 8", []) ?? [] }

  /// - Parameter condition: in SQL, with an order.
  private func snapshots(_ condition: String, _ values: [String]) async -> [ChartSnapshot]? {
    await memories.orReport { () async throws(FileError) in
      // Once a damaged database was replaced, it is unknown which view was the first.
      try await memories.read(orIfNew: [], isNothing: { _ in true }) { connection throws(DatabaseError) in
        try connection.rows("SELECT day, asked, count, places FROM charts WHERE \(condition)", values) {
          row throws(DatabaseError) in
          let places = row.bytes(3)
          guard places.first == UInt8(ascii: "["), places.last == UInt8(ascii: "]") else { throw .damaged }
          return ChartSnapshot(day: row.text(0), asked: Int(row.integer(1)), count: Int(row.integer(2))) {
            Self.places(in: places)
          }
        }
      }
    }
  }

  package func remember(_ look: ChartSnapshot, of chart: ChartIdentity) async {
    guard let oldest, look.day >= oldest else { return }
    // Comparing first avoids writing a chart that is already remembered.
    let same = await snapshots(of: chart)?.first { $0.day == look.day }
    if let same, look.count < same.count || look.count == same.count && look.places == same.places { return }
    await memories.changeOrReport { connection throws(DatabaseError) in
      // A world chart's day comes from this machine's clock; if it is a year ahead, all other charts would be deleted.
      if chart.storefront != ChartIdentity.world { try connection.run("DELETE FROM charts WHERE day < ?", [oldest]) }
      try Self.insert(look, of: chart, in: connection)
    }
  }

  /// Stores a fuller snapshot of the same day.
  static func insert(_ look: ChartSnapshot, of chart: ChartIdentity, in connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO charts VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
      SET asked = excluded.asked, count = excluded.count, places = excluded.places WHERE excluded.count >= count
      """,
      Self.key(of: chart) + [look.day, look.asked, look.count, Self.bytes(of: look.places)])
  }

  private static let isChart = "storefront = ? AND category = ? AND genre = ? AND source = ?"

  private static func key(of chart: ChartIdentity) -> [String] {
    [chart.storefront, chart.category, chart.genre ?? "", chart.source]
  }

  /// The places of a chart as a JSON array: `[{"id":"itunes:song:1","rank":1,"title":"Title"},…]`.
  private static func bytes(of places: [Item]) -> [UInt8] {
    JSONValue.array(
      places.map { place in
        var members: [String: JSONValue] = [
          "id": .string(place.id.description), "rank": JSONValue(place.rank ?? 0), "title": .string(place.title),
        ]
        members["creator"] = place.creator.map { .string($0) }
        members["album"] = place.albumID.map { .string($0.description) }
        members["country"] = place.storefront.map { .string($0) }
        return .object(JSONMembers(members))
      }
    ).bytes
  }

  static func places(in bytes: [UInt8]) -> [Item] {
    ((try? JSONValue(parsing: bytes))?.array ?? []).compactMap { place in
      guard case .string(let text)? = place["id"], let id = ItemID(text), let rank = place["rank"]?.integer,
        let title = place["title"]?.text
      else { return nil }
      var item = Item(id: id, title: title)
      (item.rank, item.creator, item.storefront) = (rank, place["creator"]?.text, place["country"]?.text)
      item.albumID = place["album"]?.text.flatMap { ItemID($0) }
      return item
    }
  }
}
