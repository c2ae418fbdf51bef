import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Wire

/// Downloads that are interrupted, stopped, or changed on the way.
@Suite(.timeLimit(.minutes(2)))
struct DownloaderResumptionTests: DownloaderSuite {
  /// In memory: a part that waits for a busy disk would look like a service that is silent.
  let folder = TemporaryFolder(inMemory: true)

  /// An interrupted download is resumed at once while bytes arrive, and otherwise by the next attempt.
  @Test(arguments: [true, false])
  func `an interrupted download resumes where it stopped`(isSent: Bool) async throws {
    let cuts = Mutex(isSent ? 2 : 100)
    try await StandInServer.run { request in
      let answer = Self.whole(request)
      let isCut = cuts.withLock { left in
        left -= 1
        return left >= 0
      }
      if !isCut { return answer }
      // Without new bytes, it is not retried for long.
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

  /// The rest of another version, which differs from the first in these fields only.
  private static func rest(
    _ request: StandInServer.Request, _ fields: [String: String], from start: Int = 50_000
  ) -> StandInServer.Answer {
    guard request.headers["range"] != nil else { return whole(request, tag: "\"v2\"", body: other) }
    let first = ["content-type": "audio/mpeg", "etag": "\"v1\"", "content-range": "bytes 50000-199999/200000"]
    let headers = first.merging(fields) { $1 }.filter { !$0.value.isEmpty }
    return StandInServer.Answer(status: 206, headers: headers, body: Array(other[start...]))
  }

  /// What a service may send after the first 50,000 bytes of a version that no longer exists.
  private static let changes: [(String, @Sendable (StandInServer.Request) -> StandInServer.Answer)] = [
    ("all of the new one", { whole($0, tag: "\"v2\"", body: other) }),
    ("the rest of the new one, whatever it was asked by", { rest($0, ["etag": "\"v2\""]) }),
    ("another part than was asked for", { rest($0, ["content-range": "bytes 60000-199999/200000"], from: 60_000) }),
    ("a part that is not as long as it says", { rest($0, ["content-range": "bytes 60000-199999/200000"]) }),
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
  func `a file that has changed is downloaded from the start`(index: Int) async throws {
    let requests = Counter()
    try await StandInServer.run { request in
      requests.next() == 1 ? Self.whole(request).delivered(.truncated(after: 50_000)) : Self.changes[index].1(request)
    } body: { server in
      #expect(await get(server.url + "/a.mp3") == got(show + "Title.mp3"), "\(Self.changes[index].0)")
      #expect(isThere(show + "Title.mp3", Self.other))
      #expect(!FileManager.default.fileExists(atPath: folder.path(part)))
    }
  }

  @Test(arguments: [
    ("last-modified", "Mon, 02 Nov 2026 10:00:00 GMT", true), ("last-modified", "Mon, 02 Nov 2026 10:00:01 GMT", false),
    ("etag", #"W/"v1""#, false),
  ])
  func `a file is not resumed by a weak tag, or sent in the second of its last change`(
    header: String, value: String, isResumed: Bool
  ) async throws {
    let headers = ["content-type": "audio/mpeg", header: value, "date": "Mon, 02 Nov 2026 10:00:01 GMT"]
    let requests = Counter()
    try await StandInServer.run { request in
      if requests.next() == 1 {
        return StandInServer.Answer(status: 200, headers: headers, body: Self.sound).delivered(
          .truncated(after: 50_000))
      }
      guard request.headers["if-range"] == value else {
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

  @Test func `the headers of another version alone change nothing`() async throws {
    let requests = Counter()
    try await StandInServer.run { request in
      switch requests.next() {
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

  /// The rest of a file whose beginning is missing, whatever the range requested; or the answer that there is no such
  /// range, or a success without a file.
  @Test(arguments: [206, 416, 204])
  func `a service that never sends the whole file gets one request for it, and the part stays`(status: Int) async throws
  {
    let requests = Counter()
    try await StandInServer.run { request in
      if requests.next() == 1 { return Self.whole(request).delivered(.truncated(after: 50_000)) }
      if status == 204 { return .status(204) }
      let headers = ["content-type": "audio/mpeg", "etag": "\"v1\"", "content-range": "bytes 60000-199999/200000"]
      return StandInServer.Answer(status: status, headers: headers, body: Array(Self.sound[60_000...]))
    } body: { server in
      let failure: CatalogError =
        status == 416
        ? .refused(host: server.host, status: 416, reason: nil)
        : .unreadable(
          host: server.host, what: status == 204 ? "HTTP 204, not the file" : "the wrong part of the file")
      #expect(await get(server.url + "/a.mp3") == .failure(.catalog(failure)))
      #expect(
        await server.requests.map { $0.headers["range"] } == [nil, "bytes=50000-"] + (status == 204 ? [] : [nil]))
      #expect(isThere(part, Array(Self.sound.prefix(50_000))))
    }
  }

  @Test func `if versions cannot be distinguished, resuming is not promised`() async throws {
    let requests = Counter()
    try await StandInServer.run { _ in
      let whole = StandInServer.Answer(headers: ["content-type": "audio/mpeg"], body: Self.sound)
      return whole.delivered(.truncated(after: requests.next() == 1 ? 50_000 : 40_000))
    } body: { server in
      let log = ExchangeLog()
      await RequestContext.$current.withValue(RequestContext(log: log)) {
        #expect(await get(server.url + "/a.mp3") == .failure(.catalog(.offline(host: server.host))))
      }
      #expect(log.takeNotices() == [.partialDownload(path: folder.path(part), bytes: 40_000, isResumable: false)])
    }
  }

  @Test func `what the ledger could not note is not said to be resumed`() async throws {
    folder.write("", to: "state")
    try await StandInServer.run { request in
      Self.whole(request).delivered(.truncated(after: request.headers["range"] == nil ? 50_000 : 0))
    } body: { server in
      let log = ExchangeLog()
      await RequestContext.$current.withValue(RequestContext(log: log)) {
        #expect(await get(server.url + "/a.mp3") == .failure(.catalog(.offline(host: server.host))))
      }
      #expect(log.takeNotices() == [.partialDownload(path: folder.path(part), bytes: 50_000, isResumable: false)])
    }
  }

  @Test func `a stop keeps the part, and the process that writes it locks out others`() async throws {
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
      #expect(await get(url) == got(show + "Title.mp3"))
      let whole = bytes(show + "Title.mp3") ?? []
      #expect(whole.count == 200_000)
      // Not compared as a whole, because a failure would print it.
      #expect(whole.prefix(20_000).allSatisfy { $0 == 0x78 })
      #expect(whole.dropFirst(20_000).first == Self.sound[20_000])
    }
  }

  /// libcurl would treat one byte per second as no progress.
  @Test func `a file at one byte per second arrives, and one that stalls is abandoned with its part`()
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

  @Test(arguments: TextTable.rows("a range is parsed") { ($0[0], Int($0[1]), Int($0[2])) })
  func `a range is parsed`(text: String, start: Int?, total: Int?) {
    #expect((FileSink.range(text)?.start, FileSink.range(text)?.total) == (start, total))
  }
}
