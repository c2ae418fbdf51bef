package import Domain

/// What is looked at: everything needed to draw it, and nothing that runs.
package struct Screen: Sendable, Equatable {
  package let kind: Kind
  package let catalog: String
  package private(set) var title: String
  /// The storefront that everything on it is of, by its two letters in capitals; nil where none was chosen.
  package let storefront: String?
  /// The search that led here; nil where none did.
  package let query: SearchQuery?
  package var sections: [Section]
  /// What an item screen is about; nil on the others.
  package var subject: Subject?
  /// What the rows are of, where each is the same thing in another store.
  private let whole: Subject?
  /// What `open` and its kin mean where no number is given: what the screen is about, or whose stores it shows.
  package var origin: Subject? { subject ?? whole }
  package var arrangement = Arrangement()
  /// The day of the earlier chart that its rows are compared with; nil where they are not.
  package private(set) var since: String?
  /// How old what it shows is, where that is older than it may be.
  package var staleness: Staleness?
  package var pageStart = PagePosition.top
  /// Where the next page begins, as it was shown; nil where nothing of it is left to show.
  package var nextPage: PagePosition?
  private var numbering = Numbering()

  /// An item and what leads on from it.
  ///
  /// A class, as screens are handed about with every command.
  package final class Subject: Sendable, Equatable {
    package let shared: SharedItem
    /// What its category is called: `TV Show`; nil where this version does not know it.
    package let category: String?
    package let relations: [Relation]
    /// Whether no more is known of it than what led to it, such as the name of an album.
    package let isPartial: Bool

    /// - Parameter absent: relations of its category that it does not have.
    package init(item: Item, in catalog: Catalog? = nil, isPartial: Bool = false, absent: Set<Relation> = []) {
      shared = SharedItem(item)
      category = catalog?.category(ofID: item.id)?.title
      relations = (catalog?.relations(of: item) ?? []).filter { !absent.contains($0) }
      self.isPartial = isPartial
    }

    package var item: Item { shared.item }

    package static func == (a: Subject, b: Subject) -> Bool {
      a.shared == b.shared && a.category == b.category && a.relations == b.relations && a.isPartial == b.isPartial
    }
  }

  package init(
    kind: Kind, catalog: String, title: String, storefront: String? = nil, query: SearchQuery? = nil,
    sections: [Section] = [], subject: Subject? = nil, whole: Subject? = nil
  ) {
    self.storefront = storefront
    self.kind = kind
    self.catalog = catalog
    self.title = title
    self.query = query
    self.sections = sections
    self.subject = subject
    self.whole = whole
  }

  /// The first screen of a catalog. What the catalog begins with is asked for when it is to be shown.
  package static func root(of catalog: Catalog) -> Screen {
    var root = Screen(kind: .home, catalog: catalog.name, title: "home")
    if let opening = catalog.opening {
      let source = Section.Source.search(SearchRequest(category: opening, term: ""))
      root.sections = [Section(category: opening.name, title: opening.title, source: source, content: .idle)]
    }
    return root
  }

  /// The title with the storefront that was chosen, `beat · JP`, unless it names that itself.
  package var heading: String {
    kind.traits.titleNamesStore ? title : storefront.map { title + " · " + $0 } ?? title
  }

  /// Whether it is where a catalog begins.
  package var isRoot: Bool { kind == .home && query == nil }

  /// The state of the screen as a whole: what it can show decides, before what it cannot.
  package var phase: LoadPhase {
    if let subject, !subject.isPartial { return .loaded }
    let phases = sections.map(\.content.phase)
    let order: [LoadPhase] = [.loading, .loaded, .failed, .empty, .idle]
    return order.first(where: phases.contains) ?? (kind.traits.asksNothing ? .empty : .idle)
  }

  /// The failure to report where nothing could be shown: the first one.
  package var failure: CatalogError? {
    phase == .failed ? sections.lazy.compactMap(\.content.error).first : nil
  }

  /// How many of the parts asked for, such as categories and storefronts, failed.
  package var failedParts: Int {
    sections.reduce(0) { count, section in
      section.remarks.reduce(count + (section.content.error == nil ? 0 : 1)) { $0 + ($1.failure?.count ?? 0) }
    }
  }

  /// Why the first of them failed.
  package var partFailure: CatalogError? {
    sections.lazy.compactMap { $0.content.error ?? $0.remarks.lazy.compactMap(\.failure?.error).first }.first
  }

  /// What `open` is given to show all of a section; nil where it cannot be opened from here.
  package func word(opening section: Section) -> String? {
    if let relation = section.relation { return kind == .item ? relation.word : nil }
    guard kind.traits.opensSections, !section.category.isEmpty else { return nil }
    let isOnlyOne = sections.count { $0.category == section.category } == 1
    return isOnlyOne ? section.category : section.title.lowercased()
  }

  /// Every row in the order of the sections, filtered and sorted as the user chose.
  package var visibleRows: [Row] { sections.flatMap { arrangement.applied(to: $0.rows) } }

  /// Whether it is a catalog's home of shelves, whose sections are opened by their titles.
  package var isHomeOfShelves: Bool { if case .shelves = kind { true } else { false } }

  /// Whether it is a list, be it an empty one. A screen that nothing was asked for yet is none.
  package var isList: Bool { kind.traits.asksNothing || !sections.isEmpty && phase != .idle }

  /// Whether a service has further results that it would give. A screen of several sections shows the beginning of each,
  /// and each has a screen of its own for the rest.
  package var hasMoreToFetch: Bool { sections.count == 1 && sections[0].content.value?.extent.hasMore == true }

  /// How much of what there is the screen's only section holds; nil where it has several, or nothing came.
  package var extent: Extent? { sections.count == 1 ? sections[0].content.value?.extent : nil }

  /// Puts an answer where it was asked for. Items keep the numbers they had on this screen; new ones get the next.
  package mutating func receive(_ answer: Result<ItemList, CatalogError>, inSection index: Int) {
    switch answer {
    case .failure where sections[index].keepsRows: break  // The rows stay; the command that asked for more fails.
    case .failure(let error):
      sections[index].content = .failed(error)
      if case .chart = sections[index].source { since = nil }
    case .success(let list):
      let earlier = sections[index].awaitsFurtherRows ? sections[index].rows : []
      // A service without places answers with everything again, and pages may overlap.
      let known = Set(earlier.map(\.id))
      let items = known.isEmpty ? list.items : list.items.filter { !known.contains($0.id) }
      let rows = earlier + numbering.rows(for: items, inSection: sections[index].key, besides: earlier)
      sections[index].remarks = list.gaps.map { .gap($0) } + list.notes.map { .source($0) }
      sections[index].skipped = list.skipped.count + (earlier.isEmpty ? 0 : sections[index].skipped)
      // An answer whose rows could not be read is not an empty one.
      sections[index].content =
        rows.isEmpty && list.skipped.isEmpty ? .empty : .loaded(Section.Content(rows: rows, extent: list.extent))
    }
    sections[index].settle()
  }

  /// Puts a ranking where it was asked for; a chart's own screen is called as the service calls it.
  mutating func receive(_ chart: Chart, titled title: String, inSection index: Int) {
    if kind == .chart { self.title = title }
    since = chart.since
    receive(.success(chart.list), inSection: index)
  }

  mutating func compare(with day: String) {
    since = day
    if let day = CalendarDay.short(day) { title += " · since \(day)" }
  }

  /// Puts how a ranking has changed behind the section that it was asked for in.
  mutating func receive(_ changes: ChartChanges, from catalog: Catalog, inSection index: Int) {
    receive(.success(ItemList(items: [], skipped: changes.chart.list.skipped)), inSection: index)
    title = "Changes · " + catalog.title(of: changes.chart)
    since = changes.chart.since
    if since == nil {
      title += changes.firstLook.flatMap(CalendarDay.short).map { " · first looked at on \($0)" } ?? " · first look"
    }
    sections.removeSubrange((index + 1)...)
    for (title, items) in [("New", changes.entered), ("Left", changes.left), ("Moved most", changes.moved)]
    where !items.isEmpty {
      append(items, of: sections[index].category, titled: title)
    }
  }

  mutating func append(_ items: [Item], of category: String, titled title: String) {
    sections.append(Section(category: category, title: title, content: .idle))
    receive(.success(ItemList(items: items)), inSection: sections.count - 1)
  }

  /// Puts an item's details where they were asked for, and what belongs to it behind.
  /// - Parameter catalog: the one that the item is of.
  mutating func receive(_ details: ItemDetails, from catalog: Catalog, inSection index: Int) {
    receive(.success(ItemList(items: [], skipped: details.skipped)), inSection: index)
    subject = Subject(item: details.item, in: catalog, absent: details.absent)
    title = details.item.title
    sections.removeSubrange((index + 1)...)
    for filled in details.filled {
      let relation = filled.relation
      sections.append(
        Section(category: relation.category ?? "", title: relation.title, relation: relation, content: .idle))
      receive(filled.answer, inSection: sections.count - 1)
    }
  }

  /// Goes back to the page before where the one to be shown has nothing on it.
  package mutating func keepPage(from before: PagePosition?) {
    guard pageStart.items > 0 else { return }
    let count = visibleRows.count
    if pageStart.items >= count { pageStart = before.flatMap { $0.items < count ? $0 : nil } ?? .top }
  }

  /// Gives numbers to items and remembers them for as long as the screen lives.
  private struct Numbering: Sendable, Equatable {
    /// By section too: a song that stands in two shelves has a number in each.
    private var known: [String: [ItemID: Int]] = [:]
    private var next = 1

    mutating func rows(for items: [Item], inSection section: String, besides shown: [Row]) -> [Row] {
      // A service may send the same item twice: the second gets a number of its own.
      var taken = Set(shown.map(\.number))
      return items.map { item in
        let before = known[section]?[item.id]
        if let number = before, taken.insert(number).inserted { return Row(number: number, item: item) }
        defer { next += 1 }
        if before == nil { known[section, default: [:]][item.id] = next }
        taken.insert(next)
        return Row(number: next, item: item)
      }
    }
  }
}
