internal import CExpat
import Domain

/// Parses a podcast's feed, in parts of the document, into a `Feed`.
///
/// Uses expat, with a small filter before it (`FeedRepair`). Takes linear time, whatever the bytes are: tags, texts,
/// nesting, entities and items are limited, and nothing outside the document is read. If a document is broken, the part
/// before the error is kept and the error is reported.
struct FeedParser {
  /// The document cannot be shown as a feed; `what` names what it is instead, or its error.
  struct Unreadable: Error, Sendable, Hashable {
    let what: String
    /// Whether it begins as a feed does.
    var isFeed = false
  }

  private let builder = FeedBuilder()
  private var fault: Feed.Fault?
  /// The document was made to cause harm, so none of it is trusted.
  private var isHostile = false

  /// - Parameters:
  ///   - charset: the encoding in the answer's `Content-Type`.
  ///   - part: how many bytes are read at a time. So few that the longest tag is not scanned too often, because expat
  ///     starts it again with each part.
  static func feed(in bytes: [UInt8], charset: String? = nil, part: Int = 1 << 15) throws(Unreadable) -> Feed {
    var parser = FeedParser()
    let text = FeedDecoder.utf8(bytes, charset: charset)
    let repaired = text.withUnsafeBufferPointer { FeedRepair($0).output }
    repaired.withUnsafeBufferPointer { parser.read($0, part) }
    // Neither a space nor a byte order mark.
    return try parser.feed(beginning: text.first { $0 > 0x20 && $0 < 0x80 })
  }

  private func feed(beginning firstByte: UInt8?) throws(Unreadable) -> Feed {
    if fault != nil { builder.breakOff(isCutShort: isCutShort) }
    var feed = builder.feed
    feed.fault = fault
    if !feed.rows.isEmpty, !isHostile { return feed }
    switch firstByte {
    case nil: throw Unreadable(what: "an empty answer")
    case UInt8(ascii: "{"), UInt8(ascii: "["): throw Unreadable(what: "JSON")
    case UInt8(ascii: "<"): break
    default: if fault != nil || builder.stop != nil { throw Unreadable(what: "neither XML nor HTML") }
    }
    if case .notAFeed(let what)? = builder.stop { throw Unreadable(what: what) }
    if let fault { throw unreadable(fault) }
    guard builder.hasChannel || feed.newAddress != nil || !feed.skipped.isEmpty else {
      throw Unreadable(what: "RSS without a channel")
    }
    return feed
  }

  private func unreadable(_ fault: Feed.Fault) -> Unreadable {
    Unreadable(what: "an XML error on line \(fault.line): \(fault.reason)", isFeed: builder.hasChannel)
  }

  /// Whether the document ended before its elements did.
  private var isCutShort: Bool {
    switch XML_GetErrorCode(builder.parser) {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION: true
    default: false
    }
  }

  private static let longestTag = 1 << 20

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>, _ part: Int) {
    var given = 0
    repeat {
      var end = min(given + part, text.count)
      // A two-byte line break that is cut in the middle would count as two lines.
      if end < text.count, text[end] == UInt8(ascii: "\n") { end += 1 }
      let isParsed = builder.parse(UnsafeBufferPointer(rebasing: text[given..<end]), isLast: end == text.count)
      given = end
      let event = XML_GetCurrentByteIndex(builder.parser)
      if !isParsed {
        fail(nil)
      } else if event >= 0, given - Int(event) > Self.longestTag {
        fail("a tag of more than 1 MiB")
      }
    } while given < text.count && fault == nil && builder.stop == nil
  }

  private mutating func fail(_ reason: String?) {
    var reason = reason
    switch builder.stop {
    case .notAFeed: return
    case .hostile(let what): (reason, isHostile) = (reason ?? what, true)
    case .tooLarge(let what): reason = reason ?? what
    case nil: break
    }
    if let what = builder.entitiesFault { (reason, isHostile) = (what, true) }
    switch XML_GetErrorCode(builder.parser) {
    case XML_ERROR_EXTERNAL_ENTITY_HANDLING: reason = reason ?? "an external entity (not allowed)"
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH, XML_ERROR_RECURSIVE_ENTITY_REF:
      (reason, isHostile) = (reason ?? "entities that expand without end", true)
    case XML_ERROR_NO_ELEMENTS: reason = reason ?? "it is incomplete"
    default: break
    }
    fault = Feed.Fault(reason: reason ?? builder.errorText ?? "an unknown XML error", line: builder.line)
  }
}
