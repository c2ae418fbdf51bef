@testable import Catalogs
@testable import Sample
@testable import Wire
import Domain
import Presentation
import TestSupport
import Testing

extension FuzzTests {
  @Test func `an export reads back as what the screen shows`() async {
    await fuzz("exports", fewest: 60) { dice in
      let screen = dice.screen()
      let starred = Set(screen.visibleRows.map(\.item.id).filter { _ in dice.chance(1, in: 3) })
      let favorites = Favorites(screen.visibleRows.map(\.item).filter { starred.contains($0.id) })
      let rows = (screen.subject.map { [(0, $0.item)] } ?? []) + screen.visibleRows.map { ($0.number, $0.item) }
      func text(_ format: OutputFormat) -> String { Export(screen, favorites: favorites, as: format).text }

      for (format, table) in [(OutputFormat.csv, Readers.csv(text(.csv))), (.tsv, Readers.tsv(text(.tsv)))] {
        guard let header = table.first else { throw Finding("\(format) without a header") }
        try claim(table.count == rows.count + 1, "\(format): \(table.count - 1) lines for \(rows.count) items")
        for (line, (number, item)) in zip(table.dropFirst(), rows) {
          try claim(line.count == header.count, "\(format): \(line.count) fields of \(header.count): \(line)")
          let fields = Dictionary(zip(header, line), uniquingKeysWith: { a, _ in a })
          for (name, value) in Self.values(of: item, number, isStarred: starred.contains(item.id)) {
            try claim(
              fields[name].map { Array($0.utf8) } == Array(value.utf8),
              "\(format) \(name): \(line) for \(value.debugDescription)")
          }
        }
      }
      func imported(_ format: OutputFormat) -> [Item] {
        (try? ExportedItems.table(Array(text(format).utf8)))?.map(\.item) ?? []
      }
      let (fromCSV, fromTSV) = (imported(.csv), imported(.tsv))
      try claim(
        fromCSV.map(\.title) == fromTSV.map(\.title), "import takes \(fromTSV.count) of \(fromCSV.count) from TSV")
      try Self.holdJSON(text(.json), text(.jsonl), to: rows, starred)
      try Self.holdOPML(text(.opml), to: rows.map(\.1))
      try Self.holdPlaylist(text(.playlist), to: rows.map(\.1))
      // The formats that people read directly.
      for format in [OutputFormat.markdown, .playlist] { try Self.claimHarmless(text(format)) }
    }
  }

  private static func values(of item: Item, _ number: Int, isStarred: Bool) -> [(String, String)] {
    [
      ("number", number > 0 ? "\(number)" : ""), ("title", item.title), ("creator", item.creator ?? ""),
      ("id", "\(item.id.catalog):\(item.id.category):\(item.id.key)"), ("category", item.id.category),
      ("starred", isStarred ? "true" : "false"), ("url", item.link?.text ?? ""), ("genre", item.genre ?? ""),
      ("description", item.description ?? ""), ("currency", item.price?.currency ?? ""), ("kind", item.kind ?? ""),
      ("feed", item.feed?.text ?? ""), ("rating", item.rating ?? ""), ("count", item.count.map { "\($0)" } ?? ""),
    ]
  }

  private static func holdJSON(
    _ list: String, _ lines: String, to rows: [(Int, Item)], _ starred: Set<ItemID>
  ) throws(Finding) {
    // With liner's own parser, which another test compares with its writer: Foundation's sometimes drops a byte order
    // mark.
    let objects = (try? JSONValue(parsing: Array(list.utf8)))?.array ?? []
    let single = lines.utf8.split(separator: UInt8(ascii: "\n")).map { try? JSONValue(parsing: Array($0)) }
    for found in [objects, single.map { $0 ?? .null }] {
      try claim(found.count == rows.count, "\(found.count) objects for \(rows.count) items: \(list)")
      for (object, (number, item)) in zip(found, rows) {
        try claim(object["title"] == .string(item.title), "a title in \(object)")
        try claim(object["number"]?.integer ?? 0 == number, "a number in \(object)")
        try claim(object["starred"] == .bool(starred.contains(item.id)), "a star in \(object)")
        try claim(object["creator"] == item.creator.map { .string($0) }, "a creator in \(object)")
      }
    }
  }

  private static func holdOPML(_ text: String, to items: [Item]) throws(Finding) {
    let feeds = items.filter { $0.feed != nil }.distinct { $0.feed }
    let outlines = Outlines(text).outlines
    try claim(outlines.count == feeds.count, "\(outlines.count) outlines for \(feeds.count) feeds: \(text)")
    for (outline, item) in zip(outlines, feeds) {
      let title = String(
        String.UnicodeScalarView(item.title.unicodeScalars.map { Readers.isXML($0) ? $0 : "\u{FFFD}" }))
      try claim(outline["text"].map { Array($0.utf8) } == Array(title.utf8), "\(outline) for \(title.debugDescription)")
      try claim(outline["xmlUrl"] == item.feed?.text, "\(outline) for \(item.feed?.text ?? "")")
      try claim(outline["htmlUrl"] == item.link?.text, "\(outline) for \(item.link?.text ?? "")")
    }
  }

  private static func holdPlaylist(_ text: String, to items: [Item]) throws(Finding) {
    // By bytes, because a title may begin with a mark that combines with the colon before it.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let addresses = items.compactMap { ($0.audio ?? $0.preview)?.text }
    try claim(
      lines.count > 2 && lines[0].elementsEqual("#EXTM3U".utf8) && lines[1].starts(with: "#PLAYLIST:".utf8), text)
    let entries = lines.dropFirst(2).dropLast()
    try claim(entries.count == 2 * addresses.count, "\(entries.count) lines for \(addresses.count) addresses: \(text)")
    for (place, line) in entries.enumerated() {
      try claim(
        place % 2 == 0 ? line.starts(with: "#EXTINF:".utf8) : line.elementsEqual(addresses[place / 2].utf8),
        "line \(place + 3): \(text)")
    }
  }
}

/// Parsers of the formats, written from their specifications and not from liner's output.
enum Readers {
  /// RFC 4180.
  static func csv(_ text: String) -> [[String]] {
    var (table, row, field): ([[String]], [String], String.UnicodeScalarView) = ([], [], .init())
    var isQuoted = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        field.append("\"")
      case "\"" where isQuoted || field.isEmpty: isQuoted.toggle()
      case ",", "\n":
        guard !isQuoted else {
          field.append(scalar)
          continue
        }
        if scalar == "\n", field.last == "\r" { field.removeLast() }
        row.append(String(field))
        field = .init()
        if scalar == "\n" {
          table.append(row)
          row = []
        }
      default: field.append(scalar)
      }
    }
    return table
  }

  static func tsv(_ text: String) -> [[String]] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines.removeLast()
    return lines.map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { field in
        var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], field)
        while let byte = rest.popFirst() {
          guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
            bytes.append(byte)
            continue
          }
          bytes.append(["t": 0x09, "n": 0x0A, "r": 0x0D, "\\": 0x5C][Unicode.Scalar(next)] ?? 0)
        }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// Whether XML 1.0 allows the character.
  static func isXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
