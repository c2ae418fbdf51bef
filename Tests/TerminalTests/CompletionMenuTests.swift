import Presentation
import Terminal
import Testing

struct CompletionMenuTests {
  @Test(arguments: [
    ([], "x", true, CompletionMenu.nothing),
    (["search"], "se", true, .insert("search ", replacing: 2)),
    (["search"], "se", false, .insert("search", replacing: 2)),
    (["music/"], "mu", true, .insert("music/", replacing: 2)),
    (["search", "season"], "s", true, .insert("sea", replacing: 1)),
    (["Été", "Étude"], "é", true, .insert("Ét", replacing: 1)),
  ])
  func `the common beginning is inserted`(texts: [String], typed: String, atEnd: Bool, expected: CompletionMenu) {
    let completions = texts.map { Completion(text: $0, replaced: typed.count) }
    #expect(CompletionMenu(completions, typed: typed, atEnd: atEnd) == expected)
  }

  @Test(arguments: [
    (["search", "season"], "sea"),
    // Earlier searches that contain the typed text have no common beginning to insert.
    (["jack johnson", "blackjack"], "jack"),
    (["star", "open"], ""),
  ])
  func `completions are listed if nothing can be inserted`(texts: [String], typed: String) {
    let completions = texts.map { Completion(text: $0, replaced: typed.count) }
    #expect(CompletionMenu(completions, typed: typed, atEnd: true) == .list(completions))
  }

  @Test func `for a screen reader each has a line, without alignment`() {
    let completions = [
      Completion(text: "search", summary: "asks every category", replaced: 0), Completion(text: "set", replaced: 0),
    ]
    #expect(
      CompletionMenu.rows(of: completions, columns: 80, rows: 10, isForReader: true) == [
        "search, asks every category", "set",
      ])
    let bare = ["a", "b", "c"].map { Completion(text: $0, replaced: 0) }
    #expect(CompletionMenu.rows(of: bare, columns: 80, rows: 10, isForReader: true) == ["a", "b", "c"])
  }

  @Test func `summaries are in a column and cut to the width`() {
    let completions = [
      Completion(text: "search", summary: "asks every category", replaced: 0),
      Completion(text: "set", summary: "settings", replaced: 0),
      Completion(text: "star", replaced: 0),
    ]
    #expect(
      CompletionMenu.rows(of: completions, columns: 20, rows: 10) == [
        "search  asks every…",
        "set     settings",
        "star",
      ])
  }

  @Test func `plain names are in columns, read downwards`() {
    let completions = ["één", "twee", "日本語", "vier", "vijf"].map { Completion(text: $0, replaced: 0) }
    #expect(
      CompletionMenu.rows(of: completions, columns: 20, rows: 10) == [
        "één     vier",
        "twee    vijf",
        "日本語",
      ])
  }

  @Test func `completions that do not fit are counted`() {
    let completions = (1...20).map { Completion(text: "item \($0)", summary: "x", replaced: 0) }
    #expect(
      CompletionMenu.rows(of: completions, columns: 40, rows: 4) == [
        "item 1   x", "item 2   x", "item 3   x", "… and 17 more rows",
      ])
  }

  @Test func `control characters in a title are made visible`() {
    let completions = [
      Completion(text: "a\u{1B}[2J", replaced: 0), Completion(text: "b", summary: "\u{7}", replaced: 0),
    ]
    #expect(CompletionMenu.rows(of: completions, columns: 40, rows: 4) == ["a␛[2J", "b      ␇"])
  }
}
