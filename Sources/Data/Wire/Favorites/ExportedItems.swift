package import Domain
import FoundationEssentials

/// Items in files that liner exported.
package enum ExportedItems {
  /// The items of an array, of lines with an object each, or of the screens in JSON output; nil if it is none of these.
  package static func json(_ bytes: [UInt8]) -> [Item]? {
    if let whole = try? JSONValue(parsing: bytes) { return items(in: whole) }
    var all: [Item] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 > 0x20 }) {
      guard let json = try? JSONValue(parsing: Array(line)), let items = items(in: json) else { return nil }
      all += items
    }
    return all
  }

  private static func items(in json: JSONValue) -> [Item]? {
    switch json {
    case .array(let elements):
      var all: [Item] = []
      for element in elements {
        guard let items = items(in: element) else { return nil }
        all += items
      }
      return all
    case .object(let members):
      // The first line of a favourites file, and replies without items.
      if members["liner"] != nil { return [] }
      if members["v"] != nil, members["command"] != nil {
        let screen = members["screen"]
        let rows = (screen?["sections"]?.array ?? []).flatMap { $0["items"]?.array ?? [] }
        return ([screen?["item"]].compactMap(\.self) + rows).flatMap { items(in: $0) ?? [] }
      }
      guard let favorite = try? FavoriteLine.favorite(in: json.bytes[...]) else { return nil }
      return [favorite.item]
    default: return nil
    }
  }

  /// The items of a table in CSV or TSV, by its header; nil without columns for id and title, or if a row is not an item,
  /// such as the end of a table that was cut off.
  package static func table(_ bytes: [UInt8]) -> [Item]? {
    guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
    // Spreadsheets write a mark before the header.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    let header = text.prefix { !$0.isNewline }
    let isCSV = !header.contains("\t")
    let rows = isCSV ? fields(ofCSV: text) ?? [] : text.split { ["\n", "\r\n"].contains($0) }.map(fields(ofTSV:))
    guard let names = rows.first, names.contains("id"), names.contains("title") else { return nil }
    var all: [Item] = []
    // Tables that were joined repeat the header.
    for row in rows.dropFirst() where row != [""] && row != names {
      guard row.count == names.count else { return nil }
      var members: [String: JSONValue] = [:]
      for (name, value) in zip(names, row) where !value.isEmpty {
        switch ItemField.named(name)?.type {
        case .number, .duration: members[name] = .number(value)
        case .flag: members[name] = .bool(value == "true")
        case .price:
          if let currency = names.firstIndex(of: "currency").map({ row[$0] }) {
            members[name] = .object(["amount": .number(value), "currency": .string(currency)])
          }
        default: members[name] = .string(value)
        }
      }
      guard let item = items(in: .object(JSONMembers(members)))?.first else { return nil }
      all.append(item)
    }
    return all
  }

  /// RFC 4180; nil if a quote is not closed.
  private static func fields(ofCSV text: String) -> [[String]]? {
    var rows: [[String]] = []
    var (row, field) = ([String](), [UInt8]())
    var isQuoted = false
    var bytes = Array(text.utf8)[...]
    func end(_ field: [UInt8]) -> String { String(decoding: field, as: UTF8.self) }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && bytes.first == byte:
        field.append(byte)
        bytes = bytes.dropFirst()
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        row.append(end(field))
        field = []
      case 0x0D where !isQuoted && bytes.first == 0x0A: break
      case 0x0A where !isQuoted:
        rows.append(row + [end(field)])
        (row, field) = ([], [])
      default: field.append(byte)
      }
    }
    if !row.isEmpty || !field.isEmpty { rows.append(row + [end(field)]) }
    return isQuoted ? nil : rows
  }

  private static func fields(ofTSV line: Substring) -> [String] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map { field in
      var (text, isEscaped) = (String.UnicodeScalarView(), false)
      // By scalars, because a mark that follows may combine with the letter of an escape.
      for scalar in field.unicodeScalars {
        if isEscaped {
          text.append(["t": "\t", "n": "\n", "r": "\r"][scalar] ?? scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else {
          text.append(scalar)
        }
      }
      return String(text)
    }
  }
}
