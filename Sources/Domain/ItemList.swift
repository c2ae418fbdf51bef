/// What came back for one request.
package struct ItemList: Sendable, Equatable {
  package var items: [Item]
  package var skipped: [SkippedRow]
  /// Whether this is all there is, and if not, what keeps the rest away.
  package var extent: Extent
  /// What the items belong to, where the answer told of it: its count is that of the whole.
  package var owner: Item?
  /// Which parts of the owner are not among the items, as its numbering shows; nothing is said where that is not sure.
  package var gaps: [Gap]
  /// What is to be said of where the items come from.
  package var notes: [ListNote]

  package init(
    items: [Item], skipped: [SkippedRow] = [], extent: Extent = .all, owner: Item? = nil, gaps: [Gap] = [],
    notes: [ListNote] = []
  ) {
    self.notes = notes
    self.items = items
    self.skipped = skipped
    self.extent = extent
    self.owner = owner
    self.gaps = gaps
  }

  package var hasMore: Bool { extent.hasMore }
}

/// Something to know of a list beside its items. Facts, not sentences.
package enum ListNote: Sendable, Hashable {
  /// It is from a podcast's own feed, which has `episodes`, or has more of them behind these; the catalog counts `counted`.
  case feed(episodes: Int, hasMore: Bool, counted: Int?)
  /// The podcast's own feed could not be had, so that this is the catalog's list, which counts `counted` and may hold fewer.
  case feedFailed(CatalogError, counted: Int?)
  /// The feed is not well-formed from `line` on, and this is what stands before.
  case feedBrokeOff(reason: String, line: Int)
}

/// Numbers that the parts of a whole leave out: tracks of an album that its storefront does not sell.
package struct Gap: Sendable, Hashable {
  /// The disc, where there is more than one.
  package let disc: Int?
  /// In order; empty where the whole disc is missing.
  package let numbers: [Int]

  package init(disc: Int?, numbers: [Int]) {
    self.disc = disc
    self.numbers = numbers
  }
}

/// How much of what there is an answer holds. "All" is claimed only where it is known.
package enum Extent: Sendable, Hashable {
  /// Everything there is.
  case all
  /// The service stopped at a page of its own; up to `largest` can be asked for.
  case page(largest: Int)
  /// The service has further results behind these, and gives them when asked.
  case service
  /// It stopped at the limit that was asked for, or at the largest there is. `largest` is what can be asked for still; nil
  /// where nothing beyond can be had.
  case limit(Int, largest: Int?)
  /// Nobody says whether there is more.
  case unknown

  /// What an answer with `count` rows, skipped ones included, says of the rest where the service tells no total.
  /// - Parameters:
  ///   - limit: what was asked for; nil for the service's own page.
  ///   - page: how many rows that page has.
  ///   - largest: the most that can be asked for.
  package init(rows count: Int, limit: Int?, page: Int, largest: Int) {
    if count >= largest {
      self = .limit(count, largest: nil)
    } else if let limit {
      self = count < limit ? .all : .limit(limit, largest: largest)
    } else {
      self = count < page ? .all : .page(largest: largest)
    }
  }

  /// Whether asking again brings more.
  package var hasMore: Bool {
    switch self {
    case .page, .service, .limit(_, largest: _?): true
    case .all, .unknown, .limit(_, largest: nil): false
    }
  }

  /// JSON's word for what keeps the rest away; nil where nothing is known to.
  package var code: String? {
    switch self {
    case .page: "page"
    case .service: "service"
    case .limit: "limit"
    case .all, .unknown: nil
    }
  }
}

/// A row of an answer that could not be shown.
package struct SkippedRow: Sendable, Equatable, Error {
  /// Its place in the answer, counted from 1.
  package let row: Int
  package let reason: String

  package init(row: Int, reason: String) {
    self.row = row
    self.reason = reason
  }
}
