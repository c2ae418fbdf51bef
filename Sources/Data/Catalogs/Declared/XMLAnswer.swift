import Domain
import Wire

/// Reads XML as JSON by one rule: an element is an object of its children by their names as written, its attributes as
/// `@name`, and its own text as `#`. An element without attributes and children is its text; repeated ones are a list.
///
/// Depth and size are limited. Nothing outside the document is read, and entities cannot grow.
final class XMLAnswer: XMLEvents {
  /// Why it cannot be read, such as "an XML error on line 3: …".
  typealias Fault = FeedParser.Unreadable

  private struct Element {
    let name: String
    var attributes: [(name: String, value: JSONValue)] = []
    var children: [(name: String, value: JSONValue)] = []
    var text = ""
    /// Including the text of its children.
    var whole = ""

    var isMixed: Bool { !children.isEmpty && !text.isBlank }

    var value: JSONValue {
      let text = text.trimmed
      if attributes.isEmpty, children.isEmpty { return .string(text) }
      let own = text.isEmpty ? [] : [(name: "#", value: JSONValue.string(text))]
      // Several with the same name are a list.
      let named = children.grouped(by: \.name).map { name, children in
        (name: name, value: children.count == 1 ? children[0].value : .array(children.map(\.value)))
      }
      var members = JSONMembers(attributes + named + own)
      members.wholeText = isMixed ? [whole.trimmed] : []
      return .object(members)
    }
  }

  private var open: [Element] = []
  private var root: JSONMembers?
  private var values = 0
  /// Bytes of texts that are kept beside those of the elements in them.
  private var mixed = 0
  private var fault: String?

  private static let deepest = 200
  private static let mostValues = 500_000
  private static let mostMixed = 64_000_000

  /// - Parameter bytes: in UTF-8, whatever the document declares.
  static func json(of bytes: [UInt8]) throws(Fault) -> JSONValue { try XMLAnswer().read(bytes) }

  private func read(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
    guard parser != nil, bytes.count < Int(Int32.max) else { throw Fault(what: "XML too large for memory") }
    // Spaces before the declaration are an error in XML, but common.
    let start = bytes.firstIndex { !$0.isJSONBlank } ?? bytes.endIndex
    switch start < bytes.endIndex ? bytes[start] : nil {
    case nil: throw Fault(what: "an empty answer")
    case UInt8(ascii: "{"), UInt8(ascii: "["): throw Fault(what: "JSON instead of XML")
    default: break
    }
    let isParsed = bytes[start...].withUnsafeBufferPointer { parse($0, isLast: true) }
    if isParsed, fault == nil, let root { return .object(root) }
    let head = String(decoding: bytes[start...].prefix(200), as: UTF8.self).lowercased()
    if head.contains("<html") || head.contains("<!doctype html") { throw Fault(what: "an HTML page instead of XML") }
    let reason = fault ?? entitiesFault ?? errorText ?? "unknown"
    throw Fault(what: "an XML error on line \(line): \(reason)")
  }

  override func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes) {
    guard fault == nil else { return }
    if open.count >= Self.deepest { return fail("nested more than \(Self.deepest) deep") }
    var element = Element(name: String(cString: name))
    for (key, value) in attributes {
      let name = String(cString: key)
      if name == "xmlns" || name.hasPrefix("xmlns:") { continue }
      element.attributes.append(("@" + name, .string(String(cString: value))))
      countValue()
    }
    open.append(element)
  }

  override func end(_ name: UnsafePointer<CChar>) {
    guard fault == nil, let element = open.popLast() else { return }
    countValue()
    guard !open.isEmpty else {
      root = [element.name: element.value]
      root?.wholeText = []
      return
    }
    if element.isMixed { mixed += element.whole.utf8.count }
    if mixed > Self.mostMixed { return fail("more than \(Self.mostMixed) bytes of text around elements") }
    open[open.count - 1].children.append((element.name, element.value))
    open[open.count - 1].whole += element.whole
  }

  override func characters(_ bytes: UnsafeRawBufferPointer) {
    guard fault == nil, !open.isEmpty else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    open[open.count - 1].text += text
    open[open.count - 1].whole += text
  }

  private func countValue() {
    values += 1
    if values > Self.mostValues { fail("more than \(Self.mostValues) elements and attributes") }
  }

  private func fail(_ reason: String) {
    fault = fault ?? reason
    halt()
  }
}
