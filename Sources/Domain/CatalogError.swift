/// Every way in which a request to a catalog fails. Facts, not sentences. `indirect`, because results are passed on far
/// more often than errors occur.
package indirect enum CatalogError: Error, Sendable, Hashable {
  /// No connection, or it broke before the answer was complete.
  case offline(host: String)
  case timedOut(host: String, after: Duration)
  /// HTTP 429, or 403 with an empty or HTML body, which Apple sends instead.
  case rateLimited(host: String, retryAfter: Duration?)
  /// The host's request budget is used up, by this session or others; nothing was sent.
  case budgetSpent(host: String, freeIn: Duration)
  /// Any other 4xx but 404; `reason` is in the service's own words. Status 0: nothing was sent, for the reason given.
  case refused(host: String, status: Int, reason: String?)
  case notFound(host: String)
  /// A feed that no longer exists, by HTTP 410.
  case gone(host: String)
  /// The service has no item with that number, id or address; `storefront` is the one requested, if any.
  case unknown(String, storefront: String?)
  /// A storefront without that chart.
  case noChart(String, storefront: String)
  /// The small sample has no item with that number, id or address.
  case notInSample(String)
  /// An address or id that no catalog recognizes.
  /// - Parameter cause: why an address could not be read as a feed; nil if it is not an address or was not tried.
  case unrecognized(String, cause: CatalogError? = nil)
  /// The item with the title `of` lacks a relation; `known` are the words of those it has.
  case noRelation(String, of: String, known: [String])
  /// A podcast episode that cannot be looked up by id and is not in its podcast's list. `whole` is the podcast; nil if
  /// unknown.
  case onlyInList(String, whole: ItemID?)
  /// An address of the service that is not an item's page, such as a playlist's.
  case notAnItemPage(String)
  case server(host: String, status: Int)
  /// The service reported a failure in an answer with a success status; `message` is in its own words.
  case reported(host: String, code: ErrorCode, message: String?)
  /// Not the JSON expected; `what` describes what was received instead.
  case unreadable(host: String, what: String)
  /// The user's file with a saved answer contains something else.
  case unusable(file: String, what: String)
  case tooLarge(host: String, limit: ByteCount)
  /// The certificate that was presented for `host` is not valid.
  case untrusted(host: String, reason: CertificateProblem)
  /// An untrusted address led to `address`, which is on this machine or its network, so nothing was sent there.
  case offLimits(host: String, address: String)
  /// The library for web requests is not installed; `package` is its name in Debian.
  case libraryMissing(name: String, package: String)
  /// The library for web requests is installed but unusable; `reason` is in the system's words.
  case libraryUnusable(name: String, reason: String)
  case cancelled
  /// The recording of a replay does not contain this request.
  case notRecorded(request: String)
  /// `value` is not among those that the service lists for a filter.
  case wrongFilter(value: String, name: String, known: [String])
  /// The service requires credentials; any one of these sets of environment variables provides them.
  /// - Parameters:
  ///   - about: how to get them, if known.
  ///   - catalog: its name, if it has a sign-in.
  case credentialsMissing(variables: [[String]], about: String? = nil, catalog: String? = nil)
  /// The address belongs only to catalogs that lack credentials; the other values are those of `credentialsMissing`.
  case credentialsNeeded(
    String, in: [String], variables: [[String]], about: String? = nil, catalog: String? = nil)
  /// Nobody said where the user's own server is; the environment variable or a sign-in does.
  case addressMissing(variable: String, about: String, catalog: String)
  /// The credentials in use are no longer valid.
  case credentialsRejected(host: String, reason: String?, variable: String? = nil, catalog: String? = nil)
  /// The credentials were not renewed, because the new ones could not be saved and each renewal works only once.
  case credentialsNotKept(FileError)

  package typealias ByteCount = Int

  /// The code in JSON and in `expect error`.
  package var code: ErrorCode {
    switch self {
    case .offline, .libraryMissing, .libraryUnusable: .offline
    case .timedOut: .timedOut
    case .rateLimited, .budgetSpent: .rateLimited
    case .untrusted: .untrusted
    case .noRelation, .wrongFilter: .usage
    case .refused, .gone, .offLimits, .credentialsMissing, .credentialsNeeded, .addressMissing, .credentialsRejected:
      .refused
    case .unrecognized(_, let cause?): cause.code
    case .notFound, .unknown, .noChart, .notInSample, .unrecognized(_, nil), .onlyInList, .notAnItemPage: .notFound
    case .server: .server
    case .reported(_, let code, _): code
    case .unreadable, .unusable: .unreadable
    case .tooLarge: .tooLarge
    case .cancelled: .cancelled
    case .notRecorded: .notRecorded
    case .credentialsNotKept: .file
    }
  }

  /// The error without what differs between requests, so that failures with one cause are reported once.
  package var cause: CatalogError {
    switch self {
    case .timedOut(let host, _): .timedOut(host: host, after: .zero)
    case .rateLimited(let host, _): .rateLimited(host: host, retryAfter: nil)
    case .budgetSpent(let host, _): .budgetSpent(host: host, freeIn: .zero)
    case .notRecorded: .notRecorded(request: "")
    default: self
    }
  }

  /// The same error in the words of the sample.
  package var ofSample: CatalogError {
    switch self {
    case .unknown(let reference, _), .onlyInList(let reference, whole: _?), .unrecognized(let reference, _):
      .notInSample(reference)
    case .notFound(let name), .offline(let name), .noChart(let name, _): .notInSample(name)
    default: self
    }
  }

  /// How long to wait before the next request, if the error says.
  package var wait: Duration {
    switch self {
    case .rateLimited(_, let time?), .budgetSpent(_, let time): time
    default: .zero
    }
  }
}

/// What is wrong with a certificate. Recordings contain the raw values.
package enum CertificateProblem: String, Sendable {
  /// Not signed by an authority that this machine trusts.
  case untrusted
  case expired
  case notYetValid = "not-yet-valid"
  case wrongHost = "wrong-host"
  /// The user's file of trusted certificates cannot be read, so nothing was verified.
  case unreadableFile = "unreadable-file"
}

/// The error codes that scripts see. Codes are only ever added.
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

  /// Whether the content of an answer caused it, so that a retry must not use the cached answer.
  package var isCausedByAnswer: Bool { self == .unreadable || self == .notFound }
}
