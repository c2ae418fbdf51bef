import Domain
import FoundationEssentials
import Wire

/// What a service wants to know of its user, and where it goes.
struct CredentialRule: Sendable {
  /// What the user is asked for, and how to get it.
  var asked: [(name: String, about: String)] = []
  var headers: [(name: String, text: SecretText)] = []
  var query: [(name: String, text: SecretText)] = []
  var key: KeyRule?
  /// Whether no request is sent without them.
  var isRequired = false

  var sends: Bool { !headers.isEmpty || !query.isEmpty }

  /// The names that fill what is sent.
  private var sent: [String] { (headers + query).flatMap(\.text.names) }

  /// Whether a key must be fetched before the first request with `given`: it is sent, or requests need what comes with
  /// it. Otherwise what was given is sent until the service refuses it.
  func needsKey(besides given: [String: String]) -> Bool {
    guard let key else { return false }
    return !sends || key.also.contains { also in !asked.contains { $0.name == also.name } }
      || sent.contains { name in name == "key" || given[name] == nil && key.also.contains { $0.name == name } }
  }

  /// The sets of names that would each suffice: where the key renews all that is sent, what is sent, or what the
  /// key is fetched with.
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
  var at: Pointer
  /// Where its lifetime is, in seconds.
  var lasts: Pointer?
  /// Further parts of the answer; one of them may replace what the user was asked for.
  var also: [(name: String, at: Pointer)] = []
  /// Those of `also` that requests name, so that addresses show them.
  var shown: Set<String> = []

  enum Body: Sendable {
    case nothing
    case form([(name: String, text: SecretText)])
    case json(JSONTemplate<SecretText>)
  }

  /// The host besides the base's; nil if it is on the base.
  var host: String? { post.hasPrefix("/") ? nil : HTTPRequest(url: post).host }

  /// The names that fill it.
  var names: [String] {
    let body: [String] =
      switch body {
      case .nothing: []
      case .form(let form): form.flatMap(\.text.names)
      case .json(let json): json.texts.flatMap(\.names)
      }
    return body + headers.flatMap(\.text.names)
  }
}

/// What a request is sent with.
struct Grant: Sendable, Equatable {
  /// By asked name.
  var values: [String: String] = [:]
  var key: String?
  /// By name, from the key's answer.
  var also: [String: String] = [:]
  /// Whether its key was fetched just now, so that fetching another would not help.
  var isFresh = false
  /// What the user gave, before anything was renewed.
  var identity: [String] = []
}

extension CredentialRule {
  /// The header fields and parameters for a request; nil if there is nothing to send.
  /// - Parameter variable: what a name is called where it is shown.
  func credential(_ grant: Grant, variable: (String) -> String) -> HTTPRequest.Credential? {
    let fill = Self.fill(grant)
    func filled(_ parts: [(name: String, text: SecretText)]) -> [(name: String, value: String, shown: String)] {
      parts.compactMap { name, text in text.filled(fill).map { (name, $0, text.shown(variable)) } }
    }
    let (headers, query) = (filled(headers), filled(query))
    if headers.isEmpty, query.isEmpty { return nil }
    return HTTPRequest.Credential(
      headers: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }, query: query.map { ($0.name, $0.value) },
      identity: grant.identity,
      shown: .init(
        headers: Dictionary(headers.map { ($0.name, $0.shown) }) { $1 }, query: query.map { ($0.name, $0.shown) }))
  }

  /// The values of one request: salt and time are its own.
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
      request.shownBody = Array(shown.joined(separator: "&").utf8)
      request.curlBody = shown.flatMap { ["--data-urlencode", "\"\($0)\""] }
    case .json(let json):
      request.headers["Content-Type"] = "application/json"
      request.body = json.filled { $0.filled(fill) }?.bytes ?? []
      request.shownBody = json.filled { $0.shown(variable) }?.bytes ?? []
      request.curlBody = ["--data-raw", "\"\(Self.shown(json, variable))\""]
    }
    let own = CredentialRule(headers: headers)
    request.credential = own.credential(grant, variable: variable)
    request.trust = .declared
    return request
  }

  /// JSON for a shell, within double quotes.
  private static func shown(_ json: JSONTemplate<SecretText>, _ variable: (String) -> String) -> String {
    // Marks of private use hold the places of the texts, which are for the shell already.
    var texts: [(mark: String, text: String)] = []
    let marked = json.filled { text in
      let mark = String(Unicode.Scalar(0xF0000 + UInt32(texts.count)).map(Character.init) ?? " ")
      texts.append((mark, text.shown(variable)))
      return mark
    }
    let body = SecretText.quoted(String(decoding: marked?.bytes ?? [], as: UTF8.self))
    return texts.reduce(body) { $0.replacing($1.mark, with: $1.text) }
  }
}
