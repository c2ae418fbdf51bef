import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Wire

/// Which files are downloaded, their names, and which are rejected.
@Suite(.timeLimit(.minutes(2)))
struct DownloaderTests: DownloaderSuite {
  /// In memory: a part that waits for a busy disk would look like a service that is silent.
  let folder = TemporaryFolder(inMemory: true)

  @Test func `a file is downloaded in full, under its name, and never twice`() async throws {
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
      #expect(await server.requests.allSatisfy { $0.headers["accept-encoding"] == "identity" })
      let kept = try await downloader().kept()
      #expect(kept.map(\.title) == ["Title"])
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

  /// An episode of a feed in two catalogs, each with its own id for the podcast.
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
      // Apple's list has its own number for it.
      var listed = Item(id: ItemID(catalog: "itunes", category: "episode", key: "100077"), title: "Title")
      (listed.album, listed.albumID, listed.feed, listed.guid) = ("Show", apple, WebLink(feed), guid)
      listed.audio = WebLink(server.url + "/a.mp3")
      // The same guid in two feeds means two episodes, and so do two guids in one.
      let stranger = ItemID(catalog: "feeds", category: "podcast", key: other)
      let downloads = [
        episode(in: apple, of: feed, guid: guid), episode(in: apple, of: feed, guid: guid),
        episode(in: own, of: feed, guid: guid), Download(listed, folder: folder.path("files"))!,
        episode(in: own, of: feed, guid: guid + "0"), episode(in: stranger, of: other, guid: guid),
      ]
      var outcomes: [DownloadOutcome] = []
      for download in downloads { outcomes.append(try await downloader.get(download, again: false) { _ in }) }
      let count = Self.sound.count
      let further = [2, 3].map { DownloadOutcome.downloaded(file: folder.path(show + "Title \($0).mp3"), bytes: count) }
      let again = DownloadOutcome.alreadyDownloaded(file: file, exists: true)
      #expect(outcomes == [.downloaded(file: file, bytes: count), again, again, again] + further)
    }
  }

  @Test func `a file in another folder is reported with that folder`() async throws {
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

  @Test func `a taken name gets a number`() async throws {
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
  func `a file that is not an episode is not saved`(answer: StandInServer.Answer, what: String) async throws {
    try await StandInServer.run(answering: answer) { server in
      #expect(
        await get(server.url + "/a.mp3") == .failure(.catalog(.unreadable(host: server.host, what: what))))
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path(show))) == nil)
    }
  }

  @Test func `a declared file may have any type, but a page instead of it is refused`() async throws {
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

  @Test(arguments: ["text/xml; charset=utf-8", "application/json"])
  func `a service's failure as a document is no declared file, unless its address is one's`(type: String) async throws {
    try await StandInServer.run(
      answering: StandInServer.Answer(headers: ["content-type": type], body: Array("<failed/>".utf8))
    ) { server in
      let refusal = CatalogError.unreadable(host: server.host, what: "\(type), not the file")
      #expect(await get(server.url + "/download?id=1", isDeclared: true) == .failure(.catalog(refusal)))
      #expect(
        await get(server.url + "/a.\(type.hasPrefix("text") ? "xml" : "json")", isDeclared: true).isFailure == false)
    }
  }

  @Test(
    arguments: [
      (StandInServer.Answer.status(404), CatalogError.notFound(host: "")),
      (.status(503), .server(host: "", status: 503)),
      (.status(403), .rateLimited(host: "", retryAfter: nil)), (.reset, .offline(host: "")),
    ] as [(StandInServer.Answer, CatalogError)])
  func `failures are the same as elsewhere, and leave no file`(
    answer: StandInServer.Answer, failure: CatalogError
  ) async throws {
    try await StandInServer.run(answering: answer) { server in
      guard case .failure(.catalog(let error)) = await get(server.url + "/a.mp3") else {
        Issue.record("no failure")
        return
      }
      #expect(error.code == failure.code)
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path(show))) == nil)
    }
  }

  @Test func `redirects are followed, but never to forbidden addresses`() async throws {
    try await StandInServer.run {
      Self.whole($0)
    } body: { inner in
      try await StandInServer.run(answering: .redirect(to: inner.url + "/secret.mp3")) { outer in
        let strict = downloader { _, url in url.origin == outer.url }
        guard case .failure(.catalog(.offLimits)) = await get(outer.url + "/a.mp3", by: strict) else {
          Issue.record("led to a private address")
          return
        }
        #expect(await inner.connections == 0)
        #expect(await get(outer.url + "/a.mp3") == got(show + "Title.mp3"))
      }
    }
  }

  @Test func `the last check is remembered for each podcast`() async throws {
    let (first, second) = (ItemID(catalog: "i", category: "p", key: "1"), ItemID(catalog: "i", category: "p", key: "2"))
    let downloader = downloader()
    #expect(try await downloader.lastCheck(at: first) == nil)
    for date in ["2026-11-19", "2026-11-20T10:00:00Z"] { await downloader.recordCheck(at: first, until: date) }
    #expect(try await downloader.lastCheck(at: first) == "2026-11-20T10:00:00Z")
    #expect(try await downloader.lastCheck(at: second) == nil)
  }

  @Test func `of two downloads of an episode at once, one file stays`() async throws {
    try await StandInServer.run { request in
      // Another process is faster, under another name.
      if request.path == "/slow.mp3", let host = request.headers["host"] {
        _ = await get("http://\(host)/fast.mp3", title: "Fast")
      }
      return Self.whole(request)
    } body: { server in
      let outcome = await get(server.url + "/slow.mp3")
      #expect(outcome == .success(.alreadyDownloaded(file: folder.path(show + "Fast.mp3"), exists: true)))
      #expect(bytes(show + "Title.mp3") == nil && bytes(part) == nil)
    }
  }

  @Test func `several downloads at once lose no entries`() async throws {
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
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
