import Domain
import Foundation
@testable import Presentation
import TestSupport
import Testing

/// Each mistake and its exact sentence, from a table.
struct MistakeTests {
  private static func message(for line: String, rows: Int) throws -> (ErrorCode, String) {
    let screen = Screen.list(Item.many("A", rows), title: "jack", term: "jack")
    let context = Command.Context(screen: screen, catalog: .shop)
    do throws(CommandError) {
      switch try Command.action(for: Arguments.commands(in: line)[0], on: context) {
      case .go(.openItem(let number?)): _ = try screen.sections.existingRow(number)
      case .change(.star(let selection?, list: _, onlyAdds: _)), .change(.unstar(let selection?, list: _)):
        _ = try screen.rows(picked: selection)
      case .set(let name, let value):
        var settings = Settings()
        try settings.set(name, to: value, in: .shop)
      case .answer(.setting(let name)): _ = try Setting.named(name, in: .shop)
      case .answer(.help(let name?)): _ = try Command.named(name[...])
      default: break
      }
    } catch {
      return (error.code, ErrorMessages.sentence(for: error))
    }
    Issue.record("no mistake: \(line)")
    return (.usage, "")
  }

  @Test(
    arguments: TextTable.rows("an error quotes what was typed, and says what is possible, on a list of 15 items") {
      (15, $0[0], $0[1])
    }
      + TextTable.rows("an error quotes what was typed, and says what is possible, on a screen without items") {
        (0, $0[0], $0[1])
      })
  func `an error quotes what was typed, and says what is possible`(rows: Int, line: String, answer: String) throws {
    let (code, message) = try Self.message(for: line, rows: rows)
    #expect("\(code.rawValue): \(message)" == answer)
  }

  @Test(arguments: ["s", "se", "re", "h", "u", "e", "c"])
  func `an ambiguous command is refused with the candidates, never guessed`(line: String) throws {
    let candidates = Command.all.compactMap { command in
      ([command.name] + command.aliases).first { $0.hasPrefix(line) }
    }
    #expect(candidates.count > 1)
    let (code, message) = try Self.message(for: line, rows: 15)
    #expect(code == .ambiguousCommand)
    #expect(message.hasPrefix("\"\(line)\" could be "))
    for candidate in candidates { #expect(message.contains(candidate)) }
  }
}
