import Presentation
import Testing

struct LineSplitterTests {
  /// The lines of `bytes`, which arrive in chunks of that size.
  private func lines(_ bytes: [UInt8], chunk: Int) -> [LineEvent] {
    var splitter = LineSplitter(source: "x")
    var lines: [LineEvent] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      splitter.append(bytes[start..<min(start + chunk, bytes.count)])
      while let line = splitter.next() { lines.append(line) }
    }
    if let last = splitter.last() { lines.append(last) }
    #expect(splitter.last() == nil)
    return lines
  }

  static let texts: [(String, [String])] = [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("a\r\nb\r\n", ["a", "b"]),
    ("a\rb\n", ["a\rb"]), ("a\r", ["a"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", [""]),
    ("a\0b\n", ["a\0b"]), ("龍の子\n👩‍🚀\ne\u{301}", ["龍の子", "👩‍🚀", "e\u{301}"]),
  ]

  @Test(arguments: texts, [1, 2, 3, 7, 4096])
  func `lines are the same wherever the chunks end`(text: (String, [String]), chunk: Int) {
    let lines = lines(Array(text.0.utf8), chunk: chunk)
    #expect(lines.map(\.text) == text.1)
    #expect(lines.compactMap { $0.line?.number } == Array(1...max(1, text.1.count)).prefix(text.1.count).map(\.self))
    #expect(lines.allSatisfy { $0.line?.source == "x" })
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80], [0x61, 0x80],
    ] as [[UInt8]], [1, 4096])
  func `bytes that are not text are an error of their line only`(bytes: [UInt8], chunk: Int) {
    let lines = lines(Array("a\n".utf8) + bytes + Array("\nb\n".utf8), chunk: chunk)
    #expect(
      lines == [
        .line(Line("a", source: "x", number: 1)), .unreadable(.usage(.notUTF8), Line(source: "x", number: 2)),
        .line(Line("b", source: "x", number: 3)),
      ])
  }

  @Test(arguments: [65536, 3 << 20])
  func `a line that is too long is one error, and the rest of it is skipped`(chunk: Int) {
    let limit = LineSplitter.longestLine
    func text(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "x"), count: count) }
    let newline = [UInt8(ascii: "\n")]
    let lines = lines(
      text(limit) + newline + text(limit + 1) + newline + text(2 << 20) + newline + Array("b".utf8), chunk: chunk)
    #expect(lines.map { $0.text?.utf8.count } == [limit, nil, nil, 1])
    func tooLong(_ number: Int) -> LineEvent {
      .unreadable(.usage(.lineTooLong(limit: limit)), Line(source: "x", number: number))
    }
    #expect(lines[2] == tooLong(3))
    #expect(lines.map { $0.line?.number } == [1, 2, 3, 4])
    #expect(self.lines(text(2 << 20), chunk: chunk) == [tooLong(1)])
  }
}
