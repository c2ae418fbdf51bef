import Disk
import Domain
import Foundation
import TestSupport

@testable import Wire

protocol DownloaderSuite: Sendable {
  var folder: TemporaryFolder { get }
}

private let recordedSound = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

extension DownloaderSuite {
  static var sound: [UInt8] { recordedSound }
  var show: String { "files/Show/" }
  var part: String { show + "Title.mp3.part" }

  func downloader(
    timeout: Duration = .seconds(5), mayAsk: @escaping CurlClient.PeerRule = { _, _ in true }
  ) -> Downloader {
    let environment = ["HOME": folder.path]
    let stack = HTTPStack(
      userAgent: "liner/test", bounds: RequestBounds(.off, services: []), timeout: timeout, mayAsk: mayAsk)
    let places = BaseFolders(environment)
    let memories = Memories(in: PrivateFolder(path: folder.path("state")), patience: .seconds(20))
    return Downloader(places: places, memories: memories, refusal: { _ in nil }, fetch: stack.download)
  }

  func episode(_ url: String, key: String = "1", title: String = "Title", isDeclared: Bool = false) -> Download {
    var item = Item(id: ItemID(catalog: "itunes", category: "episode", key: key), title: title)
    item.album = "Show"
    if isDeclared { item.file = WebLink(url) } else { item.audio = WebLink(url) }
    return Download(item, folder: folder.path("files"))!
  }

  func get(
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

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder.path(name)).map { [UInt8]($0) }
  }

  /// Whether it exists and has exactly this content; a failure does not print it.
  func isThere(_ name: String, _ content: [UInt8]? = nil) -> Bool { bytes(name) == content ?? Self.sound }

  func got(_ file: String, _ count: Int = sound.count) -> Result<DownloadOutcome, DownloadFailure> {
    .success(.downloaded(file: folder.path(file), bytes: count))
  }

  /// A server that supports ranges and versions.
  @Sendable static func whole(
    _ request: StandInServer.Request, tag: String = "\"v1\"", body: [UInt8] = sound
  ) -> StandInServer.Answer {
    var headers = ["content-type": "audio/mpeg", "etag": tag]
    guard let range = request.headers["range"], request.headers["if-range"] == tag,
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return StandInServer.Answer(headers: headers, body: body) }
    headers["content-range"] = "bytes \(start)-\(body.count - 1)/\(body.count)"
    return StandInServer.Answer(status: 206, headers: headers, body: Array(body[start...]))
  }
}
