import Domain

/// The headers of an answer, parsed line by line as they arrive; skips those of interim answers (1xx).
struct AnswerHead: Sendable, Equatable {
  /// The status is 0 before the status line; of several equal fields the last one counts.
  private(set) var response = HTTPResponse(status: 0, body: [])
  /// Whether the empty line has arrived: libcurl itself accepts headers that end early.
  private(set) var isComplete = false

  private var bytes = 0
  /// Whether there are two different lengths, so that nobody knows which one is right.
  private var hasTwoLengths = false
  private var lines = 0
  private var lastName: String?

  static let mostBytes = 256 << 10
  static let mostLines = 1000

  /// - Returns: the error in the headers, or nil. The limits include interim headers and trailers.
  mutating func take(_ line: some Collection<UInt8>) -> String? {
    bytes += line.count
    lines += 1
    if lines > Self.mostLines { return "more than \(Self.mostLines) header lines" }
    if bytes > Self.mostBytes { return "more than \(Self.mostBytes >> 10) kB of headers" }
    // After the headers come only the trailers of a chunked body, which are ignored.
    if !isOver { takeLine(String(decoding: line, as: UTF8.self)) }
    return hasTwoLengths ? "two lengths that contradict each other" : nil
  }

  /// Whether the headers are complete and not those of an interim answer.
  var isOver: Bool { isComplete && !(100..<200).contains(response.status) }

  /// The announced size of the body before decompression: `.max` if the number is too large, 0 if there is none.
  var announcedLength: Int {
    guard response.headers["transfer-encoding"] == nil, let length = response.headers["content-length"],
      length.utf8.allSatisfy(\.isASCIIDigit), !length.isEmpty
    else { return 0 }
    return Int(length) ?? .max
  }

  private mutating func takeLine(_ line: String) {
    let text = line.trimmed
    if line.utf8.starts(with: "HTTP/".utf8) {
      let words = text.split(separator: " ", maxSplits: 2)
      response = HTTPResponse(status: words.count > 1 ? Int(words[1]) ?? 0 : 0, body: [])
      isComplete = false
      lastName = nil
    } else if text.isEmpty {
      isComplete = true
    } else if line.utf8.first == 0x20 || line.utf8.first == 0x09 {
      // A value on several lines is obsolete, but must still be understood.
      if let lastName { response.headers[lastName, default: ""] += " " + text }
    } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(text[..<colon]).trimmed.lowercased()
      var value = String(text[text.index(after: colon)...]).trimmed
      if name == "content-length" {
        // A list of equal lengths is one (RFC 9112, 6.3).
        let lists = [value, response.headers[name]].compactMap(\.self)
        let lengths = Set(lists.flatMap { $0.split(separator: ",") }.map { String($0).trimmed })
        hasTwoLengths = lengths.count > 1
        value = lengths.first ?? value
      }
      // Each line may be another way to authenticate.
      if name == "www-authenticate", let before = response.headers[name] { value = before + ", " + value }
      response.headers[name] = value
      lastName = name
    }
  }
}
