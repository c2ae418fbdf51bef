import Glibc
import Terminal
import TestSupport
import Testing

struct HistoryFileTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.path("state/liner/history") }

  @Test func `lines outlive the session, newest last`() async {
    let first = await HistoryFile(path: path)
    first.add("search jack")
    first.add("open 1")
    await first.finish()
    #expect(await HistoryFile(path: path).lines == ["search jack", "open 1"])
  }

  @Test func `of equal lines only the newest stays`() async {
    let history = await HistoryFile(path: path)
    for line in ["a", "b", "a", "a", "c"] { history.add(line) }
    await history.finish()
    #expect(history.lines == ["b", "a", "c"])
    #expect(folder.read("state/liner/history") == "b\na\nc\n")
    #expect(await HistoryFile(path: path).lines == ["b", "a", "c"])
  }

  @Test(arguments: ["", " search secret", "two\nlines", "nul\0"])
  func `some lines are not saved`(line: String) async {
    let history = await HistoryFile(path: path)
    #expect(!history.add(line))
    #expect(history.lines.isEmpty)
    #expect(folder.read("state/liner/history") == nil)
  }

  @Test func `only the newest lines are kept, in memory and on disk`() async {
    let history = await HistoryFile(path: path, limit: 3)
    for number in 1...10 { history.add("search \(number)") }
    await history.finish()
    #expect(history.lines == ["search 8", "search 9", "search 10"])
    #expect(await HistoryFile(path: path, limit: 3).lines == ["search 8", "search 9", "search 10"])
    #expect(folder.read("state/liner/history") == "search 8\nsearch 9\nsearch 10\n")
  }

  @Test func `a failed line stays marked across sessions until it succeeds`() async {
    let first = await HistoryFile(path: path)
    for (line, failed) in [("open 99", true), ("open 1", false), ("serch x", true)] {
      first.add(line)
      first.mark(line, asFailed: failed)
    }
    await first.finish()
    let second = await HistoryFile(path: path)
    #expect(second.lines == ["open 99", "open 1", "serch x"])
    #expect(second.failedLines == ["open 99", "serch x"])
    second.add("open 99")
    second.mark("open 99", asFailed: false)
    await second.finish()
    let third = await HistoryFile(path: path)
    #expect(third.lines == ["open 1", "serch x", "open 99"])
    #expect(third.failedLines == ["serch x"])
    // It still does after the file is compacted.
    for number in 1...9 { third.add("search \(number)") }
    await third.finish()
    #expect(await HistoryFile(path: path, limit: 12).failedLines == ["serch x"])
    #expect(await HistoryFile(path: path, limit: 5).failedLines.isEmpty)
    #expect(folder.read("state/liner/history") == (5...9).map { "search \($0)\n" }.joined())
  }

  @Test func `two sessions at once lose nothing`() async {
    let one = await HistoryFile(path: path)
    let other = await HistoryFile(path: path)
    one.add("search one")
    await one.finish()
    other.add("search the other")
    await other.finish()
    one.add("search one again")
    await one.finish()
    #expect(one.lines == ["search one", "search one again"])
    #expect(await HistoryFile(path: path).lines == ["search one", "search the other", "search one again"])
  }

  @Test func `sessions that add and tidy at the same time lose nothing`() async {
    await withTaskGroup { group in
      for session in 1...8 {
        group.addTask { [path] in
          for number in 1...25 {
            // On a busy machine two hundred openings in a row take longer than a session would wait.
            let history = await HistoryFile(path: path, patience: .seconds(60))
            history.add("search \(session).\(number)")
            await history.finish()
            #expect(history.takeWarning() == nil)
          }
        }
      }
    }
    #expect(await HistoryFile(path: path).lines.count == 200)
  }

  @Test func `file and folder are readable only by their owner`() async {
    let history = await HistoryFile(path: path)
    history.add("search jack")
    await history.finish()
    #expect(folder.status("state/liner/history")?.mode == 0o600)
    #expect(folder.status("state")?.mode == 0o700)
    #expect(folder.status("state/liner")?.mode == 0o700)
  }

  @Test func `a file that others could read is made private`() async {
    folder.write("search jack\n", to: "history")
    #expect(await HistoryFile(path: folder.path("history")).lines == ["search jack"])
    #expect(folder.status("history")?.mode == 0o600)
  }

  @Test func `lines that are not text are skipped`() async {
    folder.write(Array("home\n".utf8) + [0xFF, 0xFE, 0x0A, 0x61, 0x00, 0x0A] + Array("search o".utf8), to: "history")
    let history = await HistoryFile(path: folder.path("history"))
    #expect(history.lines == ["home", "search o"])
    history.add("next")
    await history.finish()
    #expect(await HistoryFile(path: folder.path("history")).lines == ["home", "search o", "next"])
  }

  @Test func `a path that cannot be written is reported once, and the session continues`() async {
    folder.write("", to: "file")
    let history = await HistoryFile(path: folder.path("file/history"))
    #expect(history.takeWarning() == "history is not saved: \(folder.path("file")): not a folder")
    #expect(history.takeWarning() == nil)
    #expect(history.add("search jack"))
    #expect(history.lines == ["search jack"])
    #expect(history.takeWarning() == nil)
  }

  @Test(arguments: ["/dev/zero", "/tmp"])
  func `a path that is not a file is left alone`(path: String) async {
    let before = folder.status("state/liner/history")?.mode
    let history = await HistoryFile(path: path)
    #expect(history.takeWarning()?.hasPrefix("history is not saved: \(path): ") == true)
    #expect(history.lines.isEmpty)
    #expect(folder.status("state/liner/history")?.mode == before)
  }

  @Test(arguments: [
    "Dear diary,\nthe cat slept all day.\nSo did I.\nSo did I.\n", "milk\neggs\n\nmilk\n",
    "#!/bin/sh\ngit pull\ngit push\nmake\nmake\n",
    "{\n  \"key\": 1,\n  \"other\": 2\n}\n",
  ])
  func `a text file named by mistake is left alone, and reported`(text: String) async {
    folder.write(text, to: "notes")
    chmod(folder.path("notes"), 0o644)
    let history = await HistoryFile(path: folder.path("notes"))
    #expect(history.takeWarning() == "history is not saved: \(folder.path("notes")): not a history of liner")
    #expect(history.lines.isEmpty)
    history.add("search jack")
    await history.finish()
    #expect(history.takeWarning() == nil)
    #expect(folder.read("notes") == text)
    #expect(folder.status("notes")?.mode == 0o644)
  }

  @Test func `a history of many failed lines is still a history`() async {
    let first = await HistoryFile(path: path)
    for line in ["beatles", "the cat", "what is this", "help"] {
      first.add(line)
      first.mark(line, asFailed: line != "help")
    }
    await first.finish()
    let second = await HistoryFile(path: path)
    #expect(second.takeWarning() == nil)
    #expect(second.lines.count == 4)
  }

  @Test func `a link to the file stays a link`() async {
    folder.write("a\na\na\n", to: "real")
    symlink(folder.path("real"), folder.path("history"))
    #expect(await HistoryFile(path: folder.path("history")).lines == ["a"])
    #expect(folder.read("real") == "a\n")
    var information = stat()
    lstat(folder.path("history"), &information)
    #expect(information.st_mode & S_IFMT == S_IFLNK)
  }

  @Test(arguments: [nil, "/dev/null"])
  func `without a file lines are remembered for the session`(path: String?) async {
    let history = await HistoryFile(path: path)
    history.add("search jack")
    #expect(history.lines == ["search jack"])
    #expect(history.takeWarning() == nil)
    #expect(await HistoryFile(path: path).lines.isEmpty)
  }

  @Test(arguments: TextTable.rows("the environment determines the path") { ($0.variables(0), $0.text(1)) })
  func `the environment determines the path`(environment: [String: String], path: String?) async {
    #expect(HistoryFile.path(environment) == path)
    let own = path == "/h" ? path : path?.replacing("history", with: "sample/history")
    #expect(HistoryFile.path(environment, isOfSample: true) == own)
  }
}
