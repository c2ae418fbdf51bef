package import Domain

/// An item on a screen.
package struct Row: Sendable, Equatable {
  /// 0 for an item without a number, such as the one that a screen is about.
  package let number: Int
  package let shared: SharedItem

  package var item: Item { shared.item }
  /// By itself, since the item as a whole is copied field by field.
  package var id: ItemID { shared.item.id }

  package init(number: Int = 0, shared: SharedItem) {
    self.number = number
    self.shared = shared
  }

  package init(number: Int = 0, item: Item) { self.init(number: number, shared: SharedItem(item)) }

  /// As it stands with the favourites and marks.
  /// - Parameter term: the search that led to its screen; nil where none did.
  package func listed(in favorites: Favorites, term: String? = nil) -> ListedItem {
    ListedItem(shared, number: number, isStarred: favorites.contains(id), isMarked: favorites.isMarked(id), term: term)
  }
}

/// A stretch of a screen under one header.
package struct Section: Sendable, Equatable {
  /// The category's name; empty where the section mixes them.
  package let category: String
  package var title: String
  package let source: Source
  /// The relation that its rows belong to the screen's item by; nil on other screens than an item's and a relation's.
  package let relation: Relation?
  package var content: LoadState<Content>
  package var remarks: [Remark] = []
  /// How many rows of the answer could not be shown.
  package var skipped = 0
  /// What `settle` will fetch; nil where nothing is missing.
  package private(set) var awaited: Awaited?

  /// What it holds once it is there; without rows only where none of them could be read.
  package struct Content: Sendable, Equatable {
    package var rows: [Row]
    package var extent = Extent.all
  }

  package enum Awaited: Sendable, Equatable {
    case everything, nextPage
    /// What is not known of some of those asked, such as storefronts; the rest stays.
    case missing
    /// More of what each row is about; the rows stay.
    case fullerRows
  }

  /// Where the rows come from. Indirect, for items are large, and sections are handed about with every command.
  package indirect enum Source: Sendable, Equatable {
    case search(SearchRequest)
    /// A shelf of a home that the catalog fills by itself.
    case shelf(Int, home: String, limit: Int?)
    /// An item in full. The section itself has no rows: what belongs to the item comes in sections behind it.
    case details(Item)
    /// The single thing that a relation leads to from an item that does not tell which.
    case target(Relation, of: Item)
    case related(Relation, Item)
    case reference(Reference)
    case chart(ChartRequest)
    /// What is first in the ranking of that kind, in each of the storefronts.
    case firsts(ChartRequest, in: [String])
    /// How a ranking, or what is first in each of the storefronts, differs from the latest earlier look at it, or from the
    /// latest up to that day.
    case changes(ChartRequest, in: [String]? = nil, notAfter: String?)
    case stores(Item, in: [String])
    /// New releases between two days by the favourites given, or by their creators.
    case news([Item], from: String, to: String)
    case memory
  }

  /// - Parameter content: nil where `settle` is to fill it from `source`.
  package init(
    category: String, title: String, source: Source = .memory, relation: Relation? = nil,
    content: LoadState<Content>? = nil
  ) {
    self.category = category
    self.title = title
    self.source = source
    self.relation = relation
    self.content = content ?? .loading
    awaited = content == nil ? .everything : nil
  }

  /// Identifies it among the sections of its screen, in whatever order answers come.
  var key: String { "\(relation?.word ?? "")/\(category)/\(title)" }

  package var rows: [Row] { content.value?.rows ?? [] }

  /// Fetches it from the start, in place of what it shows.
  package mutating func awaitEverything() {
    content = .loading
    awaited = .everything
  }

  /// Asks again for what failed: all of it, or the storefronts that have not answered.
  package mutating func awaitMissing() {
    switch source {
    case .stores, .firsts: rows.isEmpty ? awaitEverything() : (awaited = .missing)
    case .search, .shelf, .details, .target, .related, .reference, .chart, .changes, .news, .memory: awaitEverything()
    }
  }

  /// Whether something that it asked for did not come.
  package var lacksSomething: Bool { content.error != nil || remarks.contains(where: \.isFailure) }

  /// Has more asked of a ranking's rows where none of them tells what is needed: rankings tell little.
  package mutating func awaitFullerRows(unlessAny isTold: (Item) -> Bool) {
    guard case .chart = source, !rows.isEmpty, !rows.contains(where: { isTold($0.item) }) else { return }
    awaited = .fullerRows
  }

  /// Fetches the rows behind those it has.
  package mutating func awaitNextPage() {
    awaited = .nextPage
  }

  /// Whether the answer adds rows behind those it has.
  var awaitsFurtherRows: Bool { awaited == .nextPage || awaited == .missing }
  /// Whether its rows stay if the answer fails; the command that asked fails.
  package var keepsRows: Bool { awaitsFurtherRows || awaited == .fullerRows }

  mutating func settle() {
    awaited = nil
  }
}

/// Something to be said of a section besides its rows. A fact, not a sentence.
package enum Remark: Sendable, Equatable {
  /// Parts of the whole that are not among the rows.
  case gap(Gap)
  /// Where the rows come from.
  case source(ListNote)
  /// Nobody knows what these storefronts, of so many, have, and why.
  case unknownStorefronts([String], of: Int, CatalogError)
  case incomplete(CatalogError)
  /// It was stopped; `done` of `all` had come.
  case stopped(done: Int, all: Int)

  /// Whether asking again may tell more.
  var isFailure: Bool { if case .stopped = self { true } else { failure != nil } }

  /// Why a part is not there, and how many parts are not there for that; nil where none failed, or somebody stopped it.
  var failure: (error: CatalogError, count: Int)? {
    switch self {
    case .unknownStorefronts(let codes, of: _, let error): (error, codes.count)
    case .incomplete(let error): (error, 1)
    case .gap, .source, .stopped: nil
    }
  }
}
