import Domain
import Wire

/// Checks credentials.
extension DeclarationChecker {
  /// Names that have another meaning in credentials.
  private static let ownNames: Set = ["url", "base", "key", "now", "salt"]

  mutating func credentials(_ json: LocatedJSON?) -> CredentialRule? {
    guard let object = object(json, .credentials) else { return nil }
    var rule = CredentialRule()
    for member in self.object(object["ask"], "ask")?.members ?? [] {
      let isPlain =
        !member.key.isEmpty && member.key.utf8.count <= 32 && member.key.utf8.allSatisfy(\.isASCIIAlphanumeric)
      if !isPlain || Self.ownNames.contains(member.key.lowercased()) {
        let reason = isPlain ? "is used by liner itself; choose another" : "must be letters and digits, at most 32"
        mistakes.add("the name \"\(member.key)\" \(reason)", at: member.offset)
      } else if rule.asked.contains(where: { $0.name.lowercased() == member.key.lowercased() }) {
        mistakes.add("\"\(member.key)\" has the same variable as another name", at: member.offset)
      }
      let about = text(member.value) ?? ""
      requireLine(about, at: member.value.offset)
      rule.asked.append((member.key, about))
    }
    let asked = rule.asked.map(\.name)
    rule.key = key(object["key"], asked: asked)
    let names = asked + ["now", "salt"] + (rule.key.map { ["key"] + $0.also.map(\.name) } ?? [])
    if let send = self.object(object["send"], .send) {
      rule.headers = secretHeaders(send["headers"], fills: names)
      rule.query = secrets(send["query"], "a query", fills: names)
    } else if rule.key == nil {
      mistakes.add("credentials need \"send\" or \"key\"", at: object.offset)
    }
    rule.isRequired = flag(object["required"]) ?? false
    return rule
  }

  private mutating func key(_ json: LocatedJSON?, asked: [String]) -> KeyRule? {
    guard let object = object(json, .key) else { return nil }
    let names = asked + ["now", "salt"]
    var rule = KeyRule(post: keyAddress(object["post"]) ?? "/", answer: format, at: pointers(object["at"]))
    if let form = object["form"] {
      refuse(["json"], of: object, "with \"form\"")
      rule.body = .form(secrets(form, "a form", fills: names))
    } else if let body = object["json"] {
      rule.body = .json(template(of: body) { $0.secret($1, fills: names) })
    }
    rule.headers = secretHeaders(object["headers"], fills: names)
    rule.lasts = pointer(object["lasts"])
    for member in self.object(object["also"], "also")?.members ?? [] {
      if !member.key.utf8.allSatisfy(\.isASCIIAlphanumeric) || Self.ownNames.contains(member.key.lowercased()) {
        mistakes.add("the name \"\(member.key)\" must be letters and digits, and not liner's own", at: member.offset)
      }
      if DeclaredField.keys.contains(member.key) || ["term", "value", "values"].contains(member.key) {
        mistakes.add("{\(member.key)} is already in use; choose another name", at: member.offset)
      }
      if let pointer = pointer(member.value) { rule.also.append((member.key, pointer)) }
    }
    return rule
  }

  /// A path on the base, or an https address.
  private mutating func keyAddress(_ json: LocatedJSON?) -> String? {
    guard let json, let text = text(json) else { return nil }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\\{}#".utf8.contains($0) }
    let leadsBack = text.split(separator: "/").contains { $0 == "." || $0 == ".." }
    guard isPlain, !leadsBack, !text.hasPrefix("//") else {
      return mistakes.fault("\"\(text)\" is not an address: no spaces, braces, \\, #, . or .. allowed", at: json.offset)
    }
    if text.hasPrefix("/") { return text }
    guard let parts = WebAddress(text), parts.user == nil, parts.scheme == "https" else {
      return mistakes.fault("\"\(text)\" must be a path on the base, or begin with https://", at: json.offset)
    }
    let origin = LocatedJSON(offset: json.offset, content: .value(.string(parts.origin)))
    return base(origin, mayBeOwn: false) == nil ? nil : text
  }

  /// Headers that a declaration may send with credentials: any but those of the transport.
  private mutating func secretHeaders(
    _ json: LocatedJSON?, fills names: [String]
  ) -> [(name: String, text: SecretText)] {
    for member in json?.members ?? [] where !Self.mayCarrySecret(member.key) {
      mistakes.add("\"\(member.key)\" cannot carry credentials", at: member.offset)
    }
    return secrets(json, "headers", fills: names)
  }

  private mutating func secrets(
    _ json: LocatedJSON?, _ what: String, fills names: [String]
  ) -> [(name: String, text: SecretText)] {
    (object(json, what)?.members ?? []).compactMap { member in
      secret(member.value, fills: names).map { (member.key, $0) }
    }
  }

  private mutating func secret(_ json: LocatedJSON, fills names: [String]) -> SecretText? {
    guard let text = anyText(json) else { return nil }
    guard let secret = SecretText(text) else {
      let functions = SecretText.Function.allCases.map { "{\($0.rawValue):…}" }
      return mistakes.fault(
        "a brace is not closed, a function is unknown, or more than \(SecretText.deepest) are nested in \"\(text)\"; the functions are \(Self.list(functions, "and"))",
        at: json.offset)
    }
    requireLine(text, at: json.offset)
    check(secret.names, among: names, at: json.offset)
    return secret
  }

  private mutating func requireLine(_ text: String, at offset: Int) {
    if !text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { mistakes.add("this text must be one line", at: offset) }
  }
}
