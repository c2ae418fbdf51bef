import Domain
import Disk
import FoundationEssentials
import Wire

/// A user's sign-in, and where it goes.
struct SignIn: Sendable, Equatable {
  var base: String
  /// The host that a key comes from, if that is another; nil in files of earlier versions too.
  var keyHost: String?
  var values: [String: String] = [:]
}

extension SignIn {
  /// Nil if `json` is not such a file.
  init?(_ json: JSONValue?) {
    guard let base = json?["base"]?.text else { return nil }
    self.init(base: base, keyHost: json?["keyHost"]?.text, values: json?["values"]?.texts ?? [:])
  }
}

/// The credentials of a declared catalog: what the user gave, and the key that is fetched with them.
///
/// All processes share a key in a file that only its owner can read. A refresh token can be used once, so it is never
/// used twice in parallel, its use is never interrupted, and its replacement is on disk before anybody uses it. Where
/// there is none, nothing is lost: the request is cancelled, and does not wait long for other processes.
actor DeclaredCredentials {
  private let rule: CredentialRule
  private let key: KeyRule?
  /// Whether fetching a key replaces one of the given credentials: a refresh token.
  private let renews: Bool
  private let keyURL: String
  /// The given credentials, by name.
  private let given: [String: String]
  private let signedIn: String?
  private let identity: [String]
  private let declaration: Declaration
  private let keys: KeyKeeping
  private let isReplay: Bool
  private let fetch: HTTPFetch

  private var kept: KeptKey?
  private var isLoaded = false
  /// How the service rejected the credentials for fetching a key. Another request would not help, and some services
  /// lock an account after a few.
  private var rejection: CatalogError?
  private var renewal: Task<Result<Grant, CatalogError>, Never>?
  /// How many callers wait for it.
  private var waiting = 0

  /// - Parameters:
  ///   - given: by name; in a replay they are placeholders.
  ///   - signedIn: the catalog's name, if they are from a sign-in.
  ///   - keys: stores keys between sessions.
  init(
    _ declaration: Declaration, _ rule: CredentialRule, base: DeclaredBase, given: [String: String], signedIn: String?,
    isReplay: Bool, keys: KeyKeeping, fetch: @escaping HTTPFetch
  ) {
    self.rule = rule
    key = rule.key
    renews = rule.key?.also.contains { also in rule.asked.contains { $0.name == also.name } } ?? false
    keyURL = rule.key.map { base.address(ofKey: $0.post) } ?? ""
    (self.given, self.signedIn) = (given, signedIn)
    identity = [base.asked, keyURL] + given.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let names = rule.key?.names ?? []
    let own = given.filter { names.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    fingerprint = SecretText.Function.sha1.value(of: ([base.asked, keyURL] + own).joined(separator: "\u{0}"))
    (self.declaration, self.keys, self.isReplay, self.fetch) = (declaration, keys, isReplay, fetch)
  }

  /// A key as it is stored.
  private struct KeptKey {
    var key: String
    /// In seconds since 1970.
    var until: Int64
    var also: [String: String]
    /// Identifies the command in which this key replaced a refused one; in that command, a refusal of this key is final.
    var replacedDuring: ExchangeLog?
  }

  private static var now: Int64 { Int64(Date.now.timeIntervalSince1970) }

  private func grant(with kept: KeptKey?) -> Grant {
    var grant = Grant(values: given, key: kept?.key, also: kept?.also ?? [:], identity: identity)
    if let log = kept?.replacedDuring { grant.isFresh = log === RequestContext.current.log }
    for (name, value) in grant.also where rule.asked.contains(where: { $0.name == name }) { grant.values[name] = value }
    return grant
  }

  /// Whether a key can be fetched with the given credentials, or without any.
  private var canFetch: Bool {
    guard let key else { return false }
    if rule.ways.count > 1 { return rule.ways[1].allSatisfy { given[$0] != nil } }
    let asked = key.names.filter { name in rule.asked.contains { $0.name == name } }
    return asked.isEmpty || asked.contains { given[$0] != nil }
  }

  // MARK: Granting

  /// The credentials for a request; fetches a key if there is none.
  func grant() async throws(CatalogError) -> Grant {
    guard canFetch else { return grant(with: nil) }
    await load()
    if let renewal { return try await outcome(of: renewal) }
    if let kept, kept.until > Self.now { return grant(with: kept) }
    if kept == nil, !rule.needsKey(besides: given) { return grant(with: nil) }
    return try await renewed(insteadOf: nil)
  }

  /// The credentials to retry a request that was refused with status 401; nil if that would not help.
  func grant(insteadOf refused: Grant) async throws(CatalogError) -> Grant? {
    guard canFetch, rejection == nil else { return nil }
    if let renewal { return try await outcome(of: renewal) }
    if let kept, kept.key != refused.key { return grant(with: kept) }
    return try await renewed(insteadOf: refused.key)
  }

  private func load() async {
    guard !isLoaded else { return }
    // A separate task, so that a cancelled caller does not continue as if nothing were stored.
    let kept = keys.sharesKey ? await Task { await keptOnDisk() }.value : nil
    // Another caller may have been faster.
    guard !isLoaded else { return }
    isLoaded = true
    if let kept { adopt(kept) }
  }

  private var file: SecretFile? { isReplay ? nil : keys.file }

  private func keptOnDisk() async -> KeptKey? {
    guard let kept = Self.keys(in: await file?.read())[fingerprint], let key = kept["key"]?.text,
      let until = kept["until"]?.integer
    else { return nil }
    return KeptKey(key: key, until: Int64(until), also: kept["also"]?.texts ?? [:])
  }

  /// A key is only for those who gave the same credentials to fetch it; this reveals none of them.
  private let fingerprint: String

  /// The keys of all who use the catalog here, by their fingerprints.
  private static func keys(in content: JSONValue?) -> JSONMembers {
    var keys = content?["keys"]?.members ?? JSONMembers()
    // An earlier version kept one.
    if let key = content?["key"], let owner = key["for"]?.text { keys[owner] = key }
    return keys
  }

  private func adopt(_ kept: KeptKey) {
    self.kept = kept
    if !isReplay { for secret in [kept.key] + secretParts(of: kept) { keys.secrets.add(secret) } }
  }

  /// The parts of a key's answer that are as secret as the key: given credentials, and what is sent.
  private var secretNames: Set<String> { Set(rule.asked.map(\.name) + rule.sent).subtracting(["user"]) }

  private func secretParts(of kept: KeptKey) -> [String] {
    kept.also.filter { secretNames.contains($0.key) }.map(\.value)
  }

  /// Starts a renewal that all callers share while it runs.
  private func renewed(insteadOf refused: String?) async throws(CatalogError) -> Grant {
    // A separate task, so that it outlives the command that needed it.
    let renewal = Task {
      let outcome = await result { () throws(CatalogError) in try await exchanged(insteadOf: refused) }
      // Another may have replaced one that was cancelled.
      if !Task.isCancelled { self.renewal = nil }
      return outcome
    }
    self.renewal = renewal
    return try await outcome(of: renewal)
  }

  /// Waits for a renewal. It is cancelled with the last caller, unless a refresh token would be lost.
  private func outcome(of renewal: Task<Result<Grant, CatalogError>, Never>) async throws(CatalogError) -> Grant {
    let promise = Promise<Result<Grant, CatalogError>>()
    waiting += 1
    let outcome = await promise.value(whenCancelled: .failure(.cancelled)) {
      Task { promise.fulfill(await renewal.value) }
    }
    waiting -= 1
    if waiting == 0, !renews {
      renewal.cancel()
      self.renewal = nil
    }
    return try outcome.get()
  }

  // MARK: Fetching

  private func exchanged(insteadOf refused: String?) async throws(CatalogError) -> Grant {
    guard key != nil else { return grant(with: nil) }
    var claim: FolderLock?
    do throws(FileError) {
      // Fails before a token is used and the new one is lost.
      claim = try await file?.claim(patience: .seconds(renews ? 30 : 5))
    } catch {
      if renews { throw .credentialsNotKept(error) }
    }
    defer { withExtendedLifetime(claim) {} }
    // Only what can be used once must not be lost.
    if renews { keys.unfinished?.begin() }
    defer { if renews { keys.unfinished?.end() } }
    let onDisk = await keptOnDisk()
    // Another process may have been faster.
    if keys.sharesKey, let onDisk, onDisk.key != refused, onDisk.until > Self.now {
      adopt(onDisk)
      return grant(with: onDisk)
    }
    if let rejection { throw rejection }
    var next: KeptKey
    do throws(CatalogError) {
      next = try await fetched(with: grant(with: onDisk ?? kept))
    } catch {
      if case .credentialsRejected = error { rejection = error }
      // The recorded session used an older key.
      guard case .notRecorded = error else { throw error }
      next = KeptKey(key: "recorded", until: .max, also: [:])
    }
    do throws(FileError) {
      try await keep(next)
    } catch {
      // It is valid for the rest of this session.
      if renews { RequestContext.current.log?.append(.credentialsNotKept(error)) }
    }
    if refused != nil { next.replacedDuring = RequestContext.current.log }
    adopt(next)
    return changing(grant(with: next)) { $0.isFresh = refused != nil }
  }

  private func fetched(with grant: Grant) async throws(CatalogError) -> KeptKey {
    guard let rule = key else { throw .cancelled }
    var request = rule.request(to: keyURL, grant, headers: declaration.headers, variable: declaration.shellVariable)
    let host = request.host
    let secretParts = rule.also.filter { secretNames.contains($0.name) }
    request.shownAnswer = { [secrets = keys.secrets, isReplay] response in
      var shown = response
      guard let json = rule.json(of: response) else { return response }
      // A short value stays in addresses, and a replay needs the same.
      let parts = secretParts.filter { part in
        !rule.shown.contains(part.name) || KnownSecrets.hides(part.at.scalar(in: json)?.text ?? "")
      }
      let hidden = rule.at + parts.map(\.at)
      // The answer may repeat a secret elsewhere, and is written before anybody else reads it.
      if !isReplay { for place in hidden { secrets.add(place.scalar(in: json)?.text) } }
      shown.body = hidden.reduce(json) { $1.hidden(in: $0) }.bytes
      return shown
    }
    let response = try await fetch(request)
    let json = rule.json(of: response)
    if let failure = response.failure(from: host) {
      let message = json.flatMap { DeclaredAnswer.message(in: $0, by: declaration.failure) }
      guard case .refused(_, let status, _) = failure.asPreparationFailure else { throw failure }
      // 400 is OAuth's answer to wrong credentials, in JSON, and any server's to a request that is none.
      if (401...403).contains(status) || status == 400 && json != nil {
        throw .credentialsRejected(host: host, reason: message, catalog: signedIn)
      }
      throw .refused(host: host, status: status, reason: message)
    }
    let format = rule.answer.rawValue.uppercased()
    guard let json else { throw .unreadable(host: host, what: "a key response that is not \(format)") }
    if let failure = DeclaredAnswer.failure(in: json, by: declaration.failure, from: host) {
      throw failure.asPreparationFailure
    }
    // Some services answer `false` to a wrong password.
    guard let key = rule.at.lazy.compactMap({ $0.scalar(in: json) }).first(where: { !$0.isFlag })?.text else {
      let places = DeclarationChecker.list(rule.at.map(\.text), "or")
      throw .unreadable(host: host, what: "no key at \(places) in the answer")
    }
    let lasts = rule.lasts?.scalar(in: json)?.text.split(separator: ".").first.flatMap { Int64($0) } ?? 3_600
    var also = grant.also.filter { kept in rule.also.contains { $0.name == kept.key } }
    for (name, place) in rule.also {
      if let text = place.scalar(in: json)?.text, !text.isEmpty { also[name] = text }
    }
    return KeptKey(key: key, until: Self.now + min(max(0, lasts), 366 * 86_400), also: also)
  }

  private func keep(_ kept: KeptKey) async throws(FileError) {
    guard let file else { return }
    let content = await file.read()
    // Another session has signed out meanwhile. A sign-in is tried before its file exists.
    if signedIn != nil, content == nil, keys.sharesKey { return }
    var members = content?.members ?? JSONMembers()
    let own: JSONValue = .object([
      "key": .string(kept.key), "until": .number(String(kept.until)),
      "also": .object(JSONMembers(kept.also.mapValues { .string($0) })),
    ])
    var all = Self.keys(in: content)
    all[fingerprint] = own
    members["key"] = nil
    members["keys"] = .object(all)
    try await file.write(.object(members))
  }
}
