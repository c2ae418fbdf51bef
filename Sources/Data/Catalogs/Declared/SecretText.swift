import CDigest
import FoundationEssentials

/// Text with credentials, as names in braces: `Bearer {token}`, `Basic {base64:{id}:{secret}}`.
struct SecretText: Sendable {
  private var template = TextTemplate<Name>()

  indirect enum Name: Sendable {
    case name(String)
    case function(Function, SecretText)
  }

  enum Function: String, Sendable, CaseIterable {
    case base64, md5, sha1

    func value(of text: String) -> String {
      let bytes = Array(text.utf8)
      return switch self {
      case .base64: Data(bytes).base64EncodedString()
      case .md5: Self.digits { MD5Data(bytes, bytes.count, $0) }
      case .sha1: Self.digits { SHA1Data(bytes, bytes.count, $0) }
      }
    }

    /// A digest in lower-case hexadecimal digits. Some services sign requests with one; neither provides security by
    /// itself.
    private static func digits(_ digest: (UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * Int(SHA1_DIGEST_LENGTH) + 1) { room in
        String(cString: digest(room.baseAddress))
      }
    }

    /// The same in a shell.
    var command: String {
      switch self {
      case .base64: "base64 -w0"
      case .md5: "md5sum | cut -c1-32"
      case .sha1: "sha1sum | cut -c1-40"
      }
    }
  }

  /// More functions within each other would exhaust the stack.
  static let deepest = 10

  /// Nil if a brace is not closed, a function is unknown, or functions are nested too deep.
  init?(_ text: String) {
    var rest = text[...]
    self.init(&rest, depth: 0)
    if !rest.isEmpty { return nil }
  }

  /// Reads to the end, or to the brace that ends a function.
  private init?(_ rest: inout Substring, depth: Int) {
    if depth > Self.deepest { return nil }
    var literal = ""
    while let character = rest.first, !(depth > 0 && character == "}") {
      rest.removeFirst()
      guard character == "{" else {
        literal.append(character)
        continue
      }
      if !literal.isEmpty { template.parts.append(.literal(literal)) }
      literal = ""
      if let function = Function.allCases.first(where: { rest.hasPrefix($0.rawValue + ":") }) {
        rest = rest.dropFirst(function.rawValue.count + 1)
        guard let inner = SecretText(&rest, depth: depth + 1) else { return nil }
        template.parts.append(.name(.function(function, inner)))
      } else {
        let name = rest.prefix { $0 != "}" && $0 != "{" }
        rest = rest[name.endIndex...]
        template.parts.append(.name(.name(String(name))))
      }
      guard rest.popFirst() == "}" else { return nil }
    }
    if !literal.isEmpty { template.parts.append(.literal(literal)) }
  }

  var names: [String] {
    template.names.flatMap { name -> [String] in
      switch name {
      case .name(let name): [name]
      case .function(_, let inner): inner.names
      }
    }
  }

  /// Nil if a name has no value.
  func filled(_ value: (String) -> String?) -> String? {
    template.filled { name in
      switch name {
      case .name(let name): value(name)
      case .function(let function, let inner): inner.filled(value).map(function.value)
      }
    }
  }

  /// The digests in it, which a service accepts as it does the secrets.
  func digests(_ value: (String) -> String?) -> [String] {
    template.names.compactMap { name in
      guard case .function(let function, let inner) = name, function != .base64 else { return nil }
      return inner.filled(value).map(function.value)
    }
  }

  /// The same for use in double quotes in a shell, with variables instead of their values.
  func shown(_ variable: (String) -> String) -> String {
    var text = ""
    for part in template.parts.reversed() {
      switch part {
      case .literal(let literal): text = Self.quoted(literal) + text
      case .name(.name("now")): text = "$(date +%s)" + text
      case .name(.name("salt")): text = "SALT" + text
      case .name(.name(let name)):
        // The next text must not become part of the variable's name.
        let runsOn = text.first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        text = (runsOn ? "${\(variable(name).dropFirst())}" : variable(name)) + text
      case .name(.function(let function, let inner)):
        text = "$(printf %s \"\(inner.shown(variable))\" | \(function.command))" + text
      }
    }
    return text
  }

  /// Text escaped for use in double quotes in a shell.
  static func quoted(_ text: String) -> String { text.map { "\\\"$`".contains($0) ? "\\\($0)" : String($0) }.joined() }
}
