package import Domain

/// Items as rows of text, a column for each key of an item: what every form of table is written from: `CSV`, `TSV`, `Markdown`.
package struct ItemTable: Sendable {
  /// The columns, in this order, under the keys of JSON output. A price takes two: its amount, and its `currency`.
  package enum Column: String, Sendable, CaseIterable {
    case number, id, category, kind, title, creator, starred, url, creatorUrl, artwork, preview, feed, description
    case duration, price, currency, released, genre, rating, explicit, count

    /// Whether every item has it.
    var isCertain: Bool { [.number, .id, .category, .title, .starred].contains(self) }
    /// Whether it holds addresses.
    var isLink: Bool { [.url, .creatorUrl, .artwork, .preview, .feed].contains(self) }
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

  /// A line of the columns' keys, then one for each item.
  /// - Parameter field: writes a value of a column; a value that an item does not have is left empty.
  func lines(
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
