import Domain
import Wire

/// The values for the placeholders of a request.
struct Filling: Sendable {
  /// By placeholder; several values are joined with commas.
  var values: [String: [String]] = [:]
  /// By the name of the filter.
  var filters: [String: String] = [:]

  static let nothing = Filling()

  static func term(_ term: String) -> Filling { Filling(values: ["term": [term.composed]]) }
}

extension Filling {
  /// The values for a name; nil if there are none.
  fileprivate func of(_ name: RequestName) -> [String]? {
    let found =
      switch name {
      case .filter(let name): filters[name].map { [$0] }
      case .placeholder(let name), .path(let name): values[name]
      }
    return found.flatMap { $0.isEmpty || $0 == [""] ? nil : $0 }
  }

  /// The item's values for the keys in a request.
  init(_ item: Item, for rule: RequestRule) {
    for name in Set(rule.placeholders) { values[name] = item.filling(name).map { [$0] } }
  }
}

extension Item {
  /// The text for a placeholder; nil if the item lacks the key. Services count a duration in whole seconds.
  func filling(_ key: String) -> String? {
    let text = key == "duration" ? duration.map { String($0.components.seconds) } : text(of: key)
    return text == "" ? nil : text
  }

  /// The value that a declaration gave to a field; nil if the item lacks it. A reference becomes its id.
  func text(of key: String) -> String? {
    if case .id(let id) = ItemField.named(key)?.value(of: self) { return id.key }
    return ItemField.named(key)?.value(of: self)?.plain
  }
}

/// A filled request: an address, and the body of a POST.
struct DeclaredQuestion: Sendable {
  var url: String
  var body: [UInt8]?
  /// The error to throw instead of sending it; nil if it may be sent.
  var refusal: CatalogError?
  /// Fills it again, with a client's values.
  var again: (@Sendable (DeclaredClient) -> DeclaredQuestion?)?

  /// Identifies it among other requests.
  var key: String { body.map { url + " " + String(decoding: $0, as: UTF8.self) } ?? url }
}

extension RequestRule {
  var placeholders: [String] {
    path.placeholders + query.flatMap(\.text.placeholders) + (body?.template.texts.flatMap(\.placeholders) ?? [])
  }

  /// Whether it can be filled for every item.
  var needsOnlyID: Bool { body == nil && path.names == [.placeholder("id")] }

  /// The request below `base`; nil if a placeholder in the path has no value.
  /// - Parameters:
  ///   - constants: parameters of every request, unless this request has its own.
  ///   - parameters: those of the page; they replace parameters of the same name, or keys of the body.
  func question(
    base: String, _ filling: Filling, constants: [(name: String, text: RequestTemplate)] = [],
    parameters: [(name: String, value: JSONValue)] = []
  ) -> DeclaredQuestion? {
    let isAddress = path.isAddress
    guard let path = isAddress ? path.plain(with: filling) : path.filled(with: filling),
      isAddress || !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { return nil }
    let paged = body == nil ? parameters : []
    let names = Set(paged.map(\.name))
    let pairs =
      query.filter { !names.contains($0.name) }.compactMap { name, text in
        text.filled(with: filling, escapesLucene: escapesLucene, isQuery: true)
          .map { PercentEncoding.encoded(name) + "=" + $0 }
      }
      + paged.compactMap { name, value in
        Scalar(value).map { PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded($0.text) }
      }
    let own = Set(query.map(\.name))
    let start = isAddress ? String(path.prefix { $0 != "#" }).without(parameters: own.union(names)) : base + path
    return DeclaredQuestion(
      url: Self.completed(Self.adding(pairs, to: start), with: constants, filling, besides: own),
      body: body?.bytes(filling, escapesLucene: escapesLucene, parameters: parameters))
  }

  /// An address with the constant parameters that it lacks.
  /// - Parameter names: further parameters to omit.
  static func completed(
    _ url: String, with constants: [(name: String, text: RequestTemplate)], _ filling: Filling,
    besides names: Set<String> = []
  ) -> String {
    if constants.isEmpty { return url }
    let behind = url.drop { $0 != "?" }.dropFirst()
    let own = Set(behind.split(separator: "&").map { PercentEncoding.decoded($0.prefix { $0 != "=" }) })
    let pairs = constants.compactMap { name, text -> String? in
      guard !own.contains(name), !names.contains(name),
        let value = text.filled(with: filling, isQuery: true)
      else { return nil }
      return PercentEncoding.encoded(name) + "=" + value
    }
    return adding(pairs, to: url)
  }

  private static func adding(_ pairs: [String], to url: String) -> String {
    guard !pairs.isEmpty else { return url }
    return url + (url.contains("?") ? url.hasSuffix("?") ? "" : "&" : "?") + pairs.joined(separator: "&")
  }
}

extension RequestBody {
  /// - Parameter parameters: those of the page, at the top of the body or among the variables.
  fileprivate func bytes(
    _ filling: Filling, escapesLucene: Bool, parameters: [(name: String, value: JSONValue)]
  ) -> [UInt8] {
    // In a list, `{values}` alone becomes one element for each value.
    let filled = template.filled {
      $0.plain(with: filling, escapesLucene: escapesLucene)
    } each: { text in
      text.parts.count == 1 && text.placeholders == ["values"] ? filling.values["values"] : nil
    }
    var members = filled?.members ?? JSONMembers()
    for (name, value) in parameters { members[name] = value }
    switch self {
    case .json: return JSONValue.object(members).bytes
    case .graphql(let query, _):
      return JSONValue.object(["query": .string(query), "variables": .object(members)]).bytes
    }
  }
}

extension RequestTemplate {
  /// Percent-encoded; nil if a placeholder has no value.
  fileprivate func filled(with filling: Filling, escapesLucene: Bool = false, isQuery: Bool = false) -> String? {
    // A path is sent as written, with only invalid characters encoded.
    filled(literal: { PercentEncoding.encoded($0, keeping: isQuery ? "" : "/%!$&'()*+,;=:@") }) { name in
      filling.of(name)?.map { value in
        if case .path = name { return PercentEncoding.encoded(value, keeping: "/") }
        return PercentEncoding.encoded(escapesLucene ? Self.lucene(value) : value)
      }.joined(separator: ",")
    }
  }

  /// Unencoded; nil if a placeholder has no value.
  fileprivate func plain(with filling: Filling, escapesLucene: Bool = false) -> String? {
    filled { filling.of($0)?.map { escapesLucene ? Self.lucene($0) : $0 }.joined(separator: ",") }
  }

  /// `text` with Lucene's operators escaped or, for `AND`, `OR` and `NOT`, in lower case.
  static func lucene(_ text: String) -> String {
    var escaped = ""
    var word = ""
    func flush() {
      escaped += ["AND", "OR", "NOT"].contains(word) ? word.lowercased() : word
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber {
        word.append(character)
        continue
      }
      flush()
      if "+-&|!(){}[]^\"~*?:\\/".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    flush()
    return escaped
  }
}

/// The address for requests, and the declared one that it replaces.
struct DeclaredBase: Sendable {
  /// Stands for the user's own server in the sample, and in a recording that lacks its address.
  static let unknown = "https://server.invalid"

  /// As in the declaration.
  let declared: String
  /// The address for requests, which is the declared one unless the user replaced it.
  let asked: String
  /// The declared address, parsed once because every address in every row is compared with it.
  private let own: WebAddress?
  /// The name and password in the user's address. Only requests contain them, because items are saved and exported.
  private let user: String?

  init(declared: String, replaced: String?) {
    func withoutUser(_ text: String) -> String {
      Self.withoutSlashes(WebAddress(text).flatMap { $0.user == nil ? nil : $0.location } ?? text)
    }
    let whole = replaced.flatMap { $0.isEmpty ? nil : $0 } ?? declared
    (self.declared, asked) = (withoutUser(declared), withoutUser(whole))
    (own, user) = (WebAddress(self.declared), WebAddress(whole)?.user)
  }

  /// An address at the base, with the user's name and password; any other as it is.
  func signed(_ url: String) -> String {
    guard let user, let address = WebAddress(url), address.user == nil, address.origin == WebAddress(asked)?.origin
    else { return url }
    return url.replacing("://", with: "://\(user)@", maxReplacements: 1)
  }

  /// `fetch`, with the user's name and password in requests to the base.
  func signing(_ fetch: @escaping HTTPFetch) -> HTTPFetch {
    if !isSigned { return fetch }
    return { (request) async throws(CatalogError) in
      var request = request
      request.url = signed(request.url)
      return try await fetch(request)
    }
  }

  var isSigned: Bool { user != nil }

  /// A base without trailing slashes, because paths begin with one.
  static func withoutSlashes(_ base: String) -> String {
    String(base[..<(base.lastIndex { $0 != "/" }.map(base.index(after:)) ?? base.startIndex)])
  }

  var isReplaced: Bool { asked != declared }

  /// Where a key is fetched, which follows a replaced base.
  func address(ofKey post: String) -> String {
    guard !post.hasPrefix("/") else { return asked + post }
    guard isReplaced, let parts = WebAddress(post) else { return post }
    let path = Self.withoutSlashes(own?.path ?? "")
    // The user may have replaced the whole address, or only its beginning.
    return (path.isEmpty || !asked.hasSuffix(path) ? asked : String(asked.dropLast(path.count))) + parts.target
  }

  private var host: String { HTTPRequest(url: asked).host }
  private func invalid(_ name: String?) -> CatalogError {
    .unreadable(host: host, what: name == nil ? "an invalid next-page address" : "an invalid address")
  }

  /// The absolute address of a next page, or of a list that an answer links to.
  /// - Parameters:
  ///   - next: absolute, or relative to the request.
  ///   - current: the request of the answer.
  ///   - secrets: parameters to remove, because an answer may repeat credentials.
  ///   - name: what the address is, for the reason of a failure; nil for a next page.
  func next(
    _ next: String, after current: String, without secrets: Set<String>, called name: String? = nil
  ) throws(CatalogError) -> String {
    // Spaces are encoded, as in redirects.
    let next = next.replacing(" ", with: "%20")
    guard let target = resolved(String(next.prefix { $0 != "#" }), after: current) else {
      throw invalid(name)
    }
    return try whole(target, called: name).without(parameters: secrets)
  }

  /// An address in the answer of `request` as an id: relative to the base if it is below that. A server behind a proxy
  /// may give another host there.
  func id(ofAddress text: String, after request: String?) -> String {
    let text = text.replacing(" ", with: "%20")
    guard let asked = WebAddress(asked), let target = resolved(text, after: request ?? self.asked + "/"),
      let address = WebAddress(target)
    else { return text }
    let below = asked.trimmedPath + "/"
    var path = address.target
    if [asked.authority, own?.authority].contains(address.authority) {
      path = String(mapped(path).dropFirst(asked.origin.count))
    } else if below != "/", let place = path.firstRange(of: below) {
      path = String(path[place.lowerBound...])
    } else {
      return text
    }
    let rest = path.hasPrefix(below) ? path.dropFirst(below.count) : ""
    return rest.isEmpty || rest.hasPrefix("/") || rest.contains(":") ? path : String(rest)
  }

  /// The absolute address for one that may be relative to a request; nil if it is malformed.
  func resolved(_ text: String, after current: String) -> String? {
    guard let here = WebAddress(current), here.user == nil, !text.isEmpty,
      !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") })
    else { return nil }
    if text.hasPrefix("//") { return here.scheme + ":" + text }
    if let mark = text.firstRange(of: "://"), text[..<mark.lowerBound].allSatisfy(\.isLetter) { return text }
    if text.hasPrefix("/") { return mapped(text) }
    return here.resolving(text)?.text
  }

  /// An item's address; if it is on the declared base, moved to the base for requests.
  func moved(_ address: String) -> String {
    guard isReplaced, let own, Self.mayBe(on: own, address), let there = WebAddress(address), there.user == nil,
      there.authority == own.authority,
      let rest = Self.rest(of: there.target + (there.fragment.map { "#" + $0 } ?? ""), behind: own.trimmedPath)
    else { return address }
    return asked + rest
  }

  /// Whether an address begins with the scheme and host of `base`, without the cost of parsing it.
  private static func mayBe(on base: WebAddress, _ address: String) -> Bool {
    let start = String(decoding: address.utf8.prefix("https://".utf8.count + base.host.utf8.count), as: UTF8.self)
      .lowercased()
    return start.hasPrefix("https://" + base.host) || start.hasPrefix("http://" + base.host)
  }

  private func whole(_ next: String, called name: String?) throws(CatalogError) -> String {
    guard let address = WebAddress(next), address.user == nil, let own,
      let asked = WebAddress(asked)
    else { throw invalid(name) }
    // A scheme's default port is not compared, because https replaces http.
    if address.authority == own.authority { return mapped(address.target) }
    guard address.authority == asked.authority else {
      let what = name ?? "its next page"
      throw .refused(host: host, status: 0, reason: "\(what) is on another host, \(address.authority)")
    }
    return asked.origin + address.target
  }

  /// A path and query of the declared host, moved to the base for requests.
  private func mapped(_ path: String) -> String {
    guard let own, let asked = WebAddress(asked) else { return self.asked + path }
    let prefix = asked.trimmedPath
    if isReplaced, !prefix.isEmpty, Self.rest(of: path, behind: prefix) != nil { return asked.origin + path }
    if let rest = Self.rest(of: path, behind: own.trimmedPath) { return self.asked + rest }
    return asked.origin + path
  }

  private static func rest(of path: String, behind prefix: String) -> Substring? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    return rest.isEmpty || "/?#".contains(rest.first ?? "/") ? rest : nil
  }
}
