import Domain

/// The list of catalogs, and the report on a checked declaration.
extension TextRenderer {
  func render(_ catalogs: [CatalogSummary], current: String) -> StyledText {
    var text = StyledText()
    let nameWidth = catalogs.reduce(0) { max($0, $1.name.count) }
    for catalog in catalogs {
      let parts = [catalog.title, catalog.token.map(Self.words), catalog.problem.map(Self.words), catalog.about]
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

  private static func words(for token: CatalogSummary.Token) -> String {
    let state = token.isSet ? "set" : token.isRequired ? "required, not set" : "not set"
    return "token \(token.variable): \(state)"
  }

  private static func words(for problem: CatalogProblem) -> String {
    switch problem {
    case .mistakes(let mistakes): "cannot be used: \(mistakes.first ?? "")"
    case .file, .noSample: ErrorMessages.sentence(for: .description(problem))
    }
  }

  /// The contents of a declaration without mistakes.
  func render(_ catalog: CatalogSummary, checkedAt path: String) -> StyledText {
    var lines = ["\(path) is valid: \(catalog.name), \(catalog.title)"]
    if let about = catalog.about { lines.append("about       \(about)") }
    if let host = catalog.host { lines.append("host        \(host)") }
    if let token = catalog.token {
      lines.append(
        "token       \(token.variable), \(token.isSet ? "set" : "not set")\(token.isRequired ? "; required" : "")")
      if let about = token.about { lines.append("            \(about)") }
    }
    for category in catalog.categories {
      let relations = category.relations.isEmpty ? "" : " → " + category.relations.joined(separator: ", ")
      lines.append("category    \(category.name)\(relations)")
    }
    return StyledText(lines: lines.map { StyledText.madeVisible($0) })
  }
}

extension StyledText {
  /// A file's text as it stands, with control characters made visible.
  static func visibleLines(of bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      madeVisible(String(decoding: $0, as: UTF8.self))
    }
    return lines.joined(separator: "\n")
  }
}
