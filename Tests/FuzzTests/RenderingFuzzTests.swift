import Domain
import Foundation
@testable import Presentation
import Testing

extension FuzzTests {
  @Test func `whatever an item contains, text cannot act on a terminal and JSON is JSON`() async {
    await fuzz("rendering") { dice in
      let screen = dice.screen()
      let favorites = Favorites(screen.visibleRows.map(\.item).filter { _ in dice.chance(1, in: 3) })
      var renderer = TextRenderer(width: dice.chance(1, in: 3) ? nil : dice.number(40...120))
      renderer.isTiled = dice.chance(1, in: 3)
      renderer.isForReader = dice.chance(1, in: 3)
      renderer.hasLinks = dice.chance(1, in: 3)
      if dice.chance(1, in: 3) { renderer.columns = dice.several(1...4) { $0.pick(ItemField.columns) } }
      let text = renderer.render(.screen(screen), favorites: favorites)
      try Self.claimHarmless(text)
      try Self.claimPages(of: text, rows: dice.number(1...30), columns: dice.number(1...120))
      if let width = renderer.width {
        // Rows are laid out for the width; sentences are wrapped by the terminal.
        for line in text.text.split(separator: "\n") where line.contains(#/^ +[0-9]+ [☆★] /#) {
          let shown = DisplayWidth.of(line)
          try claim(shown <= width, "\(shown) columns of \(width): \(line.debugDescription)")
        }
      }
      let envelope = JSONRenderer.Envelope(source: dice.text(), line: 3, command: dice.text(), trail: [dice.text()])
      try Self.claimJSONLine(JSONRenderer.line(for: .success(.screen(screen)), envelope, favorites: favorites))
      for format in OutputFormat.allCases {
        let export = Export(screen, favorites: favorites, as: format)
        try Self.claimHarmless(StyledText(data: export.text.filter { $0 != "\t" }))
      }
    }
  }

  /// Together the pages are the whole text, and none is taller than the window.
  private static func claimPages(of text: StyledText, rows: Int, columns: Int) throws(Finding) {
    let pages = Pages(of: text, .screenful, columns: columns, rows: rows)
    var (whole, position): (String, PagePosition?) = ("", .top)
    while let start = position, whole.utf8.count <= text.text.utf8.count {
      let page = pages.page(from: start)
      whole += page.text.text
      position = page.next
      let lines = page.text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let taken = lines.reduce(0) { $0 + max(1, (DisplayWidth.of($1) + columns - 1) / columns) }
      try claim(taken <= max(3, rows - 2) || lines.count == 1, "\(taken) rows of \(rows): \(page.text.text)")
    }
    try claim(whole == text.text, "pages that are another text: \(whole.debugDescription)")
  }

  static func claimHarmless(_ text: StyledText) throws(Finding) {
    try claimHarmless(text.text)
    try claim((text.runs.last?.end ?? 0) == text.text.utf8.count, "runs that do not cover their text")
  }

  /// It contains no control character, and none that changes the order of text.
  static func claimHarmless(_ text: String) throws(Finding) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      let acts =
        switch scalar.value {
        case 0x2028...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
      try claim(!acts, "U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
    }
  }

  static func claimJSONLine(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    try claim(bytes.last == 0x0A && !bytes.dropLast().contains { $0 < 0x20 || $0 == 0x7F }, "no line: \(text)")
    let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    try claim(object?["ok"] != nil, "no JSON: \(text)")
  }
}
