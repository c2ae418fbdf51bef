import Domain

/// The head of an answer, taken in line by line as it comes; those of interim answers (1xx) before it are passed over.
struct AnswerHead: Sendable, Equatable {
  /// What it says, with the status 0 before a status line came, and of several equal fields the last.
  private(set) var response = HTTPResponse(status: 0, body: [])
  /// Whether its blank line came: libcurl itself takes a head that the service broke off for a whole one.
  private(set) var isComplete = false

  private var bytes = 0
  private var lines = 0
  private var lastName: String?

  static let mostBytes = 256 << 10
  static let mostLines = 1000

  /// - Returns: what is beyond the bounds, which count interim heads and trailers too; nil where it goes on.
  mutating func take(_ line: some Collection<UInt8>) -> String? {
    bytes += line.count
    lines += 1
    if lines > Self.mostLines { return "a head of more than \(Self.mostLines) lines" }
    if bytes > Self.mostBytes { return "a head of more than \(Self.mostBytes >> 10) kB" }
    // Behind the head there are only a chunked body's trailers, which say nothing that anybody asked for.
    if !isOver { takeLine(String(decoding: line, as: UTF8.self)) }
    return nil
  }

  /// Whether all of it came, of an answer that is no interim one.
  var isOver: Bool { isComplete && !(100..<200).contains(response.status) }

  /// What the body will be long, packed; beyond all numbers where it says so, and 0 where it says nothing.
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
      // A value on several lines is out of use, and still to be understood.
      if let lastName { response.headers[lastName, default: ""] += " " + text }
    } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(text[..<colon]).trimmed.lowercased()
      response.headers[name] = String(text[text.index(after: colon)...]).trimmed
      lastName = name
    }
  }
}
