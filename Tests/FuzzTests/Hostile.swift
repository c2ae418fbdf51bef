@testable import Catalogs
import Sample
import Wire
import Domain
import Foundation
@testable import Presentation

/// Values that a user or a service might produce.
extension Dice {
  /// The shipped declarations.
  static let declarations = ShippedDeclarations.all.compactMap { try? DeclarationChecker.check($0.bytes).get() }
  static let catalogs: [Catalog] = [.itunes] + declarations.map { Catalog($0) }

  mutating func item() -> Item {
    let catalog = pick(Self.catalogs)
    var item = Item(
      id: ItemID(catalog: catalog.name, category: pick(catalog.categories).name, key: text()), title: text(1...80))
    item.creator = maybe { $0.text() }
    item.kind = maybe { $0.text() }
    item.link = maybe { $0.link() } ?? nil
    item.creatorLink = maybe { $0.link() } ?? nil
    item.artwork = maybe { $0.link() } ?? nil
    item.preview = maybe { $0.link() } ?? nil
    item.feed = maybe { $0.link() } ?? nil
    item.description = maybe { $0.text(0...300) }
    item.duration = maybe { .milliseconds($0.number(0...2_000_000_000)) }
    item.price = maybe { Price(amount: Decimal($0.number(-5...1_000_000_000)) / 100, currency: $0.text(0...4)) }
    item.released =
      maybe { ReleaseDate($0.pick(["1986", "2010-04-03", "2010-04-03T07:00:00Z", "", "9999-99-99"])) } ?? nil
    item.genre = maybe { $0.text() }
    item.rating = maybe { $0.text() }
    item.isExplicit = maybe { $0.chance(1, in: 2) }
    item.count = maybe { $0.number(-1...Int.max) }
    item.facts = several(0...5) { Fact($0.text(), $0.text(0...100)) }
    return item
  }

  private mutating func link() -> WebLink? { WebLink("https://x.example/" + text()) }

  private mutating func maybe<Value>(_ make: (inout Dice) -> Value) -> Value? { chance(1, in: 2) ? make(&self) : nil }

  /// A screen like those of a session.
  mutating func screen() -> Screen {
    let catalog = pick(Self.catalogs)
    let kind = pick([Screen.Kind.home, .category, .item, .favorites, .shelves("seasons")])
    let query = chance(1, in: 4) ? nil : SearchQuery(term: text())
    let sections = several(0...4) { dice -> Section in
      let category = dice.pick(catalog.categories)
      return Section(
        category: category.name, title: category.title,
        source: .search(SearchRequest(category: category, term: query?.term ?? "")))
    }
    var screen = Screen(
      kind: kind, catalog: catalog.name, title: text(), query: query, sections: sections,
      origin: kind == .item ? Screen.Subject(item: item(), in: catalog) : nil)
    for index in sections.indices {
      screen.receive(answer(), inSection: index)
      if chance(1, in: 4) {
        screen.sections[index].awaited = .nextPage
        screen.receive(answer(), inSection: index)
      }
    }
    if chance(1, in: 3) { screen.arrangement.filter = text(0...3) }
    if chance(1, in: 10) { screen.pageStart = PagePosition(items: number(0...20), lines: number(0...3)) }
    return screen
  }

  private mutating func answer() -> Result<ItemList, CatalogError> {
    let host = text()
    let failures: [CatalogError] = [
      .offline(host: host), .timedOut(host: host, after: .milliseconds(number(0...100_000))),
      .rateLimited(host: host, retryAfter: .seconds(number(0...100_000))), .unreadable(host: host, what: text()),
      .refused(host: host, status: 400, reason: text()), .notRecorded(request: text()),
    ]
    if chance(1, in: 5) { return .failure(pick(failures)) }
    let items = several(0...6) { $0.item() }
    return .success(
      ItemList(
        items: items, skipped: several(0...2) { SkippedRow(row: 1, reason: $0.text()) },
        extent: pick([.all, .service, .page(largest: 200)])))
  }

  // MARK: What is typed

  mutating func selection() -> String {
    if chance(1, in: 8) { return text(0...8) }
    return several(1...4) { dice -> String in
      let (a, b) = (dice.number(0...20), dice.pick([0, 1, 5, 20, 1000, Int.max]))
      return dice.pick(["\(a)", "\(a)-\(b)", "\(a)-", "-\(b)", "all", "", "\(b)", "99999999999999999999999"])
    }.joined(separator: pick([",", " ", ", ", ";"]))
  }

  mutating func line() -> String {
    if chance(1, in: 6) { return text(0...60) }
    return several(1...3) { $0.command() }.joined(separator: pick([";", "; ", " ;", ";;", " "]))
  }

  private mutating func command() -> String {
    let command = pick(Command.all)
    var name = pick([command.name] + command.aliases)
    if chance(1, in: 5) { name = String(name.prefix(number(1...name.count))) }
    if chance(1, in: 12) { name = name.uppercased() }
    let arguments = several(0...4) { dice in
      switch dice.number(0...6) {
      case 0: dice.text(0...10)
      case 1: dice.selection()
      case 2: dice.pick(Self.catalogs.flatMap { [$0.name] + $0.categories.map(\.name) })
      case 3: dice.pick(["--in", "--limit", "--", "--country", "--force", "--format", "--size", "desc", "default"])
      case 4: "\"" + dice.text(0...8) + (dice.chance(1, in: 3) ? "" : "\"")
      case 5: dice.pick(Setting.all(in: dice.pick(Self.catalogs)).map(\.name))
      default:
        dice.pick(["items", "section", "no", "title", "state", "item", "starred", "text", "error", "3..50", "..5"])
      }
    }
    return ([name] + arguments).joined(separator: chance(1, in: 8) ? "  " : " ")
  }

  // MARK: What a service answers

  /// JSON of any shape, with names that services use.
  mutating func json(depth: Int = 0) -> String {
    switch number(depth > 4 ? 4...9 : 0...9) {
    case 0, 1: return "[" + several(0...4) { $0.json(depth: depth + 1) }.joined(separator: ",") + "]"
    case 2, 3:
      return "{" + several(0...6) { $0.quoted($0.name()) + ":" + $0.json(depth: depth + 1) }.joined(separator: ",")
        + "}"
    case 4: return pick(["null", "true", "false"])
    case 5: return pick(["0", "-1", "1.29", "1e308", "1e999", "-0", "123456789012345678901234567890", "3", "1e-400"])
    default: return quoted(chance(1, in: 2) ? text() : pick(Self.values))
    }
  }

  /// A row of a service: most of its fields are valid, some are not.
  mutating func row(_ fields: [String: String]) -> String {
    var members: [String] = []
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) where !chance(1, in: 8) {
      members.append(quoted(name) + ":" + (chance(1, in: 5) ? json(depth: 3) : value))
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func name() -> String {
    pick([
      "results", "resultCount", "wrapperType", "kind", "trackId", "trackName", "collectionId", "collectionName",
      "artistId", "artistName", "trackTimeMillis", "releaseDate", "trackPrice", "price", "currency", "id", "title",
      "url", "director", "people", "films", "paging", "total", "attributes", "name", "value_name", "pictures", "", "x",
    ])
  }

  private static let values = [
    "song", "track", "collection", "podcast", "https://x.example/100x100bb.jpg", "http://", "javascript:alert(1)",
    "2010-04-03T07:00:00Z", "1986", "USD", "", " ", "\u{1B}]0;x\u{7}", "<b>x</b>&amp;&#x1b;",
    "https://ghibliapi/films/",
  ]

  mutating func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    var quoted = String(decoding: writer.bytes, as: UTF8.self)
    if chance(1, in: 30) {
      quoted.insert(
        contentsOf: pick([#"\ud800"#, #"\udc00\ud800"#, #"\/"#]), at: quoted.index(after: quoted.startIndex))
    }
    return quoted
  }
}
