import Testing

@testable import Terminal

struct KeyReaderTests {
  /// Bytes in the order of arrival, and the resulting characters.
  @Test(
    arguments: [
      ([0x61, 0x62], "ab"), ([0xC3, 0xA9, 0x61], "éa"), ([0xE6, 0x97, 0xA5], "日"),
      ([0xF0, 0x9F, 0x8E, 0xB5, 0x0D], "🎵\r"),
      // A byte of Latin-1 begins a character that is never completed.
      ([0xE9, 0x61, 0x62, 0x0D], "ab\r"), ([0xC3, 0x61], "a"), ([0xF0, 0x9F, 0x03], "\u{3}"),
      ([0xE9, 0xE9, 0x61], "a"), ([0xE9, 0xC3, 0xA9], "é"), ([0xC3, 0xE6, 0x97, 0xA5], "日"),
      // These begin no character either.
      ([0x80, 0x61], "a"), ([0xFF, 0x61], "a"), ([0xC0, 0x80, 0x61], "a"), ([0xA9, 0xA9, 0x61], "a"),
      // Surrogates, and code points beyond Unicode.
      ([0xED, 0xA0, 0x80, 0x61], "a"), ([0xF4, 0x90, 0x80, 0x80, 0x61], "a"),
    ] as [([UInt8], String)])
  func `a stray byte swallows no key`(bytes: [UInt8], keys: String) {
    var reader = KeyReader()
    var read = String.UnicodeScalarView()
    for byte in bytes { if let key = reader.take(byte) { read.append(key) } }
    #expect(String(read) == keys && reader.hasSkipped == (bytes.count > keys.utf8.count))
  }

  @Test(
    arguments: [
      ("9223372036854775807", 65535), ("65536", 65535), ("80", 80), ("1", 1), ("0", nil), ("-1", nil), ("", nil),
      ("x", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func `a size is limited to what a terminal can have`(columns: String, size: Int?) {
    let environment = ["COLUMNS": columns, "LINES": columns]
    #expect(TerminalSize.of(-1, environment: environment)?.columns == size)
    #expect(TerminalSize.inVariables(environment) == (size ?? 80, size ?? 24))
  }
}
