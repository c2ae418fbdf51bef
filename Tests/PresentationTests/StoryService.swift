import Domain
import FoundationEssentials
import Synchronization

/// A service that answers as a story says; what the story does not mention is found nowhere.
///
///     song vivaldi -> Spring, Air {price: 1 USD}     a search; `*` stands for any category or term, `+5` for an offset
///     song * -> S 1-15 · more                        fifteen items, and there are more
///     podcast * -> ! offline then P 1                a failure, and what is answered from then on
///     song slow -> (Ctrl-C)                          the user stops the command meanwhile
///     details Spring -> {genre: Classical} / songs: M 1-2 / albums: ! offline
///     songs of Spring -> M 1-9                       a relation
///     item id:7 -> Spring                            a look-up
///     chart US -> Rain, Snow                         a chart, by its storefront
///     full Rain -> {price: 2 USD}                    what a request for fuller rows adds
///     sale JP -> ! server                            what a store says of an item; else it does not sell it
///     png Spring -> https://h.invalid/{size}.png     a cover
final class StoryService: CatalogClient {
  let catalog: Catalog
  private let state: Mutex<(answers: [Answer], asked: [String], cancel: @Sendable () async -> Void)>

  private struct Answer {
    let question: [Substring]
    var answers: [String]
  }

  /// - Parameter lines: those with an arrow.
  init(_ catalog: Catalog, answering lines: [String]) {
    self.catalog = catalog
    let answers = lines.map { line in
      let parts = line.split(separator: " -> ", maxSplits: 1)
      return Answer(question: Self.words(parts[0]), answers: parts[1].split(separator: " then ").map(String.init))
    }
    state = Mutex((answers, [], {}))
  }

  /// - Parameter cancel: stops the current command.
  func onCancel(_ cancel: @escaping @Sendable () async -> Void) { state.withLock { $0.cancel = cancel } }

  /// The requests since the last call; those sent at once are sorted.
  func takeAsked() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked.sorted()
    }
  }

  private static func words(_ question: some StringProtocol) -> [Substring] {
    Substring(question).split(separator: " ", maxSplits: 1)
  }

  // MARK: Answers

  private func answer(to question: String, orElse other: String = "") throws(CatalogError) -> String {
    let words = Self.words(question)
    let answer = state.withLock { state in
      let index = state.answers.firstIndex { answer in
        zip(answer.question, words).allSatisfy { $0 == "*" || $0 == $1 } && answer.question.count == words.count
      }
      guard let index else { return other }
      if state.answers[index].answers.count > 1 { return state.answers[index].answers.removeFirst() }
      return state.answers[index].answers[0]
    }
    if answer.hasPrefix("! ") { throw Self.error(String(answer.dropFirst(2))) }
    return answer
  }

  private static func error(_ name: String) -> CatalogError {
    switch name {
    case "offline": .offline(host: "h.invalid")
    case "rate-limited": .rateLimited(host: "h.invalid", retryAfter: nil)
    case "timed-out": .timedOut(host: "h.invalid", after: .seconds(1))
    case "refused": .refused(host: "h.invalid", status: 403, reason: nil)
    case "not-found": .notFound(host: "h.invalid")
    case "server": .server(host: "h.invalid", status: 500)
    case "cancelled": .cancelled
    case "no cast": .noRelation("cast", of: "Pig", known: ["maker"])
    default: .budgetSpent(host: "h.invalid", freeIn: .seconds(Int(name) ?? 0))
    }
  }

  private func list(_ text: String, of category: String) -> ItemList {
    var text = text[...]
    let hasMore = text.hasSuffix(" · more")
    if hasMore { text = text.dropLast(7) }
    var list = ItemList(items: [], extent: hasMore ? .service : .all)
    for (index, part) in Self.parts(of: text).enumerated() {
      if part == "(skipped)" {
        list.skipped.append(SkippedRow(row: index + 1, reason: "no title"))
      } else if part == "(not loaded)" {
        let error = CatalogError.server(host: "example.org", status: 500)
        list.skipped.append(SkippedRow(row: index + 1, .init("HTTP 500, id", id: "1", error: error)))
      } else if let range = part.wholeMatch(of: /(.*) (\d+)-(\d+)/) {
        for number in Int(range.2)!...Int(range.3)! { list.items.append(item("\(range.1) \(number)", of: category)) }
      } else {
        list.items.append(item(part, of: category))
      }
    }
    return list
  }

  /// Splits at commas outside braces.
  private static func parts(of text: Substring) -> [Substring] {
    text.split(separator: ", ").reduce(into: []) { parts, part in
      if let last = parts.last, last.contains("{"), !last.contains("}") {
        parts[parts.count - 1] = text[last.startIndex..<part.endIndex]
      } else {
        parts.append(part)
      }
    }
  }

  /// `Air {price: 1 USD, by: Bach}`; its id is derived from its title unless the fields include a `key`.
  private func item(_ text: Substring, of category: String) -> Item {
    let parts = text.split(separator: " {", maxSplits: 1)
    let title = String(parts[0].replacing(#"\e"#, with: "\u{1B}"))
    let fields = parts.count > 1 ? Self.fields(parts[1]) : []
    var id = ItemID(catalog: catalog.name, category: category, key: title)
    for (name, value) in fields where name == "id" { id = ItemID(value) ?? id }
    var item = Item(id: id, title: title)
    Self.set(fields, in: &item)
    return item
  }

  private static func fields(_ text: Substring) -> [(name: String, value: String)] {
    text.drop { $0 == "{" }.prefix { $0 != "}" }.split(separator: ", ").map { field in
      let parts = field.split(separator: ": ", maxSplits: 1)
      return (String(parts[0]), String(parts[1]))
    }
  }

  private static func set(_ fields: [(name: String, value: String)], in item: inout Item) {
    for (name, text) in fields where name != "id" {
      guard let field = ItemField.named(name) else {
        item.facts.append(Fact(name, text))
        continue
      }
      let value: ItemField.Value? =
        switch field.type {
        case .number: Int(text).map { .number($0) }
        case .duration: Int(text).map { .duration(.seconds($0)) }
        case .price: .price(Price(amount: .init(Int(text.split(separator: " ")[0])!), currency: String(text.suffix(3))))
        case .flag: .flag(text == "yes")
        case .date: ReleaseDate(text).map { .date($0) }
        case .link: WebLink(text).map { .link($0) }
        case .id: ItemID(text).map { .id($0) }
        case .text: .text(text)
        }
      field.set(value, in: &item)
    }
  }

  // MARK: Questions

  private func note(_ question: String, limit: Int? = nil, filters: [String: String] = [:]) {
    let details =
      [limit.map { "limit \($0)" }, RequestContext.current.mayUseCache ? nil : "anew"].compactMap(\.self)
      + filters.map { "\($0.key)=\($0.value)" }.sorted()
    let asked = details.isEmpty ? question : "\(question) (\(details.joined(separator: ", ")))"
    state.withLock { $0.asked.append("\(catalog.title): \(asked)") }
  }

  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    let offset = request.offset > 0 ? " +\(request.offset)" : ""
    let question = "\(request.category.name) \(request.term.isEmpty ? "all" : request.term)\(offset)"
    note(question, limit: request.limit, filters: request.filters)
    let answer = try answer(to: question)
    if answer == "(Ctrl-C)" {
      await state.withLock(\.cancel)()
      throw .cancelled
    }
    return list(answer, of: request.category.name)
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    note("details \(item.title)", filters: filters)
    let parts = try answer(to: "details \(item.title)").split(separator: " / ")
    var details = ItemDetails(item: item)
    Self.set(Self.fields(parts.first ?? ""), in: &details.item)
    for part in parts.dropFirst() {
      let (word, text) = (part.prefix { $0 != ":" }, String(part.drop { $0 != ":" }.dropFirst(2)))
      guard let relation = catalog.relations(of: item).first(where: { $0.word == word }) else { continue }
      let answer: Result<ItemList, CatalogError> =
        text.hasPrefix("! ")
        ? .failure(Self.error(String(text.dropFirst(2)))) : .success(list(text, of: relation.category ?? ""))
      details.filled.append(.init(relation, answer))
    }
    return details
  }

  func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    let question = "\(relation.word) of \(item.title)"
    note(question, filters: filters)
    return list(try answer(to: question), of: relation.category ?? item.id.category)
  }

  func recognizes(_ reference: Reference) -> Bool { true }

  func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    note("item \(reference.text)", filters: filters)
    let answer = try answer(to: "item \(reference.text)")
    if answer.isEmpty { throw .unknown(reference.text, storefront: nil) }
    return item(answer[...], of: catalog.categories[0].name)
  }

  func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
    let storefront = request.storefront ?? "US"
    note("chart \(storefront)", limit: request.limit, filters: filters)
    var list = list(try answer(to: "chart \(storefront)"), of: request.offer.category.name)
    for index in list.items.indices { list.items[index].rank = index + 1 }
    return Chart(title: request.title, source: catalog.title, storefront: storefront, list: list)
  }

  func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> ItemList {
    note("full \(items.map(\.title).joined(separator: ", "))", filters: filters)
    var items = items
    for index in items.indices {
      Self.set(Self.fields(try answer(to: "full \(items[index].title)")[...]), in: &items[index])
    }
    return ItemList(items: items)
  }

  func sale(
    of item: Item, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Sale {
    note("sale \(storefront)", filters: filters)
    let answer = try answer(to: "sale \(storefront)")
    return answer.isEmpty ? .notFound : .found(self.item(answer[...], of: item.id.category))
  }

  func artwork(of item: Item, size: Int) -> WebLink? {
    (try? answer(to: "jpeg \(item.title)", orElse: item.artwork?.text ?? "")).flatMap { Self.cover($0, size) }
  }

  func pngArtwork(of item: Item, size: Int) -> WebLink? {
    (try? answer(to: "png \(item.title)")).flatMap { Self.cover($0, size) }
  }

  private static func cover(_ address: String, _ size: Int) -> WebLink? {
    WebLink(address.replacing("{size}", with: "\(size)"))
  }
}
