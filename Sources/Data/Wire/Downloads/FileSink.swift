import Disk
import Domain
import Synchronization

/// Receives a body that is too large for memory. Called on the connection's own thread.
package struct BodySink: Sendable {
  /// Called when the headers have arrived. Returns whether the body goes here; otherwise it stays in memory like any
  /// other.
  let begin: @Sendable (_ status: Int, _ headers: [String: String]) -> Bool
  /// Returns false to stop the transfer.
  let take: @Sendable (UnsafeRawBufferPointer) -> Bool
}

/// Writes a body to a file; appends it if it is the rest of the file.
final class FileSink: Sendable {
  struct State {
    /// Nil once the sink is closed.
    var part: PartialFile?
    /// Why the sink ended the transfer.
    var failure: DownloadFailure?
    /// The size of the whole file, if the service says so.
    var expected: Int?
    var type: String?
    var lastReport = ContinuousClock.now - .seconds(1)
    /// When the first bytes of this answer arrived, and how many bytes the file had before.
    var start: (time: ContinuousClock.Instant, size: Int)?
    var isBegun = false
    /// The version of the first bytes that came, unless they continue the file, and the task that notes it.
    var begun: (version: RemoteVersion, noting: Task<Void, Never>)?
    /// This version of the remote file.
    var version = RemoteVersion()
    /// Whether the file has an earlier version, to be dropped when bytes of this one arrive.
    var replaces = false
    /// Whether the answer is another part or version than requested.
    var isOther = false
  }

  private let host: String
  private let isDeclared: Bool
  private let isPage: Bool
  private let isDocument: Bool
  private let resumed: RemoteVersion?
  private let onBegin: @Sendable (RemoteVersion) -> Task<Void, Never>
  private let onProgress: @Sendable (DownloadProgress) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - url: the requested address.
  ///   - resumed: the version whose rest was requested; nil if the whole file was requested.
  ///   - onBegin: called with this version once nothing of another is left; notes it.
  init(
    _ part: PartialFile, url: String, isDeclared: Bool, resuming resumed: RemoteVersion?,
    onBegin: @escaping @Sendable (RemoteVersion) -> Task<Void, Never>,
    onProgress: @escaping @Sendable (DownloadProgress) -> Void
  ) {
    state = Mutex(State(part: part))
    host = HTTPRequest(url: url).host
    self.isDeclared = isDeclared
    let ending = isDeclared ? DownloadName.ending(of: url) : ""
    isPage = ["html", "htm", "xhtml"].contains(ending)
    isDocument = ["xml", "json"].contains(ending)
    (self.resumed, self.onBegin, self.onProgress) = (resumed, onBegin, onProgress)
  }

  /// The sink of the request.
  var body: BodySink { BodySink(begin: { self.begin(status: $0, headers: $1) }, take: { self.take($0) }) }

  /// Releases the file and accepts no more bytes. A cancelled connection may still deliver some, and the next download
  /// of the file must find it unlocked.
  /// - Returns: the final state.
  func close() -> State {
    state.withLock { state in
      state.part = nil
      return state
    }
  }

  private func begin(status: Int, headers: [String: String]) -> Bool {
    guard status == 200 || status == 206 else { return false }
    let length = headers["transfer-encoding"] == nil ? headers["content-length"].flatMap { Self.size($0) } : nil
    let range = status == 206 ? Self.range(headers["content-range"]) : nil
    let new = RemoteVersion(of: headers, total: status == 200 ? length : range?.total)
    return state.withLock { state in
      state.version = new
      state.type = headers["content-type"]
      if let packing = headers["content-encoding"]?.lowercased(), packing != "identity" {
        state.failure = unreadable("an unrequested compressed body")
      } else if let type = state.type, !accepts(type) {
        state.failure = unreadable(
          Self.isHTML(type)
            ? "an HTML page" : isDeclared ? "\(type), not the file" : "\(type), not audio, video or text")
        // A document may say why the service failed, and is read from memory.
        return !isDeclared || Self.isHTML(type)
      } else if status == 200 {
        state.expected = length
        state.replaces = true
        state.isBegun = true
      } else if let range, range.start == (resumed == nil ? 0 : state.part?.size), resumed?.continues(as: new) ?? true,
        length == nil || length == range.end - range.start
      {
        state.expected = range.total ?? range.end
        state.replaces = resumed == nil
        state.isBegun = true
      } else {
        // The service sent another part or version than requested: the caller requests the whole file.
        state.isOther = true
      }
      return true
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isFine, news) = state.withLock { state -> (Bool, DownloadProgress?) in
      guard let part = state.part, state.failure == nil, state.isBegun else { return (false, nil) }
      if state.replaces || part.size == 0, !isPage, Self.isPage(bytes) {
        state.failure = unreadable("an HTML page")
        return (false, nil)
      }
      let now = ContinuousClock.now
      do throws(FileError) {
        if state.replaces {
          try part.truncate()
          // Not earlier: bytes of another version must never be resumed as this one.
          state.begun = (state.version, onBegin(state.version))
        }
        state.replaces = false
        let start = state.start ?? (now, part.size)
        state.start = start
        try part.append(bytes)
        guard now - state.lastReport > .milliseconds(100) else { return (true, nil) }
        state.lastReport = now
        let came = part.size - start.size
        return (true, DownloadProgress(bytes: part.size, all: state.expected, came: came, during: now - start.time))
      } catch {
        state.failure = .file(error)
        return (false, nil)
      }
    }
    if let news { onProgress(news) }
    return isFine
  }

  private func unreadable(_ what: String) -> DownloadFailure { .catalog(.unreadable(host: host, what: what)) }

  /// A declared file may have any type but that of an error: a page, or a document whose address is not one's.
  private func accepts(_ type: String) -> Bool {
    if Self.isHTML(type) { return isPage }
    let type = RemoteVersion.essence(of: type)
    if isDeclared { return isDocument || !Self.documents.contains(type) }
    return ["audio/", "video/", "text/"].contains { type.hasPrefix($0) } || Self.unsaid.contains(type)
  }

  /// The types of documents, in which a service tells an error.
  private static let documents: Set = ["text/xml", "application/xml", "application/atom+xml", "application/json"]

  /// Why no player can play a stream of that type; nil if one may.
  static func unplayable(_ type: String) -> String? {
    let essence = RemoteVersion.essence(of: type)
    if isHTML(type) || documents.contains(essence) { return "\(type), not the file" }
    let isBook = essence.hasSuffix("zip") || essence == "application/pdf" || essence.hasPrefix("image/")
    return isBook ? "\(type), which cannot be played" : nil
  }

  /// Types that say nothing about a file, or also mean audio.
  static let unsaid: Set = [
    "", "application/octet-stream", "binary/octet-stream", "application/x-octet-stream", "application/octetstream",
    "application/unknown", "unknown/unknown", "application/ogg", "application/mp4", "application/force-download",
    "application/download", "application/x-download", "application/x-mpegurl",
  ]

  private static func isHTML(_ type: String) -> Bool {
    let type = type.lowercased()
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }

  private static func isPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// Parses `bytes 100-199/200` into start, end, and total; the total is nil for `*`.
  static func range(_ text: String?) -> (start: Int, end: Int, total: Int?)? {
    guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", maxSplits: 1)
    let ends = (parts.first ?? "").split(separator: "-", maxSplits: 1).map { size($0) }
    guard parts.count == 2, ends.count == 2, let start = ends[0], let last = ends[1], last >= start else { return nil }
    return (start, last + 1, size(parts[1]))
  }

  /// Nil for a size that no file can have, because sums with it would overflow.
  private static func size(_ text: some StringProtocol) -> Int? { Int(text).flatMap { 0...1 << 50 ~= $0 ? $0 : nil } }
}

/// Identifies a version of a remote file.
struct RemoteVersion: Sendable, Equatable {
  /// A tag or a date, for `If-Range`.
  var validator: String?
  /// The size of the whole file.
  var total: Int?
  /// Without parameters.
  var type: String?

  init() {}

  init(of headers: [String: String], total: Int?) {
    // A weak tag does not guarantee equal bytes (RFC 9110, 13.1.5).
    validator = headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil } ?? Self.strongDate(in: headers)
    self.total = total
    type = headers["content-type"].map(Self.essence)
  }

  /// When the file was last changed. In the second of that change it may change again unnoticed (RFC 9110, 8.8.2.2).
  private static func strongDate(in headers: [String: String]) -> String? {
    let (changed, sent) = (headers["last-modified"], headers["date"])
    guard let first = changed.flatMap(WrittenDate.init)?.seconds, let second = sent.flatMap(WrittenDate.init)?.seconds
    else { return changed }
    return first < second ? changed : nil
  }

  /// Whether the rest of a file, sent as `rest`, belongs to this version; false if that cannot be determined.
  func continues(as rest: RemoteVersion) -> Bool {
    validator != nil && validator == rest.validator && type == rest.type && rest.total != nil
      && (total == nil || total == rest.total)
  }

  /// For the ledger; nil if a part of it could not be resumed.
  var text: String? { validator.map { "\(total.map(String.init) ?? "*") \(type ?? "*") \($0)" } }

  /// Nil for any other text, such as the validators that earlier versions of liner wrote.
  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[0] == "*" || Int(parts[0]) != nil else { return nil }
    (total, validator) = (Int(parts[0]), parts[2])
    type = parts[1] == "*" ? nil : parts[1]
  }

  /// `audio/mpeg` for `Audio/MPEG; charset=x`.
  static func essence(of type: String) -> String { type.prefix { $0 != ";" }.lowercased().filter { $0 != " " } }
}
