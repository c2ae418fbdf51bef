import CCurl
import Domain
import Synchronization

/// The single thread that runs libcurl and its transfers; it sleeps while all of them are idle.
final class CurlLoop: Sendable {
  private struct Inbox {
    var arrivals: [CurlDownload] = []
    var cancelled: [CurlDownload] = []
    var isStopped = false
  }

  /// `nonisolated(unsafe)` is fine because only the thread uses it, except for the wake-up, which any thread may send.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  /// `nonisolated(unsafe)` is fine because the table is written before it is published, and never again.
  private nonisolated(unsafe) let curl: UnsafePointer<ccurl>
  private let inbox = Mutex(Inbox())

  /// Starts the thread.
  /// - Throws: `libraryMissing`, `libraryUnusable`.
  init() throws(CatalogError) {
    let name = String(cString: ccurl_name)
    guard let curl = ccurl_open() else {
      let reason = String(cString: ccurl_problem())
      // If memory or descriptors are short, installing the library again would not help.
      let isShortage = ["failed to map", "allocate memory", "Too many open files"].contains { reason.contains($0) }
      throw isShortage
        ? .libraryUnusable(name: name, reason: reason) : .libraryMissing(name: name, package: "libcurl4")
    }
    func shortage() -> CatalogError {
      .libraryUnusable(
        name: name, reason: ccurl_shortage(nil).map { String(cString: $0) } ?? "out of memory or threads")
    }
    // It would wait for a wake-up that never comes.
    if ccurl_shortage(nil) != nil { throw shortage() }
    guard let multi = curl.pointee.multi_init() else { throw shortage() }
    self.curl = curl
    self.multi = multi
    let start = Unmanaged.passRetained(self)
    let problem = ccurl_start_thread(
      { Unmanaged<CurlLoop>.fromOpaque($0!).takeRetainedValue().run() }, start.toOpaque())
    guard problem == 0 else {
      start.release()
      throw shortage()
    }
  }

  func start(_ download: CurlDownload) { tell { $0.arrivals.append(download) } }

  /// Abandons a transfer whose task was cancelled, unless it is already over.
  func drop(_ download: CurlDownload) { tell { $0.cancelled.append(download) } }

  /// Ends the thread and closes every connection.
  func stop() { tell { $0.isStopped = true } }

  private func tell(_ change: (inout Inbox) -> Void) {
    // Under the lock, because the thread reads `isStopped` under it too, so the handle is still valid here.
    inbox.withLock {
      let wasStopped = $0.isStopped
      change(&$0)
      if !wasStopped { _ = curl.pointee.multi_wakeup(multi) }
    }
  }

  private func run() {
    var running: [UnsafeMutableRawPointer: CurlDownload] = [:]
    while true {
      let mail = inbox.withLock { exchange(&$0, with: Inbox(isStopped: $0.isStopped)) }
      for download in mail.arrivals where !download.end.isOver {
        guard let easy = download.prepare(with: curl) else {
          download.end.fulfill(Transfer(.failure(.offline(host: download.request.host)), source: .network))
          continue
        }
        running[easy] = download
        _ = curl.pointee.multi_add_handle(multi, easy)
      }
      for download in mail.cancelled { remove(download.easy, from: &running) }
      if mail.isStopped { break }

      var count: Int32 = 0
      _ = curl.pointee.multi_perform(multi, &count)
      var result = CURLE_OK
      while let easy = ccurl_finished(multi, &result) {
        running[easy]?.end(after: result)
        remove(easy, from: &running)
      }
      var pause = Duration.seconds(3600)
      for (easy, download) in running {
        guard let left = download.silenceLeft else { continue }
        if left > .zero {
          pause = min(pause, left)
        } else {
          download.failForInactivity()
          remove(easy, from: &running)
        }
      }
      // Returns at once after a wake-up since the last call; libcurl itself enforces the timeouts of answers.
      _ = curl.pointee.multi_poll(multi, nil, 0, Int32(pause / .milliseconds(1)) + 1, nil)
    }
    for easy in Array(running.keys) { remove(easy, from: &running) }
    _ = curl.pointee.multi_cleanup(multi)
  }

  private func remove(_ easy: UnsafeMutableRawPointer?, from running: inout [UnsafeMutableRawPointer: CurlDownload]) {
    guard let easy, let download = running.removeValue(forKey: easy) else { return }
    _ = curl.pointee.multi_remove_handle(multi, easy)
    download.release(with: curl)
  }
}
