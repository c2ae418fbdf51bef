import Domain

extension ScreenFactory {
  /// The favourites of all catalogs, grouped by category in the order of the catalogs and their categories. Categories
  /// that this version does not know come last.
  /// - Parameters:
  ///   - names: the names of all catalogs, in order, which may differ from the order of loading.
  ///   - list: the list of favourites shown; nil shows all favourites.
  func favorites(_ favorites: [Item], among names: [String], titled list: String? = nil) -> Screen {
    let title = ["Favourites", list].compactMap(\.self).joined(separator: " · ")
    var screen = Screen(kind: .favorites, catalog: catalog.name, title: title)
    var groups = Dictionary(grouping: favorites) { [$0.id.catalog, $0.id.category] }
    // Several catalogs may have the same titles; then each header includes the catalog.
    let shown = Set(groups.keys)
    let titles = catalogs.flatMap { catalog in
      catalog.allCategories.filter { shown.contains([catalog.name, $0.name]) }.map(\.title)
    }
    let counts = titles.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let places = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    for catalog in catalogs.sorted(by: { places[$0.name] ?? .max < places[$1.name] ?? .max }) {
      for category in catalog.allCategories {
        guard let group = groups.removeValue(forKey: [catalog.name, category.name]) else { continue }
        let isAmbiguous = counts[category.title] ?? 0 > 1
        screen.append(
          group, of: category.name, titled: isAmbiguous ? "\(category.title) · \(catalog.title)" : category.title)
      }
    }
    for item in favorites {
      let kind = [item.id.catalog, item.id.category]
      guard let group = groups.removeValue(forKey: kind) else { continue }
      let isKnown = catalogs.contains { $0.name == kind[0] }
      let name = isKnown ? kind[1] : kind.joined(separator: " ")
      // A catalog that cannot be loaded now, such as one without a sample offline, is still known.
      let note = !isKnown && places[kind[0]] != nil ? "" : " (unknown to this version)"
      screen.append(group, of: kind[1], titled: name + note)
    }
    return screen
  }

  /// The favourites from earlier sessions, not loaded yet.
  func earlierFavorites() -> Screen {
    Screen(
      kind: .earlier, catalog: catalog.name, title: "Favourites from earlier sessions",
      sections: [Section(category: "", title: "Favourites from earlier sessions", source: .memory)])
  }

  /// The favourites from earlier sessions, newest session first.
  /// - Parameter entries: latest last.
  func earlierFavorites(_ entries: [EarlierFavorite]) -> Screen {
    var screen = Screen(kind: .earlier, catalog: catalog.name, title: "Favourites from earlier sessions")
    let sessions = Dictionary(grouping: entries, by: \.session)
    for session in sessions.keys.sorted(by: >) {
      let items = (sessions[session] ?? []).map(\.favorite.item)
      screen.append(items, of: "", titled: CalendarDay.moment(session) ?? "An earlier session")
    }
    return screen
  }
}
