package import Domain

/// An item on a screen.
package struct Row: Sendable, Equatable {
  /// 0 for an item without a number, such as the one that a screen is about.
  package let number: Int
  package let shared: SharedItem

  package var item: Item { shared.item }
  /// Read directly, because `item` copies the whole item field by field.
  package var id: ItemID { shared.item.id }
  /// Distinguishes it from the other rows of its list.
  package var key: Key { Key(id: shared.item.id, storefront: shared.item.storefront) }

  /// A list of several storefronts contains the same item once for each.
  package struct Key: Hashable {
    let id: ItemID
    let storefront: String?
    /// Counts the copies of an item that a service sends several times.
    var copy = 0
  }

  package init(number: Int = 0, shared: SharedItem) { (self.number, self.shared) = (number, shared) }

  package init(number: Int = 0, item: Item) { self.init(number: number, shared: SharedItem(item)) }

  /// The item with its star and mark.
  /// - Parameter term: the search that led to its screen; nil if none did.
  package func listed(in favorites: Favorites, term: String? = nil) -> ListedItem {
    ListedItem(shared, number: number, isStarred: favorites.contains(id), isMarked: favorites.isMarked(id), term: term)
  }
}

/// A part of a screen, under one header.
package struct Section: Sendable, Equatable {
  /// The category's name; empty if the section mixes categories.
  package let category: String
  /// The name of the rows' catalog, on a screen of several; nil for the screen's own.
  package let catalog: String?
  package var title: String
  /// What its header and messages call it. An item's own part has a title only if it failed.
  package var shownTitle: String { title.isEmpty && !failures.isEmpty ? "Details" : title }
  package internal(set) var source: Source
  /// The relation from the screen's item to the rows; nil except on item and relation screens.
  package let relation: Relation?
  package private(set) var phase: LoadPhase
  /// The loaded rows. Empty in a loaded section only if none of the answer's rows could be read.
  package internal(set) var rows: [Row] = []
  /// How complete they are; nil unless it is loaded.
  package private(set) var extent: Extent?
  /// Why it failed.
  package private(set) var error: CatalogError?
  /// How many of its requests failed so.
  var errorCount = 1
  package var remarks: [Remark] = []
  /// How many rows of the answer could not be shown.
  package var skipped = 0
  /// Rows kept from an earlier answer because the part that they belong to failed, each with the name of that part.
  private var old: [Row.Key: String] = [:]
  /// How many rows the service has sent, and so where the next page begins.
  package var received: Int { rows.count - old.count + skipped }
  /// Whether links are among the skipped ones.
  package var skipsLinks = false
  /// What `settle` will fetch; nil if nothing is missing.
  package var awaited: Awaited?
  /// How many pages of the service it shows.
  private var pages = 1
  /// How many further pages a reload fetches.
  private var pagesLeft = 0

  package enum Awaited: Sendable, Equatable {
    case everything, nextPage
    /// The missing part of an answer, such as storefronts that did not answer; the rest stays.
    case missing
    /// More fields for each row; the rows stay.
    case fullerRows
  }

  /// Where the rows come from. `indirect`, because items are large and every command copies sections.
  package indirect enum Source: Sendable, Equatable {
    case search(SearchRequest)
    /// A section that the catalog fills by its own request.
    case shelf(Int, home: String, limit: Int?)
    /// An item in full. This section has no rows; the item's relations follow in sections of their own.
    case details(Item)
    /// The single item that a relation leads to, if its id is not known yet.
    case target(Relation, of: Item)
    case related(Relation, Item)
    case reference(Reference)
    /// A chart, or its number one in each of the storefronts, compared with the latest earlier snapshot, or with the
    /// latest one up to that day.
    case chart(ChartRequest, in: [String]? = nil, notAfter: String? = nil)
    case stores(Item, in: [String])
    /// New releases between two days, from the given favourites or their creators.
    case news([Item], from: String, to: String, onlyNew: Bool = false)
    /// The same work in the given catalogs; `without` are those that could not be searched.
    case elsewhere(ElsewhereQuestion, in: [String], _ without: [SkippedCatalog])
    case memory
  }

  /// - Parameter phase: nil if `settle` should fetch it from `source`.
  package init(
    category: String, catalog: String? = nil, title: String, source: Source = .memory, relation: Relation? = nil,
    phase: LoadPhase? = nil
  ) {
    (self.category, self.catalog, self.title) = (category, catalog, title)
    (self.source, self.relation) = (source, relation)
    self.phase = phase ?? .loading
    awaited = phase == nil ? .everything : nil
  }

  /// Identifies it on its screen, whatever the order of the answers.
  var key: String { "\(relation?.word ?? "")/\(catalog ?? "")/\(category)/\(title)" }

  /// Fetches it from the start. What it shows stays until an answer replaces it.
  package mutating func awaitEverything() { (phase, error, awaited) = (.loading, nil, .everything) }

  mutating func become(_ phase: LoadPhase, rows: [Row] = [], extent: Extent? = nil, error: CatalogError? = nil) {
    (self.phase, self.rows, self.extent, self.error, old) = (phase, rows, extent, error, [:])
  }

  /// Keeps the rows of the parts that failed, each before the row that followed it.
  mutating func keepRows(of earlier: [Row]) {
    let failed = remarks.compactMap(\.failure).flatMap(\.parts)
    if failed.isEmpty { return }
    var place = rows.endIndex
    for row in earlier.reversed() {
      if let index = rows.firstIndex(where: { $0.key == row.key }) {
        place = index
      } else if let part = failed.first(where: { includes(row, part: $0) }) {
        rows.insert(row, at: place)
        old[row.key] = part
      }
    }
  }

  private func includes(_ row: Row, part: String) -> Bool {
    switch source {
    case .chart, .stores: row.item.storefront == part
    case .news: row.item.from == part
    // What Wikidata or the item's own catalog did not answer may lead to any row.
    case .elsewhere(_, in: let catalogs, _): row.id.catalog == part || !catalogs.contains(part)
    default: row.id.description == part
    }
  }

  /// The rows of the parts that did not fail.
  var newRows: [Row] { old.isEmpty ? rows : rows.filter { old[$0.key] == nil } }
  /// The parts that still show an earlier answer, because they could not be fetched again.
  var oldParts: [String] {
    rows.isEmpty ? [] : error != nil ? [shownTitle] : rows.compactMap { old[$0.key] }.unique
  }

  /// Fetches it again, with as many pages as it shows, and `withNextPage` a further one.
  mutating func reload(withNextPage: Bool = false) {
    (pages, pagesLeft) = (1, pages - (withNextPage ? 0 : 1))
    awaitEverything()
  }

  /// Requests the failed part again: everything, or the storefronts that have not answered.
  package mutating func awaitMissing() {
    switch source {
    case .stores where error == nil && !rows.isEmpty, .chart(_, in: _?, _) where error == nil && !rows.isEmpty:
      awaited = .missing
    default: reload()
    }
  }

  /// Why parts of it are missing, and how many.
  var failures: [(error: CatalogError, count: Int)] {
    (error.map { [($0, errorCount)] } ?? []) + remarks.compactMap(\.failure).map { ($0.error, $0.parts.count) }
  }

  /// Whether a part failed that did not fail in `earlier`, the section before.
  func lacksMore(than earlier: Section) -> Bool {
    func parts(_ section: Section) -> Set<String> { Set(section.remarks.compactMap(\.failure).flatMap(\.parts)) }
    return error != nil && earlier.error == nil || !parts(self).isSubset(of: parts(earlier))
  }

  package var canReload: Bool { source != .memory }
  /// Whether any part of it failed.
  package var lacksSomething: Bool { error != nil || remarks.contains { $0.isFailure || $0.failure != nil } }

  /// Fetches more fields for the brief rows of a chart, unless some row has the field needed.
  package mutating func requestMoreFields(unlessAny isTold: (Item) -> Bool) {
    guard case .chart(_, in: nil, _) = source, awaited == nil, !rows.isEmpty,
      !rows.contains(where: { isTold($0.item) })
    else { return }
    awaited = .fullerRows
  }

  /// Whether the answer adds rows after the current ones. More of a chart is all of it, compared anew.
  var awaitsFurtherRows: Bool {
    if case .chart(_, in: nil, _) = source { return false }
    return awaited == .nextPage || awaited == .missing
  }
  /// Whether its rows stay if the answer fails; then the command that requested it fails.
  package var keepsRows: Bool { awaited != nil && awaited != .everything }

  /// Ends the wait for an answer, unless a reload has a further page to fetch.
  mutating func settle(hasLoaded: Bool = false) {
    if hasLoaded, awaited == .nextPage { (pages, pagesLeft) = (pages + 1, max(pagesLeft - 1, 0)) }
    awaited = hasLoaded && pagesLeft > 0 && extent?.hasMore == true ? .nextPage : nil
  }
}

/// A remark on a section, as a fact.
package enum Remark: Sendable, Equatable {
  /// Numbers of the whole that have no rows here.
  case gap(Gap)
  /// Where the rows come from.
  case source(ListNote)
  /// These storefronts, out of `of`, did not answer, and why.
  case unknownStorefronts([String], of: Int, CatalogError)
  /// The storefronts whose charts are empty.
  case emptyCharts([String])
  /// These parts failed, and why.
  case incomplete([String], CatalogError)
  /// Favourites that cannot have news.
  case withoutNews([String])
  /// Favourites with longer lists of releases than were read.
  case partialNews([String])
  /// The user stopped the load after `done` of `all` answers.
  case stopped(done: Int, all: Int)

  /// Whether it stays until the part that failed is there.
  var isFailure: Bool {
    switch self {
    case .stopped: true
    case .source: false
    default: failure != nil
    }
  }

  /// Why parts are missing, and which; nil if none failed, or if the user stopped the load.
  var failure: (error: CatalogError, parts: [String])? {
    switch self {
    case .unknownStorefronts(let codes, of: _, let error): (error, codes)
    case .incomplete(let parts, let error): (error, parts)
    case .source(.feedFailed(let error, counted: _, by: _)): (error, ["feed"])
    case .gap, .source, .emptyCharts, .stopped, .withoutNews, .partialNews: nil
    }
  }

  /// The same remark in the words of the sample.
  var ofSample: Self { if case .incomplete(let of, let error) = self { .incomplete(of, error.ofSample) } else { self } }

  /// One remark for each cause; of several failures with one cause, the one with the longest wait.
  static func incomplete(_ failures: [FailedPart]) -> [Remark] {
    failures.grouped(by: \.error.cause).compactMap { _, parts in
      let longest = parts.max { $0.error.wait < $1.error.wait }
      let names = parts.distinct { $0.star?.description ?? $0.name }.map(\.name)
      return longest.map { .incomplete(names, $0.error) }
    }
  }
}

/// The state of a load. The raw values are the words of `expect state` and of JSON.
package enum LoadPhase: String, Sendable, CaseIterable {
  /// Nothing has been requested.
  case idle
  case loading
  case loaded
  /// The service answered that there is nothing, which is not a failure.
  case empty
  case failed
}

/// What to find in other catalogs.
package indirect enum ElsewhereQuestion: Sendable, Equatable {
  case item(Item)
  /// The subject of another service's page.
  case page(CrosswalkPage)
}
