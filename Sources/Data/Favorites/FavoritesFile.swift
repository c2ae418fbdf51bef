package import Domain

/// Favourites in a file of JSON lines, which several sessions may share.
///
/// Each change is made to what the file holds by then, so that none takes back another session's.
package struct FavoritesFile: FavoritesStore {
  private let path: String
  private let files: any Files

  package init(path: String, files: any Files) {
    self.path = path
    self.files = files
  }

  package func load() throws(FileError) -> [Item] {
    guard let bytes = try files.read(path) else { return [] }
    return try FavoritesDocument(parsing: bytes, path: path).items
  }

  package func apply(_ change: FavoritesChange, known: [Item]) throws(FileError) -> [Item] {
    var kept: [Item] = []
    try files.update(path) { bytes throws(FileError) in
      // A file that was removed or emptied meanwhile takes nothing with it.
      var document =
        if let bytes, !bytes.isEmpty { try FavoritesDocument(parsing: bytes, path: path) } else {
          FavoritesDocument(known)
        }
      document.apply(change)
      kept = document.items
      return try document.bytes(path: path)
    }
    return kept
  }
}

/// What a favourites file holds: `{"liner":"favorites","v":1}`, then an object a line for each item, in the order of
/// starring, with the keys of JSON output and those that finding the item again takes.
struct FavoritesDocument {
  private(set) var items: [Item]
  /// The lines as they were read: what a later version added to them stays.
  private var lines: [ItemID: String] = [:]

  private static let version = 1

  init(_ items: [Item]) {
    self.items = items
  }

  /// An empty file has no items.
  /// - Throws: `malformed` at the first line that is not what a favourites file has there.
  init(parsing bytes: [UInt8], path: String) throws(FileError) {
    items = []
    var hasHeader = false
    let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() where !row.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      do throws(FavoriteLine.Malformed) {
        guard let line = String(validating: row, as: UTF8.self) else {
          throw FavoriteLine.Malformed(what: "this is not UTF-8 text")
        }
        if hasHeader {
          let item = try FavoriteLine.item(from: row)
          guard lines.updateValue(line, forKey: item.id) == nil else { continue }
          items.append(item)
        } else {
          try Self.checkHeader(row)
          hasHeader = true
        }
      } catch {
        throw FileError(path: path, .malformed(line: index + 1, error.what))
      }
    }
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

  mutating func apply(_ change: FavoritesChange) {
    items = change.applied(to: items)
  }

  func bytes(path: String) throws(FileError) -> [UInt8] {
    var text = "{\"liner\":\"favorites\",\"v\":\(Self.version)}\n"
    for item in items {
      if let line = lines[item.id] {
        text += line
      } else {
        do {
          text += try FavoriteLine(item).text()
        } catch {
          throw FileError(path: path, .other("\(item.id) cannot be written: \(error)"))
        }
      }
      text += "\n"
    }
    return Array(text.utf8)
  }
}
