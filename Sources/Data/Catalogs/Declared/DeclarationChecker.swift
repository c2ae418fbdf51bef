import Domain
import Wire

/// Reads a declaration and finds all its errors in one run.
///
/// A part with errors may be read as anything, because a declaration with errors is never used.
struct DeclarationChecker {
  var mistakes = DiagnosticList()
  /// What could be improved in a valid declaration.
  var warnings = DiagnosticList()
  /// The categories that relations, references and shelves lead to.
  var reached: Set<String> = []
  /// All categories as written, collected first so that references to them can be checked anywhere.
  private(set) var categories: [String: LocatedJSON] = [:]
  private(set) var categoryNames: [String] = []
  /// The item keys that relations to a category provide.
  private(set) var givenKeys: [String: Set<String>] = [:]
  var maps: [RemoteMap] = []
  /// The placeholders of every request.
  var filterNames: Set<String> = []
  /// The names of the credentials.
  var askedNames: [String] = []
  /// The names of other parts of a key's answer.
  var alsoNames: [String] = []
  /// The names among them that requests use.
  var shownNames: Set<String> = []
  /// The default format of answers.
  var format = AnswerFormat.json

  static let largest = 256 * 1024

  /// - Parameters:
  ///   - taken: the names of built-in catalogs.
  ///   - fileName: the required name if the declaration was found by its file name.
  /// - Returns: the declaration, or its errors.
  static func check(
    _ bytes: [UInt8], taken: Set<String> = [], fileName: String? = nil
  ) -> Result<Declaration, Mistakes> {
    var checker = DeclarationChecker()
    var declaration: Declaration?
    if bytes.count > largest {
      checker.mistakes.add("the file is larger than 256 kB", at: 0)
    } else {
      do throws(LocatedJSON.Malformed) {
        declaration = checker.declaration(try LocatedJSON(parsing: bytes), taken: taken, fileName: fileName)
      } catch {
        checker.mistakes.add(error.message, at: error.offset)
      }
    }
    guard var declaration, checker.mistakes.isEmpty else {
      return .failure(Mistakes(list: checker.mistakes.placed(in: bytes)))
    }
    declaration.warnings = checker.warnings.placed(in: bytes)
    return .success(declaration)
  }

  struct Mistakes: Error {
    let list: [DeclarationRemark]
  }

  // MARK: The file

  private mutating func declaration(_ json: LocatedJSON, taken: Set<String>, fileName: String?) -> Declaration? {
    guard let file = object(json, .file) else { return nil }
    let top = file.offset
    if file["rate"] == nil { warnings.add("no \"rate\": liner sends at most 20 requests in 60 seconds", at: top) }
    if file["about"] == nil { warnings.add("no \"about\": say whose data it is, and under which licence", at: top) }
    if let version = file["declaration"], version.digits != "1" {
      mistakes.add("this liner supports only version 1: \"declaration\": 1", at: version.offset)
    }
    collect(file["categories"]?.list ?? [])
    filterNames = Set((file["filters"]?.list ?? []).compactMap { $0["name"]?.text })
    // Other parts of a key's answer can be used in requests like filters.
    filterNames.formUnion((file["credentials"]?["key"]?["also"]?.members ?? []).map(\.key))
    var declaration = Declaration(
      name: name(file["name"], taken: taken, fileName: fileName) ?? "",
      title: text(file["title"]) ?? "", about: text(file["about"]),
      base: file["base"]?.members == nil ? base(file["base"]) ?? "" : "")
    declaration.own = own(file["base"])
    if let rate = file["rate"] { declaration.rate = rates(rate) }
    declaration.headers = headers(file["headers"])
    declaration.query = query(file["query"], fills: [])
    format = answerFormat(file["answer"]) ?? .json
    declaration.credentials = credentials(file["credentials"])
    askedNames = declaration.credentials?.asked.map(\.name) ?? []
    alsoNames = declaration.credentials?.key?.also.map(\.name) ?? []
    declaration.nothing = Set(texts(file["nothing"]).map { $0.lowercased() })
    declaration.failure = failure(file["failure"])
    declaration.failure?.nothing = declaration.nothing
    declaration.categories = categories(file["categories"])
    declaration.homes = homes(file["homes"])
    for json in file["categories"]?.list ?? [] {
      let opensByItself = ["search", "list", "pages"].contains { json[$0] != nil }
      guard let name = json["name"]?.text, !opensByItself, !reached.contains(name) else { continue }
      warnings.add("nothing opens the category \"\(name)\"", at: json.offset)
    }
    (declaration.filters, declaration.filterValues) = filters(file["filters"])
    for json in file["filters"]?.list ?? [] {
      guard let name = json["name"]?.text, !shownNames.contains(name) else { continue }
      warnings.add("no request uses the filter \"\(name)\"", at: json.offset)
    }
    declaration.tests = tests(file["tests"])
    declaration.maps = maps
    for index in declaration.filters.indices {
      declaration.filters[index].users = declaration.users(ofFilter: declaration.filters[index].name)
    }
    declaration.credentials?.key?.shown = shownNames.intersection(alsoNames)
    if let rule = declaration.credentials, rule.isRequired, let json = file["credentials"] {
      let sent = rule.sent + (rule.key?.names ?? [])
      for name in askedNames where !sent.contains(name) {
        warnings.add("\"\(name)\" is required, and nothing sends it", at: json.offset)
      }
      if !rule.sends, rule.key?.shown.isEmpty != false {
        warnings.add("the credentials are required, and nothing sends them", at: json.offset)
      }
    }
    return declaration
  }

  /// Collects what other parts refer to before anything is checked; its errors are reported later.
  private mutating func collect(_ list: [LocatedJSON]) {
    for category in list { if let name = category["name"]?.text { categories[name] = category } }
    categoryNames = categories.keys.sorted()
    for relation in list.flatMap({ $0["relations"]?.list ?? [] }) {
      guard let target = relation["category"]?.text, let given = relation["given"]?.members else { continue }
      givenKeys[target, default: []].formUnion(given.map(\.key))
    }
  }

  /// Whether the catalog can find that category's items by id; nil if the file has no such category.
  func findsItems(_ category: String?) -> Bool? {
    category.flatMap { categories[$0] }.map { $0["lookup"] != nil || $0["list"] != nil }
  }

  private mutating func rates(_ json: LocatedJSON) -> [RequestWindow] {
    listed(json).compactMap { json in
      guard let rate = object(json, .rate) else { return nil }
      let requests = wholeNumber(rate["requests"], in: 1...1_000_000)
      let seconds = wholeNumber(rate["seconds"], in: 1...86_400)
      guard let requests, let seconds else { return nil }
      return RequestWindow(requests: requests, in: .seconds(seconds))
    }
  }

  private mutating func failure(_ json: LocatedJSON?) -> FailureRule? {
    guard let failure = object(json, .failure) else { return nil }
    let at = answers(listed(failure["at"]), orStatus: false)
    var rule = FailureRule(
      places: at.places, answers: at.answers, message: pointers(failure["message"]), code: pointers(failure["code"]))
    for member in object(failure["codes"], "codes")?.members ?? [] {
      let code = choice(member.value, among: Self.failureCodes.map(\.rawValue), "unknown code")
      rule.codes[member.key] = code.flatMap(ErrorCode.init)
    }
    for (key, needed) in [("code", "codes"), ("codes", "code")] where failure[needed] == nil {
      if let json = failure[key] { warnings.add("\"\(key)\" has no effect without \"\(needed)\"", at: json.offset) }
    }
    return rule
  }

  /// The codes for failures that a service can report.
  private static let failureCodes: [ErrorCode] = [
    .notFound, .rateLimited, .refused, .server, .unreadable, .tooLarge, .timedOut, .offline,
  ]

  private mutating func homes(_ json: LocatedJSON?) -> [DeclaredHome] {
    var names: Set<String> = []
    return elements(json).compactMap { json in
      guard let home = object(json, .home) else { return nil }
      if let name = home["name"], let text = name.text, categories[text] != nil {
        mistakes.add("\"\(text)\" is already the name of a category", at: name.offset)
      }
      if let json = home["shelves"], json.list?.isEmpty == true {
        warnings.add("no shelves: the page is empty", at: json.offset)
      }
      return DeclaredHome(
        name: name(home["name"], of: "a home", among: &names) ?? "",
        title: text(home["title"]) ?? "",
        shelves: elements(home["shelves"]).compactMap { shelf($0) })
    }
  }

  private mutating func shelf(_ json: LocatedJSON) -> DeclaredHome.Shelf? {
    guard let shelf = object(json, .shelf) else { return nil }
    let title = text(shelf["title"])
    let category = category(shelf["category"])
    let request = request(of: shelf, fills: [], in: category)
    guard let title, let category, let request else { return nil }
    return DeclaredHome.Shelf(title: title, category: category, request: request)
  }
}

/// Errors by byte offset, converted to lines and columns at the end.
struct DiagnosticList {
  private var mistakes: [(offset: Int, message: String)] = []

  var isEmpty: Bool { mistakes.isEmpty }
  /// Finding the nearest of many names takes time, and nobody reads that many suggestions.
  var mayGuess: Bool { mistakes.count < 100 }

  mutating func add(_ message: String, at offset: Int) { mistakes.append((offset, message)) }

  /// Adds what is wrong with a part, which then counts as missing.
  mutating func fault<Part>(_ message: String, at offset: Int) -> Part? {
    add(message, at: offset)
    return nil
  }

  func placed(in bytes: [UInt8]) -> [DeclarationRemark] {
    // A byte order mark takes no column.
    var (line, column, index) = (1, 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return mistakes.sorted { $0.offset < $1.offset }.map { offset, message in
      while index < min(offset, bytes.count) {
        // CR LF, LF, or CR alone ends a line.
        if bytes[index] == 0x0A || bytes[index] == 0x0D && bytes[index...].dropFirst().first != 0x0A {
          (line, column) = (line + 1, 1)
        } else if bytes[index] & 0xC0 != 0x80 {
          column += 1
        }
        index += 1
      }
      return DeclarationRemark(line: line, column: column, message: message)
    }
  }
}
