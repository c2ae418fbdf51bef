package import Domain

/// Items as rows of text, a column for each key of an item: what every form of table is written from.
package struct ItemTable: Sendable {
  /// The columns, in this order, under the keys of JSON output. A price takes two: its amount, and its `currency`.
  package enum Column: String, Sendable, CaseIterable {
    case number, id, category, kind, title, creator, starred, url, creatorUrl, artwork, preview, feed, description
    case duration, price, currency, released, genre, rating, explicit, count

    /// Whether every item has it.
    fileprivate var isCertain: Bool { [.number, .id, .category, .title, .starred].contains(self) }
    fileprivate var isLink: Bool { [.url, .creatorUrl, .artwork, .preview, .feed].contains(self) }
  }

  /// An item as the screen shows it.
  package struct Entry: Sendable {
    package let row: Row
    package let isStarred: Bool

    package init(_ row: Row, isStarred: Bool) {
      self.row = row
      self.isStarred = isStarred
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// What a screen shows, filtered and sorted as it is: the item that it is about, then those listed.
  package init(of screen: Screen, favorites: Favorites) {
    let subject = screen.subject.map { [Row(item: $0.item)] } ?? []
    entries = (subject + screen.visibleRows).map { Entry($0, isStarred: favorites.contains($0.item.id)) }
  }

  // MARK: Forms

  /// As RFC 4180 has it: lines end in CR LF, and a field is quoted where it holds a quote, a comma, a line break, or
  /// spaces at its ends. Nothing else of the text is changed.
  package var csv: String {
    lines(Column.allCases, separator: ",", end: "\r\n") { text, _ in
      let utf8 = text.utf8
      let mustBeQuoted =
        utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D } || utf8.first == 0x20
        || utf8.last == 0x20
      return mustBeQuoted ? "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\"" : text
    }
  }

  /// A line an item, whatever its text holds: tab, line break and backslash are written `\t`, `\n`, `\r` and `\\`.
  package var tsv: String {
    lines(Column.allCases, separator: "\t", end: "\n") { text, _ in
      text.replacingScalars { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\r": "\\r"
        default: nil
        }
      }
    }
  }

  /// A table as GitHub and others read it, without the columns that no item fills.
  package var markdown: String {
    let columns = Column.allCases.filter { column in
      column.isCertain || entries.contains { $0.text(of: column) != nil }
    }
    let rows = lines(columns, separator: " | ", start: "| ", end: " |\n") { text, column in
      column.isLink ? Self.markdownLink(text) : Self.markdownText(text)
    }
    let rule = "|" + String(repeating: " --- |", count: columns.count) + "\n"
    let header = rows.prefix { $0 != "\n" }
    return header + "\n" + rule + rows.dropFirst(header.count + 1)
  }

  private func lines(
    _ columns: [Column], separator: String, start: String = "", end: String, _ field: (String, Column) -> String
  ) -> String {
    var text = start + columns.map(\.rawValue).joined(separator: separator) + end
    for entry in entries {
      text += start
      for (index, column) in columns.enumerated() {
        if index > 0 { text += separator }
        if let value = entry.text(of: column) { text += field(value, column) }
      }
      text += end
    }
    return text
  }

  /// Text that is read as it is, not as markup, and stays in its cell.
  private static func markdownText(_ text: String) -> String {
    let marks: Set<Unicode.Scalar> = ["\\", "|", "`", "*", "_", "[", "]", "<", "&", "~"]
    let escaped = text.replacing("\r\n", with: "\n").replacingScalars { scalar in
      marks.contains(scalar) ? "\\" + String(scalar) : nil
    }
    return escaped.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText.madeVisible(String($0)) }
      .joined(separator: "<br>")
  }

  /// A bare address, which is read as a link; what would end it is written as a URL may have it.
  private static func markdownLink(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "|": "%7C"
      case "<": "%3C"
      case "\\": "%5C"
      default: nil
      }
    }
    return StyledText.madeVisible(escaped)
  }
}

extension ItemTable.Entry {
  /// The value as JSON output writes it; nil where the item has none.
  package func text(of column: ItemTable.Column) -> String? {
    let item = row.item
    return switch column {
    case .number: row.number > 0 ? String(row.number) : nil
    case .id: item.id.description
    case .category: item.id.category
    case .kind: item.kind
    case .title: item.title
    case .creator: item.creator
    case .starred: String(isStarred)
    case .url: item.link?.text
    case .creatorUrl: item.creatorLink?.text
    case .artwork: item.artwork?.text
    case .preview: item.preview?.text
    case .feed: item.feed?.text
    case .description: item.description
    case .duration: item.duration.map(JSONRenderer.seconds)
    case .price: item.price?.digits
    case .currency: item.price?.currency
    case .released: item.released?.text
    case .genre: item.genre
    case .rating: item.rating
    case .explicit: item.isExplicit.map(String.init)
    case .count: item.count.map(String.init)
    }
  }
}

extension String {
  /// The text with some characters written otherwise; nil keeps one. By scalars, since a quote with an accent upon it is a
  /// `Character` of its own, as is `\r\n`.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result.append(contentsOf: text.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
