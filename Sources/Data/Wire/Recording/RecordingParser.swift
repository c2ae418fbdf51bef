package import Domain
import FoundationEssentials

extension Recording {
  /// Parses a recording; accepts any bytes, and trusts none.
  /// - Throws: `malformed`, with the first line that is out of place.
  package init(parsing bytes: [UInt8]) throws(FileProblem) {
    var parser = RecordingParser()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Editors write a mark at the start, and some programs change the ends of lines.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lines[0].removeFirst(3) }
    if lines[0].last == 0x0D { lines = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 } }
    for line in lines { try parser.take(line) }
    try parser.finish(isCutOff: lines.last?.isEmpty == false)
    entries = parser.entries
  }
}

/// Parses a recording line by line.
private struct RecordingParser {
  var entries: [Recording.Entry] = []

  private var line = 0
  private var place: (source: String?, line: Int)?
  private var request: HTTPRequest?
  /// Without its body.
  private var answer: Result<HTTPResponse, Recording.Failure>?
  /// Of the request or the answer, whichever came last.
  private var body: [UInt8] = []
  private var hasBody = false

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(FileProblem) {
    line += 1
    if line == 1 {
      guard bytes.elementsEqual(Recording.header.utf8) else {
        let name = Recording.header.dropLast()
        let isLater = bytes.starts(with: name.utf8) && bytes.count > name.utf8.count
        throw malformed(isLater ? "made by a later liner" : "not a liner recording")
      }
      return
    }
    guard let mark = bytes.first.map({ Unicode.Scalar($0) }), mark != "#" else { return }
    guard isExpected(mark) else { throw malformed("out of place") }
    let rest = bytes.dropFirst(2)
    switch mark {
    case "-":
      try finish()
      entries.append(.option(try text(bytes)))
    case "@":
      try finish()
      place = try placeNamed(try text(rest))
    case ">": try takeCommand(try text(rest))
    case "%": try takeCommand(try text(try decoded(rest)[...]))
    case "<":
      guard let status = Int(try text(rest)), (100..<1000).contains(status) else { throw malformed("invalid status") }
      takeAnswer(.success(HTTPResponse(status: status, body: [])))
    case "!":
      let failure = Recording.Failure(text: try text(rest))
      guard failure.error(host: "") != nil else { throw malformed("unknown failure") }
      takeAnswer(.failure(failure))
    case "+", "|":
      if hasBody { body.append(UInt8(ascii: "\n")) }
      body += rest
      hasBody = true
    case "*", "=":
      body += try decoded(rest)
      hasBody = true
    case "A"..."Z":
      try finish()
      try takeRequest(try text(bytes))
    case "a"..."z": try takeHeader(try text(bytes))
    default: throw malformed("unknown kind of line")
    }
  }

  /// Whether a line of that kind may come here.
  private func isExpected(_ mark: Unicode.Scalar) -> Bool {
    let isAnswered = if case .success = answer { true } else { false }
    return switch mark {
    case "+", "*", "<", "!": request != nil && answer == nil
    case "|", "=": isAnswered
    case "a"..."z": isAnswered && !hasBody
    default: true
    }
  }

  /// Completes the current exchange, if any.
  /// - Parameter isCutOff: whether a crash or a full disk ended the recording within a line: half an answer is none.
  mutating func finish(isCutOff: Bool = false) throws(FileProblem) {
    let isHalf = isCutOff && hasBody && [0x5B, 0x7B].contains(body.first) && (try? JSONValue(parsing: body)) == nil
    guard let request, !isHalf || answer == nil else { return }
    guard var answer else { throw malformed("the request above has no answer") }
    if case .success(var response) = answer {
      response.body = body
      answer = .success(response)
    }
    entries.append(.exchange(Recording.Exchange(request: request, result: answer)))
    (self.request, self.answer, body, hasBody) = (nil, nil, [], false)
  }

  private mutating func takeAnswer(_ answer: Result<HTTPResponse, Recording.Failure>) {
    request?.body = body
    (self.answer, body, hasBody) = (answer, [], false)
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

  private mutating func takeHeader(_ text: String) throws(FileProblem) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, case .success(var response) = answer else {
      throw malformed("a header field without a colon")
    }
    response.headers[String(parts[0])] = String(parts[1].drop { $0 == " " })
    answer = .success(response)
  }

  private func decoded(_ base64: ArraySlice<UInt8>) throws(FileProblem) -> [UInt8] {
    let data = FoundationEssentials.Data(base64Encoded: FoundationEssentials.Data(base64))
    guard let data else { throw malformed("invalid base64") }
    return Array(data)
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(FileProblem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed("bytes that are not UTF-8") }
    return text
  }

  private func malformed(_ what: String) -> FileProblem { .malformed(line: line, what) }
}
