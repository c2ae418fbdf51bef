import Domain
import FoundationEssentials

extension ScreenFactory {
  /// The favourites of all catalogs, grouped by category in the order of the catalogs and their categories. Categories
  /// that this version does not know come last.
  /// - Parameters:
  ///   - names: the names of all catalogs, in order, which may differ from the order of loading.
  ///   - list: the list of favourites shown; nil shows all favourites.
  func favorites(_ favorites: [Item], among names: [String], titled list: String? = nil) -> Screen {
    let title = ["Favourites", list].compactMap(\.self).joined(separator: " · ")
    var screen = Screen(kind: .favorites, catalog: catalog.name, title: title)
    let groups = favorites.grouped { [$0.id.catalog, $0.id.category] }
    let places = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    let ordered = catalogs.sorted { places[$0.name] ?? .max < places[$1.name] ?? .max }
    let known = ordered.flatMap { catalog in
      catalog.allCategories.compactMap { category in
        groups.first { $0.key == [catalog.name, category.name] }.map { (catalog, category, $0) }
      }
    }
    for (catalog, category, group) in known {
      // Several catalogs may have the same titles; then each header includes the catalog.
      let isAmbiguous = known.count { $0.1.title == category.title } > 1
      let suffix = isAmbiguous ? " · \(catalog.title)" : ""
      screen.append(group.elements, of: category.name, titled: category.title + suffix)
    }
    for (key, items) in groups where !known.contains(where: { $0.2.key == key }) {
      let isLoaded = catalogs.contains { $0.name == key[0] }
      let name = isLoaded ? key[1] : key.joined(separator: " ")
      // A catalog that cannot be loaded now, such as one without a sample offline, is still known.
      let note = isLoaded ? " (unknown to this version)" : places[key[0]] == nil ? " (no such catalog here)" : ""
      screen.append(items, of: key[1], titled: name + note)
    }
    return screen
  }

  /// The favourites from earlier sessions, newest session first.
  /// - Parameter entries: latest last; nil if they are not loaded yet.
  func earlierFavorites(_ entries: [EarlierFavorite]? = nil) -> Screen {
    var screen = Screen(kind: .earlier, catalog: catalog.name, title: "Favourites from earlier sessions")
    guard let entries else {
      screen.sections = [Section(category: "", title: screen.title)]
      return screen
    }
    let sessions = Dictionary(grouping: entries, by: \.session).map { session, entries in
      // By instant, because sessions end in different time zones. A killed session has no known end.
      ((try? Date(session, strategy: .iso8601)) ?? .distantPast, session, entries)
    }
    for (_, session, entries) in sessions.sorted(by: { ($0.0, $0.1) > ($1.0, $1.1) }) {
      let items = entries.map(\.favorite.item)
      screen.append(items, of: "", titled: CalendarDay.moment(session) ?? "An earlier session")
    }
    return screen
  }
}
