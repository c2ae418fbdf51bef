import Glibc
import TestSupport
import Testing

/// Typing at the prompt, and its suggestions. One after the other, because a program for each test at the same time
/// would starve a small machine.
@Suite(.serialized) struct PromptTests: PromptSuite {
  let folder = TemporaryFolder()

  // MARK: Typing

  @Test func `wide characters and emoji are edited whole`() async throws {
    let terminal = try await start()
    terminal.send("x日本é👍y")
    try await terminal.wait { $0.cursorRow == "> x日本é👍y" && $0.cursor.column == 11 }
    terminal.send("\u{2}\u{2}\u{7F}")
    try await terminal.wait { $0.cursorRow == "> x日本👍y" && $0.cursor.column == 7 }
    terminal.send("\u{1}\u{6}\u{6}\u{4}")
    try await terminal.wait { $0.cursorRow == "> x日👍y" && $0.cursor.column == 5 }
    terminal.send("\r")
    try await terminal.wait(for: "1: x日👍y\n>")
  }

  @Test func `a line longer than the terminal wraps and can be edited in both rows`() async throws {
    let terminal = try await start(columns: 20)
    terminal.send("aaaaaaaaaabbbbbbbbbbcc")
    try await terminal.wait(for: "> aaaaaaaaaabbbbbbbb\nbbcc")
    terminal.send("\u{1}X")
    try await terminal.wait(for: "> Xaaaaaaaaaabbbbbbb\nbbbcc")
  }

  @Test func `text inserted into a line of several rows leaves its end on the screen`() async throws {
    let terminal = try await start(columns: 40)
    let (start, end) = ("> also search ", "four seasons vivaldi --in song,album --limit 20")
    terminal.send(start.dropFirst(2) + end)
    try await terminal.wait { $0.text.hasSuffix("limit 20") }
    terminal.send("\u{1}" + String(repeating: "\u{6}", count: start.count - 2))
    var typed = ""
    for key in "antonio " {
      typed.append(key)
      terminal.send(String(key))
      let line = start + typed + end
      let rows = [line.prefix(40), line.dropFirst(40)].map { $0.replacing(/\ +$/, with: "") }
      try await terminal.wait { $0.text == rows.joined(separator: "\n") }
    }
  }

  @Test func `a long paste arrives whole`() async throws {
    let terminal = try await start(columns: 80, rows: 40)
    let text = String(repeating: "0123456789", count: 3000)
    terminal.send(text + "\r")
    try await terminal.wait(.seconds(20)) { $0.transcript.split(separator: "\n").joined().contains("1: " + text) }
  }

  @Test func `typing ahead of the prompt is not lost`() async throws {
    let terminal = try await start()
    terminal.send("one\rtwo\rthree\r")
    try await terminal.wait { $0.text.contains("1: one") && $0.text.contains("2: two") && $0.text.contains("3: three") }
  }

  // MARK: Ghost text

  @Test(arguments: ["\u{1B}[C", "\u{1B}OC", "\u{6}"])
  func `Right and Ctrl-F accept it`(key: String) async throws {
    let terminal = try await start(history: ["search jack"])
    terminal.send("sea")
    try await terminal.wait { $0.ghost == "rch jack" }
    terminal.send(key)
    try await terminal.wait { $0.cursorRow == "> search jack" && $0.cursor.column == 13 && $0.ghost.isEmpty }
  }

  @Test func `Right within the line only moves`() async throws {
    let terminal = try await start(history: ["search jack"])
    terminal.send("sea\u{1}\u{1B}[C")
    try await terminal.wait { $0.cursorRow == "> sea" && $0.cursor.column == 3 }
  }

  @Test func `text that only explains is shown but not accepted`() async throws {
    let terminal = try await start()
    terminal.send("star 3")
    try await terminal.wait { $0.ghost == " → Upside Down" }
    terminal.send("\u{6}x")
    try await terminal.wait { $0.cursorRow == "> star 3x" }
  }

  @Test func `it never wraps`() async throws {
    let terminal = try await start(columns: 20, history: ["search a very long title indeed"])
    terminal.send("search")
    try await terminal.wait { $0.cursorRow == "> search a very lo…" && $0.cursor.row == 0 }
    terminal.send(" a very long")
    try await terminal.wait { $0.text == "> search a very long" && $0.cursor.row == 1 || $0.ghost == " title indeed" }
  }

  @Test func `without colour there is none`() async throws {
    let terminal = try await start(history: ["search jack"], ["NO_COLOR": "1"])
    terminal.send("sea\r")
    try await terminal.wait(for: "1: sea\n>")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("rch jack"))
  }

  // MARK: Tab

  @Test func `several are listed below, and the line stays`() async throws {
    let terminal = try await start(columns: 30)
    terminal.send("s\t")
    try await terminal.wait(
      for: "> s\nsearch   asks every category\nseasons  music for the time …\nset      settings\nstar\n> s")
    terminal.send("ea\t")
    try await terminal.wait(for: "> sea\nsearch   asks every category\nseasons  music for the time …\n> sea")
  }

  @Test func `a listing below a wrapped line leaves it whole`() async throws {
    let terminal = try await start(columns: 20, rows: 12)
    terminal.send("aaaaaaaaaabbbbbbbbbbcc \t")
    try await terminal.wait(
      for: "> aaaaaaaaaabbbbbbbb\nbbcc\nÉté\n日本語 tune\nEvil␛[31m\n> aaaaaaaaaabbbbbbbb\nbbcc")
  }

  @Test func `titles with accents are completed whatever the case`() async throws {
    let terminal = try await start()
    terminal.send("star é\t")
    try await terminal.wait(for: "> star Été")
  }

  // MARK: Keys of libedit

  /// Each of them would make libedit end the session, start another program, or insert text that no line may contain.
  @Test(arguments: [
    "\u{1B}x'\r", "\u{1B}X\"\r", "\u{1B}xbind '\r", "\u{16}\n\r", "\u{0}\n\r", "\u{18}\u{18}\u{B}\u{18}\u{18}x\r",
    "\u{1B}9\u{1B}9\u{1B}9\u{1B}9\u{1B}9\u{1B}9x\r", "\u{1B}w\u{19}\r",
  ])
  func `no key ends the session`(keys: String) async throws {
    let terminal = try await start(columns: 80)
    terminal.send("a 'b" + keys)
    try await terminal.wait { $0.text.hasSuffix(">") && $0.text.contains("1: ") }
    terminal.send("\u{15}fine\r")
    try await terminal.wait { $0.text.contains(": fine\n") && $0.text.hasSuffix(">") }
    #expect(terminal.screen.transcript.utf8.count < 1000)
  }

  /// libedit's own functions for these would leave its line in a state in which a later key crashes.
  @Test(arguments: ["\u{18}\u{18}", "\u{1B}5", "\u{1B}w\u{19}", "\u{1B}p", "\u{1B}n"])
  func `keys that would corrupt the line do nothing`(keys: String) async throws {
    let terminal = try await start(columns: 80)
    terminal.send("abc" + keys + "x\r")
    let seen = try await terminal.wait { $0.text.contains("\n1: ") && $0.text.hasSuffix("\n>") }
    #expect(seen.text.hasSuffix("\n1: abcx\n>"))
  }

  @Test(arguments: ["rz", "Rz", "J", "K", "/z", "?z", "n", "N"])
  func `keys that would corrupt the line do nothing in vi mode`(keys: String) async throws {
    let terminal = try await start(columns: 80, editrc: "bind -v\n")
    terminal.send("abc\u{1B}" + keys + "\r")
    let seen = try await terminal.wait { $0.text.contains("\n1: ") && $0.text.hasSuffix("\n>") }
    #expect(seen.text.hasSuffix("\n1: abc\n>"))
  }

  @Test(arguments: [":'\r", ":bind '\r", "v", "@a", "@'"])
  func `no key ends the session in vi mode`(keys: String) async throws {
    let terminal = try await start(columns: 80, editrc: "bind -v\n")
    terminal.send("a\u{1B}" + keys)
    terminal.send("\u{3}fine\r")
    try await terminal.wait { $0.text.contains(": fine\n") && $0.text.hasSuffix(">") }
  }

  @Test func `an editrc cannot restore them, nor end the session`() async throws {
    let terminal = try await start(
      columns: 80, editrc: "bind \"\n  # it's a comment\nbind ^T ed-command\nbind ^Xe vi-histedit\nbind -s ^G hello\n")
    terminal.send("\u{14}'\r")
    try await terminal.wait(for: "1: '\n>")
    terminal.send("\u{18}e\u{15}\u{7}\r")
    try await terminal.wait(for: "2: hello\n>")
  }

  @Test func `an editrc that is a pipe is not waited for`() async throws {
    mkfifo(folder.path(".editrc"), 0o600)
    let terminal = try await start()
    terminal.send("fine\r")
    try await terminal.wait(for: "1: fine\n>")
  }

  // MARK: History and ~/.editrc

  @Test func `Ctrl-C ends a search of the history`() async throws {
    let terminal = try await start(history: ["search jack"])
    terminal.send("\u{12}jack\u{3}")
    try await terminal.wait(for: "> search jack^C\ninterrupted\n>")
    terminal.send("x\r")
    try await terminal.wait(for: "1: x\n>")
  }

  @Test func `the user's own settings hold: vi keys`() async throws {
    let terminal = try await start(history: ["search jack"], editrc: "bind -v\n")
    terminal.send("abc\u{1B}")
    terminal.send("hx")
    try await terminal.wait { $0.cursorRow == "> ac" }
    terminal.send("\u{3}sea")
    try await terminal.wait { $0.ghost == "rch jack" }
    terminal.send("\u{6}")
    try await terminal.wait(for: "> search jack")
  }

  // MARK: Drawing above the line

  @Test func `a preview is above the line, the next replaces it, and Enter removes it`() async throws {
    let terminal = try await start()
    terminal.send("draw one")
    try await terminal.wait { $0.text == "ONE\n> draw one" && $0.cursor.column == 10 }
    terminal.send(" two")
    try await terminal.wait { $0.text == "ONE TWO\n> draw one two" }
    terminal.send("\u{1}")
    try await terminal.wait { $0.cursor.column == 2 }
    terminal.send("\r")
    try await terminal.wait { $0.text == "> draw one two\n1: draw one two\n>" }
  }

  @Test func `a message is printed above the preview, which stays`() async throws {
    let terminal = try await start()
    terminal.send("draw below")
    try await terminal.wait { $0.text == "news\nBELOW\n> draw below" }
    terminal.send("s")
    try await terminal.wait { $0.text == "news\nBELOWS\n> draw belows" }
  }

  @Test func `a preview is erased after a resize too`() async throws {
    let terminal = try await start()
    terminal.send("draw silk")
    try await terminal.wait { $0.text == "SILK\n> draw silk" }
    try await terminal.resize(columns: 30, rows: 10)
    terminal.send("s")
    try await terminal.wait { $0.text == "SILKS\n> draw silks" }
    terminal.send("\r")
    try await terminal.wait { $0.text == "> draw silks\n1: draw silks\n>" }
  }

  @Test func `an arrow after a history search moves, and types nothing`() async throws {
    let terminal = try await start()
    terminal.send("one jack\r")
    try await terminal.wait { $0.text.hasSuffix("1: one jack\n>") }
    terminal.send("\u{12}jack")
    try await terminal.wait { $0.text.contains("bck:jack") }
    terminal.send("\u{1B}[D!\r")
    try await terminal.wait { $0.text.contains("2: one! jack") }
  }

  @Test func `a ghost that is not shown is not accepted`() async throws {
    let terminal = try await start(["NO_COLOR": "1"])
    terminal.send("one\r")
    try await terminal.wait { $0.text.hasSuffix("1: one\n>") }
    terminal.send("o\u{6}!\r")
    try await terminal.wait { $0.text.hasSuffix("2: o!\n>") }
  }

  @Test func `for a screen reader a message is printed below the line, before its result`() async throws {
    let terminal = try await start(["READER": "1"])
    terminal.send("draw told")
    try await terminal.wait { $0.text == "TOLD\n> draw told" }
    terminal.send("\r")
    try await terminal.wait { $0.text == "> draw told\nnews\n1: draw told\n>" }
  }
}
