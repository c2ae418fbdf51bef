package import Disk
package import Domain
import Synchronization

/// Writes a `Recording` as the session goes on: each entry at its end and at once, so that a crash loses none.
package final class Recorder: Sendable {
  private let file: GrowingFile
  private let secrets: KnownSecrets

  /// Begins a new recording at `path`, readable for its owner alone.
  /// - Parameters:
  ///   - replaces: whether a file that is there already may be replaced.
  ///   - secrets: what is not written, wherever it turns up.
  package init(
    path: String, replaces: Bool = false, in places: Places = Places([:]), secrets: KnownSecrets = KnownSecrets()
  ) async throws(FileError) {
    self.secrets = secrets
    file = try await GrowingFile(path: path, existing: replaces ? .replaced : .refused, in: places)
    write(Recording.header + "\n")
    if let failure = file.failure { throw failure }
  }

  /// Waits until all is written.
  /// - Returns: what first kept an entry from being written, such as a full disk; the session itself goes on.
  package func finish() async -> FileError? { await file.finish() }

  /// Notes an option that decides what is asked, such as `--set limit=3`.
  package func note(option: String) { write(Recording.Entry.option(option).text) }

  /// Notes a line of commands as it is about to run.
  package func note(_ command: Recording.Command) {
    var command = command
    // Before it is written in base64, as it may be.
    command.text = secrets.removed(from: command.text)
    write(Recording.Entry.command(command).text)
  }

  /// A layer that writes down what comes of each request. Cancelled requests are left out.
  package func recording(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      let transfer = await next(request)
      if let exchange = Recording.Exchange(request, transfer.result, hiding: self.secrets) {
        self.write(Recording.Entry.exchange(exchange).text)
      }
      return transfer
    }
  }

  private func write(_ text: String) { file.write(secrets.removed(from: text).utf8) }
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

  private let results: Mutex<[Key: ArraySlice<Result<HTTPResponse, Recording.Failure>>]>

  package init(_ recording: Recording) {
    var results: [Key: ArraySlice<Result<HTTPResponse, Recording.Failure>>] = [:]
    for case .exchange(let exchange) in recording.entries {
      results[Key(exchange.request), default: []].append(exchange.result)
    }
    self.results = Mutex(results)
  }

  /// The layer that takes the place of retries, budget and connection.
  package func transfer(_ request: HTTPRequest) async -> Transfer {
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .recording) }
    let key = Key(request)
    let result = results.withLock { results in
      let result = results[key]?.first
      if let count = results[key]?.count, count > 1 { results[key]?.removeFirst() }
      return result
    }
    guard let result else {
      let shown = Secrets.removed(from: request)
      return Transfer(.failure(.notRecorded(request: "\(shown.method) \(shown.url)")), source: .recording)
    }
    let answer = result.mapError { failure -> CatalogError in
      failure.error(host: request.host) ?? .unreadable(host: request.host, what: failure.text)
    }
    return Transfer(answer, source: .recording, attempts: 1)
  }
}
