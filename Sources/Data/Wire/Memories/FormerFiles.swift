import Disk
import Domain

/// The files that earlier versions used instead of the database. They are imported once, and stay beside it with
/// `.taken-over` after their names.
struct FormerFiles {
  let folder: PrivateFolder

  private static let earlier = "earlier-favorites.jsonl"
  /// Of liner 1.0, with those of the latest session alone.
  private static let last = "last-favorites.jsonl"
  private static let downloads = "downloads.jsonl"
  private static let charts = "charts"
  private static let all = [earlier, last, downloads, charts]

  private var names: [String] { Self.all.filter(folder.has) + folder.names.filter(Self.isUnsaved).sorted() }

  var exist: Bool { !names.isEmpty }

  /// Copies what can be read.
  func copy(to connection: Connection) throws(DatabaseError) {
    func lines<Line>(_ name: String, _ format: LinesFile<Line>.Format) -> [Line] {
      guard let bytes = folder.content(of: name) else { return [] }
      return (try? format.lines(in: bytes, name)) ?? []
    }
    var favorites = lines(
      Self.earlier, .init(name: "earlier-favorites", noun: "favourites", read: FavoriteLine.earlier))
    favorites += lines(Self.last, .init(name: "favorites", noun: "favourites", latest: 2, read: FavoriteLine.favorite))
      .map { EarlierFavorite($0, session: "") }
    for name in folder.names.filter(Self.isUnsaved).sorted() {
      guard let bytes = folder.content(of: name) else { continue }
      favorites += Self.unsaved(in: bytes).map { EarlierFavorite($0, session: "") }
    }
    _ = try EarlierTable.insert(favorites, in: connection)
    let charts = PrivateFolder(path: folder.path(of: Self.charts))
    for name in charts.names {
      guard let chart = Self.chart(inFile: name), let bytes = charts.content(of: name),
        let snapshots = try? Self.chartFormat.lines(in: bytes, name)
      else { continue }
      for look in snapshots { try ChartsTable.insert(look, of: chart, in: connection) }
    }
    if let bytes = folder.content(of: Self.downloads) {
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        // Skips a line that was cut off by a kill or a full disk.
        guard let json = try? JSONValue(parsing: Array(line)) else { continue }
        try DownloadsTable.takeOver(json, in: connection)
      }
    }
  }

  func putAside() {
    for name in names { folder.move(name, to: name + ".taken-over") }
  }

  // MARK: Favourites of sessions that were killed

  /// `favorites-`, 26 digits and `.unkept`.
  private static func isUnsaved(_ name: String) -> Bool {
    name.hasPrefix("favorites-") && name.hasSuffix(".unkept") && name.utf8.count == 43
  }

  /// Each line is `+` and a favourite, or `-` and an id.
  private static func unsaved(in bytes: [UInt8]) -> [Favorite] {
    var favorites: [Favorite] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let rest = line.dropFirst()
      guard let id = try? FavoriteLine.id(in: rest) else { continue }
      favorites.removeAll { $0.id == id }
      if line.first == UInt8(ascii: "+"), let favorite = try? FavoriteLine.favorite(in: rest) {
        favorites.append(favorite)
      }
    }
    return favorites
  }

  // MARK: Charts

  /// `US.song..Apple-20Music.jsonl`
  private static func chart(inFile name: String) -> ChartIdentity? {
    guard name.hasSuffix(".jsonl") else { return nil }
    let parts = name.dropLast(6).split(separator: ".", omittingEmptySubsequences: false).map(text)
    guard parts.count == 4 else { return nil }
    return ChartIdentity(
      storefront: parts[0], category: parts[1], genre: parts[2].isEmpty ? nil : parts[2], source: parts[3])
  }

  /// All but letters and digits were written as `-` and two hexadecimal digits.
  private static func text(_ encoded: Substring) -> String {
    var (bytes, rest) = ([UInt8](), encoded.utf8[...])
    while let first = rest.popFirst() {
      let code = first == UInt8(ascii: "-") ? UInt8(String(Substring(rest.prefix(2))), radix: 16) : nil
      bytes.append(code ?? first)
      if code != nil { rest = rest.dropFirst(2) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let chartFormat = LinesFile<ChartSnapshot>.Format(name: "chart", noun: "chart") {
    line throws(MalformedLine) in
    guard let json = try? JSONValue(parsing: Array(line)), let day = json["day"]?.text,
      let asked = json["asked"]?.integer, let count = json["count"]?.integer, let places = json["places"]
    else { throw MalformedLine(what: "missing day, asked, count or places") }
    return ChartSnapshot(day: day, asked: asked, count: count) { ChartPlaces.places(in: places.bytes) }
  }
}
