package import Domain

/// Items as rows of text, a column for each key of an item: what `CSV`, `TSV` and the other forms of a list are
/// written from.
package struct ItemTable: Sendable {
  /// The columns, in this order and for every screen of every catalog, under the keys of JSON output. A price takes two:
  /// its amount, and its `currency`. Behind them what was searched for.
  package enum Column: String, Sendable, CaseIterable {
    case number, id, category, kind, title, creator, starred, url, creatorUrl, artwork, preview, feed, audio
    case description, duration, price, currency, released, genre, rating, explicit, count, album, albumId, creatorId
    case track, disc, season, episode, country, rank, match, term
  }

  /// An item as the screen shows it.
  package struct Entry: Sendable {
    package let row: Row
    package let isStarred: Bool
    /// The search that led to its screen; nil where none did.
    package let term: String?

    package init(_ row: Row, isStarred: Bool, term: String? = nil) {
      self.row = row
      self.isStarred = isStarred
      self.term = term
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// What a screen shows, filtered and sorted as it is: the item that it is about, then those listed.
  /// - Parameter known: the numbers of rows to leave out.
  package init(of screen: Screen, favorites: Favorites, besides known: Set<Int> = []) {
    let subject = screen.subject.map { [Row(item: $0.item)] } ?? []
    let rows = known.isEmpty ? screen.visibleRows : screen.visibleRows.filter { !known.contains($0.number) }
    let term = screen.query?.term
    entries = (subject + rows).map { Entry($0, isStarred: favorites.contains($0.item.id), term: term) }
  }

  /// A line for each item, every column in it.
  /// - Parameters:
  ///   - hasHeader: whether a line of the columns' keys comes first.
  ///   - field: writes a value; a value that an item does not have is left empty.
  func lines(separator: String, end: String, hasHeader: Bool, _ field: (String) -> String) -> String {
    let columns = Column.allCases
    var text = hasHeader ? columns.map(\.rawValue).joined(separator: separator) + end : ""
    for entry in entries {
      for (index, column) in columns.enumerated() {
        if index > 0 { text += separator }
        if let value = entry.text(of: column) { text += field(value) }
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
    case .audio: item.audio?.text
    case .description: item.description
    case .duration:
      item.duration.map { duration in
        var digits: [UInt8] = []
        duration.eachDigitOfSeconds { digits.append($0) }
        return String(decoding: digits, as: UTF8.self)
      }
    case .price: item.price?.digits
    case .currency: item.price?.currency
    case .released: item.released?.text
    case .genre: item.genre
    case .rating: item.rating
    case .explicit: item.isExplicit.map(String.init)
    case .count: item.count.map(String.init)
    case .album: item.album
    case .albumId: item.albumID?.description
    case .creatorId: item.creatorID?.description
    case .track: item.track.map(String.init)
    case .disc: item.disc.map(String.init)
    case .season: item.season.map(String.init)
    case .episode: item.episode.map(String.init)
    case .country: item.storefront
    case .rank: item.rank.map(String.init)
    case .match: item.match?.rawValue
    case .term: term
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
        // One by one: appending them together takes a time that grows with what is there already.
        for replaced in text.unicodeScalars { result.append(replaced) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
