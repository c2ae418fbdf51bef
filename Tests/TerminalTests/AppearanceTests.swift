import Presentation
@testable import Terminal
import Testing

struct AppearanceTests {
  private func shown(_ text: StyledText, _ appearance: Appearance) -> String {
    var bytes: [UInt8] = []
    appearance.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private let page = {
    var text = StyledText()
    text.append("Song", .heading)
    text.breakLine()
    text.append("1", .number)
    text.append(" Frühling")
    text.append(" 日本", .link, link: "https://example.org/a b?c=é")
    text.breakLine()
    return text
  }()

  @Test(arguments: [
    ([:], "★ ☆ › ✓ 日本"), (["LANG": "de_DE.utf8"], "★ ☆ › ✓ 日本"), (["LANG": "C", "LC_ALL": "C.UTF-8"], "★ ☆ › ✓ 日本"),
    (["LANG": "C"], "* - > + 日本"), (["LANG": "de_DE.UTF-8", "LC_CTYPE": "POSIX"], "* - > + 日本"),
    (["LANG": "en_US.ISO-8859-1", "LC_ALL": ""], "* - > + 日本"),
  ])
  func `our symbols are ASCII if the locale is not UTF-8`(environment: [String: String], expected: String) {
    let appearance = Appearance(colors: .never, isTerminal: true, environment: environment)
    #expect(shown(StyledText("★ ☆ › ✓ 日本"), appearance) == expected)
  }

  @Test func `without style there is only the text`() {
    #expect(shown(page, .plain) == "Song\n1 Frühling 日本\n")
  }

  @Test(arguments: [
    (Appearance.Theme.auto, "\u{1B}[1;36mSong\u{1B}[0m\n\u{1B}[36m1\u{1B}[0m Frühling\u{1B}[4;34m 日本\u{1B}[0m\n"),
    (.light, "\u{1B}[1;38;5;25mSong\u{1B}[0m\n\u{1B}[38;5;66m1\u{1B}[0m Frühling\u{1B}[4;38;5;25m 日本\u{1B}[0m\n"),
    (.dark, "\u{1B}[1;38;5;117mSong\u{1B}[0m\n\u{1B}[38;5;109m1\u{1B}[0m Frühling\u{1B}[4;38;5;117m 日本\u{1B}[0m\n"),
    (.mono, "\u{1B}[1mSong\u{1B}[0m\n\u{1B}[2m1\u{1B}[0m Frühling\u{1B}[4m 日本\u{1B}[0m\n"),
  ])
  func `a theme gives styles their colours`(theme: Appearance.Theme, expected: String) {
    #expect(shown(page, Appearance(theme: theme, isStyled: true, hasLinks: false)) == expected)
  }

  @Test func `a link is sent around its text, in printable ASCII`() {
    var text = StyledText()
    text.append("page", link: "https://example.org/a b?c=é\u{1B}\\\u{7}\u{9C}")
    #expect(
      shown(text, Appearance(theme: .mono, isStyled: true, hasLinks: true))
        == "\u{1B}]8;;https://example.org/a%20b?c=%C3%A9%1B\\%07%C2%9C\u{1B}\\page\u{1B}]8;;\u{1B}\\")
  }

  @Test func `only web pages are linked`() {
    var text = StyledText()
    text.append("page", link: "file:///etc/passwd")
    #expect(shown(text, Appearance(theme: .mono, isStyled: true, hasLinks: true)) == "page")
  }

  @Test(arguments: [
    (Appearance.Colors.auto, true, ["TERM": "xterm"], true),
    (.auto, false, ["TERM": "xterm"], false),
    (.auto, true, ["TERM": "dumb"], false),
    (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
    (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
    (.always, false, ["TERM": "dumb", "NO_COLOR": "1"], true),
    (.never, true, ["TERM": "xterm"], false),
  ])
  func `styles follow the options and the environment`(
    colors: Appearance.Colors, isTerminal: Bool, environment: [String: String], isStyled: Bool
  ) {
    let appearance = Appearance(colors: colors, isTerminal: isTerminal, environment: environment)
    #expect(appearance.isStyled == isStyled)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], false),
    (["VTE_VERSION": "6800"], true),
    (["VTE_VERSION": "5003"], false),
    (["TERM": "xterm", "STY": "1.pts", "KITTY_WINDOW_ID": "1"], false),
    (["LC_TERMINAL": "iTerm2"], true),
    (["TERM": "xterm", "FORCE_HYPERLINK": "1"], true),
    (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
    (["TERM_PROGRAM": "WezTerm"], true),
    (["TERM_PROGRAM": "Apple_Terminal"], false),
    (["KITTY_WINDOW_ID": "1"], true),
    (["WT_SESSION": "x"], true),
    (["TERM": "xterm-kitty"], true),
    (["TERM": "foot-extra"], true),
    (["TERM": "alacritty"], true),
    (["TERM": "tmux-256color", "VTE_VERSION": "6800"], false),
    (["TERM": "xterm", "TMUX": "/tmp/tmux", "KITTY_WINDOW_ID": "1"], false),
  ])
  func `links are only for terminals known to support them`(environment: [String: String], hasLinks: Bool) {
    #expect(Appearance(colors: .always, isTerminal: true, environment: environment).hasLinks == hasLinks)
    #expect(!Appearance(colors: .always, isTerminal: false, environment: environment).hasLinks)
  }

  @Test(arguments: [("15;0", Appearance.Theme.dark), ("0;15", .light), ("0;default;7", .light), ("nonsense", .auto)])
  func `a terminal may export its background colour`(colors: String, theme: Appearance.Theme) {
    let environment = ["COLORFGBG": colors]
    #expect(Appearance(colors: .always, isTerminal: true, environment: environment).theme == theme)
    #expect(Appearance(theme: .mono, colors: .always, isTerminal: true, environment: environment).theme == .mono)
  }
}
