package import Domain
import FoundationEssentials

extension Recording {
  /// Parses a recording; accepts any bytes, and trusts none.
  /// - Throws: `malformed`, with the first line that is out of place.
  package init(parsing bytes: [UInt8]) throws(FileProblem) {
    var parser = RecordingParser()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines { try parser.take(line) }
    try parser.finish()
    entries = parser.entries
  }
}

/// Parses a recording line by line.
private struct RecordingParser {
  var entries: [Recording.Entry] = []

  private var line = 0
  private var place: (source: String?, line: Int)?
  private var request: HTTPRequest?
  private var requestBody = Body()
  /// Without its body.
  private var answer: Result<HTTPResponse, Recording.Failure>?
  private var responseBody = Body()

  /// Lines of either text or base64; never both.
  private struct Body {
    var bytes: [UInt8] = []
    /// Nil before the first line.
    var isText: Bool?
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(FileProblem) {
    line += 1
    if line == 1 {
      guard bytes.elementsEqual(Recording.header.utf8) else { throw malformed("not a liner recording") }
      return
    }
    guard let mark = bytes.first, mark != UInt8(ascii: "#") else { return }
    let rest = bytes.dropFirst(2)
    switch mark {
    case UInt8(ascii: "-"):
      try finish()
      entries.append(.option(try text(bytes)))
    case UInt8(ascii: "@"):
      try finish()
      place = try placeNamed(try text(rest))
    case UInt8(ascii: ">"): try takeCommand(try text(rest))
    case UInt8(ascii: "%"): try takeCommand(try text(try decoded(Array(rest), else: "invalid base64")[...]))
    case UInt8(ascii: "<"): try takeStatus(try text(rest))
    case UInt8(ascii: "!"): try takeFailure(try text(rest))
    case UInt8(ascii: "+"), UInt8(ascii: "*"):
      guard request != nil, answer == nil else { throw malformed("a request's body without a request") }
      try append(rest, to: \.requestBody, isText: mark == UInt8(ascii: "+"))
    case UInt8(ascii: "|"), UInt8(ascii: "="):
      guard case .success = answer else { throw malformed("a body without a status") }
      try append(rest, to: \.responseBody, isText: mark == UInt8(ascii: "|"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      try finish()
      try takeRequest(try text(bytes))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): try takeHeader(try text(bytes))
    default: throw malformed("unknown kind of line")
    }
  }

  /// Completes the current exchange, if any.
  mutating func finish() throws(FileProblem) {
    guard var request else { return }
    request.body = try bytes(of: requestBody)
    guard var answer else { throw malformed("the request above has no answer") }
    if case .success(var response) = answer {
      response.body = try bytes(of: responseBody)
      answer = .success(response)
    }
    entries.append(.exchange(Recording.Exchange(request: request, result: answer)))
    (self.request, self.answer) = (nil, nil)
    (requestBody, responseBody) = (Body(), Body())
  }

  private mutating func takeCommand(_ text: String) throws(FileProblem) {
    try finish()
    let place = place ?? (source: "recording", line: line)
    entries.append(.command(Recording.Command(text, source: place.source, line: place.line)))
    self.place = nil
  }

  /// Parses `tour.liner:3`, or `3` for a line typed at the prompt.
  private func placeNamed(_ text: String) throws(FileProblem) -> (source: String?, line: Int) {
    let colon = text.lastIndex(of: ":")
    let number = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let line = Int(number), line > 0 else { throw malformed("missing line number") }
    return (colon.map { String(text[..<$0]) }, line)
  }

  private mutating func takeRequest(_ text: String) throws(FileProblem) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, !words[1].isEmpty, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw malformed("a request without a URL")
    }
    request = HTTPRequest(method: String(words[0]), url: String(words[1]))
  }

  private mutating func takeStatus(_ text: String) throws(FileProblem) {
    guard request != nil, answer == nil else { throw malformed("a status without a request") }
    guard let status = Int(text), (100..<1000).contains(status) else { throw malformed("invalid status") }
    answer = .success(HTTPResponse(status: status, body: []))
  }

  private mutating func takeHeader(_ text: String) throws(FileProblem) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw malformed("a header field without a colon") }
    guard case .success(var response) = answer, responseBody.isText == nil else {
      throw malformed("a header field without a status")
    }
    response.headers[String(parts[0])] = String(parts[1].drop { $0 == " " })
    answer = .success(response)
  }

  private mutating func takeFailure(_ text: String) throws(FileProblem) {
    guard request != nil, answer == nil else { throw malformed("a failure without a request") }
    let failure = Recording.Failure(text: text)
    guard failure.error(host: "") != nil else { throw malformed("unknown failure") }
    answer = .failure(failure)
  }

  private mutating func append(
    _ bytes: ArraySlice<UInt8>, to body: WritableKeyPath<Self, Body>, isText: Bool
  ) throws(FileProblem) {
    let former = self[keyPath: body].isText
    if former == !isText { throw malformed(isText ? "text in the middle of base64" : "base64 in the middle of text") }
    if former == true { self[keyPath: body].bytes.append(UInt8(ascii: "\n")) }
    self[keyPath: body].bytes += bytes
    self[keyPath: body].isText = isText
  }

  private func bytes(of body: Body) throws(FileProblem) -> [UInt8] {
    body.isText == false ? try decoded(body.bytes, else: "invalid base64, above") : body.bytes
  }

  private func decoded(_ base64: [UInt8], else what: String) throws(FileProblem) -> [UInt8] {
    let data = FoundationEssentials.Data(base64Encoded: FoundationEssentials.Data(base64))
    guard let data else { throw malformed(what) }
    return Array(data)
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(FileProblem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed("bytes that are not UTF-8") }
    return text
  }

  private func malformed(_ what: String) -> FileProblem { .malformed(line: line, what) }
}
