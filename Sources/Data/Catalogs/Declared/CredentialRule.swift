import Domain
import FoundationEssentials
import Wire

/// The credentials that a service needs, and where they are sent.
struct CredentialRule: Sendable {
  /// The names of the credentials, and how to get each.
  var asked: [(name: String, about: String)] = []
  var headers: [(name: String, text: SecretText)] = []
  var query: [(name: String, text: SecretText)] = []
  var key: KeyRule?
  /// Whether requests need them.
  var isRequired = false

  var sends: Bool { !headers.isEmpty || !query.isEmpty }

  /// The names used in the sent headers and parameters.
  var sent: [String] { (headers + query).flatMap(\.text.names) }

  /// Whether a key must be fetched before the first request with `given`: because it is sent, or because requests need
  /// other parts of its answer. Otherwise the given credentials are sent until the service rejects them.
  func needsKey(besides given: [String: String]) -> Bool {
    guard let key else { return false }
    return !sends || key.also.contains { also in !asked.contains { $0.name == also.name } }
      || sent.contains { name in name == "key" || given[name] == nil && key.also.contains { $0.name == name } }
  }

  /// What was typed, without blank values. A blank value counts if it is sent in one text with another value that was
  /// typed, such as an empty password after a user name. A required one counts only if a key is fetched with both it and a
  /// user name.
  func given(_ typed: [String: String]) -> [String: String] {
    let texts = (headers + query).map(\.text.names) + (key?.texts.map(\.names) ?? [])
    let groups = isRequired ? [key?.names ?? []] : texts
    let present = typed.filter { name, value in !value.isEmpty && (!isRequired || name == "user") }
    return typed.filter { name, value in
      !value.isEmpty || name != "user" && groups.contains { $0.contains(name) && $0.contains { present[$0] != nil } }
    }
  }

  /// The sets of names that are each sufficient. If the key renews everything that is sent, there are two: what is
  /// sent, and what the key is fetched with.
  var ways: [[String]] {
    let all = asked.map(\.name)
    guard let key, sends, sent.allSatisfy({ name in key.also.contains { $0.name == name } }) else { return [all] }
    return [all.filter(sent.contains), all.filter(key.names.contains)]
  }
}

/// A key that is fetched with the credentials.
struct KeyRule: Sendable {
  /// A path on the base, or an https address of another host.
  var post: String
  var body = Body.nothing
  var headers: [(name: String, text: SecretText)] = []
  /// The format of the catalog's answers.
  var answer = AnswerFormat.json
  /// Where the answer has the key: the first that exists.
  var at: [Pointer]
  /// Where the answer has its lifetime, in seconds.
  var lasts: Pointer?
  /// Further parts of the answer; one of them may replace a given credential.
  var also: [(name: String, at: Pointer)] = []
  /// The names in `also` that requests use, so that addresses show them.
  var shown: Set<String> = []

  enum Body: Sendable {
    case nothing
    case form([(name: String, text: SecretText)])
    case json(JSONTemplate<SecretText>)
  }

  /// The key's host; nil if it is the base's.
  var host: String? { post.hasPrefix("/") ? nil : HTTPRequest(url: post).host }

  /// The names used in its request.
  var names: [String] { texts.flatMap(\.names) }

  var texts: [SecretText] {
    let body: [SecretText] =
      switch body {
      case .nothing: []
      case .form(let form): form.map(\.text)
      case .json(let json): json.texts
      }
    return body + headers.map(\.text)
  }
}

/// The credentials for a request.
struct Grant: Sendable, Equatable {
  /// The given values, by name.
  var values: [String: String] = [:]
  var key: String?
  /// The values from the key's answer, by name.
  var also: [String: String] = [:]
  /// Whether its key was just fetched in place of a refused one, so that fetching another would not help.
  var isFresh = false
  /// What the user gave, before any renewal.
  var identity: [String] = []
}

extension CredentialRule {
  /// The header fields and parameters for a request; nil if there is nothing to send.
  /// - Parameter variable: converts a name to the variable that is shown for it.
  func credential(_ grant: Grant, variable: (String) -> String) -> HTTPRequest.Credential? {
    let fill = Self.fill(grant)
    func filled(_ parts: [(name: String, text: SecretText)]) -> [(name: String, value: String, shown: String)] {
      parts.compactMap { name, text in text.filled(fill).map { (name, $0, text.shown(variable)) } }
    }
    let (headers, query) = (filled(headers), filled(query))
    if headers.isEmpty, query.isEmpty { return nil }
    return HTTPRequest.Credential(
      headers: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }, query: query.map { ($0.name, $0.value) },
      identity: grant.identity, digests: (self.headers + self.query).flatMap { $0.text.digests(fill) },
      shown: .init(
        headers: Dictionary(headers.map { ($0.name, $0.shown) }) { $1 }, query: query.map { ($0.name, $0.shown) }))
  }

  /// The values for one request, which has its own salt and time.
  static func fill(_ grant: Grant) -> (String) -> String? {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let salt = String((0..<16).compactMap { _ in letters.randomElement() })
    let now = String(Int64(Date.now.timeIntervalSince1970))
    return { name in
      switch name {
      case "now": now
      case "salt": salt
      case "key": grant.key
      default: grant.values[name] ?? grant.also[name]
      }
    }
  }
}

extension KeyRule {
  /// The request for a key; its body is shown without the values.
  func request(
    to url: String, _ grant: Grant, headers constant: [String: String], variable: (String) -> String
  ) -> HTTPRequest {
    let fill = CredentialRule.fill(grant)
    var request = HTTPRequest(method: "POST", url: url, headers: constant)
    request.headers["Accept"] = request.headers["Accept"] ?? "application/json"
    switch body {
    case .nothing: break
    case .form(let form):
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      let filled = form.compactMap { name, text in text.filled(fill).map { (name, $0) } }
      request.body = Array(HTTPRequest.encoded(filled).utf8)
      let shown = form.map { "\($0.name)=\($0.text.shown(variable))" }
      // A recording does not say which values were given.
      request.shownBody = Array(shown.joined(separator: "&").utf8)
      let given = zip(form, shown).filter { $0.0.text.filled(fill) != nil }
      request.curlBody = given.flatMap { ["--data-urlencode", "\"\($1)\""] }
    case .json(let json):
      request.headers["Content-Type"] = "application/json"
      request.body = json.filled { $0.filled(fill) }?.bytes ?? []
      request.shownBody = json.filled { $0.shown(variable) }?.bytes ?? []
      request.curlBody = [
        "--data-raw", "\"\(Self.shown(json) { $0.filled(fill) == nil ? nil : $0.shown(variable) })\"",
      ]
    }
    let own = CredentialRule(headers: headers)
    request.credential = own.credential(grant, variable: variable)
    request.trust = .declared
    return request
  }

  /// An answer: JSON, as it is recorded too, or XML where the catalog's answers are.
  func json(of response: HTTPResponse) -> JSONValue? {
    let json = try? JSONValue(parsing: response.body)
    return json ?? (answer == .xml ? try? XMLAnswer.json(of: response.utf8) : nil)
  }

  /// JSON for use in double quotes in a shell.
  private static func shown(_ json: JSONTemplate<SecretText>, _ shown: (SecretText) -> String?) -> String {
    // Private-use characters replace the texts, which are already written for the shell.
    var texts: [(mark: String, text: String)] = []
    let marked = json.filled { text in
      guard let text = shown(text) else { return nil }
      let mark = String(Unicode.Scalar(0xF0000 + UInt32(texts.count)).map(Character.init) ?? " ")
      texts.append((mark, text))
      return mark
    }
    let body = SecretText.quoted(String(decoding: marked?.bytes ?? [], as: UTF8.self))
    return texts.reduce(body) { $0.replacing($1.mark, with: $1.text) }
  }
}
