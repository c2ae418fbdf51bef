import Domain

extension Printer {
  mutating func print(_ catalogs: [CatalogSummary], current: String) {
    let column = min(catalogs.reduce(0) { max($0, $1.name.count) }, room.map { $0 / 2 } ?? .max)
    for catalog in catalogs {
      let facts = [catalog.title, Self.credentials(of: catalog), catalog.problem.map(Self.words), catalog.about]
      let isCurrent = catalog.name == current
      entry(
        catalog.name, column: column, sign: isCurrent ? "▸ " : "  ", word: isCurrent ? ", current" : "",
        facts.compactMap(\.self), .faint, isCut: true)
    }
  }

  /// The missing variables, only the required ones if any; if none is missing, those that are set; nil if none exist.
  private static func credentials(of catalog: CatalogSummary) -> String? {
    // Without an address, `host` is the variable that sets it.
    let address = catalog.lacksAddress ? catalog.host : nil
    let missing =
      [address].compactMap(\.self).map { .init(variable: $0, isSet: false) } + catalog.credentials.filter { !$0.isSet }
    let required = missing.filter(\.isRequired)
    let named = !required.isEmpty ? required : missing.isEmpty ? catalog.credentials : missing
    guard !named.isEmpty else { return nil }
    let state = !required.isEmpty ? ": required, not set" : missing.isEmpty ? ": set" : ": not set"
    return named.map(\.variable).joined(separator: ", ") + state
  }

  private static func words(for problem: CatalogProblem) -> String {
    switch problem {
    case .mistakes(let mistakes, let file): "cannot be used: \(mistakes.first?.text(of: file) ?? "")"
    case .file, .noSample, .refused, .catalog: ErrorMessages.sentence(for: .declaration(problem))
    }
  }

  /// The contents of a valid declaration.
  mutating func print(_ catalog: CatalogSummary, checkedAt path: String) {
    line("\(path) is valid: \(catalog.name), \(catalog.title)")
    let isSpoken = look.isForReader
    func part(_ name: String, _ text: String?) {
      if let text { line((!isSpoken ? name.padded(to: 12) : name.isEmpty ? "" : name + gap) + text) }
    }
    part("about", catalog.about)
    part("host", catalog.host)
    part("key from", catalog.keyHost)
    for credential in catalog.credentials {
      let state = "\(credential.isSet ? "set" : "not set")\(credential.isRequired ? "; required" : "")"
      part("variable", "\(credential.variable), \(state)")
      part("", credential.about)
    }
    for category in catalog.categories {
      let words = category.relations.map(\.word)
      let relations = words.isEmpty ? "" : (isSpoken ? gap : " → ") + words.joined(separator: ", ")
      part("category", category.name + relations)
    }
    for warning in catalog.warnings { part("warning", warning.text(of: path)) }
  }

  /// The lines of a report, each wrapped below its last column.
  mutating func print(_ report: CatalogReport) {
    for line in report.lines {
      if look.isForReader, !report.isDocument {
        self.line(spoken(line.split(separator: "  ").map { String($0).trimmed }.joined(separator: gap)))
        continue
      }
      guard let width, !report.isDocument, !line.isEmpty else {
        self.line(line)
        continue
      }
      let gap = line.ranges(of: "  ").last { $0.upperBound < line.endIndex }?.upperBound ?? line.startIndex
      let column = line[gap...].firstIndex { $0 != " " } ?? gap
      let (head, last) = (String(line[..<column]), String(line[column...]))
      if width < head.count + Self.narrowestMeaning, !head.isBlank {
        note(head.trimmed, .plain, indent: 2)
        note(last, .plain, indent: 4)
      } else {
        text.append(head)
        rest(last, indent: max(2, head.count))
      }
    }
  }

  /// The suggestions on a catalog's first screen.
  static func offers(of catalog: Catalog, isIdle: Bool) -> [String] {
    var offers = catalog.opening != nil && isIdle ? ["show"] : []
    if !catalog.searchable.isEmpty { offers.append("search TERM") }
    if catalog.categories.isEmpty { offers = ["open ADDRESS", "import FILE"] }
    if catalog.charts != nil { offers.append("charts") }
    let opened = catalog.openedHomes
    offers += catalog.homes.map { opened.contains($0) ? "open \($0.name)" : $0.name }
    return offers + catalog.categories.filter(\.isListable).map { "open \($0.name)" }
  }
}
