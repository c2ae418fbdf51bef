import Domain
@testable import Presentation
import Testing

struct HintsTests {
  private static func context(hints: String = "on") throws -> PromptContext {
    var screen = Screen(
      kind: .home, catalog: "itunes", title: "vivaldi",
      sections: [Section(category: "song", title: "Song", content: .idle)])
    screen.receive(.success(ItemList(items: [.stub("Upside Down"), .stub("Down Under")])), inSection: 0)
    var settings = Settings()
    try settings.set("hints", to: hints, in: .stub)
    return PromptContext(
      command: Command.Context(screen: screen, catalog: .stub), settings: settings,
      lines: ["search jackson", "search jack johnson", "open song", "star 21", "xe\u{301}t\u{E9}"])
  }

  @Test func `a line that failed is not offered, the one before it is`() throws {
    var context = try Self.context()
    context.failedLines = ["search jack johnson"]
    #expect(Hints(context: context).hint(for: "search jack")?.text == "son")
  }

  /// What is shown, and what accepting it adds.
  @Test(arguments: [
    ("search jack", " johnson", " johnson"),
    ("search jacks", "on", "on"),
    ("open s", "ong", "ong"),
    ("search x", "", ""),
    ("xe", "", ""),
    ("xe\u{301}", "t\u{E9}", "t\u{E9}"),

    ("star 1", " → Upside Down", ""),
    ("2", " → Down Under", ""),
    ("open 2", " → Down Under", ""),
    ("* 2", " → Down Under", ""),
    ("search x; star 1-2", " → 2 items", ""),
    ("star 99", "", ""),
    ("star 2", " → Down Under", ""),
    ("search 1", "", ""),
    ("back 1", "", ""),

    ("unst", "ar [SEL] [--list NAME]", "ar "),
    ("UNST", "ar [SEL] [--list NAME]", "ar "),
    ("favs; unst", "ar [SEL] [--list NAME]", "ar "),
    ("trai", "l", "l"),
    ("unstar", " [SEL] [--list NAME]", ""),
    ("unstar ", "[SEL] [--list NAME]", ""),
    ("catalog", " [NAME or FILE] | new, try, check, test, show, add, sign-in … [--answer FILE] [--yes]", ""),
    ("trail", "", ""),
    ("/", "TERM [--in CATS] [--limit N] [--everywhere] [--FILTER VALUE]", ""),
    ("search x --limit ", "N", ""),
    ("search x --country ", "DE|GB|GR|US", ""),
    ("set hin", "ts", "ts"),
    ("set hints ", "on|off", ""),
    ("set hints", "", ""),
    ("set hints of", "f", "f"),
    ("sort released ", "[desc]", ""),
    ("zzz", "", ""),
    ("# unst", "", ""),
    ("", "", ""),
  ])
  func `ghost text says what could come next`(line: String, shown: String, added: String) throws {
    let hint = try Hints(context: Self.context()).hint(for: line)
    #expect(hint?.text ?? "" == shown)
    #expect(hint?.added ?? "" == added)
  }

  @Test func `hints can be switched off`() throws {
    let hints = Hints(context: try Self.context(hints: "off"))
    #expect(hints.hint(for: "search jack") == nil)
    #expect(hints.hint(for: "star 1") == nil)
  }
}
