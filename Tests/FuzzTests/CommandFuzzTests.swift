import Catalogs
import Sample
import Wire
import Domain
@testable import Presentation
import Testing

extension FuzzTests {
  @Test func `any line is understood or refused, completed and hinted`() async {
    await fuzz("commands") { dice in
      let screen = dice.screen()
      let catalog = dice.pick(Dice.catalogs)
      let line = dice.line()
      let context = PromptContext(
        command: Command.Context(screen: screen, catalog: catalog, catalogs: Dice.catalogs), lines: [dice.line(), line])
      for command in Arguments.commands(in: line) {
        try claim(!command.isEmpty, "an empty command in \(line.debugDescription)")
        do throws(CommandError) {
          _ = try Command.action(for: command, on: Command.Context(screen: screen, catalog: catalog))
        } catch {
          try Self.claimReadable(ErrorMessages.sentence(for: error), of: line)
        }
      }
      let cursor = dice.number(0...line.count)
      for completion in context.completions(for: line, at: cursor) {
        try claim((0...cursor).contains(completion.replaced), "replaces \(completion.replaced) before \(cursor)")
      }
      _ = context.hint(for: line)
      _ = Arguments.lastCommand(of: line)
    }
  }

  @Test func `any selection selects existing items or reports missing ones`() async {
    await fuzz("selections") { dice in
      let screen = dice.screen()
      let text = dice.selection()
      let rows: [Row]
      do throws(CommandError) {
        rows = try screen.rows(picked: Selection(text[...]))
      } catch {
        try claim([.usage, .noSuchItem].contains(error.code), "\(text.debugDescription): \(error)")
        return
      }
      let numbers = rows.map(\.number)
      try claim(!rows.isEmpty, "\(text.debugDescription) picks nothing")
      try claim(Set(numbers).count == numbers.count, "\(text.debugDescription) picks twice: \(numbers)")
      try claim(
        numbers.allSatisfy { screen.sections.row(numbered: $0) != nil }, "\(text.debugDescription) picks \(numbers)")
    }
  }

  @Test func `any setting is stored in a usable form, or refused`() async {
    await fuzz("settings") { dice in
      var settings = Settings()
      for _ in 0..<dice.number(1...6) {
        let catalog = dice.pick(Dice.catalogs)
        let setting = dice.pick(Setting.all(in: catalog))
        let value = dice.chance(1, in: 2) ? dice.pick(setting.values + ["default", "7", "0", "-1"]) : dice.text()
        do throws(CommandError) {
          try settings.set(dice.chance(1, in: 4) ? dice.text(0...6) : setting.name, to: value, in: catalog)
        } catch {
          try Self.claimReadable(ErrorMessages.sentence(for: error), of: value)
        }
        if let limit = settings.limit(in: catalog) {
          try claim((1...catalog.largestLimit).contains(limit), "limit \(limit)")
        }
        if let categories = settings.categories(of: catalog) { try claim(!categories.isEmpty, "no categories") }
        _ = (settings.filters(of: catalog), settings.page, settings.columns, settings.isTiled)
      }
    }
  }

  @Test func `lines are the same however their bytes arrive`() async {
    await fuzz("lines") { dice in
      let bytes = dice.several(0...60) { dice in
        dice.chance(1, in: 5)
          ? [0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFF, 0x00][dice.number(0...6)] : UInt8(dice.number(0...255))
      }
      func lines(_ chunks: [ArraySlice<UInt8>]) -> [LineEvent] {
        var splitter = LineSplitter(source: "x")
        var lines: [LineEvent] = []
        for chunk in chunks {
          splitter.append(chunk)
          while let line = splitter.next() { lines.append(line) }
        }
        if let line = splitter.last() { lines.append(line) }
        return lines
      }
      var chunks: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(dice.number(1...8))
        chunks.append(chunk)
        rest = rest.dropFirst(chunk.count)
      }
      let whole = lines([bytes[...]])
      try claim(whole == lines(chunks), "\(bytes) differ by chunks")
      let numbers = whole.compactMap { $0.line?.number }
      try claim(numbers == Array(1...max(1, whole.count)).prefix(whole.count).map(\.self), "\(bytes)")
    }
  }

  static func claimReadable(_ sentence: String, of input: String) throws(Finding) {
    try claim(!sentence.isEmpty, "no sentence for \(input.debugDescription)")
  }
}
