/// The answer to one request.
package struct ItemList: Sendable, Equatable {
  package var items: [Item]
  package var skipped: [SkippedRow]
  /// Whether these are all items, and if not, why the rest is missing.
  package var extent: Extent
  /// What the items belong to, if the answer includes it; its `count` is the total.
  package var owner: Item?
  /// The numbers of the owner's parts that are missing; empty if that is uncertain.
  package var gaps: [Gap] = []
  /// Remarks on where the items come from.
  package var notes: [ListNote]
  /// Why a later page of several, or a part of an item, is missing; nil if none is.
  package var partialFailure: CatalogError?

  package init(
    items: [Item], skipped: [SkippedRow] = [], extent: Extent = .all, owner: Item? = nil, notes: [ListNote] = []
  ) { (self.items, self.skipped, self.extent, self.owner, self.notes) = (items, skipped, extent, owner, notes) }

  package var hasMore: Bool { extent.hasMore }
}

/// A remark on a list. Facts, not sentences.
package enum ListNote: Sendable, Hashable {
  /// The list is from a podcast's own feed of `episodes`, or of more if `hasMore`, which is nil if unknown; a service
  /// counts `counted`.
  case feed(episodes: Int, hasMore: Bool?, counted: Int?, by: String?)
  /// The podcast's own feed failed, so this is the service's list. The service counts `counted`; the list may contain
  /// fewer.
  case feedFailed(CatalogError, counted: Int?, by: String)
  /// The feed has an XML error on `line`; the list is what comes before.
  case feedBrokeOff(reason: String, line: Int)
}

/// Missing numbers among the parts of a whole: tracks of an album that its storefront does not sell.
package struct Gap: Sendable, Hashable {
  /// The disc; nil if there is only one.
  package let disc: Int?
  /// In order; empty if the whole disc is missing.
  package let numbers: [Int]

  package init(disc: Int?, numbers: [Int]) { (self.disc, self.numbers) = (disc, numbers) }
}

/// How much of the whole an answer contains. `all` only if that is certain.
package enum Extent: Sendable, Hashable {
  case all
  /// The service stopped at its own page size; up to `largest` can be requested.
  case page(largest: Int)
  /// The service returns further results on request.
  case service
  /// It stopped at the limit requested, or at the service's maximum. `largest` is what can still be requested; nil if
  /// nothing more can.
  case limit(Int, largest: Int?)
  /// The service returned `came` of the `total` that it claims, or promised more, and returns no more.
  case ended(came: Int, total: Int?)
  /// liner gave up after several pages in a row without a usable row; the service offered more.
  case stopped(came: Int, total: Int?)
  /// It is unknown whether there is more.
  case unknown

  /// Judges an answer from a service that gives no total. `count` includes skipped rows.
  /// - Parameters:
  ///   - limit: the limit requested; nil for the service's default.
  ///   - page: how many rows that default is.
  ///   - largest: the most that can be requested.
  package init(rows count: Int, limit: Int?, page: Int, largest: Int) {
    if count >= largest {
      self = .limit(count, largest: nil)
    } else if let limit {
      self = count < limit ? .all : .limit(limit, largest: largest)
    } else {
      self = count < page ? .all : .page(largest: largest)
    }
  }

  /// Whether another request returns more.
  package var hasMore: Bool {
    switch self {
    case .page, .service, .limit(_, largest: _?): true
    case .all, .unknown, .ended, .stopped, .limit(_, largest: nil): false
    }
  }

  /// JSON's word for why the rest is missing; nil if nothing is, or that is unknown.
  package var code: String? {
    switch self {
    case .page: "page"
    case .service: "service"
    case .limit, .ended, .stopped: "limit"
    case .all, .unknown: nil
    }
  }
}

/// A row of an answer that could not be shown.
package struct SkippedRow: Sendable, Equatable, Error {
  /// Its place in the answer, from 1.
  package let row: Int
  package let reason: String
  /// The link whose target could not be loaded; nil for a row that could not be read.
  package let link: Link?

  package struct Link: Sendable, Equatable {
    /// Why its target is missing, up to the id: `no item with id`.
    package let cause: String
    package let id: String
    /// Why its request failed; nil if the service answered.
    package let error: CatalogError?

    package init(_ cause: String, id: String, error: CatalogError? = nil) {
      (self.cause, self.id, self.error) = (cause, id, error)
    }
  }

  /// The reason behind a noun: `places with no title`, `a record (not an object)`.
  package var asProperty: String { reason.hasPrefix("no ") ? "with \(reason)" : "(\(reason))" }

  package init(row: Int, reason: String) { (self.row, self.reason, link) = (row, reason, nil) }

  /// - Parameter reason: nil for the cause and the id.
  package init(row: Int, _ link: Link, reason: String? = nil) {
    (self.row, self.reason, self.link) = (row, reason ?? "\(link.cause) \(link.id)", link)
  }
}

extension [SkippedRow] {
  /// A line for each reason, at the position of its first row.
  package var inWords: [String] {
    grouped(by: \.reason).map { reason, rows in
      let numbers = rows.map { String($0.row) }
      let which =
        numbers.count == 1
        ? "row \(numbers[0])"
        : numbers.count <= 5
          ? "rows \(numbers.joined(separator: ", "))" : "\(numbers.count) rows, such as row \(numbers[0]),"
      return "\(which) skipped: \(reason)"
    }
  }
}
