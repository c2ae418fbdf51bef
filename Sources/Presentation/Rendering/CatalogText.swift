import Domain

/// The list of catalogs, and the report on a checked declaration.
extension TextRenderer {
  func render(_ catalogs: [CatalogSummary], current: String) -> StyledText {
    var text = StyledText()
    let nameWidth = catalogs.reduce(0) { max($0, $1.name.count) }
    for catalog in catalogs {
      let parts = [catalog.title, Self.words(for: catalog.credentials), catalog.problem.map(Self.words), catalog.about]
      let line = parts.compactMap(\.self).map { StyledText.escapingControls($0) }
      if isForReader {
        let presence = catalog.name == current ? ", current: " : ": "
        text.append(line: catalog.name + presence + line.joined(separator: ", "))
      } else {
        text.append(catalog.name == current ? "▸ " : "  ", .star)
        text.append(catalog.name.padded(to: nameWidth) + "  ", .emphasis)
        text.append(line: fitted(line.joined(separator: " · "), less: nameWidth + 4), .faint)
      }
    }
    return text
  }

  /// What is still wanted; nil if nothing is asked for.
  private static func words(for credentials: [CatalogSummary.Credential]) -> String? {
    guard !credentials.isEmpty else { return nil }
    let missing = credentials.filter { !$0.isSet }
    let names = (missing.isEmpty ? credentials : missing).map(\.variable).joined(separator: ", ")
    return names + (missing.isEmpty ? ": set" : missing[0].isRequired ? ": required, not set" : ": not set")
  }

  private static func words(for problem: CatalogProblem) -> String {
    switch problem {
    case .mistakes(let mistakes, let file): "cannot be used: \(mistakes.first?.text(of: file) ?? "")"
    case .file, .noSample, .refused, .catalog: ErrorMessages.sentence(for: .declaration(problem))
    }
  }

  /// The contents of a declaration without errors.
  func render(_ catalog: CatalogSummary, checkedAt path: String) -> StyledText {
    var lines = ["\(path) is valid: \(catalog.name), \(catalog.title)"]
    if let about = catalog.about { lines.append("about       \(about)") }
    if let host = catalog.host { lines.append("host        \(host)") }
    if let host = catalog.keyHost { lines.append("key from    \(host)") }
    for credential in catalog.credentials {
      let state = "\(credential.isSet ? "set" : "not set")\(credential.isRequired ? "; required" : "")"
      lines.append("variable    \(credential.variable), \(state)")
      if let about = credential.about { lines.append("            \(about)") }
    }
    for category in catalog.categories {
      let relations = category.relations.isEmpty ? "" : " → " + category.relations.joined(separator: ", ")
      lines.append("category    \(category.name)\(relations)")
    }
    for warning in catalog.warnings { lines.append("warning     \(warning.text(of: path))") }
    return StyledText(lines: lines.map { StyledText.escapingControls($0) })
  }
}

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

  /// The lines of a report, each wrapped under its last column.
  func render(_ report: CatalogReport) -> StyledText {
    if report.isDocument || width == nil {
      return StyledText(lines: report.lines.map { StyledText.escapingControls($0) })
    }
    var text = StyledText()
    for line in report.lines {
      guard !line.isEmpty else {
        text.breakLine()
        continue
      }
      let gap = line.ranges(of: "  ").last { $0.upperBound < line.endIndex }?.upperBound ?? line.startIndex
      let column = line[gap...].firstIndex { $0 != " " } ?? gap
      let head = line[..<column]
      text.append(String(head))
      text.append(wrapping: String(line[column...]), width: width, indent: max(2, head.count), isIndented: true)
    }
    return text
  }
}
