internal import CExpat
package import Domain

/// Parses a podcast's feed as a stream, in pieces of any size, into a `Feed`; the document is never stored in memory.
///
/// Uses expat, with a small filter before it (`FeedRepair`). Takes linear time, whatever the bytes are: tags, texts,
/// nesting, entities and items are limited, and nothing outside the document is read. If a document is broken, the part
/// before the error is kept and the error is reported.
package final class FeedParser {
  /// Why there is no feed at all.
  package enum Failure: Error, Sendable, Hashable {
    /// `what` describes what it was instead.
    case unreadable(what: String)
    case tooLarge(limit: CatalogError.ByteCount)
  }

  private let limit: CatalogError.ByteCount
  private let decoder: FeedDecoder
  private let builder = FeedBuilder()
  private let parser: XML_Parser?
  private var repair = FeedRepair()
  private var entities = 0
  private var received = 0
  /// Bytes passed to expat.
  private var given = 0
  private var fault: Feed.Fault?
  private var isTooLarge = false
  /// The document was made to cause harm, so none of it is trusted.
  private var isHostile = false

  /// - Parameters:
  ///   - charset: the encoding in the answer's `Content-Type`.
  ///   - limit: the maximum number of bytes received.
  package init(charset: String? = nil, limit: CatalogError.ByteCount = 32 << 20) {
    self.limit = limit
    decoder = FeedDecoder(charset: charset)
    // The filter writes UTF-8, whatever the document declares. No namespaces: expat would reject an undeclared prefix,
    // which real shows have; see `FeedNames`.
    parser = safeXMLParser(encoding: "UTF-8")
    guard let parser else { return }
    // Unretained is fine because the parser is freed with `self`.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name else { return }
        FeedParser.with(data) { $0.start(name, attributes) }
      },
      { data, name in
        guard let name else { return }
        FeedParser.with(data) { $0.builder.end(name) }
      })
    XML_SetCharacterDataHandler(parser) { data, text, length in
      guard let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      FeedParser.with(data) { $0.builder.characters(bytes) }
    }
    // A long chain of entities needs more stack than there is, in expat 2.5.
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in FeedParser.with(data) { $0.entityDeclared() } }
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  /// Parses the next bytes; does nothing once the document is known to be broken.
  /// - Returns: false if no more bytes are needed.
  @discardableResult
  package func push(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    received += bytes.count
    if received > limit {
      isTooLarge = true
      return false
    }
    var rest = bytes[...]
    while !rest.isEmpty, !isOver {
      let piece = rest.prefix(Self.pieceLength)
      rest = rest.dropFirst(piece.count)
      decoder.decode(UnsafeBufferPointer(rebasing: piece), isLast: false) { give($0, isLast: false) }
    }
    return !isOver
  }

  /// The feed, once all bytes have been pushed.
  package func finish() throws(Failure) -> Feed {
    if !isOver {
      decoder.decode(UnsafeBufferPointer(start: nil, count: 0), isLast: true) { give($0, isLast: false) }
    }
    if !isOver { give(UnsafeBufferPointer(start: nil, count: 0), isLast: true) }
    if isTooLarge { throw .tooLarge(limit: limit) }
    if fault != nil { builder.breakOff() }
    var feed = builder.feed
    feed.fault = fault
    if !feed.rows.isEmpty, !isHostile { return feed }
    switch repair.firstByte {
    case nil: throw .unreadable(what: "an empty answer")
    case UInt8(ascii: "{"), UInt8(ascii: "["): throw .unreadable(what: "JSON")
    case UInt8(ascii: "<"): break
    default: if fault != nil || builder.stop != nil { throw .unreadable(what: "neither XML nor HTML") }
    }
    if case .notAFeed(let what)? = builder.stop { throw .unreadable(what: what) }
    if let fault { throw .unreadable(what: "an XML error on line \(fault.line): \(fault.reason)") }
    guard builder.hasChannel || feed.newAddress != nil || !feed.skipped.isEmpty else {
      throw .unreadable(what: "RSS without a channel")
    }
    return feed
  }

  /// Small enough that the longest tag is not scanned too often: expat starts it again with each piece.
  private static let pieceLength = 1 << 15
  private static let longestTag = 1 << 20
  private static let mostEntities = 100

  private var isOver: Bool { fault != nil || isTooLarge || builder.stop != nil }

  private static func with(_ data: UnsafeMutableRawPointer?, _ body: (FeedParser) -> Void) {
    // Set in `init`, before any handler can be called; the caller of `push` or `finish` keeps it alive.
    Unmanaged<FeedParser>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
  }

  private func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    builder.start(name, attributes)
    if builder.stop != nil { XML_StopParser(parser, 0) }
  }

  private func entityDeclared() {
    entities += 1
    if entities > Self.mostEntities { XML_StopParser(parser, 0) }
  }

  private func give(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    guard let parser, !isOver else { return }
    repair.append(bytes)
    let room = repair.mostOutput
    guard let buffer = XML_GetBuffer(parser, Int32(room)) else { return fail("too large for memory") }
    let count = repair.run(into: buffer.assumingMemoryBound(to: UInt8.self), isLast: isLast)
    given += count
    let status = XML_ParseBuffer(parser, Int32(count), isLast ? 1 : 0)
    guard status == XML_STATUS_OK else { return fail(nil) }
    let event = XML_GetCurrentByteIndex(parser)
    if event >= 0, given - Int(event) > Self.longestTag { fail("a tag of more than 1 MiB") }
  }

  private func fail(_ reason: String?) {
    let line = Int(XML_GetCurrentLineNumber(parser))
    let code = XML_GetErrorCode(parser)
    var reason = reason
    switch builder.stop {
    case .notAFeed: return
    case .hostile(let what):
      reason = reason ?? what
      isHostile = true
    case .tooLarge(let what): reason = reason ?? what
    case nil: break
    }
    if entities > Self.mostEntities {
      reason = "more than \(Self.mostEntities) entities"
      isHostile = true
    }
    switch code {
    case XML_ERROR_EXTERNAL_ENTITY_HANDLING: reason = reason ?? "an external entity (not allowed)"
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH, XML_ERROR_RECURSIVE_ENTITY_REF:
      reason = reason ?? "entities that expand without end"
      isHostile = true
    case XML_ERROR_NO_ELEMENTS: reason = reason ?? "it is incomplete"
    default: break
    }
    fault = Feed.Fault(
      reason: reason ?? XML_ErrorString(code).map { String(cString: $0) } ?? "an unknown XML error",
      line: line)
  }
}
