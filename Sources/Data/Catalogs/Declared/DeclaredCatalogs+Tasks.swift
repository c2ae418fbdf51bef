package import Domain
import Wire

/// The tasks of the `catalog` command.
extension DeclaredCatalogs {
  package func perform(
    _ task: CatalogTask, filters: [String: [String: String]], asking: @escaping Asking
  ) async throws(CatalogProblem) -> CatalogReport {
    let place = task.operand
    return switch task.kind {
    case .show: try shown(place, category: task.words.first)
    case .schema: CatalogReport(DeclarationSchema.value.lines, key: "schema", DeclarationSchema.value)
    case .language: try DeclarationHelp.report(on: place)
    case .test: try await tested(place, filters)
    case .attempt: try await tried(place, words: task.words, answer: task.answer, filters)
    case .new: try await drafted(from: place, name: task.words.first)
    case .add: try await added(from: place, isAgreed: task.isAgreed, asking)
    case .signIn: try await signedIn(to: place, filters, asking)
    case .signOut: try await signedOut(of: place)
    }
  }

  /// The bytes of a declaration, by name or path.
  private func source(of typed: String) throws(CatalogProblem) -> [UInt8] {
    guard let bytes = CatalogTask.isPath(typed) ? try bytes(at: typed) : try bytes(of: typed) else {
      throw .refused("\(typed) has no declaration: it is part of the program")
    }
    if bytes.count > DeclarationChecker.largest {
      throw .refused("\(typed) is larger than 256 kB, which no declaration may be")
    }
    return bytes
  }

  /// A valid declaration, by name or path, and its bytes.
  func declared(_ typed: String) throws(CatalogProblem) -> (Declaration, bytes: [UInt8]) {
    let bytes = try source(of: typed)
    let isPath = CatalogTask.isPath(typed)
    let file = isPath ? typed : path(of: typed) ?? typed
    var declaration = try Self.declaration(bytes, file: file, taken: isPath ? taken : [])
    if isPath { declaration.path = typed }
    return (declaration, bytes)
  }

  // MARK: Showing

  private func shown(_ typed: String, category: String?) throws(CatalogProblem) -> CatalogReport {
    let bytes = try source(of: typed)
    var text = String(decoding: bytes, as: UTF8.self)
    if let category {
      guard let json = try? LocatedJSON(parsing: bytes) else {
        throw .refused("\(typed) is not valid JSON: catalog check \(typed.asWord)")
      }
      let (categories, named) = Self.categories(of: json)
      let match = named.match(category)
      guard let name = match.only?.name, let found = categories.first(where: { $0["name"]?.text == name }) else {
        if match.count > 1 {
          throw .refused("\"\(category)\" could be \(DeclarationChecker.list(match.map(\.name), "or"))")
        }
        throw .refused("\(typed) has no category \"\(category)\"; it has \(DeclarationChecker.list(named.map(\.name)))")
      }
      text = String(decoding: LocatedJSON.source(at: found.offset, in: bytes), as: UTF8.self)
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return CatalogReport(lines, key: "declaration", .string(text))
  }

  /// The categories in a declaration, which may have errors, and their names.
  private static func categories(of json: LocatedJSON?) -> (sources: [LocatedJSON], named: [Category]) {
    let sources = json?["categories"]?.list ?? []
    let named = sources.compactMap { source in
      source["name"]?.text.map { name in
        let others = (source["others"]?.list ?? []).compactMap(\.text)
        return Category(name: name, title: source["title"]?.text ?? name, others: others)
      }
    }
    return (sources, named)
  }

  // MARK: Trying

  private func tested(
    _ typed: String, _ filters: [String: [String: String]]
  ) async throws(CatalogProblem) -> CatalogReport {
    let (declaration, _) = try declared(typed)
    let client = try client(of: declaration)
    let isSample = fetch("") == nil
    var results: [(name: String, hasPassed: Bool, words: String)] = []
    for test in declaration.tests {
      do throws(CatalogError) {
        let (hasPassed, words) = try await client.run(test, filters[declaration.name] ?? [:])
        results.append((test.name, hasPassed, isSample && !hasPassed ? words + "; not in the sample" : words))
      } catch {
        if case .cancelled = error { throw .catalog(error) }
        let (sentence, again) = (sentence(isSample ? error.ofSample : error), ": retry")
        let isAgain = sentence.hasSuffix(again)
        results.append(
          (test.name, false, isAgain ? "\(sentence.dropLast(again.count)): catalog test \(typed.asWord)" : sentence))
      }
    }
    var lines = results.map { "\($0.hasPassed ? "passed" : "failed")  \($0.name): \($0.words)" }
    if results.isEmpty { lines.append("\(declaration.name) has no \"tests\"; see: help catalogs tests") }
    let failed = results.count { !$0.hasPassed }
    lines.append("\(results.count - failed) passed, \(failed) failed")
    let tests = results.map { result -> JSONValue in
      ["test": .string(result.name), "passed": .bool(result.hasPassed), "found": .string(result.words)]
    }
    return CatalogReport(
      lines, key: "tested",
      [
        "name": .string(declaration.name), "passed": JSONValue(results.count - failed), "failed": JSONValue(failed),
        "tests": .array(tests),
      ], failure: failed == 0 ? nil : "\(failed) of \(results.count) tests of \(declaration.name) failed")
  }

  private func tried(
    _ path: String, words: [String], answer: String?, _ filters: [String: [String: String]]
  ) async throws(CatalogProblem) -> CatalogReport {
    var (declaration, bytes) = try declared(path)
    let (sources, named) = Self.categories(of: try? LocatedJSON(parsing: bytes))
    var words = words
    let searched = declaration.categories.first { $0.search != nil && $0.isDefault }
    var name = searched?.name ?? declaration.categories.first?.name ?? ""
    let isAlone = words.count == 1 && answer == nil
    // A beginning of a name is not enough: it may be a term's first word.
    if let key = words.first?.wordKey, let typed = named.first(where: { $0.keys.contains(key) })?.name,
      let category = declaration.category(named: typed),
      !isAlone || category.search == nil && category.list != nil
    {
      name = typed
      words.removeFirst()
    }
    guard let index = declaration.categories.firstIndex(where: { $0.name == name }),
      let source = sources.first(where: { $0["name"]?.text == name })
    else { throw .refused("\(path) has no category to try") }
    if !words.isEmpty, words.joined().isBlank { throw .refused("catalog try needs a non-empty search term") }
    var fetch: HTTPFetch?
    if let answer {
      let (rule, saved) = try declaration.rule(reading: try saved(answer), as: declaration.categories[index])
      declaration.categories[index].list = rule
      if case .request? = declaration.categories[index].search { declaration.categories[index].search = nil }
      fetch = { (request) async throws(CatalogError) in
        // A key is not in it, and not needed.
        if !request.isRepeatable { throw .notRecorded(request: request.url) }
        // A file has no type, so it is a web page only if it says so.
        return HTTPResponse(status: 200, headers: ["content-type": "text/xml"], body: saved)
      }
    }
    let client = try client(of: declaration, fetch: fetch)
    let trial = DeclaredTrial(
      client: client, category: declaration.categories[index], source: source,
      term: words.isEmpty ? "x" : words.joined(separator: " "),
      filters: answer == nil ? filters[declaration.name] ?? [:] : [:])
    do throws(CatalogError) {
      return try await trial.report(answerFile: answer)
    } catch {
      // A saved answer belongs to no host.
      switch (answer, error) {
      case (let file?, .unreadable(_, let what)): throw .catalog(.unusable(file: file, what: what))
      case (let file?, .reported(_, _, let message)):
        throw .catalog(.unusable(file: file, what: "it reports \(message ?? "an error")"))
      default: throw .catalog(error)
      }
    }
  }

  /// A client that may send requests to its service.
  /// - Parameter fetch: answers instead of the service.
  func client(of declaration: Declaration, fetch: HTTPFetch? = nil) throws(CatalogProblem) -> DeclaredClient {
    guard let real = fetch ?? self.fetch(declaration.name) else { throw .noSample(name: declaration.name) }
    let client = DeclaredClient(
      declaration, environment: environment, version: version, isReplay: isReplay || fetch != nil,
      signIn: try? signIn(to: declaration.name), keys: safe.keys(of: declaration.name), fetch: real)
    if fetch == nil { admit(client) }
    return client
  }

  func saved(_ path: String) throws(CatalogProblem) -> [UInt8] { try bytes(at: path, most: 32 << 20) }
}

extension DeclaredCategory {
  /// The request whose answer has the category's rows: its search, else its list, else its lookup.
  var ownRequest: RequestRule? {
    if case .request(let rule)? = search { rule } else { list ?? lookup }
  }
}

extension Declaration {
  /// How to read a category's rows from an answer that the user saved, and the bytes to read. These are the answer
  /// itself or, if the rows are within another category's item and the answer is about a single item, that item. The
  /// request of the rule is left empty, because nothing is sent.
  fileprivate func rule(
    reading saved: [UInt8], as category: DeclaredCategory
  ) throws(CatalogProblem) -> (RequestRule, [UInt8]) {
    var (found, saved) = (category.ownRequest, saved)
    for owner in categories {
      for relation in owner.relations where found == nil && relation.category == category.name {
        found = relation.form.request
        guard case .within(var rows) = relation.form, var rule = owner.lookup ?? owner.ownRequest else { continue }
        var place = rule.rows.place.text + "/*"
        let json = ParsedBody(rule.answer).json(of: HTTPResponse(status: 200, body: saved))
        if let item = json.flatMap(rule.rows.place.value), item.members != nil, !item.isElement {
          // What surrounds the rows is the item.
          (saved, place) = (item.bytes, "")
        }
        rows.place = Pointer(place + (rule.rows.row?.text ?? "") + rows.place.text) ?? rows.place
        rule.rows = rows
        found = rule
      }
    }
    guard var rule = found else {
      throw .refused(
        "\(category.title) cannot be tried: no search, list, lookup or relation says where an answer has its rows")
    }
    (rule.path, rule.query, rule.body, rule.paging) = (RequestTemplate(), [], nil, nil)
    return (rule, saved)
  }
}

extension JSONValue {
  /// As JSON over several lines.
  var lines: [String] { laidOut(behind: "").split(separator: "\n").map(String.init) }

  /// As JSON on one line, with a space after each comma and colon.
  var line: String { laidOut(behind: nil) }

  /// - Parameter indent: of its lines; nil: it is on one line.
  private func laidOut(behind indent: String?) -> String {
    let inner = indent.map { $0 + "  " }
    func enclosed(_ start: String, _ parts: [String], _ end: String) -> String {
      guard let indent, let inner else { return start + parts.joined(separator: ", ") + end }
      return start + "\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + end
    }
    switch self {
    case .array(let list) where !list.isEmpty: return enclosed("[", list.map { $0.laidOut(behind: inner) }, "]")
    case .object(let members) where !members.isEmpty:
      return enclosed("{", members.inOrder.map { Self.quoted($0) + ": " + $1.laidOut(behind: inner) }, "}")
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  static func quoted(_ text: String) -> String { String(decoding: JSONValue.string(text).bytes, as: UTF8.self) }
}

/// The language as JSON Schema, for editors, made from the table that the checker reads.
enum DeclarationSchema {
  static var value: JSONValue {
    let objects = LanguageObject.allCases.map { ($0.rawValue, definition(of: $0)) }
    let definitions = JSONMembers(objects + (DeclarationLanguage.words["parts"]?.inOrder ?? []))
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A catalog that liner explores",
      "$ref": "#/$defs/file", "$defs": .object(definitions),
    ]
  }

  private static func definition(of object: LanguageObject) -> JSONValue {
    let keys = object.keys
    let required = keys.filter(\.isRequired).map(\.name)
    var properties = JSONMembers(keys.map { ($0.name, described($0)) })
    // Any object may have a comment.
    properties["//"] = ["description": "a comment", "type": "string"]
    var definition: JSONMembers = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { definition["required"] = JSONValue(required) }
    if !object.rules.isEmpty { definition["allOf"] = .array(object.rules) }
    definition["additionalProperties"] = false
    return .object(definition)
  }

  private static func described(_ key: LanguageKey) -> JSONValue {
    .object(JSONMembers([("description", .string(key.help))] + key.type.inOrder))
  }
}
