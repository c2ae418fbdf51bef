import Domain
import Synchronization
import TestSupport
import Testing

@testable import Presentation

/// A screen with a stale answer, and the refresh that follows.
@Suite(.timeLimit(.minutes(1)))
struct RefreshingTests {
  private let transcript = Transcript()
  private let told = AsyncStream.makeStream(of: String.self)
  static let old = ["Upside Down", "Banana Pancakes"]

  /// Its search for songs returns a stale answer if that is accepted, otherwise the result of `fresh`; so does that for
  /// shows with `shows`, where others find nothing. A title `! X` is a link to X that failed, an empty one unreadable.
  func coordinator(
    shows: (@Sendable () async -> Result<[String], CatalogError>)? = nil,
    fresh songs: @escaping @Sendable () async -> Result<[String], CatalogError>
  ) async -> Coordinator {
    let client = StubCatalogClient(.stub, details: StubCatalogClient.itemAlone) { request in
      guard let fresh = ["song": songs, "tv": shows][request.category.name] ?? nil else {
        return .success(ItemList(items: []))
      }
      guard RequestContext.current.acceptsStale else {
        return await fresh().map { titles in
          let skipped = titles.compactMap { title in
            let link = SkippedRow.Link("id", id: String(title.dropFirst(2)), error: .offline(host: "x.example"))
            return title.isEmpty
              ? SkippedRow(row: 1, reason: "no title") : title.hasPrefix("! ") ? SkippedRow(row: 1, link) : nil
          }
          let items = titles.filter { !$0.isEmpty && !$0.hasPrefix("! ") }.map { title in
            let parts = title.split(separator: " by ").map(String.init)
            return Item.stub(parts[0], creator: parts.dropFirst().first)
          }
          return ItemList(items: items, skipped: skipped)
        }
      }
      Self.answerFromDisk()
      let titles = request.category.name == "song" ? Self.old : ["Show"]
      return .success(ItemList(items: titles.map { .stub($0) }, extent: .service))
    }
    return await coordinator(of: client)
  }

  static func answerFromDisk() {
    var exchange = Exchange(method: "GET", url: "https://x.example/", source: .disk)
    exchange.staleSince = 33_120
    RequestContext.current.log?.append(exchange)
  }

  func coordinator(of clients: any CatalogClient...) async -> Coordinator {
    let coordinator = Coordinator(clients: clients, start: "itunes")
    await coordinator.observe { [told] event in
      guard case .refreshed(let finding) = event else { return }
      told.continuation.yield(StalenessText.line(for: finding, width: 40).text)
    }
    await coordinator.showExpired { "\($0 / 3600):\($0 % 3600 / 60)" }
    return coordinator
  }

  func play(_ script: String, on coordinator: Coordinator) async -> String {
    transcript.clear()
    _ = await transcript.repl(on: coordinator).run(ArraySource(script, source: "typed"), isPrompt: true)
    return transcript.text
  }

  func nextTold() async -> String? { await told.stream.first { _ in true } }

  @Test func `a stale screen shows its time, reports differences, and show renumbers nothing`() async {
    let gate = Gate()
    let coordinator = await coordinator {
      await gate.wait()
      return .success(["Better Together", "Banana Pancakes", "Flake"])
    }
    let first = await play("search x", on: coordinator)
    #expect(first.hasPrefix("x\nas of 9:12, refreshing…\n"))
    #expect(first.contains("   1 ☆ Upside Down\n   2 ☆ Banana Pancakes\n"))
    gate.open()
    #expect(await nextTold() == "2 new, 1 gone: type show\n")
    // Until then a number means what the screen shows.
    #expect(await play("star 1", on: coordinator) == "★ 1 Upside Down\n")
    let shown = await play("show", on: coordinator)
    #expect(shown.hasPrefix("x\n\nSong"))
    #expect(shown.contains("   3 ☆ Better Together\n   2 ☆ Banana Pancakes\n   4 ☆ Flake\n"))
  }

  @Test(arguments: [(Self.old, "unchanged since 9:12\n"), (["Upside Down", ""], "1 unreadable: type show\n")])
  func `a screen without new rows loses its mark`(titles: [String], line: String) async {
    let coordinator = await coordinator { .success(titles) }
    _ = await play("search x", on: coordinator)
    #expect(await nextTold() == line)
    #expect(await play("show", on: coordinator).hasPrefix("x\n\nSong"))
  }

  @Test func `a failure keeps the rows, and says so`() async {
    let coordinator = await coordinator { .failure(.offline(host: "x.example")) }
    _ = await play("search x", on: coordinator)
    #expect(await nextTold() == "Could not reach x.example. Check the\nconnection, then: retry. Still showing\n9:12\n")
    let shown = await play("show", on: coordinator)
    #expect(shown.hasPrefix("x\nas of 9:12; refresh failed, reload retries\n"))
    #expect(shown.contains("   1 ☆ Upside Down\n"))
    // It is the same as a reload now.
    _ = await play("retry", on: coordinator)
    let old = await play("show", on: coordinator)
    #expect(old.hasPrefix("x\nas of 9:12; reload refreshes\n\nSong"))
    #expect(old.contains("   1 ☆ Upside Down\n"))
  }

  @Test func `what a refresh brought stays when the next command is cancelled`() async throws {
    let (gate, isNoted) = (Gate(), Gate())
    let client = StubCatalogClient(.stub) { _ in
      await isNoted.wait()
      return .failure(.cancelled)
    } search: { request in
      if RequestContext.current.acceptsStale { Self.answerFromDisk() } else { await gate.wait() }
      let title = RequestContext.current.acceptsStale ? "Upside Down" : "Flake"
      return .success(ItemList(items: request.category.name == "song" ? [.stub(title)] : []))
    }
    let coordinator = await coordinator(of: client)
    _ = await play("search x", on: coordinator)
    async let opened = play("open 1", on: coordinator)
    try await until { await coordinator.stackBeforeLoad?.depth == 1 }
    gate.open()
    try await until { await coordinator.stacks[0].entries[1].screen.staleness?.refresh != .underWay }
    isNoted.open()
    _ = await opened
    #expect(await coordinator.screen.staleness?.refresh != .underWay)
    #expect(await play("show", on: coordinator).contains("   2 ☆ Flake\n"))
  }

  /// Its chart is stale, and then the same.
  private struct Songs: CatalogClient {
    let gate: Gate
    let catalog = Catalog.stock["store"]!

    func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList { ItemList(items: []) }
    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      ItemDetails(item: item)
    }
    func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
      if RequestContext.current.acceptsStale { answerFromDisk() } else { await gate.wait() }
      let list = ItemList(items: [.stub("Dear"), .stub("Cheap")])
      return Chart(title: "Songs", source: "iTunes", storefront: "US", list: list)
    }
    func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> ItemList {
      .init(items: items.map { i in changing(i) { $0.price = Price(i.title == "Dear" ? "2" : "1", currency: "USD") } })
    }
  }

  @Test func `a chart can be sorted while it is refreshed, and is compared as it was`() async throws {
    let gate = Gate()
    let coordinator = await coordinator(of: Songs(gate: gate))
    #expect(await play("charts song", on: coordinator).contains("as of 9:12, refreshing…"))
    #expect(await play("sort price", on: coordinator).contains("Cheap  1.00 USD\n   1 ☆ Dear   2.00 USD"))
    gate.open()
    #expect(await nextTold() == "unchanged since 9:12\n")
    let shown = await play("show", on: coordinator)
    #expect(!shown.contains("as of") && shown.contains("   2 ☆ Cheap  1.00 USD\n"))
  }

  @Test func `an item whose row is older is opened as it is now`() async {
    let coordinator = await coordinator { .success(["Upside Down by Jack", "Banana Pancakes"]) }
    _ = await play("search x", on: coordinator)
    #expect(await nextTold() == "1 changed: type show\n")
    #expect(await play("open 1", on: coordinator).contains("by Jack"))
  }

  @Test func `what a refresh brought stays when a reload fails`() async {
    let isDown = Atomic(false)
    let coordinator = await coordinator {
      isDown.load(ordering: .relaxed) ? .failure(.offline(host: "x.example")) : .success(["Flake"])
    }
    _ = await play("search x", on: coordinator)
    #expect(await nextTold() == "1 new, 2 gone: type show\n")
    isDown.store(true, ordering: .relaxed)
    #expect(await play("reload; show", on: coordinator).contains("   3 ☆ Flake\n  Could not reach x.example."))
  }

  @Test func `rows that cannot be read are not gone`() async {
    let coordinator = await coordinator { .success([""]) }
    _ = await play("search x", on: coordinator)
    #expect(await nextTold()?.hasPrefix("itunes sent an unusable answer: rows\nwith no title. ") == true)
    #expect(await play("show", on: coordinator).contains("   1 ☆ Upside Down\n"))
  }

  @Test func `after a reload that failed, the old rows are still said to be old`() async {
    let gate = Gate()
    let isDown = Atomic(true)
    let coordinator = await coordinator {
      // A refresh; nothing awaits it any more.
      if RequestContext.current.preview != nil { await gate.wait() }
      return isDown.load(ordering: .relaxed) ? .failure(.offline(host: "x.example")) : .success(["Flake"])
    }
    _ = await play("search x; open song; reload", on: coordinator)
    gate.open()
    #expect(await play("show", on: coordinator).hasPrefix("Song · x\nas of 9:12; reload refreshes\n"))
    isDown.store(false, ordering: .relaxed)
    #expect(await play("retry", on: coordinator).hasPrefix("Song · x\n   3 ☆ Flake\n"))
  }

  @Test func `more of old rows fetches them again, because the rows after them may have moved`() async {
    let gate = Gate()
    let coordinator = await coordinator {
      if RequestContext.current.preview != nil { await gate.wait() }
      return .success(["Banana Pancakes", "Flake"])
    }
    #expect(await play("search x; open song", on: coordinator).contains("as of 9:12"))
    #expect(await play("more; show", on: coordinator).hasSuffix("Song · x\n   2 ☆ Banana Pancakes\n   3 ☆ Flake\n"))
    gate.open()
  }

  @Test func `a refresh that ends after a reload is not reported`() async {
    let gate = Gate()
    let asked = Atomic(0)
    let coordinator = await coordinator {
      if asked.add(1, ordering: .relaxed).newValue == 1 { await gate.wait() }
      return .success(["Flake"])
    }
    _ = await play("search x", on: coordinator)
    #expect(await play("reload", on: coordinator).contains("   3 ☆ Flake\n"))
    gate.open()
    #expect(await play("search y", on: coordinator).contains("as of 9:12"))
    #expect(await nextTold() == "1 new, 2 gone: type show\n")
    #expect(await play("back; show", on: coordinator).hasPrefix("x\n\nSong"))
  }

  @Test func `on another screen nothing is reported until the user returns`() async throws {
    let (gate, answered) = (Gate(), Gate())
    let coordinator = await coordinator {
      await gate.wait()
      defer { answered.open() }
      return .success(["Flake"])
    }
    _ = await play("search x; favs", on: coordinator)
    gate.open()
    await answered.wait()
    var back = ""
    try await until {
      back = await play("back; forward", on: coordinator)
      return back.contains("gone")
    }
    #expect(back.contains("as of 9:12; 1 new, 2 gone: type show\n"))
    told.continuation.finish()
    #expect(await nextTold() == nil)
  }

  @Test(arguments: ["source tour", "set stale off; search x", "search x > x.csv\nshow"])
  func `scripts and other programs wait, and so does a user who chose to`(script: String) async {
    let coordinator = await coordinator { .success(["Flake"]) }
    let repl = await transcript.repl(scripts: ["tour": "search x"], on: coordinator)
    _ = await repl.run(ArraySource(script, source: "typed"), isPrompt: true)
    #expect(transcript.text.contains("   1 ☆ Flake"))
    #expect(!transcript.text.contains("as of"))
  }
}
