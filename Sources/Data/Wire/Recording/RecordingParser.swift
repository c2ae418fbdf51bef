package import Domain
import FoundationEssentials

extension Recording {
  /// Parses a recording; accepts any bytes, and trusts none.
  /// - Throws: `malformed`, with the first line that is out of place.
  package init(parsing bytes: [UInt8]) throws(FileProblem) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Editors write a mark at the start, and some programs change the ends of lines.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lines[0].removeFirst(3) }
    if lines[0].last == 0x0D { lines = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 } }
    guard lines[0].elementsEqual(Self.header.utf8) else {
      let name = Self.header.dropLast().utf8
      let isLater = lines[0].starts(with: name) && lines[0].count > name.count
      throw .malformed(line: 1, isLater ? "made by a later liner" : "not a liner recording")
    }
    let filled = lines.enumerated().dropFirst().compactMap { index, bytes -> RecordingParser.Line? in
      bytes.first.flatMap { $0 == UInt8(ascii: "#") ? nil : (index + 1, Unicode.Scalar($0), bytes) }
    }
    var parser = RecordingParser(lines: filled[...], count: lines.count, isCutOff: lines.last?.isEmpty == false)
    entries = try parser.entries()
  }
}

/// Reads the lines after the header, each as what may come at its place.
private struct RecordingParser {
  typealias Line = (number: Int, mark: Unicode.Scalar, bytes: ArraySlice<UInt8>)

  /// Those left, without blank lines and comments.
  var lines: ArraySlice<Line>
  /// How many lines there are in all.
  let count: Int
  /// Whether a crash or a full disk ended the recording within a line.
  let isCutOff: Bool
  /// The number of the next line if it was not wanted, else of the latest.
  var number = 1

  /// Takes the next line if it is of a wanted kind.
  private mutating func next(_ isWanted: (Unicode.Scalar) -> Bool = { _ in true }) -> Line? {
    number = lines.first?.number ?? count
    return lines.first.map { isWanted($0.mark) } == true ? lines.popFirst() : nil
  }

  mutating func entries() throws(FileProblem) -> [Recording.Entry] {
    var entries: [Recording.Entry] = []
    var place: (source: String?, line: Int)?
    while let (number, mark, bytes) = next() {
      let rest = bytes.dropFirst(2)
      switch mark {
      case "-": entries.append(.option(try text(bytes)))
      case "@": place = try placeNamed(try text(rest))
      case ">", "%":
        let text = try text(mark == "%" ? decoded(rest)[...] : rest)
        let known = place ?? (source: "recording", line: number)
        entries.append(.command(Recording.Command(text, source: known.source, line: known.line)))
        place = nil
      case "A"..."Z": if let exchange = try exchange(try text(bytes)) { entries.append(.exchange(exchange)) }
      default: throw misplaced(mark)
      }
    }
    return entries
  }

  /// The exchange with this request; nil if only half of its answer was recorded, which is none.
  private mutating func exchange(_ text: String) throws(FileProblem) -> Recording.Exchange? {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, !words[1].isEmpty, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw malformed("a request without a URL")
    }
    var request = HTTPRequest(method: String(words[0]), url: String(words[1]))
    request.body = try body("+", "*")
    guard let (_, mark, bytes) = next({ $0 == "<" || $0 == "!" }) else { throw misplaced(lines.first?.mark) }
    let outcome = try self.text(bytes.dropFirst(2))
    if mark == "!" {
      let failure = Recording.Failure(text: outcome)
      guard failure.error(host: "") != nil else { throw malformed("unknown failure") }
      return Recording.Exchange(request: request, result: .failure(failure))
    }
    guard let status = Int(outcome), (100..<1000).contains(status) else { throw malformed("invalid status") }
    var response = HTTPResponse(status: status, body: [])
    while let (_, _, bytes) = next({ ("a"..."z").contains($0) }) {
      let parts = try self.text(bytes).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw malformed("a header field without a colon") }
      response.headers[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
    response.body = try body("|", "=")
    let isJSON = [0x5B, 0x7B].contains(response.body.first)
    if isCutOff, lines.isEmpty, isJSON, (try? JSONValue(parsing: response.body)) == nil { return nil }
    return Recording.Exchange(request: request, result: .success(response))
  }

  private mutating func body(_ text: Unicode.Scalar, _ binary: Unicode.Scalar) throws(FileProblem) -> [UInt8] {
    var body: [UInt8] = []
    var hasBody = false
    while let (_, mark, bytes) = next({ $0 == text || $0 == binary }) {
      if mark == text, hasBody { body.append(UInt8(ascii: "\n")) }
      body += try mark == text ? bytes.dropFirst(2) : decoded(bytes.dropFirst(2))[...]
      hasBody = true
    }
    return body
  }

  /// Parses `tour.liner:3`, or `3` for a line typed at the prompt.
  private func placeNamed(_ text: String) throws(FileProblem) -> (source: String?, line: Int) {
    let colon = text.lastIndex(of: ":")
    let number = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let line = Int(number), line > 0 else { throw malformed("missing line number") }
    return (colon.map { String(text[..<$0]) }, line)
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

  /// Why no line of that kind may come here; nil for the end.
  private func misplaced(_ mark: Unicode.Scalar?) -> FileProblem {
    switch mark {
    case nil, "-", "@", ">", "%", ("A"..."Z")?: malformed("the request above has no answer")
    case "+", "*", "<", "!", "|", "=", ("a"..."z")?: malformed("out of place")
    default: malformed("unknown kind of line")
    }
  }

  private func malformed(_ what: String) -> FileProblem { .malformed(line: number, what) }
}
