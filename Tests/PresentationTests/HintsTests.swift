import Domain
@testable import Presentation
import TestSupport
import Testing

struct HintsTests {
  private static func context(hints: String = "on") throws -> PromptContext {
    let screen = Screen.list([.made("Upside Down"), .made("Down Under")], title: "vivaldi")
    var settings = Settings()
    try settings.set("hints", to: hints, in: .stub)
    return PromptContext(
      command: Command.Context(screen: screen, catalog: .stub), settings: settings,
      lines: ["search jackson", "search jack johnson", "open song", "star 21", "xe\u{301}t\u{E9}"])
  }

  @Test func `a failed line is not suggested, but the one before it is`() throws {
    var context = try Self.context()
    context.failedLines = ["search jack johnson"]
    #expect(context.hint(for: "search jack")?.text == "son")
  }

  /// The ghost text, and what accepting it adds.
  @Test(arguments: TextTable.rows("ghost text says what could come next") { ($0[0], $0[1], $0[2]) })
  func `ghost text says what could come next`(line: String, shown: String, added: String) throws {
    let hint = try Self.context().hint(for: line)
    #expect(hint?.text ?? "" == shown)
    #expect(hint?.added ?? "" == added)
  }

  @Test func `hints can be switched off`() throws {
    let context = try Self.context(hints: "off")
    #expect(context.hint(for: "search jack") == nil)
    #expect(context.hint(for: "star 1") == nil)
  }
}
