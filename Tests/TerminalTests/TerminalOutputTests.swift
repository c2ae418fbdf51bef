import Domain
import Glibc
import Presentation
@testable import Terminal
import TestSupport
import Testing

struct TerminalOutputTests {
  private let folder = TemporaryFolder()

  private func file() -> Int32 { open(folder.path("out"), O_WRONLY | O_CREAT | O_TRUNC, 0o600) }

  @Test func `output waits for flush`() {
    let output = TerminalOutput(descriptor: file(), appearance: .plain)
    output.write(StyledText(lines: ["one", "two"]))
    #expect(folder.read("out") == "")
    #expect(output.flush() == nil)
    #expect(folder.read("out") == "one\ntwo\n")
  }

  @Test func `a full buffer is flushed`() {
    let output = TerminalOutput(descriptor: file(), appearance: .plain, capacity: 8)
    output.write(StyledText("12345678"))
    #expect(folder.read("out") == "")
    output.write(StyledText("9"))
    #expect(folder.read("out") == "123456789")
  }

  /// At Ctrl-C a terminal discards what it has not shown, even the rest of a hyperlink.
  @Test func `an unfinished sequence is ended, on terminals with sequences`() throws {
    // TIOCSPTLCK and TIOCGPTN are macros that Swift does not import.
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(terminal) }
    var (unlocked, number): (Int32, UInt32) = (0, 0)
    try #require(ioctl(terminal, 0x4004_5431, &unlocked) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    func sent(_ appearance: Appearance, within milliseconds: Int32 = 5000) -> String {
      TerminalOutput(descriptor: descriptor, appearance: appearance).endCutSequence()
      var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, milliseconds) == 1 else { return "" }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(terminal, &bytes, 64)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    #expect(sent(.plain, within: 50) == "")
    #expect(sent(Appearance(theme: .mono, isStyled: true, hasLinks: false)) == "\u{1B}\\\u{1B}[m")
    #expect(sent(Appearance(theme: .mono, isStyled: false, hasLinks: true)) == "\u{1B}\\\u{1B}[m")
    let inFile = TerminalOutput(
      descriptor: file(), appearance: Appearance(theme: .mono, isStyled: true, hasLinks: true))
    inFile.endCutSequence()
    #expect(folder.read("out") == "")
  }

  @Test func `errors are not buffered`() {
    let output = TerminalOutput(descriptor: file(), appearance: .plain, capacity: 0)
    output.write(StyledText("error"))
    #expect(folder.read("out") == "error")
  }

  @Test func `output larger than a pipe's buffer arrives whole`() async {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let text = String(repeating: "0123456789", count: 100_000)
    let output = TerminalOutput(descriptor: ends[1], appearance: .plain)
    let reader = ends[0]
    async let count = {
      var chunk = [UInt8](repeating: 0, count: 4096)
      var total = 0
      while total < text.utf8.count, case let count = read(reader, &chunk, chunk.count), count > 0 { total += count }
      return total
    }()
    output.write(StyledText(text))
    #expect(output.flush() == nil)
    #expect(await count == 1_000_000)
  }

  @Test func `a reader that has gone is not a failure`() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    let output = TerminalOutput(descriptor: ends[1], appearance: .plain)
    output.write(StyledText("x"))
    #expect(output.flush() == .closed)
    output.write(StyledText("y"))
    #expect(output.failure == .closed)
  }

  @Test func `a full disk is a failure`() {
    let output = TerminalOutput(descriptor: open("/dev/full", O_WRONLY), appearance: .plain)
    output.write(StyledText("x"))
    #expect(output.flush() == .failed(.noSpace))
  }
}
