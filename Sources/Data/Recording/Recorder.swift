import Domain
import Foundation
import Glibc
import Synchronization

/// Writes a `Recording` as the session goes on: each entry at its end and at once, so that a crash loses none.
package final class Recorder: Sendable {
  private let path: String
  private let file: Int32
  private let firstFailure = Mutex<RecordingError?>(nil)

  /// Begins a new recording at `path`, in place of what is there, readable for its owner alone.
  /// - Throws: `RecordingError.file`.
  package init(path: String) throws(RecordingError) {
    self.path = path
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
    write(Recording.header + "\n")
    if let failure { throw failure }
  }

  deinit { close(file) }

  /// What first kept an entry from being written, such as a full disk; the session itself goes on.
  package var failure: RecordingError? { firstFailure.withLock(\.self) }

  /// Notes an option that decides what is asked, such as `--set limit=3`.
  package func note(option: String) { write(Recording.Entry.option(option).text) }

  /// Notes a line of commands as it is about to run.
  package func note(_ command: Recording.Command) { write(Recording.Entry.command(command).text) }

  /// A layer that writes down what comes of each request. Cancelled requests are left out.
  package func recording(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      let transfer = await next(request)
      if let exchange = Recording.Exchange(request, transfer.outcome) {
        self.write(Recording.Entry.exchange(exchange).text)
      }
      return transfer
    }
  }

  private func write(_ text: String) {
    // Under the lock, so that entries of parallel requests do not mix.
    firstFailure.withLock { failure in
      var bytes = Array(text.utf8)[...]
      while failure == nil, !bytes.isEmpty {
        let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if written >= 0 {
          bytes = bytes.dropFirst(written)
        } else if errno != EINTR {
          failure = .file(path: path, reason: String(cString: strerror(errno)))
        }
      }
    }
  }
}

/// Answers from a `Recording` and from nothing else.
///
/// A request is known by its method, its URL without scheme, user and host, and its body, credentials removed from each:
/// so a recording made at a mirror or a test server is good anywhere. Equal requests get their answers in the order
/// recorded, and the last one again and again.
package final class Replay: Sendable {
  private struct Key: Hashable {
    let method: String
    let target: String
    let body: [UInt8]

    init(_ request: HTTPRequest) {
      let shown = Secrets.removed(from: request)
      method = shown.method
      body = shown.body
      if let authority = shown.url.firstRange(of: "://")?.upperBound {
        target = String(shown.url[authority...].drop { !"/?#".contains($0) })
      } else {
        target = shown.url
      }
    }
  }

  private let outcomes: Mutex<[Key: ArraySlice<Result<HTTPResponse, Recording.Failure>>]>

  package init(_ recording: Recording) {
    var outcomes: [Key: ArraySlice<Result<HTTPResponse, Recording.Failure>>] = [:]
    for case .exchange(let exchange) in recording.entries {
      outcomes[Key(exchange.request), default: []].append(exchange.outcome)
    }
    self.outcomes = Mutex(outcomes)
  }

  /// Reads the recording at `path`.
  package convenience init(path: String) throws(RecordingError) { self.init(try Recording(path: path)) }

  /// The layer that takes the place of retries, budget and connection.
  package func transfer(_ request: HTTPRequest) async -> Transfer {
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .recording) }
    let key = Key(request)
    let outcome = outcomes.withLock { outcomes in
      let outcome = outcomes[key]?.first
      if let count = outcomes[key]?.count, count > 1 { outcomes[key]?.removeFirst() }
      return outcome
    }
    guard let outcome else {
      let shown = Secrets.removed(from: request)
      return Transfer(.failure(.notRecorded(request: "\(shown.method) \(shown.url)")), source: .recording)
    }
    return Transfer(outcome.mapError { $0.error(host: request.host) }, source: .recording, attempts: 1)
  }
}
