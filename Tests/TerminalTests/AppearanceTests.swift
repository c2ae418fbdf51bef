import Presentation
@testable import Terminal
import TestSupport
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

  @Test(arguments: TextTable.rows("our symbols are ASCII if the locale is not UTF-8") { ($0.variables(0), $0[1]) })
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

  @Test(
    arguments: TextTable.rows("styles follow the options and the environment") {
      (Appearance.Colors(rawValue: $0[0])!, Bool($0[1])!, $0.variables(2), Bool($0[3])!)
    })
  func `styles follow the options and the environment`(
    colors: Appearance.Colors, isTerminal: Bool, environment: [String: String], isStyled: Bool
  ) {
    let appearance = Appearance(colors: colors, isTerminal: isTerminal, environment: environment)
    #expect(appearance.isStyled == isStyled)
  }

  @Test(
    arguments: TextTable.rows("links are only for terminals known to support them") { ($0.variables(0), Bool($0[1])!) })
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
