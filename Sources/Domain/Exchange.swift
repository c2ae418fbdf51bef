import Synchronization

/// What became of one request, for `explain`.
package struct Exchange: Sendable, Equatable {
  package var method: String
  /// With its query, without secrets.
  package var url: String
  /// Header fields sent that decide the answer, without secrets.
  package var headers: [String: String]
  package var source: Source
  /// The HTTP status, or nil when none came.
  package var status: Int?
  package var bytes: Int
  /// How often it was sent; more than once after retries.
  package var attempts: Int
  /// Time spent waiting for the request budget.
  package var waited: Duration
  /// Time from sending the first attempt to the last byte of the last.
  package var transferred: Duration
  /// How often the last attempt was sent on to another address.
  package var redirects: Int
  /// Of the last request sent; nil where none was.
  package var timings: Timings?
  /// When an answer was kept that is older than answers of its kind may be, in seconds since 1970; nil for any other.
  package var staleSince: Int64?
  package var error: CatalogError?

  /// Where the time of a request went.
  package struct Timings: Sendable, Equatable {
    /// Finding the host's number.
    package var name: Duration
    package var connection: Duration
    /// Agreeing on keys and certificates; none without TLS.
    package var tls: Duration
    /// From sending the request to the first byte of the answer.
    package var firstByte: Duration
    /// From there to the last byte.
    package var body: Duration
    /// Whether the connection was there already.
    package var isReused: Bool
    /// Such as `1.1` or `2`; nil where no answer came.
    package var httpVersion: String?

    package init(
      name: Duration = .zero, connection: Duration = .zero, tls: Duration = .zero, firstByte: Duration = .zero,
      body: Duration = .zero, isReused: Bool = false, httpVersion: String? = nil
    ) {
      self.name = name
      self.connection = connection
      self.tls = tls
      self.firstByte = firstByte
      self.body = body
      self.isReused = isReused
      self.httpVersion = httpVersion
    }
  }

  package enum Source: String, Sendable {
    case network, cache, sample, recording
    /// Kept on disk, by this session or another.
    case disk
    /// An identical request was under way, and its answer served both.
    case shared
  }

  package init(
    method: String, url: String, headers: [String: String] = [:], source: Source, status: Int? = nil, bytes: Int = 0,
    attempts: Int = 1, waited: Duration = .zero, transferred: Duration = .zero, redirects: Int = 0,
    timings: Timings? = nil, staleSince: Int64? = nil, error: CatalogError? = nil
  ) {
    self.staleSince = staleSince
    self.method = method
    self.url = url
    self.headers = headers
    self.source = source
    self.status = status
    self.bytes = bytes
    self.attempts = attempts
    self.waited = waited
    self.transferred = transferred
    self.redirects = redirects
    self.timings = timings
    self.error = error
  }
}

/// How an answer's bytes became items, for `explain`.
package struct Decoding: Sendable, Equatable {
  package var url: String
  package var shown: Int
  package var skipped: [SkippedRow]
  package var took: Duration
  /// How many rows the answer has; nil where nobody counted.
  package var rows: Int?
  /// What no row of the answer told, of what rows may tell.
  package var emptyFields: [String]

  package init(
    url: String, shown: Int, skipped: [SkippedRow], took: Duration, rows: Int? = nil, emptyFields: [String] = []
  ) {
    self.rows = rows
    self.emptyFields = emptyFields
    self.url = url
    self.shown = shown
    self.skipped = skipped
    self.took = took
  }
}

/// Something that a user should know although nothing failed. Facts, not sentences.
package enum Notice: Sendable, Hashable {
  /// The service keeps its listings from these credentials, so its product catalogue is asked from now on.
  case listingsClosed(host: String)
  /// Credentials were renewed and could not be written to `path`; `reason` is the system's own words.
  case credentialsNotKept(FileError)
  /// The request budget that processes share in the folder `path` cannot be read, for a reason in the system's own words,
  /// and so counts as spent: one request goes to a host in the time `every`. Nil where there is no budget.
  case notShared(path: String, reason: String, every: Duration?)
  /// A catalog is described by the file at `path`; it asks `host`, and reads a token from the variable `token`, where it
  /// takes one.
  case declaration(path: String, host: String, token: String?)
  /// A file was not got to its end; what came of it is at `path`, and the next attempt `goesOn` from there or begins anew.
  case partlyGot(path: String, bytes: Int, goesOn: Bool)
  /// A replay did not run a command of its recording that reaches beyond the session.
  case passedOver(String)
}

/// Collects what the requests of one command did, in the order in which they ended.
package final class ExchangeLog: Sendable {
  private let state = Mutex<(exchanges: [Exchange], decodings: [Decoding], notices: [Notice])>(([], [], []))

  package init() {}

  package func append(_ exchange: Exchange) { state.withLock { $0.exchanges.append(exchange) } }
  package func append(_ decoding: Decoding) { state.withLock { $0.decodings.append(decoding) } }

  package func append(_ notice: Notice) { state.withLock { $0.notices.append(notice) } }

  /// The notices that have not been taken yet: each is told once.
  package func takeNotices() -> [Notice] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  package var exchanges: [Exchange] { state.withLock(\.exchanges) }
  package var decodings: [Decoding] { state.withLock(\.decodings) }
  /// Whether `explain` has something to show: a request, or a row that was skipped without one.
  package var isTelling: Bool {
    state.withLock { !$0.exchanges.isEmpty || $0.decodings.contains { !$0.skipped.isEmpty } }
  }
  /// When the oldest of the answers was kept that are older than they may be; nil where none is.
  package var staleSince: Int64? { exchanges.lazy.compactMap(\.staleSince).min() }
}

/// What every request made on behalf of one command shares; set by the command, read by the layers below.
package struct RequestContext: Sendable {
  @TaskLocal package static var current = RequestContext()

  /// Whether a kept answer will do; `reload` says no.
  package var mayUseCache: Bool
  /// Whether answers are kept on disk, and those kept there are looked at.
  package var usesDisk: Bool
  /// Whether a search or chart kept longer than its hour, but less than a day, will do for now.
  package var acceptsStale: Bool
  /// What nobody has asked for yet leaves others the last third of a budget; nil for what a command asks.
  package var preview: Preview?
  /// How long all requests together may wait; nil: as long as it takes.
  package var patience: Patience?
  package var log: ExchangeLog?
  /// Told when a request starts to wait for `host`'s budget, with the time it will take.
  package var onWait: (@Sendable (_ host: String, _ duration: Duration) -> Void)?

  package init(
    mayUseCache: Bool = true, usesDisk: Bool = true, acceptsStale: Bool = false, preview: Preview? = nil,
    patience: Patience? = nil, log: ExchangeLog? = nil,
    onWait: (@Sendable (_ host: String, _ duration: Duration) -> Void)? = nil
  ) {
    self.acceptsStale = acceptsStale
    self.mayUseCache = mayUseCache
    self.usesDisk = usesDisk
    self.preview = preview
    self.patience = patience
    self.log = log
    self.onWait = onWait
  }
}

/// Requests that nobody asked for, until a command asks for just what they bring.
package final class Preview: Sendable {
  private let speculative = Mutex(true)

  package init() {}

  package var isSpeculative: Bool { speculative.withLock(\.self) }
  package func noteDemand() { speculative.withLock { $0 = false } }
}

/// How long one command may still wait. What its requests wait beside each other counts once.
package final class Patience: Sendable {
  private struct State {
    var left: Duration
    var waiting = 0
    var since = Duration.zero
  }

  private let state: Mutex<State>

  package init(_ total: Duration) { state = Mutex(State(left: total)) }

  /// - Parameter now: by the clock of those who wait, as below.
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

/// How much may be asked of a host right now, for `limits`.
package struct RequestBudget: Sendable, Equatable {
  package var host: String
  /// Requests that may be sent at once now.
  package var available: Int
  /// Requests that may be sent at once after a rest; nil without a limit.
  package var capacity: Int?
  /// Until the next request becomes available; zero where one is.
  package var nextIn: Duration
  /// Until all of them are.
  package var fullIn: Duration
  /// Requests sent in this session.
  package var sent: Int
  /// Requests that other sessions sent within the longest of the windows.
  package var sentByOthers: Int
  /// What it is made of: each holds at the same time. Empty without a limit.
  package var windows: [Window] = []
  /// Whether all processes of the user share it, as they do unless it cannot be read.
  package var isShared = true

  /// Never more than `requests` in any stretch of time of this length.
  package struct Window: Sendable, Equatable {
    package var requests: Int
    package var length: Duration
    /// Requests that may be sent at once now.
    package var available: Int

    package init(requests: Int, length: Duration, available: Int) {
      self.requests = requests
      self.length = length
      self.available = available
    }
  }

  /// A service that asks to be left alone for longer is asked again after this time.
  package static let longestPause = Duration.seconds(3600)

  package init(
    host: String, available: Int, capacity: Int?, nextIn: Duration, fullIn: Duration = .zero, sent: Int,
    sentByOthers: Int = 0
  ) {
    self.host = host
    self.available = available
    self.capacity = capacity
    self.nextIn = nextIn
    self.fullIn = fullIn
    self.sent = sent
    self.sentByOthers = sentByOthers
  }
}
