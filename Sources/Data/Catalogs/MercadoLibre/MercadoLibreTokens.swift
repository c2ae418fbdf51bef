import Wire
import Disk
import Domain
import FoundationEssentials

/// The tokens of a session: the one to send, and its replacements once the service rejects it.
///
/// A refresh token can be used once. So it is never used twice in parallel, its use is never broken off (a caller
/// waits to the end, cancelled or not), and the new pair is on the disk before anybody receives it. A pair on the disk
/// is preferred to the one in the environment, which may be spent long ago; the latter comes next, for a user who has
/// signed in again.
package actor MercadoLibreTokens {
  /// The authorization to send a request with.
  struct Grant: Sendable, Equatable {
    /// Nil if there is none: the service may answer all the same.
    let token: String?
    /// Whether it was renewed for this very request, so that renewing it again is useless.
    var isNew = false
  }

  private let credentials: MercadoLibreCredentials
  private let file: MercadoLibreTokenFile?
  private let url: String
  private let host: String
  /// Keeps the program from ending in the middle of a renewal.
  private let unfinished: UnfinishedWork?
  private let secrets: KnownSecrets
  private let fetch: HTTPFetch

  private var pair = MercadoLibreTokenPair()
  /// The pairs to try once `pair` is rejected.
  private var others: [MercadoLibreTokenPair] = []
  /// Every pair that has been in use.
  private var known: Set<MercadoLibreTokenPair> = []
  private var isLoaded = false
  private var renewal: Task<Result<Grant, CatalogError>, Never>?

  /// - Parameter file: keeps pairs between sessions; if nil, they end with the session.
  init(
    _ credentials: MercadoLibreCredentials, file: MercadoLibreTokenFile?, base: String,
    unfinished: UnfinishedWork? = nil, secrets: KnownSecrets = KnownSecrets(), fetch: @escaping HTTPFetch
  ) {
    self.credentials = credentials
    self.file = file
    self.unfinished = unfinished
    self.secrets = secrets
    self.fetch = fetch
    // A recording's credentials are our own words, and no secrets.
    if !credentials.areRecorded {
      for secret in [credentials.clientID, credentials.clientSecret] { secrets.add(secret) }
    }
    let request = HTTPRequest(base: base, path: "oauth/token")
    (url, host) = (request.url, request.host)
  }

  /// Whether requests are sent with a token.
  var areAtHand: Bool { pair.accessToken != nil }

  /// The grant to send a request with.
  ///
  /// If there is only a refresh token, it is exchanged first.
  func grant() async throws(CatalogError) -> Grant {
    await load()
    if let renewal { return try await renewal.value.get() }
    if pair.accessToken == nil, pair.refreshToken != nil, isRenewable { return try await renewed(reason: nil) }
    return Grant(token: pair.accessToken)
  }

  /// The grant to repeat a request with that was refused with status 401.
  /// - Parameter reason: the service's reason for the refusal.
  /// - Throws: `credentialsMissing`, `credentialsRejected`, `credentialsNotKept`, or the failure of a request.
  func grant(insteadOf refused: Grant, reason: String?) async throws(CatalogError) -> Grant {
    let wasRecordedWithoutToken = credentials.areRecorded && reason == "authorization value not present"
    guard let token = refused.token, !wasRecordedWithoutToken else {
      throw .credentialsMissing(variables: credentials.wanted)
    }
    guard !refused.isNew else { throw rejected(reason) }
    if let renewal { return try await renewal.value.get() }
    if let current = pair.accessToken, current != token { return Grant(token: current, isNew: true) }
    return try await renewed(reason: reason)
  }

  private func load() async {
    guard !isLoaded else { return }
    // A separate task, so that a cancelled caller does not continue as if nothing were kept.
    let kept = await Task { [file, credentials] in await file?.pair(for: credentials.clientID) }.value
    // Another caller may have been quicker.
    guard !isLoaded else { return }
    isLoaded = true
    if let kept {
      adopt(kept)
      if credentials.tokens != kept { others = [credentials.tokens] }
    } else {
      adopt(credentials.tokens)
    }
  }

  private func adopt(_ pair: MercadoLibreTokenPair) {
    self.pair = pair
    known.insert(pair)
    if !credentials.areRecorded { for token in [pair.accessToken, pair.refreshToken] { secrets.add(token) } }
  }

  private var isRenewable: Bool { credentials.clientID != nil && credentials.clientSecret != nil }

  private func rejected(_ reason: String?) -> CatalogError {
    .credentialsRejected(host: host, reason: reason)
  }

  /// Starts a renewal that all callers share while it runs.
  private func renewed(reason: String?) async throws(CatalogError) -> Grant {
    // A separate task, so that it outlives the command that needed it.
    let renewal = Task {
      let result = await nextGrant(reason: reason)
      self.renewal = nil
      return result
    }
    self.renewal = renewal
    return try await renewal.value.get()
  }

  /// The next grant: from a quicker session of liner, from the refresh token, or from the other pairs.
  private func nextGrant(reason: String?) async -> Result<Grant, CatalogError> {
    var rejection = rejected(reason)
    while true {
      if let token = await tokenOfOtherSession() { return .success(Grant(token: token)) }
      if pair.refreshToken != nil, isRenewable {
        do throws(CatalogError) {
          return .success(try await exchanged())
        } catch {
          switch error {
          case .credentialsRejected: rejection = error
          case .notRecorded: break  // The recorded session had nothing to renew with.
          default: return .failure(error)
          }
          pair.refreshToken = nil
        }
      }
      guard !others.isEmpty else { return .failure(rejection) }
      adopt(others.removeFirst())
      if let token = pair.accessToken { return .success(Grant(token: token)) }
    }
  }

  /// The token that another session of liner has kept since this one looked.
  private func tokenOfOtherSession() async -> String? {
    guard let kept = await file?.pair(for: credentials.clientID), !known.contains(kept) else { return nil }
    adopt(kept)
    return kept.accessToken
  }

  /// Exchanges the refresh token for a new pair, and keeps it.
  private func exchanged() async throws(CatalogError) -> Grant {
    let claim: FolderLock?
    do throws(FileError) {
      // Fail before the old token is spent and the new one is lost.
      claim = try await file?.claim()
    } catch {
      throw .credentialsNotKept(error)
    }
    defer { withExtendedLifetime(claim) {} }
    unfinished?.begin()
    defer { unfinished?.end() }
    if let token = await tokenOfOtherSession() { return Grant(token: token) }
    let refreshToken = pair.refreshToken ?? ""
    let response = try await fetch(request(for: refreshToken))
    let answer: JSONValue
    do throws(CatalogError) {
      answer = try MercadoLibreAnswer(response, from: host, hiding: secrets).json
    } catch {
      guard case .refused(_, _, let reason) = error else { throw error }
      throw rejected(reason)
    }
    guard let accessToken = answer["access_token"]?.text else {
      throw .unreadable(host: host, what: "JSON without an access token")
    }
    let next = MercadoLibreTokenPair(
      accessToken: accessToken, refreshToken: answer["refresh_token"]?.text ?? refreshToken)
    do throws(FileError) {
      try await file?.write(next, for: credentials.clientID)
    } catch {
      // The pair is valid for the rest of this session, and nobody else will ever get it.
      RequestContext.current.log?.append(.credentialsNotKept(error))
    }
    adopt(next)
    return Grant(token: accessToken, isNew: true)
  }

  private func request(for refreshToken: String) -> HTTPRequest {
    let form = [
      ("grant_type", "refresh_token"), ("client_id", credentials.clientID ?? ""),
      ("client_secret", credentials.clientSecret ?? ""), ("refresh_token", refreshToken),
    ]
    return HTTPRequest(
      method: "POST", url: url,
      headers: ["Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"],
      body: Array(HTTPRequest.encoded(form).utf8))
  }
}
