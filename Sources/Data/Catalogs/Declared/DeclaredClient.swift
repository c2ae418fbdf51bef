package import Domain
import Disk
import Wire

/// A declared catalog.
package struct DeclaredClient: CatalogClient {
  /// Behind a pointer, because concurrent requests copy the client.
  private let shared: Shared
  var declaration: Declaration { shared.declaration }
  package let catalog: Catalog
  let base: DeclaredBase
  /// The host of its requests.
  let host: String
  /// Nil if it needs none.
  let credentials: DeclaredCredentials?
  /// The given credentials, by name.
  let given: [String: String]
  /// The catalog's name, if some of them are from a sign-in.
  private let signedIn: String?
  /// Secrets that are never shown, in every form in which an answer may repeat them.
  let secrets: KnownSecrets
  let fetch: HTTPFetch
  let hook: MercadoLibreHook?
  /// Reads the feeds in items.
  let feeds: FeedReader
  let memory = DeclaredMemory()
  /// Called with the rows of each answer, and their category.
  var onRows: (@Sendable ([RowContext], _ category: String) -> Void)?
  /// The filter values for the requests of one call.
  var filters: [String: String] = [:]
  /// Whether a recording answers, which contains no token and needs none.
  let isReplay: Bool
  /// The credentials that are missing.
  private let lacking: [(name: String, about: String)]

  /// - Parameters:
  ///   - environment: contains a replacement for the base URL, the credentials, and the contact for services.
  ///   - version: liner's own, for the User-Agent.
  ///   - signIn: the user's sign-in; the environment takes precedence, and it is valid only for its own
  ///     base and key host.
  ///   - keys: stores keys between sessions.
  init(
    _ declaration: Declaration, environment: [String: String] = [:], version: String = "", isReplay: Bool = false,
    signIn: SignIn? = nil, keys: KeyKeeping = KeyKeeping(), fetch: @escaping HTTPFetch
  ) {
    var declaration = declaration
    if let contact = environment["LINER_CONTACT"]?.trimmed, !contact.isEmpty {
      declaration.headers["User-Agent"] = "liner/\(version) (\(contact))"
    }
    self.isReplay = isReplay
    catalog = Catalog(declaration)
    base = declaration.base(in: environment, signedIn: signIn?.base, isReplay: isReplay)
    host = HTTPRequest(url: base.asked).host
    let fetch = base.signing(fetch)
    hook = declaration.hook?.init(base: base.asked, fetch: fetch)
    self.fetch = hook?.answer ?? fetch
    // Feeds on servers given by the user may be private, as the servers are.
    let own = [base.isReplaced || declaration.own != nil ? base.asked : nil, environment["LINER_FEEDS_URL"]]
    feeds = FeedReader(addresses: UntrustedURLPolicy(own: own.compactMap(\.self)), fetch: fetch)
    secrets = keys.secrets
    var given: [String: String] = [:]
    var lacking: [(name: String, about: String)] = []
    var isSignedIn = false
    let mayUse = signIn?.base == base.asked && signIn?.keyHost ?? declaration.keyHost == declaration.keyHost
    let typed = declaration.typed(in: environment)
    for (name, about) in declaration.credentials?.asked ?? [] {
      let values = [typed[name], mayUse ? signIn?.values[name] : nil].compactMap(\.self)
      let value = values.first { !$0.isEmpty } ?? values.first
      isSignedIn = isSignedIn || value != typed[name]
      given[name] = isReplay ? "recorded" : value
      if value == nil { lacking.append((name, about)) }
      if !isReplay, name != "user" { secrets.add(value) }
    }
    (self.given, self.lacking, signedIn) = (given, lacking, isSignedIn ? declaration.typed : nil)
    credentials = declaration.credentials.map { [base, signedIn] in
      DeclaredCredentials(
        declaration, $0, base: base, given: given, signedIn: signedIn, isReplay: isReplay, keys: keys, fetch: fetch)
    }
    shared = Shared(declaration)
  }

  private final class Shared: Sendable {
    let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
  }

  // MARK: Asking

  /// - Parameters:
  ///   - isLookup: whether the answer is cached for a day.
  /// - Returns: nil if the status, the answer's content, or an empty object instead of a record, means that nothing was
  ///   found.
  func ask(
    _ question: DeclaredQuestion, by rule: RequestRule, isLookup: Bool = false
  ) async throws(CatalogError) -> DeclaredAnswer? {
    let missing = missingCredentials
    if let missing, !isReplay { throw missing }
    if let refusal = question.refusal { throw refusal }
    let body = ParsedBody(rule.answer)
    // The request is a cache key, and must not retain the parsed answer as well.
    defer { body.clear() }
    var grant = try await credentials?.grant()
    // A key brings values that the request may contain.
    var question = filled(question, by: grant)
    var response: HTTPResponse
    do throws(CatalogError) {
      response = try await fetch(request(for: question, by: rule, isLookup: isLookup, grant, parsing: body))
      // Once with the key that another process may have fetched, once with a new one.
      while response.status == 401, let refused = grant, !refused.isFresh {
        guard let next = try await credentials?.grant(insteadOf: refused) else { break }
        grant = next
        question = filled(question, by: next)
        response = try await fetch(request(for: question, by: rule, isLookup: isLookup, next, parsing: body))
      }
    } catch {
      if case .notRecorded = error, let missing { throw missing }
      throw error
    }
    let start = ContinuousClock.now
    if rule.empty.statuses.contains(response.status) { return nil }
    let parsed = body.json(of: response)
    if let parsed, rule.isEmpty(parsed) { return nil }
    // A 404 may still name the new id of an item that has moved.
    let isMoved = response.status == 404 && parsed.map { rule.moved?.scalar(in: $0) != nil } == true
    let failure =
      failure(of: response, parsed)
      ?? parsed.flatMap { DeclaredAnswer.failure(in: $0, by: declaration.failure, from: host) }
    if !isMoved, let failure { throw failure }
    guard var json = parsed else {
      throw .unreadable(host: host, what: DeclaredAnswer.fault(of: response, as: rule.answer))
    }
    // Items outlive the session, and must not contain a token that the service sent back.
    if secrets.redacted(fromBytes: response.body) != nil { json = json.without(secrets) }
    if isLookup, json == .object([:]) { return nil }
    let record = rule.rows.row
    // Once rows of this kind were seen, a page may have only others.
    let mayLack = record.map { record in memory.with { $0.records.contains(record) } } ?? true
    let others = mayLack ? nil : declaration.categories.compactMap(\.ownRequest?.rows.row)
    var answer = try DeclaredAnswer(json, at: question.url, since: start, from: host, by: rule, others: others)
    if let record, !answer.rows.isEmpty { memory.with { _ = $0.records.insert(record) } }
    if isMoved { answer.rows = [] }
    answer.body = question.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return answer
  }

  /// The parameters that carry credentials, which an answer may repeat in the address of a page.
  var secretParameters: Set<String> { Set((declaration.credentials?.query ?? []).map(\.name)) }

  /// The signature for a request to `address`, which is at the base.
  func signature(of address: String) async throws(CatalogError) -> CredentialBook.Signature? {
    if let missing = missingCredentials, !isReplay { throw missing }
    return signature(of: address, by: try await credentials?.grant())
  }

  private func signature(of address: String, by grant: Grant?) -> CredentialBook.Signature {
    guard let rule = declaration.credentials, rule.sends, let grant else {
      return .init(url: base.signed(address), nil)
    }
    return .init(
      url: base.signed(filled(question(at: address), by: grant).url),
      rule.credential(grant, variable: declaration.shellVariable),
      failure: { failure(ofFile: $0, by: rule) }
    ) { () throws(CatalogError) in
      guard !grant.isFresh, let next = try await credentials?.grant(insteadOf: grant) else { return nil }
      return signature(of: address, by: next)
    }
  }

  /// The failure in an answer in place of a file, which may have status 200.
  private func failure(ofFile response: HTTPResponse, by rule: CredentialRule) -> CatalogError? {
    // After a new key, status 401 is not about the credentials.
    if response.status == 401 { return rule.key == nil ? failure(of: response, nil) : nil }
    guard response.status == 200, declaration.failure != nil else { return nil }
    return ParsedBody(response.isMarkup ? .xml : .json).json(of: response).flatMap {
      DeclaredAnswer.failure(in: $0, by: declaration.failure, from: host)
    }
  }

  private func request(
    for question: DeclaredQuestion, by rule: RequestRule, isLookup: Bool, _ grant: Grant?, parsing body: ParsedBody
  ) -> HTTPRequest {
    var request = HTTPRequest(url: question.url, headers: declaration.headers)
    if let body = question.body {
      (request.method, request.body, request.isRepeatable) = ("POST", body, true)
      request.headers["Content-Type"] = "application/json"
    }
    request.trust = .declared
    request.maxAge = isLookup ? 86_400 : 3_600
    if base.isReplaced {
      request.relocated = { [base, url = question.url] address in
        (try? base.next(address, after: url, without: [])) ?? address
      }
    }
    if let rule = declaration.credentials, let grant {
      request.credential = rule.credential(grant, variable: declaration.shellVariable)
      request.credential?.digests.forEach(secrets.add(digest:))
    }
    request.isAnswer = { [failure = declaration.failure] response in
      // A failed answer must not be cached.
      guard let json = body.json(of: response) else { return false }
      if rule.isEmpty(json) { return true }
      return DeclaredAnswer.failure(in: json, by: failure, from: "") == nil && DeclaredAnswer.hasRows(json, by: rule)
    }
    return request
  }

  /// The failure of an impossible request.
  func refusal(_ reason: String) -> CatalogError { .refused(host: host, status: 0, reason: reason) }

  /// Why no request is possible: the address of the user's own server or required credentials are missing; nil if
  /// nothing is. In a replay, missing credentials matter only for what was not recorded.
  var missingCredentials: CatalogError? {
    if let missingAddress { return missingAddress }
    guard let rule = declaration.credentials, rule.isRequired, !isEnough(rule) else { return nil }
    return missing(rule)
  }

  package var missingAddress: CatalogError? {
    guard let about = declaration.own, base.asked == (isReplay ? DeclaredBase.unknown : "") else { return nil }
    return .addressMissing(variable: declaration.baseVariable, about: about, catalog: declaration.typed)
  }

  /// Whether the user gave one of the sufficient sets.
  func isEnough(_ rule: CredentialRule) -> Bool {
    rule.ways.contains { way in !lacking.contains { way.contains($0.name) } }
  }

  func missing(_ rule: CredentialRule) -> CatalogError {
    let ways = rule.ways.map { way in lacking.filter { way.contains($0.name) } }
    return .credentialsMissing(
      variables: ways.map { $0.map { declaration.variable(of: $0.name) } },
      about: ways.count == 1 ? ways[0].map(\.about).joined(separator: "; ") : nil, catalog: declaration.typed)
  }

  private func failure(of response: HTTPResponse, _ json: JSONValue?) -> CatalogError? {
    guard let failure = response.failure(from: host) else { return nil }
    let message = json.flatMap { DeclaredAnswer.message(in: $0, by: declaration.failure) }
    guard case .refused(_, let status, _) = failure else { return failure }
    // The service may send one status for several failures, and tell them apart by its own code.
    let own = json.flatMap { DeclaredAnswer.failure(in: $0, by: declaration.failure, from: host) }
    if own?.code == .rateLimited { return own }
    guard let rule = declaration.credentials else { return .refused(host: host, status: status, reason: message) }
    let wanted = response.headers["www-authenticate"]?.lowercased() ?? ""
    if status == 401, wanted.contains("digest"), !wanted.contains("basic") {
      return .refused(host: host, status: 401, reason: "it needs Digest authentication, which liner does not support")
    }
    let hadNothing = message != nil && message == declaration.hook?.noToken
    let hasNothing =
      isReplay && rule.ways.count > 1
      ? hadNothing : rule.ways.count == 1 ? lacking.count == rule.asked.count : !isEnough(rule)
    if status == 401, hasNothing, !rule.asked.isEmpty, !isReplay || !rule.isRequired { return missing(rule) }
    // A key from the service itself is valid; a 403 forbids only this request.
    if status == 401 || status == 403 && rule.key == nil, !given.isEmpty || rule.key != nil {
      let variable = rule.asked.count == 1 ? declaration.variable(of: rule.asked[0].name) : nil
      return .credentialsRejected(
        host: host, reason: message, variable: signedIn == nil ? variable : nil, catalog: signedIn)
    }
    return .refused(host: host, status: status, reason: message)
  }

  // MARK: Rows into items

  /// An item of an answer, or a row that could not be shown.
  struct Entry: Sendable {
    let row: RowContext
    let result: Result<Item, SkippedRow>

    var item: Item? { try? result.get() }
    var skipped: SkippedRow? { if case .failure(let row) = result { row } else { nil } }
  }

  /// Reads rows by a category's fields, and logs the result for `explain`.
  func entries(of answer: DeclaredAnswer, as category: DeclaredCategory, given: Given? = nil) async -> [Entry] {
    let evaluation = await evaluation(of: category, for: answer.rows)
    var reading = ItemReading(catalog: catalog.name, category: category, given: given)
    // Most lookups need the id alone, and then no row has to be checked.
    let mayKeepRows = category.relations.contains { $0.readsRow } && category.lookup?.needsOnlyID != true
    let filters = filtersKey
    let entries = answer.rows.map { row in
      let row = row.with(evaluation: evaluation)
      let entry = Entry(row: row, result: Result { () throws(SkippedRow) in try reading.item(of: row) })
      if mayKeepRows, let item = entry.item, !isFetched(item, in: category) {
        memory.keep(row, of: item, filters: filters)
      }
      return entry
    }
    onRows?(entries.map(\.row), category.name)
    let skipped = entries.compactMap(\.skipped)
    let shown = entries.count - skipped.count
    let empty = shown > 0 ? reading.empty : []
    // Copied only if needed: an answer may have thousands of rows.
    let rows = empty.isEmpty ? [] : entries.filter { $0.item != nil }.map(\.row)
    let why = empty.compactMap { field in
      blank(field, in: rows).flatMap { $0.isThere ? (field.name, $0.text) : nil }
    }
    RequestContext.log(
      Decoding(
        url: answer.url, body: answer.body, shown: shown, skipped: skipped,
        took: ContinuousClock.now - answer.start, rows: answer.received, emptyFields: empty.map(\.name),
        why: Dictionary(why) { $1 }), hiding: secrets)
    return entries
  }

  /// The other inputs of the category's values; requests maps only if there are rows.
  private func evaluation(of category: DeclaredCategory, for rows: [RowContext]) async -> Value.EvaluationContext {
    var maps = memory.with { $0.maps[filtersKey] ?? [:] }
    let isReload = !RequestContext.current.mayUseCache
    for index in category.maps where !rows.isEmpty && maps[index].map({ $0.isEmpty && isReload }) ?? true {
      do throws(CatalogError) {
        maps[index] = Dictionary(try await pairs(declaration.maps[index])) { $1 }
      } catch {
        // A missing map costs only its values, not the rows. After a cancellation or a rate limit it may be requested
        // again.
        maps[index] = error.code == .cancelled || error.code == .rateLimited ? nil : [:]
      }
      memory.with { [map = maps[index]] in $0.maps[filtersKey, default: [:]][index] = map }
    }
    return Value.EvaluationContext(nothing: declaration.nothing, maps: maps, base: base)
  }

  /// The keys and values of a requested map, in the order of the answer.
  func pairs(_ map: RemoteMap) async throws(CatalogError) -> [(key: String, value: String)] {
    guard let question = question(map.request, .nothing) else { throw unasked(map.request) }
    var context = RequestContext.current
    // Once per session, even if the rows themselves bypass the cache.
    context.mayUseCache = true
    let asked = await RequestContext.$current.withValue(context) {
      await result { () throws(CatalogError) in try await ask(question, by: map.request, isLookup: true) }
    }
    let rows = try asked.get()?.rows ?? []
    let pairs = rows.compactMap { row -> (key: String, value: String)? in
      guard let key = map.key.scalar(in: row.value)?.text, let value = map.value.scalar(in: row.value)?.text else {
        return nil
      }
      return (key, value)
    }
    if pairs.isEmpty, !rows.isEmpty { throw .unreadable(host: host, what: map.lack) }
    return pairs
  }
}

/// How a client stores keys.
struct KeyKeeping: Sendable {
  /// Nil if keys last only for the session.
  var file: SecretFile?
  /// Whether a key on disk may be used: a recording must contain the request for one.
  var sharesKey = true
  /// Notified while a key is fetched, which may be possible only once.
  var unfinished: UnfinishedWork?
  var secrets = KnownSecrets()
}
