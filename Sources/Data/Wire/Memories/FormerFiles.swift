import Disk
import Domain

/// The files that earlier versions used instead of the database, and that of a session that could not use it. They are
/// imported once, and stay beside it with `.taken-over` after their names.
struct FormerFiles {
  let folder: PrivateFolder

  private static let earlier = "earlier-favorites.jsonl"
  /// Of liner 1.0, with those of the latest session alone.
  private static let last = "last-favorites.jsonl"
  private static let downloads = "downloads.jsonl"
  private static let charts = "charts"
  /// The favourites of a session that could not use the database.
  private static let beside = "unsaved-favorites.jsonl"
  private static let all = [earlier, last, beside, downloads, charts]

  private var names: [String] { Self.all.filter(folder.has) + folder.names.filter(Self.isUnsaved).sorted() }

  var exist: Bool { !names.isEmpty }

  /// Copies what can be read.
  func copy(to connection: Connection) throws(DatabaseError) {
    var favorites = [Self.earlier, Self.last, Self.beside].flatMap(favorites)
    for name in folder.names.filter(Self.isUnsaved).sorted() {
      favorites += Self.unsaved(in: lines(of: name, in: folder)).map { EarlierFavorite($0, of: "") }
    }
    _ = try EarlierTable.insert(favorites, in: connection)
    let charts = PrivateFolder(path: folder.path(of: Self.charts))
    for name in charts.names {
      guard let chart = Self.chart(inFile: name) else { continue }
      for look in lines(of: name, in: charts).compactMap(Self.snapshot) {
        try ChartsTable.insert(look, of: chart, in: connection)
      }
    }
    for json in lines(of: Self.downloads, in: folder).compactMap(Self.json) {
      try DownloadsTable.takeOver(json, in: connection)
    }
  }

  private func favorites(in name: String) -> [EarlierFavorite] {
    lines(of: name, in: folder).compactMap { line in
      (try? FavoriteLine.favorite(in: line)).map { EarlierFavorite($0, of: Self.json(line)?["session"]?.text ?? "") }
    }
  }

  /// Copies what a session saved while the database could not be used.
  func takeOverBeside(to connection: Connection) throws(DatabaseError) {
    guard folder.has(Self.beside) else { return }
    try connection.transaction { () throws(DatabaseError) in
      _ = try EarlierTable.insert(favorites(in: Self.beside), in: connection)
    }
    putAside(Self.beside)
  }

  /// The lines of a file; the last may be cut off by a kill or a full disk.
  private func lines(of name: String, in folder: PrivateFolder) -> [ArraySlice<UInt8>] {
    (folder.content(of: name) ?? []).split(separator: UInt8(ascii: "\n"))
  }

  private static func json(_ line: ArraySlice<UInt8>) -> JSONValue? { try? JSONValue(parsing: Array(line)) }

  func putAside() { names.forEach(putAside) }

  private func putAside(_ name: String) { folder.move(name, to: name + ".taken-over") }

  // MARK: Favourites of sessions that were killed

  /// `favorites-`, 26 digits and `.unkept`.
  private static func isUnsaved(_ name: String) -> Bool {
    name.hasPrefix("favorites-") && name.hasSuffix(".unkept") && name.utf8.count == 43
  }

  /// Each line is `+` and a favourite, or `-` and an id.
  private static func unsaved(in lines: [ArraySlice<UInt8>]) -> [Favorite] {
    var favorites: [Favorite] = []
    for line in lines {
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
    // All but letters and digits were written as `-` and two hexadecimal digits.
    let parts = name.dropLast(6).replacing("-", with: "%").split(separator: ".", omittingEmptySubsequences: false)
      .map(PercentEncoding.decoded)
    guard parts.count == 4 else { return nil }
    return ChartIdentity(
      storefront: parts[0], category: parts[1], genre: parts[2].isEmpty ? nil : parts[2], source: parts[3])
  }

  private static func snapshot(_ line: ArraySlice<UInt8>) -> ChartSnapshot? {
    guard let json = json(line), let day = json["day"]?.text, let asked = json["asked"]?.integer,
      let count = json["count"]?.integer, let places = json["places"]
    else { return nil }
    return ChartSnapshot(day: day, asked: asked, count: count) { ChartsTable.places(in: places.bytes) }
  }
}
