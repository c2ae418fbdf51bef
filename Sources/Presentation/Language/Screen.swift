package import Domain

/// The state of a screen: everything needed to render it, and no tasks.
package struct Screen: Sendable, Equatable {
  package let kind: Kind
  package let catalog: String
  package private(set) var title: String
  /// The storefront of everything on it, as two capital letters; nil if none was chosen.
  package private(set) var storefront: String?
  /// The search that led here; nil if none did.
  package let query: SearchQuery?
  package var sections: [Section]
  /// The item for `open` and similar commands without a number: the screen's item, or the item whose stores it shows.
  package internal(set) var origin: Subject?
  /// The item of an item screen; nil on other screens.
  package var subject: Subject? { kind == .item ? origin : nil }
  package var arrangement = Arrangement()
  /// The day of the earlier chart that the rows are compared with; nil if they are not compared.
  package private(set) var since: String?
  /// The age of its answers, if they are stale.
  package var staleness: Staleness?
  /// The settings with the filter values of its requests; nil if nothing has arrived. Its next page and what it leads to
  /// use the same ones, or one list would have the rows of two countries.
  var asked: Settings?
  /// Whether it was reloaded. What it fetches later, such as the next page, bypasses every cache too: an older answer
  /// would not fit what it shows.
  var isReloaded = false
  package var pageStart = PagePosition.top
  /// Where the next page starts, given how this one was shown; nil if nothing is left to show.
  package var nextPage: PagePosition?
  /// On a page of search results, the categories that were not searched because nobody chose any.
  package let unasked: [Category]
  /// The catalogs without rows on a screen of several catalogs, and why.
  package var without: [SkippedCatalog]
  private var numbering = Numbering()

  /// An item and its relations. A class, because every command copies screens.
  package final class Subject: Sendable, Equatable {
    package let shared: SharedItem
    /// The category's noun for an item, such as `TV Episode`; nil if this version does not know the category.
    package let category: String?
    package let relations: [Relation]
    /// Whether only the facts that led to it are known, such as the name of an album.
    package let isPartial: Bool

    /// - Parameter absent: relations of its category that this item lacks.
    package init(item: Item, in catalog: Catalog? = nil, isPartial: Bool = false, absent: Set<Relation> = []) {
      shared = SharedItem(item)
      category = catalog?.category(ofID: item.id)?.itemTitle
      relations = (catalog?.relations(of: item) ?? []).filter { !absent.contains($0) }
      self.isPartial = isPartial
    }

    /// - Parameter relation: one that the item turned out not to have.
    fileprivate init(_ other: Subject, without relation: Relation) {
      (shared, category, isPartial) = (other.shared, other.category, other.isPartial)
      relations = other.relations.filter { $0 != relation }
    }

    package var item: Item { shared.item }

    package static func == (a: Subject, b: Subject) -> Bool {
      a.shared == b.shared && a.category == b.category && a.relations == b.relations && a.isPartial == b.isPartial
    }
  }

  package init(
    kind: Kind, catalog: String, title: String, storefront: String? = nil, query: SearchQuery? = nil,
    sections: [Section] = [], origin: Subject? = nil, unasked: [Category] = [],
    without: [SkippedCatalog] = []
  ) {
    (self.without, self.unasked, self.storefront) = (without, unasked, storefront)
    (self.kind, self.catalog, self.title) = (kind, catalog, title)
    (self.query, self.sections, self.origin) = (query, sections, origin)
  }

  /// The first screen of a catalog. Its list is fetched only when it is shown.
  package static func root(of catalog: Catalog) -> Screen {
    var root = Screen(kind: .home, catalog: catalog.name, title: "home")
    if let opening = catalog.opening {
      let source = Section.Source.search(SearchRequest(category: opening, term: ""))
      root.sections = [Section(category: opening.name, title: opening.title, source: source, phase: .idle)]
    }
    return root
  }

  /// The item as the subject of another screen, with what this screen found out about its relations.
  func subject(_ item: Item, in catalog: Catalog?) -> Subject {
    origin.flatMap { $0.item == item ? $0 : nil } ?? Subject(item: item, in: catalog)
  }

  /// The title with the chosen storefront, such as `beat · JP`, unless the title contains the storefront already.
  package var heading: String { kind.titleNamesStore ? title : storefront.map { title + " · " + $0 } ?? title }

  /// The text shown instead of rows if there are none.
  package var emptyNote: String {
    guard case .news(let stars, let first, let last, let onlyNew)? = sections.first?.source else {
      // Only a chart that was compared can be unchanged.
      if kind == .changes {
        // An earlier chart may exist, and could not be read.
        let isCompared = !title.hasSuffix(Self.notCompared)
        return (since != nil ? "No changes. " : isCompared ? "Nothing to compare with. " : "Not compared. ")
          + kind.emptyNote
      }
      if isEverywhere, sections.isEmpty { return "No catalog could be searched" }
      // Only a catalog that was searched can lack the item.
      guard kind == .elsewhere, !without.contains(where: { [.notFound, .restNotAsked].contains($0.reason) }) else {
        return kind.emptyNote
      }
      return without.isEmpty
        ? "Other catalogs cannot be searched for items of this kind" : "No other catalog could be searched"
    }
    if stars.isEmpty { return "Nothing is starred. Star an artist, author, show or podcast, then: news" }
    for case .withoutNews(let titles) in sections[0].remarks where titles.count == stars.count {
      return """
        None of your favourites can have news. Star an artist, author, show or podcast of a catalog that lists what is \
        new, such as itunes, then: news
        """
    }
    if onlyNew { return "Nothing is marked as new. Show all of it: news" }
    let isShort = CalendarDay.text(89, before: last).map { first > $0 } ?? false
    let isPart = sections[0].remarks.contains(where: \.isFailure)
    return (isPart ? "Nothing new from the others you starred" : kind.emptyNote)
      + (isShort ? ". Look further back: news --days 90" : "")
  }

  /// Whether it lacks something that `settle` would fetch.
  var isUnsettled: Bool { sections.contains { $0.awaited != nil } }

  /// Whether it is the first screen of a catalog.
  package var isRoot: Bool { kind == .home && query == nil }

  /// The state of the whole screen. A section that can be shown outranks one that cannot.
  package var phase: LoadPhase {
    if let subject, !subject.isPartial { return .loaded }
    let phases = sections.map(\.phase)
    let order: [LoadPhase] = [.loading, .loaded, .failed, .empty, .idle]
    return order.first(where: phases.contains) ?? (kind.asksNothing || isEverywhere ? .empty : .idle)
  }

  /// The failure to report if nothing was answered: the first one. Otherwise it is that of a part.
  package var failure: CatalogError? {
    guard phase == .failed, !sections.contains(where: { $0.phase == .empty }),
      !without.contains(where: { $0.reason == .notFound })
    else { return nil }
    return sections.lazy.compactMap(\.error).first
  }

  /// How many of the requested parts, such as categories and storefronts, failed.
  package var failedParts: Int { sections.flatMap(\.failures).reduce(0) { $0 + $1.count } }

  /// Why the first of them failed.
  package var partFailure: CatalogError? { sections.lazy.flatMap(\.failures).first?.error }

  /// The word after `open` that shows all of a section; nil if it cannot be opened from here.
  package func word(opening section: Section) -> String? {
    if let relation = section.relation { return kind == .item ? relation.word : nil }
    guard kind.opensSections, !section.category.isEmpty else { return nil }
    if let catalog = section.catalog { return "\(section.category) \(catalog)" }
    let isOnlyOne = sections.count { $0.category == section.category } == 1
    return isOnlyOne ? section.category : section.title.lowercased().asWords
  }

  /// Every row in section order, filtered and sorted as the user chose.
  package var visibleRows: [Row] { sections.flatMap { arrangement.applied(to: $0) } }

  /// Whether the filter hides all rows.
  var hidesAll: Bool {
    let mayHide = arrangement.filter != nil || arrangement.hidden != nil
    return mayHide && sections.contains { !$0.rows.isEmpty } && visibleRows.isEmpty
  }

  /// Whether its sections are from several catalogs, each searched separately.
  package var isEverywhere: Bool { query?.isEverywhere == true && kind == .home }

  /// Whether it is a list, possibly an empty one. A screen that has requested nothing yet is not.
  package var isList: Bool { kind.asksNothing || !sections.isEmpty && phase != .idle }

  /// Whether the service has further results for this screen. If there are several sections, each shows its beginning,
  /// and opens a separate screen for the rest.
  package var hasMoreToFetch: Bool { extent?.hasMore == true }

  /// How complete the only section is; nil if there are several sections, or nothing has arrived.
  package var extent: Extent? { sections.count == 1 ? sections[0].extent : nil }

  /// Puts an answer into the section that requested it. Known items keep their numbers; new ones get the next.
  /// - Parameter remarks: those besides the list's own.
  package mutating func receive(
    _ answer: Result<ItemList, CatalogError>, with remarks: [Remark] = [], inSection index: Int
  ) {
    let before = sections[index].rows
    switch answer {
    // The rows stay; the command that requested more fails.
    case .failure where sections[index].keepsRows: sections[index].settle()
    case .failure(let error):
      sections[index].become(.failed, rows: before, extent: sections[index].extent, error: error)
      sections[index].remarks = sections[index].remarks.filter { !$0.isFailure } + remarks
      sections[index].settle()
    case .success(let list):
      let earlier = sections[index].awaitsFurtherRows ? sections[index].newRows : []
      // A service without paging repeats everything, and pages may overlap.
      let known = Set(earlier.map(\.key))
      let wasFilled = sections[index].awaited == .fullerRows
      var rows = list.items.map { Row(item: $0) }
      if !known.isEmpty { rows.removeAll { known.contains($0.key) } }
      rows = earlier + numbering.numbered(rows, inSection: sections[index].key, besides: earlier)
      let failed = sections[index].awaited == .nextPage ? sections[index].remarks.filter(\.isFailure) : []
      sections[index].remarks =
        list.gaps.map { .gap($0) } + list.notes.map { .source($0) } + failed
        + Remark.incomplete(list.skipped.compactMap { failedPart($0, of: sections[index]) }) + remarks
      // The next page starts after all rows received, even if none of them could be shown.
      sections[index].skipped = list.skipped.count + (sections[index].awaitsFurtherRows ? sections[index].skipped : 0)
      sections[index].skipsLinks =
        list.skipped.contains { $0.link != nil } || sections[index].awaitsFurtherRows && sections[index].skipsLinks
      // An answer with only unreadable rows is not empty, nor one whose service says that there are rows, nor one of
      // which a part failed.
      let isEmpty =
        rows.isEmpty && sections[index].skipped == 0 && [.all, .unknown].contains(list.extent)
        && !sections[index].remarks.contains(where: \.isFailure)
      var extent = list.extent
      // `more` repeats the search with a higher limit, and its answer may lack rows that are already shown.
      if case .limit(let limit, largest: nil) = extent {
        extent = .limit(max(limit, rows.count + sections[index].skipped), largest: nil)
      }
      sections[index].become(isEmpty ? .empty : .loaded, rows: rows, extent: isEmpty ? nil : extent)
      if staleness != nil { sections[index].keepRows(of: before) }
      sections[index].settle(hasLoaded: true)
      if !wasFilled { requestMoreFields(inSection: index) }
    }
  }

  /// Shows the service's order if no row has the field to sort by.
  mutating func dropOrderWithoutValues() {
    guard let key = arrangement.order?.key else { return }
    if !sections.contains(where: { $0.rows.contains { key.value(of: $0.item) != nil } }) { arrangement.order = nil }
  }

  /// Requests the field that the rows are sorted by.
  package mutating func requestMoreFields(inSection index: Int) {
    guard let key = arrangement.order?.key else { return }
    sections[index].requestMoreFields { key.value(of: $0) != nil }
  }

  /// A link whose request failed, by the id that opens it.
  private func failedPart(_ row: SkippedRow, of section: Section) -> FailedPart? {
    guard let link = row.link, let error = link.error else { return nil }
    let id = ItemID(catalog: section.catalog ?? catalog, category: section.category, key: link.id)
    return FailedPart(name: id.description, error: error)
  }

  /// Adopts the rest of an `elsewhere` answer, besides its rows.
  /// - Parameter answered: the catalogs that were asked after all: an id may lead to a category of any kind.
  mutating func receive(
    _ others: [SkippedCatalog], of answered: [String], titled title: String?, inSection index: Int
  ) {
    without = others
    if case .elsewhere(.item, in: _, let before) = sections[index].source {
      without = before.filter { !answered.contains($0.catalog) } + others
    }
    if let title { self.title = "Elsewhere · \(title)" }
  }

  private static let notCompared = " · not compared"

  /// Adopts a chart's day of comparison, and on its own screen the service's title. A screen of changes shows them in
  /// new sections after the one that requested them.
  mutating func receive(_ changes: ChartChanges, from catalog: Catalog, inSection index: Int) {
    since = changes.chart.since
    if kind == .chart { title = catalog.title(of: changes.chart) }
    guard kind == .changes else { return }
    title = "Changes · " + catalog.title(of: changes.chart)
    if since == nil {
      title +=
        !changes.isComparable
        ? Self.notCompared
        : changes.firstSnapshotDay.flatMap(CalendarDay.short).map { " · first viewed \($0)" } ?? " · first view"
    }
    sections.removeSubrange((index + 1)...)
    for (title, items) in [("New", changes.entered), ("Dropped out", changes.left), ("Biggest moves", changes.moved)]
    where !items.isEmpty {
      append(items, of: sections[index].category, titled: title)
    }
  }

  mutating func append(_ items: [Item], of category: String, titled title: String) {
    sections.append(Section(category: category, title: title, phase: .idle))
    receive(.success(ItemList(items: items)), inSection: sections.count - 1)
  }

  /// Puts an item's details into the section that requested them, and its relations into sections after it.
  /// - Parameter catalog: the item's catalog.
  mutating func receive(_ details: ItemDetails, from catalog: Catalog, inSection index: Int) {
    origin = Subject(item: details.item, in: catalog, absent: details.absent)
    // A pasted address contains a storefront, which is shown if it is not the usual one.
    let usual = storefront ?? catalog.charts?.defaultStorefront
    if let own = details.item.storefront, own != usual { storefront = own }
    title = details.item.title
    let before = sections[(index + 1)...]
    sections.removeSubrange((index + 1)...)
    for filled in details.filled {
      let relation = filled.relation
      let section = Section(
        category: relation.category ?? "", title: relation.title, relation: relation, phase: .idle)
      // The rows of a list that fails now stay.
      sections.append(before.first { $0.key == section.key } ?? section)
      receive(filled.answer, inSection: sections.count - 1)
    }
  }

  /// Drops a relation that the item turned out not to have.
  mutating func drop(_ relation: Relation, of item: Item) {
    if let origin, origin.item.id == item.id { self.origin = Subject(origin, without: relation) }
  }

  /// Keeps the page position if every row before it was already shown. Otherwise moves it back to the first new row or,
  /// if the page would be empty, to the page of `before`.
  package mutating func keepPage(from before: Screen?) {
    guard pageStart.items > 0 else { return }
    let (rows, seen) = (visibleRows, Set((before?.visibleRows ?? []).map(\.number)))
    if pageStart.items >= rows.count { pageStart = before?.pageStart ?? .top }
    if pageStart.items >= rows.count { pageStart = .top }
    let new = rows.prefix(pageStart.items + 1).firstIndex { !seen.contains($0.number) }
    if let new, before != nil { pageStart = PagePosition(items: new) }
  }

  /// Hides marked rows, or shows them again, without moving the pages over rows that were not seen.
  mutating func hide(_ marks: Set<ItemID>) {
    let seen = visibleRows
    arrangement.hidden = marks
    let left = Set(visibleRows.map(\.number))
    func moved(_ position: PagePosition) -> PagePosition {
      PagePosition(items: seen.prefix(position.items).count { left.contains($0.number) }, lines: position.lines)
    }
    (pageStart, nextPage) = (moved(pageStart), nextPage.map(moved))
  }

  /// Gives items their numbers and remembers them as long as the screen exists.
  private struct Numbering: Sendable, Equatable {
    /// By section, because a song in two sections has a number in each.
    private var known: [String: [Row.Key: Int]] = [:]
    private var next = 1

    mutating func numbered(_ rows: [Row], inSection section: String, besides shown: [Row]) -> [Row] {
      var taken = Set(shown.map(\.number))
      return rows.map { row in
        var key = row.key
        while let number = known[section]?[key] {
          if taken.insert(number).inserted { return Row(number: number, shared: row.shared) }
          key.copy += 1
        }
        defer { next += 1 }
        known[section, default: [:]][key] = next
        taken.insert(next)
        return Row(number: next, shared: row.shared)
      }
    }
  }
}

/// A catalog without results in a search of all catalogs or in `elsewhere`, and why.
package struct SkippedCatalog: Sendable, Equatable {
  package let catalog: String
  package let reason: Reason

  /// The raw values are the words on screen and in JSON.
  package enum Reason: String, Sendable {
    case noToken = "no token"
    case noAddress = "no address"
    case noSample = "not in the sample"
    case noCategory = "no such category"
    /// The item is from this catalog.
    case own = "its own catalog"
    case unsearchable = "cannot be searched"
    /// It has the category, which only its lists and relations lead to.
    case noSearch = "no search for that category"
    case invalid = "its declaration has errors"
    case unreadable = "cannot be read"
    /// It was searched, and has no such item.
    case notFound = "not found"
    case notAsked = "not asked"
    /// It has more possible matches than were looked up.
    case restNotAsked = "rest not asked"
  }

  package init(_ catalog: String, _ reason: Reason) { (self.catalog, self.reason) = (catalog, reason) }

  /// The words on a screen of that kind and in JSON; `elsewhere` distinguishes not found from not asked.
  func words(on kind: Screen.Kind) -> String {
    guard kind == .elsewhere, ![.notFound, .notAsked, .restNotAsked].contains(reason) else { return reason.rawValue }
    return "not asked (\(reason.rawValue))"
  }
}

/// Where a page starts: after this many items of the list and this many further lines. It stays valid when the window's
/// width changes or more items arrive.
package struct PagePosition: Sendable, Equatable {
  package var items: Int
  package var lines = 0

  package static let top = PagePosition(items: 0, lines: 0)
}
