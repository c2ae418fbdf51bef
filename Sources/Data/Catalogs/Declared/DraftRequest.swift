import Domain
import Wire

/// The request of a draft, and its text.
extension DeclarationDraft {

  /// Path and parameters without those for paging and credentials.
  private var parameters: [(name: String, value: String)] {
    (address?.parameters ?? []).map { pair in
      (PercentEncoding.decoded(pair.name), PercentEncoding.decoded(pair.value.replacing("+", with: " ")))
    }
  }

  private func named(_ part: String) -> String? {
    Self.names(of: part).first { name in parameters.contains { $0.name == name } }
  }

  private var termParameter: String? {
    named("term")
      ?? parameters.first { pair in
        Double(pair.value) == nil && pair.value.count > 2 && !Self.isSecret(pair.name)
          && wrapped.contains { Self.says(pair.value.lowercased(), in: $0) }
      }?.name
  }

  /// Whether one of its texts contains `words`; names and links do not count.
  private static func says(_ words: String, in json: JSONValue) -> Bool {
    json.text.map { $0.lowercased().contains(words) && !$0.contains("://") }
      ?? ((json.array ?? []) + json.inOrder.map(\.value)).contains { says(words, in: $0) }
  }

  /// The term in the address, to try first.
  var term: String? {
    termParameter.flatMap { name in parameters.first { $0.name == name && !$0.value.isBlank }?.value }
  }

  private var request: (path: String, query: [(String, String)], guess: String) {
    guard let address else {
      return ("/search", [("q", "{term}")], "path and parameter are a guess: correct them for this answer")
    }
    let ofPaging = paging?.json == nil ? [] : ["offset", "page", "limit"].compactMap(named)
    let dropped = Set(ofPaging + secrets)
    let kept = parameters.filter { !dropped.contains($0.name) }.map { pair in
      (pair.name, pair.value.replacing("{", with: "").replacing("}", with: ""))
    }
    var path = address.path.isEmpty ? "/" : address.path
    path = path.replacing("{", with: "%7B").replacing("}", with: "%7D")
    guard let term = termParameter else {
      var parts = path.split(separator: "/").map(String.init)
      if let last = parts.last, parts.count > 1, parts[parts.count - 2].lowercased().contains("search") {
        parts[parts.count - 1] = "{term}"
        return ("/" + parts.joined(separator: "/"), kept, "a guess: \"\(last)\" is the term")
      }
      return (path, kept, "no parameter looks like the term: write {term} where it belongs")
    }
    return (path, kept.map { ($0.0, $0.0 == term ? "{term}" : $0.1) }, "a guess: \"\(term)\" is the term's parameter")
  }

  private var secrets: [String] { parameters.map(\.name).filter(Self.isSecret).unique }

  /// Whether the name of a parameter says that its value is a secret: `api_key`, `wskey`, `X-Plex-Token`.
  private static func isSecret(_ name: String) -> Bool {
    let lower = name.lowercased()
    // Services call the start of a page a token, too.
    return names(of: "secret").contains(lower)
      || names(of: "secretEnd").contains(where: lower.hasSuffix) && !names(of: "plain").contains(where: lower.contains)
  }

  private static let sizeNote = "; \"most\" is the size of this page: the service may allow more"

  /// Where the numbers of the paging may be: around the rows, or in an object beside them.
  private var holders: [String] {
    var around: [String] = answer.array == nil ? [""] : ["/0"]
    for part in (ids ?? place).split(separator: "/").dropLast() { around.append(around[around.count - 1] + "/" + part) }
    let inside = ["", "/pagination", "/paging", "/meta", "/info", "/page_info", "/@meta", "/metadata", "/page"]
    return inside.flatMap { name in around.map { $0 + name } }
  }

  /// How pages follow each other, as JSON; nil if nothing shows it, without JSON if the language has no word for it.
  private var paging: (json: JSONValue?, guess: String)? {
    func number(_ part: String) -> (pointer: String, value: Int)? {
      for holder in holders {
        guard let object = Pointer(holder)?.value(in: answer) else { continue }
        for name in Self.names(of: part) {
          if let value = object[name]?.key.flatMap({ Int($0) }) { return (holder + "/" + name, value) }
        }
      }
      return nil
    }
    let limitName = named("limit")
    func asked(_ name: String?) -> Int? { parameters.first { $0.name == name }.flatMap { Int($0.value) } }
    let came = ids.flatMap(Pointer.init)?.elements(in: answer).count ?? rows.count
    // As many as came, and as were asked for, is more likely the size of the page.
    let total = number("total").flatMap { $0.value > came || $0.value == came && came != asked(limitName) ? $0 : nil }
    let stated = number("size")?.value ?? 0
    let size = max(asked(limitName) ?? 0, stated, total == nil ? came : 0)
    func paged(_ how: JSONMembers, isSized: Bool = true) -> JSONValue {
      var paging = how
      if isSized { paging["limit"] = limitName.map { .string($0) } }
      if isSized, size > 0 { paging["most"] = JSONValue(size) }
      paging["total"] = total.map { .string($0.pointer) }
      return .object(paging)
    }
    let isSized = limitName != nil
    let nextNote = "the answer has the address of its next page"
    let links = Pointer("/feed/link")?.elements(in: answer) ?? []
    if links.contains(where: { $0["@rel"]?.text == "next" }) {
      let isNext: JSONValue = ["/@rel": .array(["next"])]
      let next: JSONValue = ["each": "/feed/link", "where": isNext, "at": "/@href", "first": true]
      return (paged(["by": "next", "at": next], isSized: isSized), nextNote)
    }
    for pointer in Self.names(of: "next") {
      if let next = Pointer(pointer)?.value(in: answer)?.text,
        next.hasPrefix("http") || next.hasPrefix("/") || next.hasPrefix("?")
      {
        return (paged(["by": "next", "at": .string(pointer)], isSized: isSized), nextNote)
      }
    }
    let none: (JSONValue?, String) = (nil, "no paging: its offsets start at 1, and paging by offset starts at 0")
    if let offset = named("offset") {
      if asked(offset) == 1 { return none }
      return (paged(["by": "offset", "query": .string(offset)]), "by the parameter \(offset) of the address")
    }
    let (pageName, page) = (named("page"), number("number"))
    guard pageName != nil || page != nil && number("pages") != nil else {
      guard total != nil, let offset = number("offset"), let name = offset.pointer.split(separator: "/").last else {
        return nil
      }
      if offset.value == 1 { return none }
      return (
        paged(["by": "offset", "query": .string(String(name))]), "the name of the parameter is a guess, from the answer"
      )
    }
    var how: JSONMembers = ["by": "page", "query": .string(pageName ?? "page")]
    if asked(pageName) ?? page?.value == 0 { how["first"] = 0 }
    return (paged(how), "pages have numbers; the name of the parameter is a guess")
  }

  private var isPublic: Bool { address.map { DeclarationChecker.problem(ofBase: $0.origin) == nil } ?? false }

  /// The declaration, filled into the template `draft.txt`. Lines for which nothing was found are omitted.
  var text: String {
    let (request, paging) = (request, paging)
    let isPublic = isPublic
    let secrets = secrets
    let tokens = secrets.indices.map { $0 == 0 ? "token" : "token\($0 + 1)" }
    let variables = DeclarationChecker.list(
      tokens.map { "LINER_\(name)_\($0)".uppercased().replacing("-", with: "_") })
    let sent = zip(secrets, tokens).map { ($0, JSONValue.string("{\($1)}")) }
    let credentials: JSONValue = [
      "ask": .object(JSONMembers(tokens.map { ($0, "where to get one") })),
      "send": ["query": .object(JSONMembers(sent))], "required": true,
    ]
    let query = request.query.grouped(by: \.0).map { name, pairs -> (name: String, value: JSONValue) in
      (name, pairs.count == 1 ? .string(pairs[0].1) : JSONValue(pairs.map(\.1)))
    }
    let found: [String: JSONValue?] = [
      "name": .string(name), "title": .string(name.prefix(1).uppercased() + name.dropFirst()),
      "about": .string("Data: \(isPublic ? address?.host ?? "" : "example.org")"),
      "baseNote": isPublic ? nil : "the service's own address",
      "base": .string(isPublic ? address?.origin ?? "" : "https://api.example.org"),
      "secretNote": secrets.isEmpty ? nil : .string("not saved here: use \(variables), or catalog sign-in"),
      "credentials": secrets.isEmpty ? nil : credentials, "term": term.map { .string($0) },
      "requestNote": .string(request.guess), "path": .string(request.path),
      "query": query.isEmpty ? nil : .object(JSONMembers(query)), "answer": format == .xml ? "xml" : nil,
      "row": row.map { .string($0) },
      "pagingNote": paging.map { .string($0.guess + ($0.json?["most"] == nil ? "" : Self.sizeNote)) },
      "paging": paging?.json,
      "ids": ids.map { .string($0) }, "rows": ids == nil ? .string(place) : nil,
      "lookupNote": ids.map { _ in "the path is a guess: correct it for one of these ids" },
      "lookup": ids.map { _ in ["path": "/items/{id}"] },
    ]
    var values = found.compactMapValues { $0?.line }
    values["fields"] = fields.map { field in
      (field.guess.map { "\"//\": \(JSONValue.quoted("\(field.key): \($0)")),\n        " } ?? "")
        + "\"\(field.key)\": \(field.json.line)"
    }.joined(separator: ",\n        ")
    let lines = EmbeddedFile.table("draft").lines.compactMap { line -> String? in
      guard let mark = line.firstIndex(of: "$") else { return line }
      let name = line[line.index(after: mark)...].prefix(while: \.isLetter)
      return values[String(name)].map { line[..<mark] + $0 + line[name.endIndex...] }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DeclaredCatalogs {
  func drafted(from place: String, name: String?) async throws(CatalogProblem) -> CatalogReport {
    let isAddress = place.contains("://")
    // A declaration may send requests to its own host only.
    let bytes = isAddress ? try await fetched(place, staysOnHost: true) : try saved(place)
    let response = HTTPResponse(status: 200, body: bytes)
    let json = try? JSONValue(parsing: response.utf8)
    guard let answer = json ?? (try? XMLAnswer.json(of: response.utf8)) else {
      let what = DeclaredAnswer.fault(of: response, as: response.isMarkup ? .xml : .json)
      throw .catalog(.unusable(file: place, what: what))
    }
    let address = isAddress ? WebAddress(place).flatMap { $0.user == nil ? $0 : nil } : nil
    let name = name ?? draftName(address: address, file: place)
    let draft = DeclarationDraft(answer, as: json == nil ? .xml : .json, address: address, name: name)
    if draft.isEmpty {
      throw .refused("the answer at \(place) has no items; save one that has, or see: help catalogs requests")
    }
    let text = Array(draft.text.utf8)
    let file = name + ".json"
    let declaration = try DeclarationChecker.check(text, taken: taken)
      .mapError { CatalogProblem.refused($0.list[0].message) }.get()
    do throws(FileError) {
      try await CredentialSafe.files.write(text, to: file, replaces: false)
    } catch {
      // A draft never replaces a file, and a saved answer often has the name of the service.
      guard error.problem == .alreadyExists else { throw .file(error) }
      throw .refused("\(file) already exists; choose another name: catalog new \(place.asWord) NAME")
    }
    let fields = draft.fields.filter { $0.guess != DeclarationDraft.lost }.map(\.key)
    let found = draft.ids.map { "ids at \($0)" } ?? draft.rows.count.counted("row")
    let reads = fields.isEmpty ? "no field was recognized" : "it reads \(DeclarationChecker.list(fields))"
    let lines = [
      "wrote \(file): \(found)\(draft.place.isEmpty ? "" : " at \(draft.place)"); \(reads)",
      "fix what its // comments mark, then:",
      "  catalog try ./\(file) \(isAddress ? draft.term ?? "TERM" : "--answer \(place.asWord)")",
      "  catalog check \(file)",
      "  catalog add \(file)",
    ]
    return CatalogReport(
      lines, key: "drafted",
      [
        "file": .string(file), "name": .string(declaration.name), "rows": JSONValue(draft.rows.count),
        "at": .string(draft.place), "fields": JSONValue(fields),
      ])
  }

  /// A name made from the host or the file.
  private func draftName(address: WebAddress?, file: String) -> String {
    let labels = address?.host.split(separator: ".").map(String.init) ?? []
    let stem = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "mine"
    let meant = labels.count > 1 ? labels[labels.count - 2] : labels.first ?? stem
    let plain = meant.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let name = String(String(plain).split(separator: "-").joined(separator: "-").prefix(29))
    return name.isEmpty ? "mine" : taken.contains(name) ? "my-" + name : name
  }
}
