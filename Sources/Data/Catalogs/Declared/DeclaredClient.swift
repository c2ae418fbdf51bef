package import Domain
import Synchronization
import Wire

/// A catalog that a declaration describes.
package struct DeclaredClient: CatalogClient {
  let declaration: Declaration
  package let catalog: Catalog
  let base: DeclaredBase
  /// The host of its requests.
  let host: String
  let token: String?
  /// The token in every form in which an answer may repeat it.
  private let secrets = KnownSecrets()
  let fetch: HTTPFetch
  let memory = DeclaredMemory()
  /// The values of its filters for the requests of one call.
  var filters: [String: String] = [:]
  /// `liner/1.0.0`, with the contact if one is set.
  private let userAgent: String?
  /// Whether a recording answers, which contains no token and needs none.
  private let isReplay: Bool

  /// - Parameters:
  ///   - environment: contains a replacement for the base URL, the token, and the contact for services.
  ///   - version: liner's own, for the User-Agent.
  init(
    _ declaration: Declaration, environment: [String: String] = [:], version: String = "", isReplay: Bool = false,
    fetch: @escaping HTTPFetch
  ) {
    self.declaration = declaration
    self.isReplay = isReplay
    self.fetch = fetch
    catalog = Catalog(declaration)
    base = DeclaredBase(declared: declaration.base, replaced: environment[declaration.baseVariable])
    host = HTTPRequest(url: base.asked).host
    token = environment[declaration.tokenVariable].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    secrets.add(token)
    let contact = environment["LINER_CONTACT"]?.trimmed ?? ""
    userAgent = contact.isEmpty ? nil : "liner/\(version) (\(contact))"
  }

  // MARK: Asking

  /// - Parameters:
  ///   - isLookup: whether the answer is kept for a day.
  /// - Returns: nil if the status, or an empty object in place of a record, means that nothing was found.
  func ask(
    _ url: String, by rule: RequestRule, isLookup: Bool = false
  ) async throws(CatalogError) -> DeclaredAnswer? {
    let lacksToken = declaration.token?.isRequired == true && token == nil
    if lacksToken, !isReplay { throw credentialsMissing }
    let body = ParsedBody()
    // The request is a cache key, and must not retain the parsed answer as well.
    defer { body.clear() }
    let request = request(for: url, by: rule, isLookup: isLookup, parsing: body)
    let response: HTTPResponse
    do throws(CatalogError) {
      response = try await fetch(request)
    } catch .notRecorded where lacksToken {
      throw credentialsMissing
    }
    let start = ContinuousClock.now
    if rule.empty.contains(response.status) { return nil }
    if let failure = failure(of: response) { throw failure }
    guard !response.looksLikeHTML else {
      throw .unreadable(host: host, what: response.body.starts(with: "<?xml".utf8) ? "XML" : "an HTML page")
    }
    guard var json = body.json(of: response.body) else {
      let isBlank = response.body.allSatisfy(UInt8.jsonWhitespace.contains)
      throw .unreadable(host: host, what: isBlank ? "an empty answer" : "malformed JSON")
    }
    if let failure = DeclaredAnswer.failure(in: json, by: declaration.failure, from: host) { throw failure }
    // Items outlive the session, and must not take a token along that the service sent back.
    if secrets.removed(fromBytes: response.body) != nil { json = json.without(secrets) }
    if isLookup, json == .object([:]) { return nil }
    return try DeclaredAnswer(json, body: response.body, at: url, since: start, from: host, by: rule.rows)
  }

  private func request(
    for url: String, by rule: RequestRule, isLookup: Bool, parsing body: ParsedBody
  ) -> HTTPRequest {
    var request = HTTPRequest(url: url, headers: declaration.headers)
    request.headers["User-Agent"] = userAgent
    request.trust = .declared
    request.keptFor = isLookup ? 86_400 : 3_600
    if base.isReplaced {
      request.relocated = { [base] address in (try? base.next(address, after: url, without: nil)) ?? address }
    }
    if let rule = declaration.token, let token {
      let value = rule.value.replacing("{token}", with: token)
      request.credential = HTTPRequest.Credential(rule.location, value: value)
    }
    request.isAnswer = { [failure = declaration.failure] response in
      // A failed answer must not be served again.
      guard let json = body.json(of: response.body) else { return false }
      return DeclaredAnswer.failure(in: json, by: failure, from: "") == nil && rule.rows.place.found(in: json) != nil
    }
    return request
  }

  /// The failure of an impossible request.
  func refusal(_ reason: String) -> CatalogError { .refused(host: host, status: 0, reason: reason) }

  private var credentialsMissing: CatalogError {
    .credentialsMissing(variables: [[declaration.tokenVariable]], about: declaration.token?.about)
  }

  private func failure(of response: HTTPResponse) -> CatalogError? {
    guard let failure = response.failure(from: host) else { return nil }
    let message = (try? JSONValue(parsing: response.body)).flatMap {
      DeclaredAnswer.message(in: $0, by: declaration.failure)
    }
    guard case .refused(_, let status, _) = failure else { return failure }
    // A required token was sent, even if a replay has none.
    let wasSent = token != nil || declaration.token?.isRequired == true
    if status == 401 || status == 403, declaration.token != nil, wasSent {
      return .credentialsRejected(host: host, reason: message, variable: declaration.tokenVariable)
    }
    if status == 401, declaration.token != nil { return credentialsMissing }
    return .refused(host: host, status: status, reason: message)
  }

  // MARK: Rows into items

  /// An item of an answer, or a row that could not be shown.
  struct Entry: Sendable {
    let row: RowContext
    let result: Result<Item, SkippedRow>

    var item: Item? { try? result.get() }
  }

  /// Reads rows by a category's fields, and notes the result for `explain`.
  func entries(
    of answer: DeclaredAnswer, as category: DeclaredCategory, given: Given? = nil
  ) async -> [Entry] {
    var reading = ItemReading(
      catalog: catalog.name, category: category, surroundings: await surroundings(of: category, for: answer.rows),
      given: given)
    let keepsRows = category.lookup == nil && category.list == nil && category.relations.contains { $0.readsRow }
    var entries: [Entry] = []
    var skipped: [SkippedRow] = []
    for (index, row) in answer.rows.enumerated() {
      let result = Result { () throws(SkippedRow) in try reading.item(of: row, number: index + 1) }
      switch result {
      case .success(let item): if keepsRows { memory.keep(row, of: item.id) }
      case .failure(let row): skipped.append(row)
      }
      entries.append(Entry(row: row, result: result))
    }
    let shown = entries.count - skipped.count
    RequestContext.current.log?.append(
      Decoding(
        url: answer.url, shown: shown, skipped: skipped, took: ContinuousClock.now - answer.start,
        rows: answer.received, emptyFields: shown > 0 ? reading.empty : []))
    return entries
  }

  /// What the category's values need besides the row; requests maps only if there are rows.
  private func surroundings(of category: DeclaredCategory, for rows: [RowContext]) async -> Value.Surroundings {
    var surroundings = Value.Surroundings(
      nothing: declaration.nothing, maps: memory.maps(for: filtersKey), base: base)
    guard !rows.isEmpty else { return surroundings }
    let isAfresh = !RequestContext.current.mayUseCache
    for index in category.maps where surroundings.maps[index].map({ $0.isEmpty && isAfresh }) ?? true {
      do throws(CatalogError) {
        surroundings.maps[index] = try await map(declaration.maps[index])
      } catch {
        // A missing map costs only its values, not the rows. After a cancellation or a rate limit it may be requested
        // again.
        surroundings.maps[index] = error.code == .cancelled || error.code == .rateLimited ? nil : [:]
      }
      memory.keep(surroundings.maps[index], at: index, for: filtersKey)
    }
    return surroundings
  }

  private func map(_ map: AskedMap) async throws(CatalogError) -> [String: String] {
    Dictionary(try await pairs(map)) { $1 }
  }

  /// The keys and values of a requested map, in the order of the answer.
  func pairs(_ map: AskedMap) async throws(CatalogError) -> [(key: String, value: String)] {
    guard let url = address(map.request, .nothing) else { return [] }
    var context = RequestContext.current
    // Once a session, even if the rows themselves bypass the cache.
    context.mayUseCache = true
    let asked = await RequestContext.$current.withValue(context) {
      await result { () throws(CatalogError) in try await ask(url, by: map.request, isLookup: true) }
    }
    return (try asked.get()?.rows ?? []).compactMap { row in
      guard let key = map.key.scalar(in: row.value)?.text, let value = map.value.scalar(in: row.value)?.text else {
        return nil
      }
      return (key, value)
    }
  }
}

/// An answer's JSON, parsed once for all layers: parsing takes as long as everything else.
private final class ParsedBody: Sendable {
  private let parsed = Mutex<(body: [UInt8], json: JSONValue?)?>(nil)

  /// Nil if it is not JSON.
  func json(of body: [UInt8]) -> JSONValue? {
    parsed.withLock { parsed in
      // Compares addresses: comparing the bytes would cost what this saves.
      let isSame = parsed.map { known in
        known.body.withUnsafeBufferPointer { a in
          body.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress && a.count == b.count }
        }
      }
      if isSame == true, let json = parsed?.json { return json }
      let json = try? JSONValue(parsing: body)
      parsed = (body, json)
      return json
    }
  }

  func clear() { parsed.withLock { $0 = nil } }
}

extension DeclaredRelation {
  var readsRow: Bool {
    switch form {
    case .within, .links: true
    case .list(let forward, _): forward != nil
    case .request: false
    }
  }
}

/// Values that rows without them get from their item.
struct Given: Sendable {
  let item: Item
  let keys: [(key: String, from: String)]

  /// The value for a key; nil if it is not given or the item lacks it.
  func value(of field: ItemField) -> ItemField.Value? {
    guard let from = keys.first(where: { $0.key == field.key })?.from else { return nil }
    // A text may be given from a number or an id.
    return field.type == .text ? item.filling(from).map { .text($0) } : ItemField.named(from)?.value(of: item)
  }
}
