package import Domain

/// Items in files that liner exported.
package enum ExportedItems {
  /// The items of an array, of objects one after the other, or of the screens in JSON output, with their lists.
  /// - Throws: if it is none of these; `FileProblem` for a line after the first.
  package static func json(_ bytes: [UInt8]) throws -> [Favorite] {
    var (end, found) = (0, [Favorite]())
    // Each may take up one line, or several, as from jq.
    while let start = bytes[end...].firstIndex(where: { $0 > 0x20 }) {
      let value = LocatedJSON.source(at: start, in: bytes)
      do { found += try items(in: JSONValue(parsing: Array(value))) } catch {
        throw Self.error(error, inLine: bytes[..<start].count { $0 == 0x0A })
      }
      end = value.endIndex
    }
    return found
  }

  /// - Parameter index: counted from 0; a fault in the first line says that it is another kind of file.
  private static func error(_ error: any Error, inLine index: Int) -> any Error {
    index == 0 ? error : FileProblem.malformed(line: index + 1, "not an item with an id and a title")
  }

  private static func items(in json: JSONValue) throws -> [Favorite] {
    switch json {
    case .array(let elements): return try elements.flatMap(items)
    case .object(let members):
      // The first line of a favourites file, and replies without items.
      if members["liner"] != nil { return [] }
      if members["v"] != nil, members["command"] != nil {
        let screen = members["screen"]
        let rows = (screen?["sections"]?.array ?? []).flatMap { $0["items"]?.array ?? [] }
        return ([screen?["item"]].compactMap(\.self) + rows).flatMap { (try? items(in: $0)) ?? [] }
      }
      return [try item(in: json)]
    default: throw MalformedLine(what: "not an item")
    }
  }

  private static func item(in json: JSONValue) throws -> Favorite {
    // Favourites files may contain such lines, from an earlier import.
    if json["title"]?.text == nil { throw MalformedLine(what: "missing id or title") }
    return try FavoriteLine.favorite(in: json.bytes[...])
  }

  /// The items of a table in CSV or TSV, by its header.
  /// - Throws: without columns for id and title, or if a row is not an item, such as the end of a table that was cut off.
  package static func table(_ bytes: [UInt8]) throws -> [Favorite] {
    guard var text = String(validating: bytes, as: UTF8.self) else { throw MalformedLine(what: "not UTF-8") }
    // Spreadsheets write a mark before the header.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    // Some programs end lines with a carriage return alone.
    if !text.utf8.contains(UInt8(ascii: "\n")) { text = text.replacing("\r", with: "\n") }
    let header = text.prefix { !$0.isNewline }
    // Where numbers have a decimal comma, spreadsheets separate by semicolons.
    let separator = "\t,;".utf8.first { header.utf8.contains($0) }
    let lines = { text.split(omittingEmptySubsequences: false) { ["\n", "\r\n"].contains($0) } }
    let rows = separator == 0x09 ? lines().map(fields(ofTSV:)) : fields(ofCSV: text, by: separator) ?? []
    guard let names = rows.first, names.contains("id"), names.contains("title") else {
      throw MalformedLine(what: "no header")
    }
    // Tables that were joined repeat the header.
    return try rows.enumerated().filter { $1 != [""] && $1 != names }.map { index, row in
      var members: [String: JSONValue] = [:]
      for (name, value) in zip(names, row) where !value.isEmpty && row.count == names.count {
        // A track may be `A1`, which is not JSON.
        let number = separator == UInt8(ascii: ";") ? value.replacing(",", with: ".") : value
        var digits: String? { (try? JSONValue(parsing: Array(number.utf8)))?.digits }
        switch ItemField.named(name)?.type {
        case .number, .duration: members[name] = digits.map { .number($0) }
        case .flag: members[name] = ["true": .bool(true), "false": .bool(false)][value.lowercased()]
        case .price:
          if let digits, let currency = names.firstIndex(of: "currency").map({ row[$0] }) {
            members[name] = .object(["amount": .number(digits), "currency": .string(currency)])
          }
        default: members[name] = .string(value)
        }
      }
      do { return try item(in: .object(JSONMembers(members))) } catch {
        // A field may contain line breaks.
        throw Self.error(error, inLine: rows[..<index].joined().reduce(index) { $0 + $1.utf8.count { $0 == 0x0A } })
      }
    }
  }

  /// RFC 4180; nil if a quote is not closed.
  private static func fields(ofCSV text: String, by separator: UInt8?) -> [[String]]? {
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
      case separator where !isQuoted:
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
      if !field.utf8.contains(UInt8(ascii: "\\")) { return String(field) }
      // By scalars, because a mark that follows may combine with the letter of an escape.
      let escapes = /\\(?s:(.?))/.matchingSemantics(.unicodeScalar)
      return String(field.replacing(escapes) { ["t": "\t", "n": "\n", "r": "\r"][$0.1] ?? $0.1 })
    }
  }
}
