internal import CExpat
import Domain
import Wire

/// Reads XML as JSON by one rule: an element is an object of its children by their names as written, its attributes as
/// `@name`, and its own text as `#`. An element without attributes and children is its text; repeated ones are a list.
///
/// Depth and size are limited. Nothing outside the document is read, and entities cannot grow.
final class XMLAnswer {
  /// Why it cannot be read, such as "an XML error on line 3: …".
  struct Fault: Error {
    let what: String
  }

  private struct Element {
    let name: String
    var attributes: [(name: String, value: JSONValue)] = []
    /// By name; several with the same name are a list.
    var children: [(name: String, values: [JSONValue])] = []
    /// The positions of the names among the children.
    var places: [String: Int] = [:]
    var text = ""

    mutating func append(_ value: JSONValue, named name: String) {
      if let place = places[name] {
        children[place].values.append(value)
      } else {
        places[name] = children.count
        children.append((name, [value]))
      }
    }

    var value: JSONValue {
      let text = text.trimmed
      if attributes.isEmpty, children.isEmpty { return .string(text) }
      let own = text.isEmpty ? [] : [(name: "#", value: JSONValue.string(text))]
      var members = JSONMembers(
        attributes + children.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) } + own)
      members.isElement = true
      return .object(members)
    }
  }

  private var open: [Element] = []
  private var root: JSONMembers?
  private var values = 0
  private var stop: String?
  private let parser: XML_Parser?

  private static let deepest = 200
  private static let mostValues = 500_000
  private static let mostEntities = 100

  static func json(of bytes: [UInt8]) throws(Fault) -> JSONValue { try XMLAnswer().read(bytes) }

  private init() {
    parser = safeXMLParser()
    guard let parser else { return }
    // Unretained is fine because the parser is freed with `self`, and used only while `read` runs.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name else { return }
        XMLAnswer.with(data) { $0.start(String(cString: name), attributes) }
      },
      { data, _ in XMLAnswer.with(data) { $0.end() } })
    XML_SetCharacterDataHandler(parser) { data, text, length in
      guard let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      XMLAnswer.with(data) { $0.characters(bytes) }
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in XMLAnswer.with(data) { $0.count(entities: 1) } }
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  private static func with(_ data: UnsafeMutableRawPointer?, _ body: (XMLAnswer) -> Void) {
    // Set in `init`, before any handler can be called.
    Unmanaged<XMLAnswer>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
  }

  private func read(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
    guard let parser, bytes.count < Int(Int32.max) else { throw Fault(what: "XML too large for memory") }
    // Spaces before the declaration are an error in XML, but common.
    let start = bytes.firstIndex { !UInt8.jsonWhitespace.contains($0) } ?? bytes.endIndex
    switch start < bytes.endIndex ? bytes[start] : nil {
    case nil: throw Fault(what: "an empty answer")
    case UInt8(ascii: "{"), UInt8(ascii: "["): throw Fault(what: "JSON instead of XML")
    default: break
    }
    let status = bytes[start...].withUnsafeBytes { buffer in
      XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
    }
    let line = Int(XML_GetCurrentLineNumber(parser))
    if status == XML_STATUS_OK, stop == nil, let root { return .object(root) }
    let head = String(decoding: bytes[start...].prefix(200), as: UTF8.self).lowercased()
    if head.contains("<html") || head.contains("<!doctype html") { throw Fault(what: "an HTML page instead of XML") }
    let reason = stop ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
    throw Fault(what: "an XML error on line \(line): \(reason)")
  }

  private func start(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard stop == nil else { return }
    if open.count >= Self.deepest { return fail("nested more than \(Self.deepest) deep") }
    var element = Element(name: name)
    var index = 0
    while let key = attributes?[index], let value = attributes?[index + 1] {
      index += 2
      let name = String(cString: key)
      if name == "xmlns" || name.hasPrefix("xmlns:") { continue }
      element.attributes.append(("@" + name, .string(String(cString: value))))
      count(values: 1)
    }
    open.append(element)
  }

  private func end() {
    guard stop == nil, let element = open.popLast() else { return }
    count(values: 1)
    guard !open.isEmpty else {
      root = [element.name: element.value]
      root?.isElement = true
      return
    }
    open[open.count - 1].append(element.value, named: element.name)
  }

  private func characters(_ bytes: UnsafeRawBufferPointer) {
    guard stop == nil, !open.isEmpty else { return }
    open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
  }

  private var entities = 0

  private func count(values: Int = 0, entities: Int = 0) {
    self.values += values
    self.entities += entities
    if self.values > Self.mostValues { fail("more than \(Self.mostValues) elements and attributes") }
    if self.entities > Self.mostEntities { fail("more than \(Self.mostEntities) entities") }
  }

  private func fail(_ reason: String) {
    stop = stop ?? reason
    XML_StopParser(parser, 0)
  }
}

/// A parser without dangerous features: nothing outside the document is read, and entities cannot grow. It ignores
/// namespaces, so that names stay as written.
/// - Parameter encoding: nil if the document declares it.
func safeXMLParser(encoding: String? = nil) -> XML_Parser? {
  guard let parser = XML_ParserCreate(encoding) else { return nil }
  // Ends the parse; without a handler expat would skip the entity and continue.
  XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in 0 }
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 2)
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
  return parser
}
