/// Every way in which asking a catalog fails. Facts, not sentences; kept apart (`indirect`), as errors are handed on far more
/// often than they occur.
package indirect enum CatalogError: Error, Sendable, Hashable {
  /// No connection, or it broke before the answer was complete.
  case offline(host: String)
  case timedOut(host: String, after: Duration)
  /// HTTP 429, or 403 with an empty or HTML body, which is how Apple says it.
  case rateLimited(host: String, retryAfter: Duration?)
  /// All that may be asked of the host for now has been asked, by this session and others; nothing was sent.
  case budgetSpent(host: String, freeIn: Duration)
  /// Any other 4xx but 404; `reason` is the service's own words. With the status 0: not asked at all, for that reason.
  case refused(host: String, status: Int, reason: String?)
  case notFound(host: String)
  /// The service answered that it has nothing of that number, id or address; in `storefront`, where one was asked.
  case unknown(String, storefront: String?)
  /// The service answers for it only as a part of `whole`, and it is not among what it lists of that: an episode of a
  /// podcast. Nil where nothing tells what it is a part of.
  case partOf(String, whole: ItemID?)
  /// An address of the service that leads to no single thing of its catalogue, such as a playlist's.
  case noCatalogueNumber(String)
  case server(host: String, status: Int)
  /// The service told of a failure in an answer with a good status; `message` is its own words.
  case told(host: String, code: ErrorCode, message: String?)
  /// Not the JSON expected; `what` says what it was instead.
  case unreadable(host: String, what: String)
  case tooLarge(host: String, limit: ByteCount)
  /// The certificate that answered for `host` is not right.
  case untrusted(host: String, reason: CertificateProblem)
  /// A stranger's address led to `address`, which strangers may not have asked: one of this machine or of its network.
  case offLimits(host: String, address: String)
  /// What speaks to the web is not installed; `package` is Debian's name for it.
  case libraryMissing(name: String, package: String)
  case cancelled
  /// A replay was asked for what its recording does not hold.
  case notRecorded(request: String)
  /// The service wants credentials; any one of these sets of environment variables would give them.
  /// - Parameter about: how to get them, where that is known.
  case credentialsMissing(variables: [[String]], about: String? = nil)
  /// The credentials at hand are no longer good.
  case credentialsRejected(host: String, reason: String?)
  /// The credentials were not renewed, because what would have come of it could not be kept at `path`, and they can be
  /// renewed only once; `reason` is the system's own words.
  case credentialsNotKept(FileError)

  package typealias ByteCount = Int

  /// The code in JSON and in `expect error`.
  package var code: ErrorCode {
    switch self {
    case .offline, .libraryMissing: .offline
    case .timedOut: .timedOut
    case .rateLimited, .budgetSpent: .rateLimited
    case .untrusted: .untrusted
    case .refused, .offLimits, .credentialsMissing, .credentialsRejected: .refused
    case .notFound, .unknown, .partOf, .noCatalogueNumber: .notFound
    case .server: .server
    case .told(_, let code, _): code
    case .unreadable: .unreadable
    case .tooLarge: .tooLarge
    case .cancelled: .cancelled
    case .notRecorded: .notRecorded
    case .credentialsNotKept: .file
    }
  }
}

extension CatalogError {
  /// The same without what differs from one request to the next: failures of one cause are told once.
  package var cause: CatalogError {
    switch self {
    case .timedOut(let host, _): .timedOut(host: host, after: .zero)
    case .rateLimited(let host, _): .rateLimited(host: host, retryAfter: nil)
    case .budgetSpent(let host, _): .budgetSpent(host: host, freeIn: .zero)
    case .notRecorded: .notRecorded(request: "")
    default: self
    }
  }

  /// How long it says to wait.
  package var wait: Duration {
    switch self {
    case .rateLimited(_, let time?), .budgetSpent(_, let time): time
    default: .zero
    }
  }
}

/// What is wrong with a certificate.
package enum CertificateProblem: Sendable, Hashable {
  /// Signed by nobody that this machine trusts.
  case untrusted
  case expired
  case notYetValid
  case wrongHost
  /// It could not be checked; the words are libcurl's own.
  case other(String)
}

/// The names by which scripts know what went wrong. Only ever added to.
package enum ErrorCode: String, Sendable, CaseIterable {
  case unknownCommand = "unknown-command"
  case ambiguousCommand = "ambiguous-command"
  case usage
  case noSuchItem = "no-such-item"
  case nothingHere = "nothing-here"
  case atRoot = "at-root"
  case offline
  case timedOut = "timed-out"
  case rateLimited = "rate-limited"
  case refused
  case notFound = "not-found"
  case server
  case unreadable
  case tooLarge = "too-large"
  case untrusted
  case cancelled
  case notRecorded = "not-recorded"
  case file
  case expectFailed = "expect-failed"
}
