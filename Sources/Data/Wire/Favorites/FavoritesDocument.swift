import Domain

/// What a favourites file holds: `{"liner":"favorites","v":1}`, then an object a line for each item, in the order of
/// starring, with the keys of JSON output and those that finding the item again takes. Blank lines mean nothing.
struct FavoritesDocument {
  /// An item and where its line stands.
  private struct Row {
    let item: Item
    /// The line's bytes without its break, or what tells them from all others.
    let print: Int
    var place: Range<Int>
  }

  /// Without an item where a line was blanked.
  private var rows: [Row?] = []
  private var index: [ItemID: Int] = [:]
  /// Further lines for an item, by a person or two files in one; only the first counts.
  private var repeated: [ItemID: [Range<Int>]] = [:]
  private var size = 0
  private var endsInLineBreak = true
  private var blank = 0

  private static let version = 1
  private static let header = Array("{\"liner\":\"favorites\",\"v\":\(version)}\n".utf8)
  /// So much blank may stay in a small file.
  private static let tolerableBlank = 65536

  init() {}

  var items: [Item] { rows.compactMap { $0?.item } }

  // MARK: Reading

  /// An empty file has no items.
  /// - Parameter known: what was read before: lines that are still the same are not read again.
  /// - Throws: `malformed` at the first line that is not what a favourites file has there.
  init(parsing bytes: [UInt8], path: String, knowing known: FavoritesDocument = FavoritesDocument()) throws(FileError) {
    size = bytes.count
    endsInLineBreak = bytes.last == UInt8(ascii: "\n")
    var items: [Int: Item] = [:]
    for case let row? in known.rows { items[row.print] = row.item }
    var hasHeader = false
    var (start, number) = (0, 0)
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer { start = end + 1 }
      let line = bytes[start..<end]
      if Self.meansNothing(line) {
        blank += line.count + 1
        continue
      }
      do throws(FavoriteLine.Malformed) {
        if hasHeader {
          let print = Self.print(of: line)
          let item: Item
          if let found = items[print] { item = found } else { item = try Self.item(from: line) }
          take(Row(item: item, print: print, place: start..<end))
        } else {
          try Self.checkHeader(line)
          hasHeader = true
        }
      } catch {
        throw FileError(path: path, .malformed(line: number, error.what))
      }
    }
  }

  private mutating func take(_ row: Row) {
    guard index[row.item.id] == nil else { return repeated[row.item.id, default: []].append(row.place) }
    index[row.item.id] = rows.count
    rows.append(row)
  }

  private static func item(from line: ArraySlice<UInt8>) throws(FavoriteLine.Malformed) -> Item {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw FavoriteLine.Malformed(what: "this is not UTF-8 text")
    }
    return try FavoriteLine.item(from: line)
  }

  /// Blank, or what was left of a line when somebody was killed who wrote or blanked it: that begins with a space, and
  /// goes on in the middle.
  private static func meansNothing(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return true }
    return line.first == 0x20 && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }

  private static func print(of line: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    line.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(line.count)
    return hasher.finalize()
  }

  private static func checkHeader(_ row: ArraySlice<UInt8>) throws(FavoriteLine.Malformed) {
    guard let header = try? JSONValue(parsing: Array(row)), case .string("favorites")? = header["liner"],
      let version = header["v"]?.integer
    else { throw FavoriteLine.Malformed(what: "this is not a favourites file") }
    guard version == Self.version else {
      throw FavoriteLine.Malformed(
        what: "these favourites have version \(version); this liner reads version \(Self.version)")
    }
  }

  // MARK: Changing

  /// Brings the document up to date with the file, makes the change to it, and says what that makes of the file.
  mutating func change(
    _ state: FileState, by change: FavoritesChange, path: String, known: () -> [Item]
  ) throws(FileError) -> FileChange {
    if !state.isAsSeen {
      self = try FavoritesDocument(parsing: state.isMissing ? [] : try state.bytes(), path: path, knowing: self)
    }
    // A file that was removed or emptied meanwhile takes nothing with it.
    if size == 0 { return .replacement(try fill(with: known(), from: [], path: path)) }
    let removed = change.removed.filter { index[$0] != nil }
    let gone = Set(removed)
    let added = change.added.filter { index[$0.item.id] == nil || gone.contains($0.item.id) }
    if added.isEmpty && removed.isEmpty { return .none }
    let places = removed.flatMap { [rows[index[$0]!]!.place] + repeated[$0, default: []] }
    let blankAfter = places.reduce(blank) { $0 + $1.count + 1 }
    if blankAfter > max(Self.tolerableBlank, size / 2) || added.contains(where: { $0.index != nil }) {
      return .replacement(try fill(with: change.applied(to: items), from: try state.bytes(), path: path))
    }
    for id in removed {
      rows[index.removeValue(forKey: id)!] = nil
      repeated[id] = nil
    }
    blank = blankAfter
    // Somebody may have ended the file in the middle of a line.
    var lines: [UInt8] = endsInLineBreak && removed.isEmpty ? [] : [UInt8(ascii: "\n")]
    for addition in added {
      let line = try Self.line(for: addition.item, path: path)
      let start = size + lines.count
      take(Row(item: addition.item, print: Self.print(of: line[...]), place: start..<start + line.count))
      lines += line + [UInt8(ascii: "\n")]
    }
    size += lines.count
    endsInLineBreak = true
    return .lines(added: lines, blanked: places)
  }

  /// Becomes a document of these items, each with the line that `old` has for it: what a later version added stays.
  private mutating func fill(with items: [Item], from old: [UInt8], path: String) throws(FileError) -> [UInt8] {
    var bytes = Self.header
    bytes.reserveCapacity(old.count)
    var new = FavoritesDocument()
    for item in items {
      let start = bytes.count
      if let found = index[item.id], let row = rows[found], !old.isEmpty {
        bytes += old[row.place]
      } else {
        bytes += try Self.line(for: item, path: path)
      }
      new.take(Row(item: item, print: Self.print(of: bytes[start...]), place: start..<bytes.count))
      bytes.append(UInt8(ascii: "\n"))
    }
    new.size = bytes.count
    self = new
    return bytes
  }

  private static func line(for item: Item, path: String) throws(FileError) -> [UInt8] {
    do {
      return Array(try FavoriteLine(item).text().utf8)
    } catch {
      throw FileError(path: path, .other("\(item.id) cannot be written: \(error)"))
    }
  }
}
