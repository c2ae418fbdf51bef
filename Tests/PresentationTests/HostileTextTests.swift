import Domain
@testable import Presentation
import Testing

/// Text from a service is data, whatever it contains: it never controls the terminal, every line fits its width, and
/// JSON loses nothing.
struct HostileTextTests {
  static let strings = [
    "\u{1B}[2J\u{1B}]0;owned\u{7}", "a\rb\nc\r\nd\te", "\0\u{1}\u{8}\u{7F}", "\u{9B}31m\u{85}\u{90}",
    "\u{202E}gpj.exe\u{202C}", "\u{2066}x\u{2069}\u{2028}y\u{2029}z", "\u{200F}שלום עולם\u{200E}",
    "e\u{301}\u{302}\u{303}\u{304}", "👨‍👩‍👧‍👦👍🏽🇯🇵☀️", String(repeating: "龍の子", count: 40), String(repeating: "x", count: 300),
    "two words " + String(repeating: "and more ", count: 40), "\"quoted\" \\back\\slash/", "กำ किक्षि 한글 \u{FEFF}", " ",
    "a\u{200B}b\u{2060}c\u{FEFF}d\u{200D}e\u{200C}\u{61C}", "می\u{200C}خواهم \u{200D}x",
    "Z" + String(repeating: "\u{335}\u{488}\u{20DD}", count: 40) + "a" + String(repeating: "\u{E49}", count: 9),
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "\u{FFFF}\u{10FFFF}\u{E000}", String(repeating: "\u{1B}", count: 100),
  ]

  /// An item with `text` in every text field.
  private static func item(_ text: String, _ number: Int) -> Item {
    .made(text, by: text, key: "\(number)\(text)") { item in
      (item.kind, item.genre, item.rating, item.description) = (text, text, text, text + "\n" + text)
      item.facts = [Fact(text, text), Fact("Short", "value")]
      (item.duration, item.count, item.released) = (.seconds(number * 1000), number, ReleaseDate("1986"))
    }
  }

  private static func screens(_ text: String) -> [Screen] {
    let items = [item(text, 1), .made("Plain", by: "Somebody"), item(text, 2)]
    let query = SearchQuery(term: text)
    let lists = [Screen.Kind.home, .category, .favorites, .shelves("seasons")].map { kind in
      var screen = Screen(
        kind: kind, catalog: "itunes", title: text, query: query,
        sections: [text, "Broken"].map { Section(category: "song", title: $0, phase: .idle) })
      screen.receive(
        .success(ItemList(items: items, skipped: [SkippedRow(row: 1, reason: text)], extent: .service)), inSection: 0)
      screen.receive(
        Result<ItemList, CatalogError>.failure(.refused(host: "h", status: 400, reason: text)), inSection: 1)
      screen.arrangement.order = .init(key: .key("title"))
      return screen
    }
    var item = Screen(
      kind: .item, catalog: "itunes", title: text, query: query,
      sections: [Section(category: "", title: "", source: .details(items[0]))], origin: .init(item: items[0]))
    let details = ItemDetails(
      item: items[0],
      filled: [
        ItemDetails.Filled(Relation("more", title: text, category: "song"), .success(ItemList(items: items))),
        ItemDetails.Filled(
          Relation("others", title: text, category: nil), .failure(.refused(host: "h", status: 400, reason: text))),
      ])
    item.receive(.success(ItemList(items: [])), inSection: 0)
    item.receive(details, from: .shop, inSection: 0)
    return lists + [item]
  }

  private static func replies(_ text: String) -> [Reply] {
    let starred = [StarResult(row: Row(number: 3, item: item(text, 3)), isSet: true)]
    return screens(text).map { .screen($0) } + [
      .starred(starred), .trail(["home", text], ahead: [text]), .history([text]), .lists([(text, 9)]),
    ]
  }

  @Test(arguments: strings, [nil, 40, 41, 80, 160])
  func `nothing acts on the terminal, and every line fits`(string: String, width: Int?) {
    for isTiled in [false, true] {
      for columns in [nil, ItemField.columns] {
        var renderer = TextRenderer(width: width)
        (renderer.isTiled, renderer.columns) = (isTiled, columns)
        for reply in Self.replies(string) {
          let text = renderer.render(reply, favorites: Favorites()).text
          #expect(!text.unicodeScalars.contains { $0 != "\n" && Self.acts($0) })
          guard let width else { continue }
          let tooWide = text.split(separator: "\n").filter { DisplayWidth.of($0) > width }
          #expect(tooWide.isEmpty)
        }
      }
    }
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2060...0x206F, 0x200B, 0x200E, 0x200F, 0x61C, 0xFEFF: true
    default: false
    }
  }

  @Test(arguments: [
    ("a\u{200B}b", "a<U+200B>b"), ("\u{200F}שלום", "<U+200F>שלום"), ("a\u{200D}b", "a<U+200D>b"),
    ("x\u{FEFF}", "x<U+FEFF>"), ("\u{61C}x", "<U+061C>x"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👩‍🚀", "👩‍🚀"),
    ("क्‍ष", "क्‍ष"), ("e\u{301}\u{323}", "e\u{301}\u{323}"), ("ầ", "ầ"), ("กำ", "กำ"),
    (
      "Z" + String(repeating: "\u{335}", count: 40) + "y", "Z" + String(repeating: "\u{335}", count: 6) + "<+34 marks>y"
    ),
    ("a" + String(repeating: "\u{E49}", count: 7), "a" + String(repeating: "\u{E49}", count: 6) + "<+1 mark>"),
  ])
  func `invisible characters and piled marks are shown as codes, and those that a script needs stay`(
    text: String, shown: String
  ) {
    #expect(Array(StyledText.escapingControls(text).unicodeScalars) == Array(shown.unicodeScalars))
    #expect(Array(StyledText(text).text.unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test(arguments: [40, 80, 160])
  func `replies of our own fit too`(width: Int) {
    let settings = Setting.all(in: .shop)
    let replies: [Reply] =
      [
        .help(Command.all, settings: []), .settings(settings),
        .catalogs([CatalogSummary(.shop), CatalogSummary(.films)], current: "itunes"),
      ]
      + Command.all.map { .commandHelp($0, settings: []) }
    for reply in replies {
      let text = TextRenderer(width: width).render(reply, favorites: Favorites()).text
      let tooWide = text.split(separator: "\n").filter { DisplayWidth.of($0) > width && !$0.contains("example: ") }
      #expect(tooWide == [])
    }
  }

  @Test func `substitutes are visible`() {
    #expect(StyledText("a\u{1B}[2J\n\u{7F}\u{202E}\u{9B}b").text == "a␛[2J␊␡<U+202E><U+009B>b")
    var text = StyledText("a", .title)
    text.append("b", .title)
    text.breakLine()
    text.append("c", .error)
    #expect(text.text == "ab\nc")
    #expect(text.runs.map(\.end) == [2, 3, 4])
  }
}
