import Domain

/// A catalog's first screen: what to try, recent searches, and the number of favourites.
extension TextRenderer {
  private static let mostRecent = 5

  func appendRoot(to text: inout StyledText, for screen: Screen, favorites: Favorites) {
    guard let root else { return append("Try", ["search TERM"], to: &text) }
    let catalog = root.catalog
    text.append(line: catalog.title, .title)
    var offers = catalog.opening != nil && screen.phase == .idle ? ["show", "search TERM"] : ["search TERM"]
    if catalog.categories.isEmpty { offers = ["open ADDRESS", "import FILE"] }
    if catalog.charts != nil { offers.append("charts") }
    let opened = catalog.openedHomes
    offers += catalog.homes.map { opened.contains($0) ? "open \($0.name)" : $0.name }
    offers += catalog.categories.filter(\.isListable).map { "open \($0.name)" }
    append("Try", offers, to: &text)
    if !root.recent.isEmpty { append("Recent", root.recent.prefix(Self.mostRecent).map { "search \($0)" }, to: &text) }
    if favorites.count > 0 { append("Favourites", ["\(favorites.count): favs"], to: &text) }
  }

  private func append(_ label: String, _ words: [String], to text: inout StyledText) {
    let head = isForReader ? label + ": " : "  " + label + "  "
    text.append(head, .faint)
    text.append(
      wrapping: words.joined(separator: separator), .emphasis, width: width, indent: head.count, isIndented: true)
  }
}
