package import Disk
package import Domain
import Synchronization

/// Writes a `Recording` during the session: appends each entry at once, so that a crash loses none.
package final class Recorder: Sendable {
  private let file: GrowingFile
  private let secrets: KnownSecrets

  /// Starts a new recording at `path` that only its owner can read.
  /// - Parameters:
  ///   - replaces: whether it may replace an existing file.
  ///   - secrets: never written, wherever they occur.
  package init(
    path: String, replaces: Bool = false, in places: BaseFolders = BaseFolders([:]),
    secrets: KnownSecrets = KnownSecrets()
  ) async throws(FileError) {
    self.secrets = secrets
    // A replay would refuse a larger one.
    file = try await GrowingFile(
      path: path, existing: replaces ? .replaced : .refused, in: places, limit: DiskFiles.largest)
    try file.begin(with: (Recording.header + "\n").utf8)
  }

  /// Waits until everything is written.
  /// - Returns: the first failure to write an entry, such as a full disk; the session itself continues.
  package func finish() async -> FileError? { await file.finish() }

  /// Records an option that affects requests, such as `--set limit=3`.
  package func note(option: String) { write(Recording.Entry.option(option).text) }

  /// Records a line of commands just before it runs.
  package func note(_ command: Recording.Command) {
    var command = command
    // Before the command may be encoded in base64.
    command.text = secrets.redacted(from: command.text)
    write(Recording.Entry.command(command).text)
  }

  /// A layer that records the outcome of each request, except of cancelled previews, which no replay needs.
  package func recording(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      let transfer = await next(request)
      if transfer.result == .failure(.cancelled), RequestContext.current.preview != nil { return transfer }
      let shown = request.shownAnswer.map { shown in transfer.result.map(shown) } ?? transfer.result
      if let exchange = Recording.Exchange(request, shown, hiding: self.secrets) {
        self.write(Recording.Entry.exchange(exchange).text)
      }
      return transfer
    }
  }

  private func write(_ text: String) { file.write(secrets.redacted(from: text).utf8) }
}

/// Answers only from a `Recording`.
///
/// Finds a request by its method, its URL without scheme and user, and its body, all without credentials. For a host
/// that answered nothing, any other counts: a recording of a mirror or a test server works anywhere. Equal requests get
/// their answers in recorded order, and then the last one repeatedly.
package final class Replay: Sendable {
  private struct Key: Hashable {
    let method: String
    let target: String
    let body: [UInt8]
    /// Nil: that of any host.
    var authority: String?

    init(_ request: HTTPRequest) {
      let shown = Secrets.redacted(from: request)
      method = shown.method
      // The placeholder for a credential in a declaration may look like one.
      body = Secrets.redacted(fromBody: shown.body)
      target = shown.address?.target ?? shown.url
      authority = shown.address?.authority
    }
  }

  private let results: Mutex<[Key: ArraySlice<Result<HTTPResponse, Recording.Failure>>]>
  private let authorities: Set<String?>

  package init(_ recording: Recording) {
    var results: [Key: ArraySlice<Result<HTTPResponse, Recording.Failure>>] = [:]
    var authorities: Set<String?> = []
    for case .exchange(let exchange) in recording.entries {
      let key = Key(exchange.request)
      authorities.insert(key.authority)
      for key in Set([key, changing(key) { $0.authority = nil }]) { results[key, default: []].append(exchange.result) }
    }
    self.results = Mutex(results)
    self.authorities = authorities
  }

  /// The layer that replaces retries, budget and connection.
  package func transfer(_ request: HTTPRequest) async -> Transfer {
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .recording) }
    var key = Key(request)
    if !authorities.contains(key.authority) { key.authority = nil }
    let result = results.withLock { results in
      let result = results[key]?.first
      if let count = results[key]?.count, count > 1 { results[key]?.removeFirst() }
      return result
    }
    guard let result else {
      let shown = Secrets.redacted(from: request)
      return Transfer(.failure(.notRecorded(request: "\(shown.method) \(shown.url)")), source: .recording)
    }
    let answer = result.mapError { failure -> CatalogError in
      failure.error(host: request.host) ?? .unreadable(host: request.host, what: failure.text)
    }
    return Transfer(answer, source: .recording, attempts: 1)
  }
}
