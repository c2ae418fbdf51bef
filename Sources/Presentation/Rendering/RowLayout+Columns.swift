import Domain

extension RowLayout {
  /// The columns after the title: those that the user chose or that suit the screen, and those used to sort or filter.
  static func columns(of screen: Screen, _ chosen: [ItemField]?, rows: [Row]) -> [Column] {
    // A row shows the title already; on a stores screen, the store's name instead, and the price.
    let showsTitle = screen.kind != .stores
    let fields = chosen?.filter { $0.key != (showsTitle ? "title" : "price") }
    var columns = columns(of: screen, chosen: fields?.map { Column($0) })
    for field in screen.arrangement.fields(usedOn: rows, showsTitle: showsTitle) {
      // On a stores screen, the first column says `no price` for an item without one.
      let valued = showsTitle ? rows : rows.filter { $0.item.text(of: field) != nil }
      let place = columns.firstIndex { column in
        !valued.isEmpty && valued.allSatisfy { column.values($0.item) == Values($0.item.text(of: field)) }
      }
      if let place {
        columns[place].isEssential = true
      } else {
        if chosen == nil { columns = columns.map { $0.isEssential || $0.isCreator ? $0 : $0.besides(field) } }
        columns.append(Column(field, isEssential: true))
      }
    }
    return columns.map { $0.namingStores(on: screen) }
  }

  /// What the screen is about, such as how a match is known, with the chosen columns or those that suit it.
  private static func columns(of screen: Screen, chosen: [Column]?) -> [Column] {
    let creator = Column(isCreator: true) { .init($0.creator) }
    switch screen.kind {
    case .stores:
      return [
        Column(isAlignedRight: true) { .init($0.sale) },
        Column(isEssential: true) { .init($0.match == .likely ? "likely: \($0.title)" : nil) },
      ] + (chosen ?? [Column { .init($0.match == Match.none ? nil : $0.released?.day) }])
        + [Column { .init($0.match == Match.none ? nil : $0.id.key) }]
    case .elsewhere:
      return [Column(isEssential: true) { .init($0.id.catalog) }, Column { .init($0.id.category) }]
        + (chosen ?? [creator, Column { .init($0.released?.year) }]) + [
          Column(isEssential: true) { .init($0.match?.words) }
        ]
    case .news:
      return [Column(isEssential: true) { .init($0.isNew == true ? "new" : nil) }]
        + (chosen ?? [creator, Column { .init($0.released?.day) }])
        + [Column(symbol: "★ ", word: "from the favourite ") { .init($0.from) }]
    case .chart:
      return [movement]
        + (chosen.map { places(on: screen) + $0 }
          ?? [creator] + places(on: screen) + [Column(isAlignedRight: true) { .init($0.note) }])
    case .changes:
      // For number ones of storefronts, each section's header says how they moved.
      if case .chart(_, in: _?, _)? = screen.sections.first?.source {
        return places(on: screen) + (chosen ?? [creator])
      }
      return [movement, Column(isAlignedRight: true, spoken: { $0.spokenRanks }) { .init($0.ranks) }]
        + (chosen ?? [creator])
    default:
      if let chosen { return places(on: screen) + chosen }
      // Elsewhere, kinds are mixed: a column of days would be mostly empty, and would cut the titles.
      guard [.relation, .item].contains(screen.kind) else {
        return [creator] + stores(on: screen) + lines(on: screen) + [dayAndNote]
      }
      // Checks all rows of a relation, because a filter must not change how dates are shown, nor may a preview differ.
      // The category of a feed's episodes may have any name.
      let dated = screen.sections.filter { section in
        section.relation.map { $0.isOfFeed || $0.isNews || $0.reach == .many && haveDays(section.rows) } ?? false
      }
      let ids = Set(dated.flatMap(\.rows).map(\.id))
      return [creator] + lines(on: screen) + [
        Column {
          .init(ids.contains($0.id) || $0.isDated ? $0.released?.readable : $0.note == nil ? $0.released?.year : nil)
        },
        Column(isAlignedRight: true) { .init($0.note) },
      ]
    }
  }

  /// An item's day if that matters, and its note, or else its year unless it is in a chart.
  static let dayAndNote = Column(isAlignedRight: true) { item in
    guard item.isDated else { return .init(item.note ?? (item.rank == nil ? item.released?.year : nil)) }
    return .init(item.released?.day, item.note)
  }

  /// The facts that the screen's relations show in each row, such as a person's role.
  static func lines(on screen: Screen) -> [Column] {
    screen.sections.compactMap(\.relation?.line).unique.map { label in
      Column(isEssential: true, word: label + " ") { .init($0.fact(label)) }
    }
  }

  /// Whether the rows have their own dates, like an artist's releases, and not the date of the whole.
  static func haveDays(_ rows: [Row]) -> Bool {
    let items = rows.map(\.item)
    let isOneWhole = items.first?.track != nil && Set(items.map(\.albumID)).count == 1
    let days = Set(items.compactMap { $0.released?.day })
    return !isOneWhole && (days.count > 1 || items.count == 1)
  }

  static let movement = Column(isEssential: true, spoken: { $0.spokenMovement }) { .init($0.movement) }

  /// A chart of several storefronts always shows each row's storefront.
  static func places(on screen: Screen) -> [Column] {
    screen.kind.compares ? [Column(isEssential: true) { .init($0.placeName) }] : []
  }

  /// The stores of items from several stores, as among favourites; a price on screen already names its store.
  static func stores(on screen: Screen) -> [Column] {
    let stores = screen.kind.mixesStores ? screen.sections.flatMap(\.rows).map(\.item.storefront) : []
    guard Set(stores).count > 1 else { return [] }
    return [Column(isEssential: true) { .init($0.price != nil && $0.note == $0.price?.readable ? nil : $0.storefront) }]
  }

  /// The values after a title if there is unlimited room: the creator, and the screen's columns.
  /// - Parameter chosen: the columns that the user chose; nil means those that suit the screen.
  static func values(on screen: Screen, columns chosen: [ItemField]?) -> (ListedItem) -> [String] {
    let columns = columns(of: screen, chosen, rows: screen.visibleRows)
    let isOfStores = screen.kind == .stores
    return { entry in
      let item = entry.item
      // The screen's own item is not a row of its list.
      if entry.number == 0, chosen == nil {
        return [item.creator, item.note ?? item.released?.year].compactMap(\.self)
      }
      let leading = isOfStores ? [item.creator, item.placeName] : [item.creator]
      let others = columns.filter { !$0.isCreator }.map { column in
        column.values(item).map { column.symbol + $0.joined(" · ") }
      }
      return (leading + others).compactMap(\.self)
    }
  }
}
