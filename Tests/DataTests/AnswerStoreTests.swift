import CSQLite
import Catalogs
import Sample
@testable import Wire
import Disk
import Domain
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AnswerStoreTests {
  let folder = TemporaryFolder()
  let time = SetClock()
  static let search = HTTPRequest(url: "https://music.example/search?term=a")
  private static let lookup = {
    var request = HTTPRequest(url: "https://music.example/lookup?id=1")
    request.maxAge = 86_400
    request.isAnswer = { (try? JSONValue(parsing: $0.body))?["results"] != nil }
    return request
  }()
  private static let chart = HTTPRequest(url: "https://charts.example/us/10/songs.json")
  private static let feed = {
    var request = HTTPRequest(url: "https://feeds.example/a.xml")
    request.trust = .untrusted
    return request
  }()
  /// A declared service that answers in XML.
  private static let xml = {
    var request = HTTPRequest(url: "https://books.example/search?q=a")
    request.isAnswer = { !$0.body.isEmpty }
    return request
  }()
  static let results = Transfer.answer(200, #"{"results":["é",1]}"#, headers: ["content-type": "text/x"])

  func store(
    timeout: Duration = .seconds(30), limit: Int64 = 48 << 20, patience: Duration = .seconds(600)
  ) -> AnswerStore {
    AnswerStore(
      .cache(in: PrivateFolder(path: folder.path("liner")), clock: time.read), timeout: timeout, limit: limit,
      patience: patience, clock: time.read)
  }

  /// The answer in a new session; `below` is what the service would answer.
  func ask(_ request: HTTPRequest, _ below: Transfer...) async -> Transfer {
    await store().keeping(ScriptedLayer(below).transfer)(request)
  }

  @Test func `sessions share answers, and only the owner may read them`() async {
    #expect(await ask(Self.search, Self.results) == Self.results)
    let kept = await ask(Self.search)
    #expect((kept.source, kept.attempts, kept.status, kept.body) == (.disk, 0, 200, Self.results.body))
    #expect(folder.status("liner")?.mode == 0o700)
    for name in ["cache.db", "cache.db-wal", "cache.db-shm"] {
      #expect(folder.status("liner/" + name)?.mode == 0o600)
    }
  }

  @Test(arguments: [
    (search, results, 3600), (chart, results, 3600), (lookup, results, 86_400),
    (xml, Transfer.answer(200, "<r/>"), 3600),
  ])
  func `answers are fresh for an hour, lookups for a day`(request: HTTPRequest, answer: Transfer, seconds: Int)
    async
  {
    _ = await ask(request, answer)
    time.pass(.seconds(seconds - 1))
    #expect(await ask(request).source == .disk)
    time.pass(.seconds(1))
    #expect(await ask(request, answer).source == .network)
    // The clock was set back, so the answer's age is unknown.
    time.change { $0.calendar -= 60_000_000_000 }
    #expect(await ask(request, answer).source == .network)
  }

  @Test func `if stale answers are accepted, those of the last day are used, with their time`() async {
    let since = time.read().calendar / 1_000_000_000
    _ = await ask(Self.search, Self.results)
    _ = await ask(Self.lookup, Self.results)
    time.pass(.seconds(86_399))
    await RequestContext.$current.withValue(RequestContext(acceptsStale: true)) {
      let stale = await ask(Self.search)
      #expect((stale.source, stale.staleSince, stale.body) == (.disk, since, Self.results.body))
      #expect(await ask(Self.lookup).staleSince == nil)
      time.pass(.seconds(1))
      #expect(await ask(Self.search, .answer(500, "")).source == .network)
      #expect(await ask(Self.lookup, .answer(500, "")).source == .network)
    }
  }

  @Test func `a stale answer does not count as a new one in this session either`() async {
    _ = await ask(Self.search, Self.results)
    time.pass(.seconds(7200))
    let layer = ResponseCache().caching(store().keeping(ScriptedLayer(.answer(200, #"{"results":[2]}"#)).transfer))
    await RequestContext.$current.withValue(RequestContext(acceptsStale: true)) {
      #expect(await layer(Self.search).body == Self.results.body)
    }
    #expect(await layer(Self.search).body == #"{"results":[2]}"#)
  }

  @Test(
    arguments: [
      (search, Transfer.answer(404, "{}")), (search, .answer(500, #"{"results":[]}"#)), (search, .answer(200, "")),
      (search, .answer(200, "<html></html>", headers: ["etag": "x"])), (search, .answer(200, #"{"results":[1"#)),
      (lookup, .answer(200, #"{"errorMessage":"no"}"#)),
      (search, .failure(.offline(host: "music.example"))), (feed, .answer(200, "<rss/>")),
      (HTTPRequest(url: search.url, headers: ["authorization": "Bearer A0"]), results),
      (HTTPRequest(method: "POST", url: search.url), results),
      (HTTPRequest(url: "https://me:secret@music.example/search"), results),
    ] as [(HTTPRequest, Transfer)])
  func `failures and answers for one user are not cached`(request: HTTPRequest, first: Transfer) async {
    #expect(await ask(request, first) == first)
    #expect(await ask(request, Self.results).source == .network)
  }

  @Test func `headers that affect an answer distinguish answers`() async {
    _ = await ask(Self.search, Self.results)
    let french = HTTPRequest(url: Self.search.url, headers: ["Accept-Language": "fr"])
    #expect(await ask(french, .answer(200, #"{"results":["fr"]}"#)).source == .network)
    #expect(await ask(Self.search).body == Self.results.body)
  }

  @Test func `a POST that only reads is cached by its body`() async {
    func query(_ text: String) -> HTTPRequest {
      HTTPRequest(method: "POST", url: Self.chart.url, body: Array(text.utf8), isRepeatable: true)
    }
    _ = await ask(query("{a}"), .answer(200, "[1]"))
    #expect(await ask(query("{b}"), .answer(200, "[2]")).source == .network)
    #expect(await ask(Self.chart, .answer(200, "[3]")).source == .network)
    #expect(await ask(query("{a}")).body == "[1]")
    #expect(await ask(query("{b}")).body == "[2]")
  }

  @Test func `a feed is revalidated`() async {
    let first = Transfer.answer(200, "<rss>1</rss>", headers: ["etag": "\"v1\"", "last-modified": "Sat"])
    _ = await ask(Self.feed, first)
    let below = ScriptedLayer(.answer(304, ""))
    let same = await store().keeping(below.transfer)(Self.feed)
    #expect(
      below.requests.map(\.headers) == [["If-None-Match": "\"v1\"", "If-Modified-Since": "Sat"]])
    #expect(same.source == .disk)
    #expect(same.attempts == 1)
    #expect(same.body == "<rss>1</rss>")
    let second = Transfer.answer(200, "<rss>2</rss>", headers: ["etag": "\"v2\""])
    #expect(await ask(Self.feed, second) == second)
    #expect(await ask(Self.feed, .answer(304, "")).body == "<rss>2</rss>")
    #expect(await ask(Self.feed, .answer(500, "")).status == 500)
  }

  @Test func `a revalidated answer is as good as new`() async {
    _ = await ask(Self.chart, .answer(200, "[1]", headers: ["etag": "v1"]))
    for _ in 1...3 {
      time.pass(.seconds(3600))
      let same = await ask(Self.chart, .answer(304, ""))
      #expect((same.source, same.body) == (.disk, "[1]"))
      time.pass(.seconds(3599))
      // No request is sent: a layer without an answer would record an issue.
      #expect(await ask(Self.chart).body == "[1]")
    }
    time.pass(.seconds(3600))
    #expect(await ask(Self.chart, .answer(200, "[2]", headers: ["etag": "v2"])).body == "[2]")
    let below = ScriptedLayer(.answer(304, ""))
    time.pass(.seconds(3600))
    #expect(await store().keeping(below.transfer)(Self.chart).body == "[2]")
    #expect(below.requests.map(\.headers) == [["If-None-Match": "v2"]])
  }

  @Test(arguments: [true, false])
  func `reload fetches again and caches the answer, and without the disk nothing is read or written`(
    isReload: Bool
  ) async {
    _ = await ask(Self.search, Self.results)
    let fresh = Transfer.answer(200, #"{"results":[2]}"#)
    let context = isReload ? RequestContext(mayUseCache: false) : RequestContext(usesDisk: false)
    await RequestContext.$current.withValue(context) { #expect(await ask(Self.search, fresh) == fresh) }
    #expect(await ask(Self.search).body == (isReload ? fresh : Self.results).body)
  }

  // MARK: Damage

  @Test(arguments: ["random", "half", "empty", "version", "byte", "log", "gone", "folder"])
  func `damage costs a request and nothing else`(kind: String) async throws {
    let path = folder.path("liner/cache.db")
    do {
      let store = store()
      for number in 1...40 {
        let request = HTTPRequest(url: Self.search.url + "\(number)")
        _ = await store.keeping { _ in .answer(200, #"{"results":["\#(String(repeating: "x", count: 3000))"]}"#) }(
          request)
      }
      _ = await store.keeping { _ in Self.results }(Self.search)
      await store.database.close()
    }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    switch kind {
    case "random": bytes = (0..<bytes.count).map { _ in .random(in: 0...255) }
    case "half": bytes = Array(bytes.prefix(bytes.count / 2))
    case "empty": bytes = []
    case "version": folder.sql("PRAGMA user_version = 99", in: "liner/cache.db")
    case "byte":
      let place = try #require(bytes.indices.last { bytes[$0...].starts(with: Array(#"{"results":["é"#.utf8)) })
      bytes[place + 13] ^= 1
    case "log": folder.write((0..<9000).map { _ in UInt8.random(in: 0...255) }, to: "liner/cache.db-wal")
    case "gone": folder.remove("liner")
    default:
      folder.remove("liner")
      folder.write("", to: "liner")
    }
    if !["version", "log", "gone", "folder"].contains(kind) { folder.write(bytes, to: "liner/cache.db") }
    let fresh = Transfer.answer(200, #"{"results":["fresh"]}"#)
    #expect(await ask(Self.search, fresh).body == fresh.body)
    // The file of a later version stays.
    if kind == "version" { #expect(folder.read("liner/cache.db")?.isEmpty == false) }
    if kind != "folder", kind != "version" { #expect(await ask(Self.search).body == fresh.body) }
  }

  @Test func `another process's lock costs a request, but no long wait`() async {
    _ = await ask(Self.search, Self.results)
    let holder = folder.openDatabase("liner/cache.db", running: "BEGIN IMMEDIATE")
    defer { sqlite3_close(holder) }
    #expect(await ask(Self.search).source == .disk)
    let other = HTTPRequest(url: Self.search.url + "b")
    let hasty = store(patience: .milliseconds(50)).keeping(ScriptedLayer(Self.results).transfer)
    #expect(await hasty(other) == Self.results)
  }

  @Test func `the oldest are evicted first`() async {
    let store = store(limit: 1 << 20)
    let text = String(repeating: "x", count: 50_000)
    for number in 1...60 {
      time.pass(.seconds(1))
      let request = HTTPRequest(url: Self.search.url + "\(number)")
      _ = await store.keeping { _ in .answer(200, #"{"results":["\#(text)"]}"#) }(request)
    }
    #expect(await ask(HTTPRequest(url: Self.search.url + "1"), Self.results).source == .network)
    #expect(await ask(HTTPRequest(url: Self.search.url + "59")).source == .disk)
    await store.database.close()
    #expect(folder.status("liner/cache.db").map { $0.bytes < 3 << 19 } == true)
  }
}
