import Synchronization

/// One request and its outcome, for `explain`.
package struct Exchange: Sendable, Equatable {
  package let method: String
  /// With its query, without secrets.
  package let url: String
  /// The header fields sent that affect the answer, without secrets.
  package var headers: [String: String] = [:]
  /// What was sent, without secrets; nil if it is not text.
  package var body: String? = ""
  /// The credentials that were sent too, for a shell; nil if none.
  package var secrets: SecretParts?
  /// The options of a command line for curl that send a body with secrets; empty: it has none.
  package var curlBody: [String] = []
  package let source: Source
  /// The HTTP status; nil if none came.
  package var status: Int?
  package var bytes = 0
  /// How often it was sent; more than once after retries.
  package var attempts = 1
  /// Time spent waiting for the request budget.
  package var waited = Duration.zero
  /// Time from sending the first attempt to the last byte of the last one.
  package var transferred = Duration.zero
  /// How many redirects the last attempt followed.
  package var redirects = 0
  /// Those of the last request sent; nil if none was sent.
  package var timings: Timings?
  /// When a stale answer was stored, in seconds since 1970; nil if the answer is not stale.
  package var staleSince: Int64?
  package var error: CatalogError?

  /// Credentials for a shell, for use in double quotes, with variables instead of their values.
  package struct SecretParts: Sendable, Equatable {
    package var headers: [String: String]
    package var query: [String]

    package init(headers: [String: String], query: [(name: String, text: String)]) {
      self.headers = headers
      self.query = query.map { "\($0.name)=\($0.text)" }
    }
  }

  /// Where the time of a request went.
  package struct Timings: Sendable, Equatable {
    /// Looking up the host's name.
    package var name = Duration.zero
    package var connection = Duration.zero
    /// The TLS handshake; zero without TLS.
    package var tls = Duration.zero
    /// From sending the request to the first byte of the answer.
    package var firstByte = Duration.zero
    /// From the first byte of the answer to the last.
    package var body = Duration.zero
    /// Whether it was an existing connection.
    package var isReused = false
    /// Such as `1.1` or `2`; nil if no answer came.
    package var httpVersion: String?

    package init() {}
  }

  package enum Source: String, Sendable {
    case network, cache, sample, recording
    /// Stored on disk, by this session or another.
    case disk
    /// Shared with an identical request that was in flight.
    case shared
  }

  package init(method: String, url: String, source: Source) {
    (self.method, self.url, self.source) = (method, url, source)
  }
}

/// How an answer's bytes became items, for `explain`.
package struct Decoding: Sendable, Equatable {
  package var url: String
  /// Of a POST; several have one address. Otherwise empty.
  package var body: String
  package var shown: Int
  package var skipped: [SkippedRow]
  package var took: Duration
  /// How many rows the answer has; nil if they were not counted.
  package var rows: Int?
  /// The fields that rows can have but no row of this answer has.
  package var emptyFields: [String]
  /// Why a field has no value in any row, by the field's key: `2 of 2 are no date, such as soon`.
  package var why: [String: String]

  package init(
    url: String, body: String = "", shown: Int, skipped: [SkippedRow], took: Duration, rows: Int? = nil,
    emptyFields: [String] = [], why: [String: String] = [:]
  ) {
    (self.body, self.why, self.rows, self.emptyFields) = (body, why, rows, emptyFields)
    (self.url, self.shown, self.skipped, self.took) = (url, shown, skipped, took)
  }
}

/// Something that a user should know although nothing failed. Facts, not sentences.
package enum Notice: Sendable, Hashable {
  /// The service denies these credentials its listings, so liner uses its product catalog from now on.
  case listingsClosed(host: String)
  /// The renewed credentials could not be saved.
  case credentialsNotKept(FileError)
  /// The request budget that processes share in a folder cannot be read. It counts as used up: a host gets one request
  /// per `every`, or is not limited if that is nil.
  case notShared(FileError, every: Duration?)
  /// The setting is saved in the file at `path`.
  case settingSaved(path: String)
  /// The memory across sessions cannot be used; the command went on without it.
  case memoryUnusable(FileError)
  /// The memory across sessions was damaged and starts over. It is saved as `savedAs`, unless it was missing.
  case memoryReplaced(path: String, savedAs: String?)
  /// The file at `path` declares a catalog, which sends requests to `hosts` and reads credentials from `variables`.
  case declaration(path: String, hosts: [String], variables: [String])
  /// An interrupted download is saved at `path`. The next attempt resumes if `isResumable`, or else starts over.
  case partialDownload(path: String, bytes: Int, isResumable: Bool)
  /// The item's catalog, by name, does not exist here.
  case catalogMissing(String)
  /// An address names a part of an album or season that is missing here; the whole was opened.
  case partMissing(of: String, whole: String)
  /// A replay skipped a recorded command that has side effects.
  case skippedInReplay(String)
}

/// Collects the requests of one command and their outcomes, in the order in which they ended.
package final class ExchangeLog: Sendable {
  private let state = Mutex<(exchanges: [Exchange], decodings: [Decoding], notices: [Notice])>(([], [], []))

  package init() {}

  package func append(_ exchange: Exchange) { state.withLock { $0.exchanges.append(exchange) } }
  package func append(_ decoding: Decoding) { state.withLock { $0.decodings.append(decoding) } }

  package func append(_ notice: Notice) { state.withLock { $0.notices.append(notice) } }

  /// The notices since the last call, so that each is shown once.
  package func takeNotices() -> [Notice] { state.withLock { exchange(&$0.notices, with: []) } }

  package var exchanges: [Exchange] { state.withLock(\.exchanges) }
  package var decodings: [Decoding] { state.withLock(\.decodings) }
  /// Whether there are answers, and all were stored on disk.
  package var isFromDisk: Bool { exchanges.first != nil && exchanges.allSatisfy { $0.source == .disk } }
  /// Whether `explain` has something to show: a request, or a skipped row.
  package var hasContent: Bool {
    state.withLock { !$0.exchanges.isEmpty || $0.decodings.contains { !$0.skipped.isEmpty } }
  }
  /// When the oldest of the stale answers was stored; nil if none is stale.
  package var staleSince: Int64? { exchanges.lazy.compactMap(\.staleSince).min() }
}

/// What happens while a command's requests are in flight.
package enum RequestEvent: Sendable {
  /// A request starts to wait for the host's budget; the duration is what it expects.
  case waits(host: String, Duration)
  /// How many stores or catalogs have answered; `what` is their noun.
  case answered(Int, of: Int, what: String)
}

/// Settings that all requests of one command share. The command sets them; the layers below read them.
package struct RequestContext: Sendable {
  @TaskLocal package static var current = RequestContext()

  /// Whether cached answers are used; not for `reload`.
  package var mayUseCache: Bool
  /// Whether the cache on disk is used.
  package var usesDisk: Bool
  /// Whether a search or chart older than an hour, but younger than a day, may be shown for now.
  package var acceptsStale: Bool
  /// Set for previews, which leave the last third of a budget to others; nil for requests of a command.
  package var preview: Preview?
  /// How long all requests together may wait; nil for no limit.
  package var patience: WaitAllowance?
  /// When the answer would come too late, and how long it had; nil if only the user stops the wait.
  package var limit: (end: ContinuousClock.Instant, after: Duration)?
  package var log: ExchangeLog?
  /// Called with what happens while the requests are in flight.
  package var onEvent: @Sendable (RequestEvent) -> Void
  /// Called when a request has entered the queue for its host's budget, been admitted, or failed; may be called again
  /// while it waits.
  package var onPlace: @Sendable () -> Void = {}

  package init(
    mayUseCache: Bool = true, usesDisk: Bool = true, acceptsStale: Bool = false, preview: Preview? = nil,
    patience: WaitAllowance? = nil, log: ExchangeLog? = nil,
    onEvent: @escaping @Sendable (RequestEvent) -> Void = { _ in }
  ) {
    (self.acceptsStale, self.mayUseCache, self.usesDisk) = (acceptsStale, mayUseCache, usesDisk)
    (self.preview, self.patience, self.log) = (preview, patience, log)
    self.onEvent = onEvent
  }
}

/// Marks requests as speculative until a command wants their answers.
package final class Preview: Sendable {
  private let speculative = Mutex(true)

  package init() {}

  package var isSpeculative: Bool { speculative.withLock(\.self) }
  package func noteDemand() { speculative.withLock { $0 = false } }
}

/// How long one command may still wait. Waits of concurrent requests count once.
package final class WaitAllowance: Sendable {
  private let state: Mutex<(left: Duration, waiting: Int, since: Duration)>

  /// At most `total`, and at most what is left of `whole`, if that is limited.
  package init(_ total: Duration, of whole: WaitAllowance? = nil) {
    state = Mutex((whole.map { min(total, $0.state.withLock(\.left)) } ?? total, 0, .zero))
  }

  /// What is left at `now`, from the same clock as in `begin` and `end`.
  package func left(at now: Duration) -> Duration {
    state.withLock { $0.left - ($0.waiting > 0 ? now - $0.since : .zero) }
  }

  package func begin(at now: Duration) {
    state.withLock { state in
      if state.waiting == 0 { state.since = now }
      state.waiting += 1
    }
  }

  package func end(at now: Duration) {
    state.withLock { state in
      state.waiting -= 1
      if state.waiting == 0 { state.left -= now - state.since }
    }
  }
}

/// How many requests a host may be sent right now, for `limits`.
package struct RequestBudget: Sendable, Equatable {
  package let host: String
  /// Requests that may be sent now without waiting.
  package var available = 0
  /// Requests that may be sent without waiting after a pause; nil if unlimited.
  package var capacity: Int?
  /// The time until the next request becomes available; zero if one is.
  package var nextIn = Duration.zero
  /// The time until `capacity` requests are available.
  package var fullIn = Duration.zero
  /// Requests sent in this session.
  package var sent = 0
  /// Requests that other sessions sent within the longest window.
  package var sentByOthers = 0
  /// The windows, which all apply at the same time. Empty if unlimited.
  package var windows: [Window] = []
  /// Whether all processes of the user share it, which they do unless it cannot be read.
  package var isShared = true

  /// At most `requests` in any period of this length.
  package struct Window: Sendable, Equatable {
    package var requests: Int
    package var length: Duration
    package var available: Int

    package init(requests: Int, length: Duration, available: Int) {
      (self.requests, self.length, self.available) = (requests, length, available)
    }
  }

  /// A service that demands a longer pause gets the next request after this time.
  package static let longestPause = Duration.seconds(3600)

  package init(host: String) { self.host = host }
}
