import Domain

/// The list of catalogs, and the report on a checked declaration.
extension TextRenderer {
  func render(_ catalogs: [CatalogSummary], current: String) -> StyledText {
    var text = StyledText()
    let nameWidth = catalogs.reduce(0) { max($0, $1.name.count) }
    for catalog in catalogs {
      let parts = [catalog.title, Self.words(for: catalog.credentials), catalog.problem.map(Self.words), catalog.about]
      let line = parts.compactMap(\.self).map { StyledText.madeVisible($0) }
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
    case .file, .noSample, .refused, .catalog: ErrorMessages.sentence(for: .description(problem))
    }
  }

  /// The contents of a declaration without mistakes.
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
    return StyledText(lines: lines.map { StyledText.madeVisible($0) })
  }
}
