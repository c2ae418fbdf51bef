import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// A catalog, the answers of its service and a session with its client, as text: one of `Cases/*.txt`.
///
///     # what it promises
///     a: "search": {"path": "/s"}          a category's parts; its fields are id and title unless it says others
///     keys: "nothing": ["NA"]              further keys of the file
///     shipped: ghibli                      in place of both, a catalog that comes along
///     shipped: shop                        iTunes, answered by `ITunesShop`
///     fails: id=20& 503                    what is answered to requests of that text
///     others: 404 {}                       what is answered to all requests that no other line answers
///     env: LINER_MINE_TOKEN=sesame
///     /s -> [{"id": 1, "t": "T1"}]         what is behind the base, and its answer
///     /t -> 404 {}                         with a status
///     /n/(1-9) -> {"id": #, "b": [1-3]}    nine answers, # the number; [1-3] rows of those ids, (1-3) the numbers alone
///     > search x --limit 2                 what is asked; `reload` before it passes caches, `whole` tells lists with all fields,
///                                          `quiet` tells no requests
///       T1 · all                           what came, what was asked of the service, and what was told
struct ClientCase {
  /// The file's text without the results of the steps.
  private let setup: [String]
  private let steps: [String]

  init(_ text: TextCase) {
    let lines = text.text.components(separatedBy: "\n")
    let first = lines.firstIndex { $0.hasPrefix("> ") } ?? lines.endIndex
    setup = Array(lines[..<first])
    steps = lines[first...].filter { $0.hasPrefix("> ") }
  }

  /// The file's text with the actual result below each step.
  func played() async throws -> String {
    let session = try ClientCaseSession(Array(setup.dropFirst()))
    var lines = setup
    for step in steps { lines += [step] + (await session.play(String(step.dropFirst(2)))).flatMap(Self.wrapped) }
    return lines.joined(separator: "\n")
  }

  /// Wraps at commas to at most 120 columns; the first line is indented by two spaces, the rest by four.
  private static func wrapped(_ line: String) -> [String] {
    var lines: [String] = []
    var current = " "
    for part in line.components(separatedBy: ", ") {
      if current.count > 4, current.count + part.count > 118 {
        lines.append(current + ",")
        current = "    " + part
      } else {
        current += (current == " " ? " " : ", ") + part
      }
    }
    return lines + [current]
  }
}

struct ClientCaseTests {
  @Test(arguments: TextCase.all(in: "Cases", least: 100))
  func `a session with a client matches its case`(_ one: TextCase) async throws {
    try await one.check { try await ClientCase($0).played() }
  }
}

/// A client and its service, which carry out one line after the other.
private final class ClientCaseSession {
  private let service: DeclaredService
  private let client: any CatalogClient
  /// The items of the last list, which `#1` names.
  private var items: [Item] = []
  /// Whether lists show ids and fields instead of titles alone.
  private var tellsAll = false

  init(_ lines: [String]) throws {
    var categories: [String] = []
    var keys = ""
    var shipped: String?
    var environment: [String: String] = [:]
    var answers: [String: DeclaredService.Answer] = [:]
    var failing: [(text: String, status: Int)] = []
    var others: DeclaredService.Answer?
    let whole = lines.joined(separator: "\n").replacing("\n ", with: " ").components(separatedBy: "\n")
    for line in whole {
      if let arrow = line.firstRange(of: " -> "), line.hasPrefix("/") || line.hasPrefix("http") {
        answers.merge(Self.answers(String(line[..<arrow.lowerBound]), String(line[arrow.upperBound...]))) { $1 }
        continue
      }
      let colon = try #require(line.firstRange(of: ": "), "\(line)")
      let rest = String(line[colon.upperBound...])
      switch line[..<colon.lowerBound] {
      case "keys": keys += rest + ", "
      case "shipped": shipped = rest
      case "others": others = Self.answer(rest)
      case "fails":
        let words = rest.components(separatedBy: " ")
        failing.append((words[0], Int(words[1]) ?? 0))
      case "env":
        let parts = rest.split(separator: "=", maxSplits: 1)
        environment[String(parts[0])] = String(parts[1])
      case let name:
        let fields = rest.contains("\"fields\"") ? "" : #", "fields": {"id": "/id", "title": "/t"}"#
        let title = name.prefix(1).uppercased() + name.dropFirst()
        categories.append(#"{"name": "\#(name)", "title": "\#(title)", \#(rest)\#(fields)}"#)
      }
    }
    service = DeclaredService(answers) { [shipped, failing, others] request in
      if let failure = failing.first(where: { request.url.contains($0.text) }) {
        return HTTPResponse(status: failure.status, body: [])
      }
      if shipped == "shop" { return HTTPResponse(status: 200, json: ITunesShop.answer(to: request)) }
      return others.map { HTTPResponse(status: $0.status, json: $0.body) }
    }
    if shipped == "itunes" || shipped == "shop" {
      let fetch: HTTPFetch = { [service] (request) async throws(CatalogError) in try service.fetch(request) }
      client = ITunesClient(base: service.base, chartsBase: service.base, fetch: HTTPStack(sample: fetch).fetch)
    } else if let shipped {
      client = try service.shipped(shipped, environment: environment)
    } else {
      client = try service.client(
        categories.joined(separator: ", "), keys: keys, environment: environment, cached: true)
    }
  }

  /// Several answers if the address contains numbers.
  private static func answers(_ address: String, _ text: String) -> [String: DeclaredService.Answer] {
    guard let numbers = address.firstMatch(of: /\((\d+)-(\d+)\)/) else { return [address: answer(text)] }
    let all = (Int(numbers.1)!...Int(numbers.2)!).map { number in
      (address.replacing(numbers.0, with: "\(number)"), answer(text.replacing("#", with: "\(number)")))
    }
    return Dictionary(uniqueKeysWithValues: all)
  }

  /// Parses `404 {}`, `404`, or the body alone.
  private static func answer(_ text: String) -> DeclaredService.Answer {
    let rows = text.replacing(/\[(\d+)-(\d+)\]/) { match in
      let rows = (Int(match.1)!...Int(match.2)!).map { #"{"id":\#($0),"t":"T\#($0)"}"# }
      return "[" + rows.joined(separator: ",") + "]"
    }
    let body = rows.replacing(/\((\d+)-(\d+)\)/) { match in
      (Int(match.1)!...Int(match.2)!).map { "\($0)" }.joined(separator: ",")
    }
    if body.count == 3 || body.dropFirst(3).first == " ", let status = Int(body.prefix(3)) {
      return DeclaredService.Answer(status: status, String(body.dropFirst(4)))
    }
    return DeclaredService.Answer(body)
  }

  // MARK: What is asked

  /// - Returns: the lines of the result.
  func play(_ line: String) async -> [String] {
    let before = service.requests.count
    let log = ExchangeLog()
    var context = RequestContext(log: log)
    var words = line.components(separatedBy: " ")
    if words.first == "reload" {
      context = RequestContext(mayUseCache: false, log: log)
      words.removeFirst()
    }
    // If one of several requests fails, others may never be sent.
    let isQuiet = words.first == "quiet"
    if isQuiet { words.removeFirst() }
    tellsAll = words.first == "whole"
    if tellsAll { words.removeFirst() }
    var result: [String]
    do {
      result = try await RequestContext.$current.withValue(context) { try await outcome(of: words) }
    } catch {
      result = ["failed: \(error)"]
    }
    // Requests in flight at the same time arrive in any order.
    let paths = service.requests[before...].map { asked($0) }.sorted()
    if isQuiet { return result }
    result += paths.count > 8 ? ["asked \(paths.count) times"] : paths.map { "asked " + $0 }
    return result + log.takeNotices().map { "told \($0)" }
  }

  private func asked(_ request: HTTPRequest) -> String {
    let path = request.url.hasPrefix(service.base) ? String(request.url.dropFirst(service.base.count)) : request.url
    let headers = (request.credential?.headers ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
    let query = (request.credential?.query ?? []).map { "\($0.name)=\($0.value)" }
    let secrets = (headers + query).map { " with " + $0 }.joined()
    if request.method == "GET" { return path + secrets }
    return "\(request.method) \(path) " + String(decoding: request.body, as: UTF8.self) + secrets
  }

  private func outcome(of words: [String]) async throws -> [String] {
    var words = words
    var filters: [String: String] = [:]
    while let index = words.firstIndex(where: { $0.hasPrefix("--") }) {
      filters[String(words[index].dropFirst(2))] = words[index + 1]
      words.removeSubrange(index...index + 1)
    }
    let offset = filters.removeValue(forKey: "offset").flatMap(Int.init) ?? 0
    let limit = filters.removeValue(forKey: "limit").flatMap(Int.init)
    let name = filters.removeValue(forKey: "in")
    switch words[0] {
    case "search":
      let category = try #require(name.map { client.catalog.category(named: $0) } ?? client.catalog.categories.first)
      let term = words.dropFirst().joined(separator: " ")
      return text(
        of: try await client.search(
          SearchRequest(category: category, term: term, limit: limit, filters: filters, offset: offset)))
    case "related":
      let item = try item(words[2], words.dropFirst(3))
      let relation = try #require(client.catalog.category(ofID: item.id)?.relations.first { $0.word == words[1] })
      return text(of: try await client.related(by: relation, to: item, filters: filters, offset: offset))
    case "details":
      let details = try await client.details(of: try item(words[1], words.dropFirst(2)), filters: filters)
      return [text(of: details.item)]
        + details.filled.map { filled in
          let answer = Result { try filled.answer.get() }
          switch answer {
          case .success(let list): return "\(filled.relation.word): " + text(of: list).joined(separator: " · ")
          case .failure(let error): return "\(filled.relation.word) failed: \(error)"
          }
        } + details.absent.map { "absent: " + $0.word }.sorted() + details.failures.map { "failed: \($0.code)" }
    case "item":
      let id = try #require(ItemID("\(client.catalog.name):\(words[1])"))
      return [text(of: try await client.item(for: .item(id), filters: filters))]
    case "open":
      let reference = try #require(Reference(words[1], catalogs: [client.catalog.name]))
      return [text(of: try await client.item(for: reference, filters: filters))]
    case "known":
      let id = OtherID(try #require(OtherID.Kind(rawValue: words[1])), words[2])
      let item = try await client.item(with: id, in: client.catalog.categories[0], filters: filters)
      return [item.map { text(of: $0) } ?? "unknown"]
    case "page":
      let page = words[1].hasPrefix("isbn:") ? Reference.isbn(String(words[1].dropFirst(5))) : .page(words[1])
      guard client.recognizes(page) else { return ["not its page"] }
      return [text(of: try await client.item(for: page, filters: filters))]
    case "chart":
      let (category, charts) = try (#require(client.catalog.category(named: words[1])), #require(client.catalog.charts))
      let request = try ChartRequest(
        category, of: charts, storefront: filters["place"], genre: filters["genre"], limit: limit)
      let chart = try await client.chart(request, filters: [:])
      return ["\(chart.title) · \(chart.storefront) · \(chart.source) · \(chart.updated?.text ?? "undated")"]
        + text(of: chart.list)
    case "shelf":
      let home = try #require(client.catalog.homes.first)
      let shelf = try #require(Int(words[1]))
      let list = try await client.shelf(shelf, of: home.name, filters: filters, limit: limit ?? 5, offset: offset)
      return text(of: list)
    default: throw CatalogError.unknown(words[0], storefront: nil)
    }
  }

  /// `a:1` with its known fields, or `#1`, the first of the last list.
  private func item(_ name: String, _ known: ArraySlice<String>) throws -> Item {
    if name.hasPrefix("#"), let number = Int(name.dropFirst()) {
      return try #require(items.dropFirst(number - 1).first)
    }
    let id = try #require(ItemID("\(client.catalog.name):\(name)"))
    var item = Item(id: id, title: "T\(id.key)")
    for pair in known {
      let parts = pair.components(separatedBy: "=")
      guard let field = ItemField.named(parts[0]) else {
        item.facts.append(Fact(parts[0], parts[1]))
        continue
      }
      let value: ItemField.Value? =
        switch field.type {
        case .number: Int(parts[1]).map { .number($0) }
        case .id: ItemID(parts[1]).map { .id($0) }
        case .link: WebLink(parts[1]).map { .link($0) }
        case .duration: Int(parts[1]).map { .duration(.seconds($0)) }
        default: .text(parts[1])
        }
      field.set(value, in: &item)
    }
    return item
  }

  // MARK: What came

  private func text(of list: ItemList) -> [String] {
    items = list.items
    let shown = list.items.map { tellsAll ? text(of: $0) : $0.title }
    let titles =
      shown.count > 12
      ? "\(shown[0]), \(shown[1]) … \(shown[shown.count - 1]) (\(shown.count))" : shown.joined(separator: ", ")
    let owner = list.owner.map { " · of \($0.title)" } ?? ""
    let gaps = list.gaps.map { " · without \($0.disc.map { "\($0): " } ?? "")\($0.numbers)" }.joined()
    return ["\(shown.isEmpty ? "nothing" : titles) · \(list.extent)\(owner)\(gaps)"]
      + list.skipped.map { "skipped row \($0.row): \($0.reason)" }
  }

  /// Its id and all its fields.
  private func text(of item: Item) -> String {
    let fields = ItemField.all.compactMap { field -> String? in
      guard !["id", "title", "category"].contains(field.key) else { return nil }
      return field.value(of: item).map { "\(field.key): \(Self.text(of: $0))" }
    }
    let guid = item.guid.map { "guid: \($0)" }
    let unit = item.countUnit.map { "counts: \($0.plural)" }
    let others = item.otherIDs.map { "\($0.kind): \($0.value)" } + [guid, unit].compactMap(\.self)
    let all = (fields + item.facts.map { "\($0.label): \($0.value)" } + others).joined(separator: ", ")
    let title = "\(item.id.category):\(item.id.key) \(item.title)"
    return all.isEmpty ? title : "\(title) {\(all)}".replacing("\n", with: #"\n"#)
  }

  private static func text(of value: ItemField.Value) -> String {
    switch value {
    case .text(let it): it
    case .number(let it): "\(it)"
    case .duration(let it): "\(Int(it / .milliseconds(1))) ms"
    case .price(let it): "\(it.amount) \(it.currency)"
    case .flag(let it): "\(it)"
    case .date(let it): it.text
    case .link(let it): it.text
    case .id(let it): it.description
    }
  }
}
