import Domain
import Wire

/// Reads a declaration and finds all that is wrong with it, in one run.
struct DeclarationChecker {
  var mistakes = PlacedMistakes()
  /// The categories that there are, so that what names one can be checked wherever it stands.
  private(set) var categories: [String: CategorySketch] = [:]
  var maps: [AskedMap] = []

  /// What is known of a category before it is read.
  struct CategorySketch {
    var hasLookup = false
    var hasList = false
    /// The item keys that its fields fill, or that relations to it give.
    var keys: Set<String> = []
  }

  static let largest = 256 * 1024

  /// - Parameters:
  ///   - taken: the names of built-in catalogs.
  ///   - fileName: the name that the declaration must have, where it is found by it.
  /// - Returns: the declaration, or what is wrong with it.
  static func check(
    _ bytes: [UInt8], taken: Set<String> = [], fileName: String? = nil
  ) -> Result<Declaration, Mistakes> {
    var checker = DeclarationChecker()
    var declaration: Declaration?
    if bytes.count > largest {
      checker.mistakes.add("the file is larger than 256 kB", at: 0)
    } else {
      do throws(PlacedJSON.Malformed) {
        declaration = checker.declaration(try PlacedJSON(parsing: bytes), taken: taken, fileName: fileName)
      } catch {
        checker.mistakes.add(error.message, at: error.offset)
      }
    }
    if let declaration, checker.mistakes.isEmpty { return .success(declaration) }
    return .failure(Mistakes(list: checker.mistakes.placed(in: bytes)))
  }

  struct Mistakes: Error {
    let list: [DeclarationMistake]
  }

  // MARK: The file

  private mutating func declaration(_ json: PlacedJSON, taken: Set<String>, fileName: String?) -> Declaration? {
    guard
      let file = object(
        json, "a declaration",
        keys: [
          "declaration", "name", "title", "about", "base", "rate", "headers", "token", "nothing", "failure",
          "categories", "homes",
        ])
    else { return nil }
    if let version = required("declaration", of: file, "a declaration") {
      if case .number("1") = version.content {
      } else {
        mistakes.add("this liner reads version 1 of declarations: \"declaration\": 1", at: version.offset)
      }
    }
    sketch(file["categories"])
    let name = required("name", of: file, "a declaration").flatMap {
      self.name($0, of: "a catalog", taken: taken, fileName: fileName)
    }
    let title = required("title", of: file, "a declaration").flatMap { text($0) }
    let about = file["about"].flatMap { text($0) }
    let base = required("base", of: file, "a declaration").flatMap { self.base($0) }
    let rate = file["rate"].map { rates($0) }
    let headers = file["headers"].map { self.headers($0) }
    let token = file["token"].flatMap { self.token($0) }
    let nothing = file["nothing"].map { texts($0) } ?? []
    let failure = file["failure"].flatMap { self.failure($0) }
    let categories = required("categories", of: file, "a declaration").map { self.categories($0) } ?? []
    let homes = file["homes"].map { self.homes($0) } ?? []
    guard let name, let title, let base else { return nil }
    var declaration = Declaration(name: name, title: title, about: about, base: base)
    if let rate { declaration.rate = rate }
    declaration.headers = headers ?? [:]
    declaration.token = token
    declaration.nothing = Set(nothing.map { $0.lowercased() })
    declaration.failure = failure
    declaration.categories = categories
    declaration.homes = homes
    declaration.maps = maps
    return declaration
  }

  /// Looks at what others name before anything is checked; its mistakes are told later.
  private mutating func sketch(_ json: PlacedJSON?) {
    guard case .list(let list)? = json?.content else { return }
    var given: [(category: String, keys: [String])] = []
    for category in list {
      guard case .object(let members) = category.content else { continue }
      var sketch = CategorySketch(keys: ["id", "title"])
      var name: String?
      for member in members {
        switch (member.key, member.value.content) {
        case ("name", .text(let text)): name = text
        case ("lookup", _): sketch.hasLookup = true
        case ("list", _): sketch.hasList = true
        case ("fields", .object(let fields)): sketch.keys.formUnion(fields.map(\.key))
        case ("relations", .list(let relations)):
          for relation in relations {
            guard case .object(let members) = relation.content,
              case .text(let target)? = members.first(where: { $0.key == "category" })?.value.content,
              case .object(let keys)? = members.first(where: { $0.key == "given" })?.value.content
            else { continue }
            given.append((target, keys.map(\.key)))
          }
        default: break
        }
      }
      if let name { categories[name] = sketch }
    }
    for (category, keys) in given { categories[category]?.keys.formUnion(keys) }
  }

  private mutating func rates(_ json: PlacedJSON) -> [RequestWindow] {
    let list: [PlacedJSON] = if case .list(let list) = json.content { list } else { [json] }
    if list.isEmpty { mistakes.add("a list of rates has at least one", at: json.offset) }
    return list.compactMap { json in
      guard let rate = object(json, "a rate", keys: ["requests", "seconds"]) else { return nil }
      let requests = required("requests", of: rate, "a rate").flatMap { wholeNumber($0, in: 1...1_000_000) }
      let seconds = required("seconds", of: rate, "a rate").flatMap { wholeNumber($0, in: 1...86_400) }
      guard let requests, let seconds else { return nil }
      return RequestWindow(requests: requests, in: .seconds(seconds))
    }
  }

  private mutating func failure(_ json: PlacedJSON) -> FailureRule? {
    guard let failure = object(json, "a failure", keys: ["at", "message", "code", "codes"]) else { return nil }
    let at = required("at", of: failure, "a failure").map { pointers($0) } ?? []
    var rule = FailureRule(at: at, message: failure["message"].map { pointers($0) } ?? [])
    rule.code = failure["code"].flatMap { pointer($0) }
    if let codes = failure["codes"].flatMap({ anyObject($0, "codes") }) {
      for member in codes.members {
        guard let code = text(member.value) else { continue }
        if Self.failureCodes.contains(code) {
          rule.codes[member.key] = code
        } else {
          unknown(code, "a failure has no code", among: Self.failureCodes, at: member.value.offset)
        }
      }
    }
    return rule
  }

  /// The codes by which a service can say that it has failed.
  private static let failureCodes = [
    "not-found", "rate-limited", "refused", "server", "unreadable", "too-large", "timed-out", "offline",
  ]

  private mutating func homes(_ json: PlacedJSON) -> [DeclaredHome] {
    var names: [String: Int] = [:]
    return elements(json).compactMap { json in
      guard let home = object(json, "a home", keys: ["name", "title", "shelves"]) else { return nil }
      let name = required("name", of: home, "a home").flatMap { self.name($0, of: "a home", among: &names) }
      let title = required("title", of: home, "a home").flatMap { text($0) }
      let list = required("shelves", of: home, "a home").map { elements($0) } ?? []
      let shelves = list.compactMap { json -> DeclaredHome.Shelf? in
        guard let shelf = object(json, "a shelf", keys: ["title", "category"] + Self.requestKeys) else { return nil }
        let title = required("title", of: shelf, "a shelf").flatMap { text($0) }
        let category = required("category", of: shelf, "a shelf").flatMap { self.category($0) }
        let request = request(of: shelf, "a shelf", fills: .nothing)
        guard let title, let category, let request else { return nil }
        return DeclaredHome.Shelf(title: title, category: category, request: request)
      }
      guard let name, let title else { return nil }
      return DeclaredHome(name: name, title: title, shelves: shelves)
    }
  }
}
