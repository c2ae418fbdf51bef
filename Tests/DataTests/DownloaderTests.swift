import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Wire

/// Over real connections, into real folders: what cuts, lies, changes and leads elsewhere.
@Suite(.timeLimit(.minutes(2)))
struct DownloaderTests {
  private let folder = TemporaryFolder()
  private static let sound = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
  private var show: String { "files/Show/" }
  private var part: String { show + "Title.mp3.part" }

  private func downloader(
    timeout: Duration = .seconds(5), mayAsk: @escaping CurlClient.PeerRule = { _, _ in true }
  ) -> Downloader {
    let environment = ["HOME": folder.path]
    let stack = HTTPStack(
      userAgent: "liner/test", bounds: RequestBounds(.off, services: []), timeout: timeout, mayAsk: mayAsk)
    let places = BaseFolders(environment)
    let memories = Memories(in: PrivateFolder(path: folder.path("state")), patience: .seconds(20))
    return Downloader(places: places, memories: memories, refusal: { _ in nil }, fetch: stack.download)
  }

  private func episode(_ url: String, key: String = "1", title: String = "Title", isDeclared: Bool = false) -> Download
  {
    var item = Item(id: ItemID(catalog: "itunes", category: "episode", key: key), title: title)
    item.album = "Show"
    if isDeclared { item.file = WebLink(url) } else { item.audio = WebLink(url) }
    return Download(item, folder: folder.path("files"))!
  }

  private func get(
    _ url: String, key: String = "1", title: String = "Title", isDeclared: Bool = false, again: Bool = false,
    by downloader: Downloader? = nil
  ) async -> Result<DownloadOutcome, DownloadFailure> {
    do throws(DownloadFailure) {
      return .success(
        try await (downloader ?? self.downloader()).get(
          episode(url, key: key, title: title, isDeclared: isDeclared), again: again, onProgress: { _ in }))
    } catch {
      return .failure(error)
    }
  }

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder.path(name)).map { [UInt8]($0) }
  }

  /// Whether it is there and is just that, told without printing it.
  private func isThere(_ name: String, _ content: [UInt8]? = nil) -> Bool { bytes(name) == content ?? Self.sound }

  private func got(_ file: String, _ count: Int = sound.count) -> Result<DownloadOutcome, DownloadFailure> {
    .success(.downloaded(file: folder.path(file), bytes: count))
  }

  /// A server that knows ranges and versions, as it is asked.
  private static func whole(
    _ request: StandInServer.Request, tag: String = "\"v1\"", body: [UInt8] = sound
  ) -> StandInServer.Answer {
    var headers = ["content-type": "audio/mpeg", "etag": tag]
    guard let range = request.headers["range"], request.headers["if-range"] == tag,
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return StandInServer.Answer(headers: headers, body: body) }
    headers["content-range"] = "bytes \(start)-\(body.count - 1)/\(body.count)"
    return StandInServer.Answer(status: 206, headers: headers, body: Array(body[start...]))
  }

  @Test func `a file comes whole, under its name, and never twice`() async throws {
    try await StandInServer.run {
      Self.whole($0)
    } body: { server in
      let url = server.url + "/a.mp3"
      #expect(await get(url + "?token=1") == got(show + "Title.mp3"))
      #expect(isThere(show + "Title.mp3"))
      #expect(!FileManager.default.fileExists(atPath: folder.path(part)))
      // The same episode at another address.
      #expect(
        await get("\(server.url)/b.mp3")
          == .success(.alreadyDownloaded(file: folder.path(show + "Title.mp3"), exists: true)))
      folder.remove(show + "Title.mp3")
      #expect(await get(url) == .success(.alreadyDownloaded(file: folder.path(show + "Title.mp3"), exists: false)))
      #expect(await server.requests.count == 1)
      #expect(await get(url, again: true) == got(show + "Title.mp3"))
      #expect(await server.requests.count == 2)
      #expect(await server.requests.allSatisfy { $0.headers["accept-encoding"] == nil })
      let kept = try await downloader().kept()
      #expect(kept.map(\.title) == ["Title", "Title"])
      #expect(kept.allSatisfy { $0.bytes == Self.sound.count && $0.exists })
      #expect(await downloader().file(of: episode(url)) == folder.path(show + "Title.mp3"))
    }
  }

  @Test func `as many episodes as there are guids are as many files`() async throws {
    try await StandInServer.run { request in
      StandInServer.Answer(headers: ["content-type": "audio/mpeg"], body: Array(request.target.utf8))
    } body: { server in
      let targets = [
        "/f.php?ep=0", "/f.php?ep=1", "/f.php?ep=2", "/f.php", "/F.php", "/f.php?ep=%30", "/g/f.php", "/f.php?ep=0&x",
      ]
      for (index, target) in targets.enumerated() {
        let name = index == 0 ? "Title.mp3" : "Title \(index + 1).mp3"
        #expect(await get(server.url + target, key: "7/\(index)") == got(show + name, target.utf8.count))
        #expect(isThere(show + name, Array(target.utf8)))
      }
      for (index, target) in targets.enumerated() {
        let name = index == 0 ? "Title.mp3" : "Title \(index + 1).mp3"
        let file = await downloader().file(of: episode(server.url + target, key: "7/\(index)"))
        #expect(file == folder.path(show + name))
      }
    }
  }

  /// An episode of a feed as two catalogs have it, each with its own id of the podcast.
  @Test(arguments: ["g1", "https://show.example.org/?p=1", "two\nlines"])
  func `an episode is the same in every catalog that has its feed`(guid: String) async throws {
    try await StandInServer.run {
      Self.whole($0)
    } body: { server in
      func episode(in podcast: ItemID, of feed: String, guid: String) -> Download {
        let id = ItemID(catalog: podcast.catalog, category: "episode", key: "\(podcast.key)/\(guid)")
        var item = Item(id: id, title: "Title")
        (item.album, item.albumID, item.feed) = ("Show", podcast, WebLink(feed))
        item.audio = WebLink(server.url + "/a.mp3")
        return Download(item, folder: folder.path("files"))!
      }
      let (feed, other) = ("https://show.example.org/feed", "https://other.example.org/feed")
      let apple = ItemID(catalog: "itunes", category: "podcast", key: "77")
      let own = ItemID(catalog: "feeds", category: "podcast", key: feed)
      let file = folder.path(show + "Title.mp3")
      let downloader = downloader()
      // One guid in two feeds is two episodes, and so are two guids in one.
      let stranger = ItemID(catalog: "feeds", category: "podcast", key: other)
      let downloads = [
        episode(in: apple, of: feed, guid: guid), episode(in: apple, of: feed, guid: guid),
        episode(in: own, of: feed, guid: guid), episode(in: own, of: feed, guid: guid + "0"),
        episode(in: stranger, of: other, guid: guid),
      ]
      var outcomes: [DownloadOutcome] = []
      for download in downloads { outcomes.append(try await downloader.get(download, again: false) { _ in }) }
      let count = Self.sound.count
      let further = [2, 3].map { DownloadOutcome.downloaded(file: folder.path(show + "Title \($0).mp3"), bytes: count) }
      let again = DownloadOutcome.alreadyDownloaded(file: file, exists: true)
      #expect(outcomes == [.downloaded(file: file, bytes: count), again, again] + further)
    }
  }

  @Test func `what lies in another folder is said to lie there`() async throws {
    try await StandInServer.run {
      Self.whole($0)
    } body: { server in
      #expect(await get(server.url + "/a.mp3") == got(show + "Title.mp3"))
      for (name, isElsewhere) in [("files/", false), ("other", true), ("file", true)] {
        var download = episode(server.url + "/a.mp3")
        download.folder = folder.path(name)
        let outcome = try await downloader().get(download, again: false, onProgress: { _ in })
        #expect(
          outcome == .alreadyDownloaded(file: folder.path(show + "Title.mp3"), exists: true, isElsewhere: isElsewhere),
          "\(name)")
      }
      #expect(await server.requests.count == 1)
    }
  }

  @Test func `a file is not a folder to download to`() async throws {
    folder.write("mine", to: "files")
    #expect(
      await get("http://127.0.0.1:1/a.mp3") == .failure(.file(FileError(path: folder.path("files"), .notAFolder))))
    #expect(folder.read("files") == "mine")
  }

  @Test(arguments: ["20\r\ncontent-length: 10", "10\r\nContent-Length: 20", "20, 10"])
  func `two lengths that contradict each other are a failure`(lengths: String) async throws {
    try await StandInServer.run { _ in
      let head = "HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ncontent-length: \(lengths)\r\n\r\n"
      return StandInServer.Answer(delivery: .steps([.send(head + String(repeating: "x", count: 20))]))
    } body: { server in
      let what = "two lengths that contradict each other"
      #expect(
        await get(server.url + "/a.mp3") == .failure(.catalog(.unreadable(host: server.host, what: what))))
      #expect(!FileManager.default.fileExists(atPath: folder.path(show + "Title.mp3")))
    }
  }

  @Test func `a name that something else has gets a number`() async throws {
    folder.write("", to: "x")
    try FileManager.default.createDirectory(atPath: folder.path(show), withIntermediateDirectories: true)
    folder.write("mine", to: show + "Title.mp3")
    folder.write("also mine", to: show + "Title 2.mp3.part")
    try await StandInServer.run {
      Self.whole($0)
    } body: { server in
      #expect(await get(server.url + "/a.mp3") == got(show + "Title 3.mp3"))
      #expect(folder.read(show + "Title.mp3") == "mine")
      #expect(folder.read(show + "Title 2.mp3.part") == "also mine")
    }
  }

  /// What breaks off is gone on with, at once while something comes, and by the next attempt.
  @Test(arguments: [true, false])
  func `what breaks off is gone on with where it broke`(isSent: Bool) async throws {
    let cuts = Mutex(isSent ? 2 : 100)
    try await StandInServer.run { request in
      let answer = Self.whole(request)
      let isCut = cuts.withLock { left in
        left -= 1
        return left >= 0
      }
      if !isCut { return answer }
      // Without anything new nobody tries for long.
      return answer.delivered(
        isSent || request.headers["range"] == nil ? .truncated(after: 50_000) : .truncated(after: 0))
    } body: { server in
      let url = server.url + "/a.mp3"
      if isSent {
        #expect(await get(url) == got(show + "Title.mp3"))
        #expect(await server.requests.map { $0.headers["range"] } == [nil, "bytes=50000-", "bytes=100000-"])
      } else {
        let log = ExchangeLog()
        await RequestContext.$current.withValue(RequestContext(log: log)) {
          #expect(await get(url) == .failure(.catalog(.offline(host: server.host))))
        }
        #expect(log.takeNotices() == [.partialDownload(path: folder.path(part), bytes: 50_000, isResumable: true)])
        #expect(isThere(part, Array(Self.sound.prefix(50_000))))
        cuts.withLock { $0 = 0 }
        #expect(await get(url) == got(show + "Title.mp3"))
        #expect(await server.requests.last?.headers["range"] == "bytes=50000-")
        #expect(await server.requests.last?.headers["if-range"] == "\"v1\"")
      }
      #expect(isThere(show + "Title.mp3"))
    }
  }

  private static let other = [UInt8](sound.reversed())

  /// The rest of another version, which differs from the first one in these fields alone.
  private static func rest(_ request: StandInServer.Request, _ fields: [String: String]) -> StandInServer.Answer {
    guard request.headers["range"] != nil else { return whole(request, tag: "\"v2\"", body: other) }
    let first = ["content-type": "audio/mpeg", "etag": "\"v1\"", "content-range": "bytes 50000-199999/200000"]
    let headers = first.merging(fields) { $1 }.filter { !$0.value.isEmpty }
    return StandInServer.Answer(status: 206, headers: headers, body: Array(other[50_000...]))
  }

  /// What comes after the first 50,000 bytes of a version that is no more.
  private static let changes: [(String, @Sendable (StandInServer.Request) -> StandInServer.Answer)] = [
    ("all of the new one", { whole($0, tag: "\"v2\"", body: other) }),
    (
      "the rest of the new one, whatever it was asked by",
      { request in
        guard request.headers["range"] != nil else { return whole(request, tag: "\"v2\"", body: other) }
        return StandInServer.Answer(
          status: 206,
          headers: ["content-type": "audio/mpeg", "etag": "\"v2\"", "content-range": "bytes 50000-199999/200000"],
          body: Array(other[50_000...]))
      }
    ),
    (
      "another part than was asked for",
      { request in
        guard request.headers["range"] != nil else { return whole(request, tag: "\"v2\"", body: other) }
        return StandInServer.Answer(
          status: 206,
          headers: ["content-type": "audio/mpeg", "etag": "\"v1\"", "content-range": "bytes 60000-199999/200000"],
          body: Array(other[60_000...]))
      }
    ),
    ("the rest of one with another total", { rest($0, ["content-range": "bytes 50000-199999/199998"]) }),
    ("the rest of one with an unknown total", { rest($0, ["content-range": "bytes 50000-199999/*"]) }),
    ("the rest of one without a validator", { rest($0, ["etag": ""]) }),
    ("the rest of one with another validator", { rest($0, ["etag": "", "last-modified": "Sat"]) }),
    ("the rest of one of another type", { rest($0, ["content-type": "audio/mp4"]) }),
    (
      "nothing but that there is no such part",
      { request in
        request.headers["range"] != nil
          ? .status(416, headers: ["content-range": "bytes */3"]) : whole(request, tag: "\"v2\"", body: other)
      }
    ),
  ]

  @Test(arguments: changes.indices)
  func `a file that has changed is begun again`(index: Int) async throws {
    let isFirst = Mutex(true)
    try await StandInServer.run { request in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return isFirst ? Self.whole(request).delivered(.truncated(after: 50_000)) : Self.changes[index].1(request)
    } body: { server in
      #expect(await get(server.url + "/a.mp3") == got(show + "Title.mp3"), "\(Self.changes[index].0)")
      #expect(isThere(show + "Title.mp3", Self.other))
      #expect(!FileManager.default.fileExists(atPath: folder.path(part)))
    }
  }

  @Test(arguments: [("Mon, 02 Nov 2026 10:00:00 GMT", true), ("Mon, 02 Nov 2026 10:00:01 GMT", false)])
  func `a file sent in the second of its last change is not resumed`(changed: String, isResumed: Bool) async throws {
    let headers = ["content-type": "audio/mpeg", "last-modified": changed, "date": "Mon, 02 Nov 2026 10:00:01 GMT"]
    let isFirst = Mutex(true)
    try await StandInServer.run { request in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst {
        return StandInServer.Answer(status: 200, headers: headers, body: Self.sound).delivered(
          .truncated(after: 50_000))
      }
      guard request.headers["if-range"] == changed else {
        return StandInServer.Answer(status: 200, headers: headers, body: Self.other)
      }
      return StandInServer.Answer(
        status: 206, headers: headers.merging(["content-range": "bytes 50000-199999/200000"]) { $1 },
        body: Array(Self.sound[50_000...]))
    } body: { server in
      #expect(await get(server.url + "/a.mp3") == got(show + "Title.mp3"))
      #expect(isThere(show + "Title.mp3", isResumed ? Self.sound : Self.other))
    }
  }

  @Test func `the head of another version alone changes nothing`() async throws {
    let count = Mutex(0)
    try await StandInServer.run { request in
      switch count.withLock({ count in
        count += 1
        return count
      }) {
      case 1: Self.whole(request).delivered(.truncated(after: 50_000))
      case 2: Self.whole(request, tag: "\"v2\"", body: Self.other).delivered(.truncated(after: 0))
      default: Self.whole(request, tag: "\"v2\"", body: Self.other)
      }
    } body: { server in
      #expect(await get(server.url + "/a.mp3") == .failure(.catalog(.offline(host: server.host))))
      #expect(isThere(part, Array(Self.sound.prefix(50_000))))
      #expect(await get(server.url + "/a.mp3") == got(show + "Title.mp3"))
      #expect(await server.requests.last?.headers["if-range"] == "\"v1\"")
      #expect(isThere(show + "Title.mp3", Self.other))
    }
  }

  /// The rest of a file that nobody has the beginning of, whatever was asked for; or that there is no such part.
  @Test(arguments: [206, 416])
  func `a service that never gives the whole is asked for it once, and the part stays`(status: Int) async throws {
    let isFirst = Mutex(true)
    try await StandInServer.run { request in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { return Self.whole(request).delivered(.truncated(after: 50_000)) }
      let headers = ["content-type": "audio/mpeg", "etag": "\"v1\"", "content-range": "bytes 60000-199999/200000"]
      return StandInServer.Answer(status: status, headers: headers, body: Array(Self.sound[60_000...]))
    } body: { server in
      let failure: CatalogError =
        status == 206
        ? .unreadable(host: server.host, what: "the wrong part of the file")
        : .refused(host: server.host, status: 416, reason: nil)
      #expect(await get(server.url + "/a.mp3") == .failure(.catalog(failure)))
      #expect(await server.requests.map { $0.headers["range"] } == [nil, "bytes=50000-", nil])
      #expect(isThere(part, Array(Self.sound.prefix(50_000))))
    }
  }

  @Test func `where nothing tells one version from another, nobody says that the part is gone on with`() async throws {
    let isFirst = Mutex(true)
    try await StandInServer.run { _ in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      let whole = StandInServer.Answer(headers: ["content-type": "audio/mpeg"], body: Self.sound)
      return whole.delivered(.truncated(after: isFirst ? 50_000 : 40_000))
    } body: { server in
      let log = ExchangeLog()
      await RequestContext.$current.withValue(RequestContext(log: log)) {
        #expect(await get(server.url + "/a.mp3") == .failure(.catalog(.offline(host: server.host))))
      }
      #expect(log.takeNotices() == [.partialDownload(path: folder.path(part), bytes: 40_000, isResumable: false)])
    }
  }

  @Test(
    arguments: [
      (StandInServer.Answer.html(), "an HTML page"), (.html(type: "audio/mpeg"), "an HTML page"),
      (.html("\n \u{FEFF}<HTML>", type: "application/octet-stream"), "an HTML page"),
      (.json("{}"), "application/json, not audio, video or text"),
      (
        StandInServer.Answer(headers: ["content-type": "image/png"], body: [1]),
        "image/png, not audio, video or text"
      ),
      (
        StandInServer.Answer(headers: ["content-type": "audio/mpeg", "content-encoding": "gzip"], body: [1]),
        "an unrequested compressed body"
      ),
      (StandInServer.Answer(headers: ["content-type": "audio/mpeg"]), "an empty file"),
    ] as [(StandInServer.Answer, String)])
  func `what is no episode is not kept`(answer: StandInServer.Answer, what: String) async throws {
    try await StandInServer.run { _ in
      answer
    } body: { server in
      #expect(
        await get(server.url + "/a.mp3") == .failure(.catalog(.unreadable(host: server.host, what: what))))
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path(show))) == [])
    }
  }

  @Test func `what a declaration names may be of any kind, but no page in its place`() async throws {
    try await StandInServer.run { request in
      request.path.hasSuffix("html") || request.path == "/page"
        ? .html() : StandInServer.Answer(headers: ["content-type": "application/epub+zip"], body: [80, 75])
    } body: { server in
      #expect(await get(server.url + "/book", isDeclared: true) == got(show + "Title.epub", 2))
      #expect(await get(server.url + "/page", key: "2", isDeclared: true).isFailure)
      guard case .success(.downloaded) = await get(server.url + "/b.html", key: "3", isDeclared: true) else {
        Issue.record("a declared page")
        return
      }
    }
  }

  @Test(
    arguments: [
      (StandInServer.Answer.status(404), CatalogError.notFound(host: "")),
      (.status(503), .server(host: "", status: 503)),
      (.status(403), .rateLimited(host: "", retryAfter: nil)), (.reset, .offline(host: "")),
    ] as [(StandInServer.Answer, CatalogError)])
  func `failures are what they are elsewhere, and leave nothing`(
    answer: StandInServer.Answer, failure: CatalogError
  ) async throws {
    try await StandInServer.run { _ in
      answer
    } body: { server in
      guard case .failure(.catalog(let error)) = await get(server.url + "/a.mp3") else {
        Issue.record("no failure")
        return
      }
      #expect(error.code == failure.code)
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path(show))) == [])
    }
  }

  @Test func `redirects are followed, but never to where strangers may not lead`() async throws {
    try await StandInServer.run {
      Self.whole($0)
    } body: { inner in
      try await StandInServer.run { _ in
        .redirect(to: inner.url + "/secret.mp3")
      } body: { outer in
        let strict = downloader { _, url in url.origin == outer.url }
        guard case .failure(.catalog(.offLimits)) = await get(outer.url + "/a.mp3", by: strict) else {
          Issue.record("led to a private address")
          return
        }
        #expect(await inner.requests.isEmpty)
        #expect(await get(outer.url + "/a.mp3") == got(show + "Title.mp3"))
      }
    }
  }

  @Test func `a stop keeps the part, and whoever is at it keeps others away`() async throws {
    try await StandInServer.run { request in
      let headers = "content-type: audio/mpeg\r\netag: \"v1\"\r\ncontent-length: 200000\r\n\r\n"
      guard request.headers["range"] == nil else { return Self.whole(request) }
      return StandInServer.Answer(
        delivery: .steps([.send("HTTP/1.1 200 OK\r\n" + headers), .over("x", times: 20_000), .hold]))
    } body: { server in
      let url = server.url + "/a.mp3"
      let task = Task { await get(url) }
      while (folder.status(part)?.bytes ?? 0) < 20_000 { try await Task.sleep(for: .milliseconds(2)) }
      #expect(await get(url) == .failure(.file(FileError(path: folder.path(part), .locked))))
      task.cancel()
      #expect(await task.value == .failure(.catalog(.cancelled)))
      #expect(folder.status(part)?.bytes == 20_000)
      let resumed = await get(url)
      #expect(resumed == got(show + "Title.mp3"))
      let whole = bytes(show + "Title.mp3") ?? []
      #expect(whole.count == 200_000)
      // Not compared as a whole, which a failure would print.
      #expect(whole.prefix(20_000).allSatisfy { $0 == 0x78 })
      #expect(whole.dropFirst(20_000).first == Self.sound[20_000])
    }
  }

  /// libcurl would call a byte a second nothing.
  @Test func `a file that comes a byte a second comes, and one that stops coming is given up with its part`()
    async throws
  {
    try await StandInServer.run { request in
      let head = "HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\netag: \"v1\"\r\ncontent-length: "
      let isSlow = request.path == "/slow.mp3"
      let bytes = (1...8).flatMap { _ in [StandInServer.Answer.Step.wait(.milliseconds(1100)), .send("x")] }
      return StandInServer.Answer(
        delivery: .steps([.send(head + "9\r\n\r\nx")] + (isSlow ? bytes : [.hold])))
    } body: { server in
      let patient = downloader(timeout: .seconds(7))
      async let slow = get(server.url + "/slow.mp3", key: "2", title: "Slow", by: patient)
      #expect(
        await get(server.url + "/a.mp3", by: downloader(timeout: .seconds(2)))
          == .failure(.catalog(.timedOut(host: server.host, after: .seconds(2)))))
      #expect(folder.status(part)?.bytes == 1)
      #expect(await slow == got(show + "Slow.mp3", 9))
    }
  }

  @Test func `what was looked at last is remembered for each podcast`() async throws {
    let (first, second) = (ItemID(catalog: "i", category: "p", key: "1"), ItemID(catalog: "i", category: "p", key: "2"))
    let downloader = downloader()
    #expect(try await downloader.lastCheck(at: first) == nil)
    for date in ["2026-11-19", "2026-11-20T10:00:00Z"] { try await downloader.recordCheck(at: first, until: date) }
    #expect(try await downloader.lastCheck(at: first) == "2026-11-20T10:00:00Z")
    #expect(try await downloader.lastCheck(at: second) == nil)
  }

  @Test func `several at once lose nothing of what is remembered`() async throws {
    try await StandInServer.run {
      Self.whole($0, body: Array(Self.sound.prefix(1000)))
    } body: { server in
      await withDiscardingTaskGroup { group in
        for number in 1...20 {
          group.addTask { _ = await get(server.url + "/\(number).mp3", key: "\(number)", title: "T \(number)") }
        }
      }
      #expect((try? await downloader().kept().count) == 20)
      #expect(folder.status("state/state.db")?.mode == 0o600)
      #expect(await get(server.url + "/21.mp3", key: "21", title: "T 21") == got(show + "T 21.mp3", 1000))
      #expect((try? await downloader().kept().count) == 21)
      #expect(
        await get(server.url + "/3.mp3", key: "3")
          == .success(.alreadyDownloaded(file: folder.path(show + "T 3.mp3"), exists: true))
      )
    }
  }

  @Test(
    arguments: [
      ("bytes 0-9/10", 0, 10), ("bytes 5-9/*", 5, nil), ("BYTES 5-9/10", 5, 10), ("bytes 9-5/10", nil, nil),
      ("bytes */10", nil, nil),
      ("5-9/10", nil, nil), ("bytes 5-9", nil, nil), ("bytes 0-9223372036854775807/1", nil, nil), ("", nil, nil),
    ] as [(String, Int?, Int?)])
  func `a range is read as it stands`(text: String, start: Int?, total: Int?) {
    #expect(FileSink.range(text)?.start == start)
    #expect(FileSink.range(text)?.total == total)
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
