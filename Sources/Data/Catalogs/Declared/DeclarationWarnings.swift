import Domain
import Wire

/// What could be improved in a valid declaration.
enum DeclarationWarnings {
  /// - Parameter bytes: the valid declaration.
  static func all(of declaration: Declaration, in bytes: [UInt8]) -> [DeclarationRemark] {
    guard let file = try? LocatedJSON(parsing: bytes) else { return [] }
    var warnings = DiagnosticList()
    let top = file.offset
    if file["rate"] == nil { warnings.add("no \"rate\": liner sends at most 20 requests in 60 seconds", at: top) }
    if file["about"] == nil { warnings.add("no \"about\": say whose data it is, and under which licence", at: top) }
    if let rule = declaration.credentials, rule.isRequired, let json = file["credentials"] {
      let sent = (rule.headers + rule.query).flatMap(\.text.names) + (rule.key?.names ?? [])
      for (name, _) in rule.asked where !sent.contains(name) {
        warnings.add("\"\(name)\" is required, and nothing sends it", at: json.offset)
      }
      if !rule.sends, rule.key?.shown.isEmpty != false {
        warnings.add("the credentials are required, and nothing sends them", at: json.offset)
      }
    }
    let categories = file["categories"]?.list ?? []
    let reached = Set(reachedCategories(in: file))
    for json in categories {
      guard let name = json["name"]?.text else { continue }
      let opensByItself = ["search", "list", "pages"].contains { json[$0] != nil }
      if !opensByItself, !reached.contains(name) {
        warnings.add("nothing opens the category \"\(name)\"", at: json.offset)
      }
      if let lookup = json["lookup"], json["pages"] == nil {
        warnings.add("no \"pages\": pasted addresses of \"\(name)\" do not open", at: lookup.offset)
      }
      if let search = json["search"], search["in"] == nil, search["paging"] == nil, search["ids"] == nil {
        warnings.add("no \"paging\": whether the search of \"\(name)\" has more is unknown", at: search.offset)
      }
      for value in (json["fields"]?.members ?? []) + (json["facts"]?.members ?? []) { check(value.value, &warnings) }
      if let value = json["file"] { check(value, &warnings) }
    }
    return warnings.placed(in: bytes)
  }

  /// The categories that relations, references and shelves lead to.
  private static func reachedCategories(in file: LocatedJSON) -> [String] {
    let shelves = (file["homes"]?.list ?? []).flatMap { $0["shelves"]?.list ?? [] }
    let categories = file["categories"]?.list ?? []
    let relations = categories.flatMap { $0["relations"]?.list ?? [] }
    let references = categories.flatMap { ($0["fields"]?.members ?? []).map(\.value) }
    return (shelves + relations + references).compactMap { $0["category"]?.text }
  }

  /// Warns about `text` beside `each` that does not use the element.
  private static func check(_ value: LocatedJSON, _ warnings: inout DiagnosticList) {
    for form in value.listed {
      guard form["each"] != nil, let text = form["text"] else { continue }
      let texts = text.listed.compactMap(\.text)
      if !texts.contains(where: { $0.contains("{./") || $0.contains("{value}") }) {
        warnings.add(
          "\"text\" names nothing of the element: {./name} is a part of it, {value} what \"at\" gave", at: text.offset)
      }
    }
  }
}
