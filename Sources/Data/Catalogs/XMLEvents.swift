internal import CExpat

/// The elements and texts of a document, as expat reads them for a subclass.
///
/// Without dangerous features: nothing outside the document is read, and entities are few and cannot grow. Namespaces
/// are ignored, so that names stay as written, and undeclared prefixes are not an error.
class XMLEvents {
  let parser: XML_Parser?
  private(set) var entities = 0

  static let mostEntities = 100

  init() {
    // `FeedDecoder` writes UTF-8, whatever the document declares.
    parser = XML_ParserCreate("UTF-8")
    guard let parser else { return }
    // Ends the parse; without a handler expat would skip the entity and continue.
    XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in 0 }
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 2)
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
    // Unretained is fine because the parser is freed with `self`, and used only by its methods.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name else { return }
        XMLEvents.with(data) { $0.start(name, Attributes(rest: attributes)) }
      },
      { data, name in
        guard let name else { return }
        XMLEvents.with(data) { $0.end(name) }
      })
    XML_SetCharacterDataHandler(parser) { data, text, length in
      guard let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      XMLEvents.with(data) { $0.characters(bytes) }
    }
    // A long chain of entities needs more stack than there is, in expat 2.5.
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in XMLEvents.with(data) { $0.entityDeclared() } }
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  private static func with(_ data: UnsafeMutableRawPointer?, _ body: (XMLEvents) -> Void) {
    // Set in `init`, before any handler can be called.
    Unmanaged<XMLEvents>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
  }

  // MARK: Events

  struct Attributes: Sequence, IteratorProtocol {
    /// Names and values in turn, with nil at the end.
    fileprivate(set) var rest: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    mutating func next() -> (name: UnsafePointer<CChar>, value: UnsafePointer<CChar>)? {
      guard let name = rest?[0], let value = rest?[1] else { return nil }
      rest = rest?.advanced(by: 2)
      return (name, value)
    }
  }

  func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes) {}
  func end(_ name: UnsafePointer<CChar>) {}
  func characters(_ bytes: UnsafeRawBufferPointer) {}

  private func entityDeclared() {
    entities += 1
    if entities > Self.mostEntities { halt() }
  }

  /// Parses the next part of the document; false if it is malformed.
  final func parse(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
    part.withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0) == XML_STATUS_OK
    }
  }

  /// Ends the parse.
  final func halt() { XML_StopParser(parser, 0) }

  // MARK: Errors

  final var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  /// Nil unless there are more entities than any document needs.
  final var entitiesFault: String? { entities > Self.mostEntities ? "more than \(Self.mostEntities) entities" : nil }

  final var errorText: String? { XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } }
}
