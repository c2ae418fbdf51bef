package import Domain
import Synchronization
import Wire

/// A catalog that a declaration describes.
package struct DeclaredClient: CatalogClient {
  let declaration: Declaration
  package let catalog: Catalog
  let base: DeclaredBase
  let token: String?
  let fetch: HTTPFetch
  let memory = DeclaredMemory()
  /// `liner/1.0.0`, with whom to write to where that is set.
  private let userAgent: String?
  /// Whether a recording answers, which holds no token and wants none.
  private let isReplay: Bool

  /// - Parameters:
  ///   - environment: names the base to ask instead, the token, and whom a service may write to.
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
    token = environment[declaration.tokenVariable].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    let contact = environment["LINER_CONTACT"]?.trimmed ?? ""
    userAgent = contact.isEmpty ? nil : "liner/\(version) (\(contact))"
  }

  // MARK: Asking

  /// What came back for a request, its status judged.
  struct Answer {
    let json: JSONValue
    let body: [UInt8]
    let url: String
    let host: String
    let start: ContinuousClock.Instant
  }

  /// - Parameters:
  ///   - isLookup: whether the answer does for a day.
  /// - Returns: nil where the status means that nothing was found.
  func ask(_ url: String, by rule: RequestRule, isLookup: Bool = false) async throws(CatalogError) -> Answer? {
    let lacksToken = declaration.token?.isRequired == true && token == nil
    if lacksToken, !isReplay { throw credentialsMissing }
    let body = ParsedBody()
    // The request is a key of what is kept, and must not keep the answer in its other form besides.
    defer { body.clear() }
    let request = request(for: url, by: rule, isLookup: isLookup, parsing: body)
    let response: HTTPResponse
    do throws(CatalogError) {
      response = try await fetch(request)
    } catch .notRecorded where lacksToken {
      throw credentialsMissing
    }
    let host = request.host
    let start = ContinuousClock.now
    if rule.empty.contains(response.status) { return nil }
    if let failure = failure(of: response, from: host) { throw failure }
    guard !response.looksLikeHTML else { throw .unreadable(host: host, what: "an HTML page") }
    guard let json = body.json(of: response.body) else {
      let isBlank = response.body.allSatisfy(UInt8.jsonWhitespace.contains)
      throw .unreadable(host: host, what: isBlank ? "an empty answer" : "malformed JSON")
    }
    if let failure = DeclaredAnswer.failure(in: json, by: declaration.failure, from: host) { throw failure }
    return Answer(json: json, body: response.body, url: url, host: host, start: start)
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
      // An answer that is none must not be served again.
      guard let json = body.json(of: response.body) else { return false }
      return DeclaredAnswer.failure(in: json, by: failure, from: "") == nil && rule.rows.found(in: json) != nil
    }
    return request
  }

  private var credentialsMissing: CatalogError {
    .credentialsMissing(variables: [[declaration.tokenVariable]], about: declaration.token?.about)
  }

  private func failure(of response: HTTPResponse, from host: String) -> CatalogError? {
    guard let failure = response.failure(from: host) else { return nil }
    let message = (try? JSONValue(parsing: response.body)).flatMap {
      DeclaredAnswer.message(in: $0, by: declaration.failure)
    }
    guard case .refused(_, let status, _) = failure else { return failure }
    if status == 401, let rule = declaration.token {
      // A token that is required was sent, also where a replay has none.
      return token == nil && !rule.isRequired
        ? credentialsMissing
        : .credentialsRejected(host: host, reason: message)
    }
    return .refused(host: host, status: status, reason: message)
  }

  // MARK: Rows into items

  /// An item of an answer, or a row that could not be shown.
  struct Entry: Sendable {
    let row: RowContext
    let result: Result<ItemReading.Reading, SkippedRow>

    var item: Item? { try? result.get().item }
  }

  /// Reads rows as a category's fields say, and notes for `explain` what was made of them.
  /// - Parameter received: how many rows the answer has.
  func entries(
    of rows: [RowContext], received: Int, as category: DeclaredCategory, given: Given? = nil, of answer: Answer
  ) async -> [Entry] {
    let reading = ItemReading(
      catalog: catalog.name, category: category, surroundings: await surroundings(of: category, for: rows), given: given
    )
    let keepsRows = category.lookup == nil && category.list == nil && category.relations.contains { $0.readsRow }
    var entries: [Entry] = []
    var filled: Set<String> = []
    for (index, row) in rows.enumerated() {
      let result = Result { () throws(SkippedRow) in try reading.reading(of: row, number: index + 1) }
      if case .success(let reading) = result {
        filled.formUnion(reading.filled)
        if keepsRows { memory.keep(row, of: reading.item.id) }
      }
      entries.append(Entry(row: row, result: result))
    }
    let skipped = entries.compactMap { if case .failure(let skipped) = $0.result { skipped } else { nil } }
    RequestContext.current.log?.append(
      Decoding(
        url: answer.url, shown: entries.count - skipped.count, skipped: skipped,
        took: ContinuousClock.now - answer.start,
        rows: received,
        emptyFields: entries.count > skipped.count
          ? ItemReading.names(of: category).filter { !filled.contains($0) } : []))
    return entries
  }

  /// What values of the category take besides the row: maps are asked for when something is to be read by them.
  private func surroundings(of category: DeclaredCategory, for rows: [RowContext]) async -> Value.Surroundings {
    var surroundings = Value.Surroundings(nothing: declaration.nothing, maps: memory.maps)
    guard !rows.isEmpty else { return surroundings }
    let isAfresh = !RequestContext.current.mayUseCache
    for index in category.askedMaps where surroundings.maps[index].map({ $0.isEmpty && isAfresh }) ?? true {
      do throws(CatalogError) {
        surroundings.maps[index] = try await map(declaration.maps[index])
      } catch {
        // The values are absent where it cannot be had; the rows are not. Who has to wait may ask later.
        surroundings.maps[index] = error.code == .cancelled || error.code == .rateLimited ? nil : [:]
      }
      memory.keep(surroundings.maps[index], at: index)
    }
    return surroundings
  }

  private func map(_ map: AskedMap) async throws(CatalogError) -> [String: String] {
    guard let url = map.request.address(base: base.asked, .nothing) else { return [:] }
    var context = RequestContext.current
    // Once a session, also where the rows themselves are asked for afresh.
    context.mayUseCache = true
    let asked = await RequestContext.$current.withValue(context) {
      await result { () throws(CatalogError) in try await ask(url, by: map.request, isLookup: true) }
    }
    guard let answer = try asked.get() else { return [:] }
    let rows = try DeclaredAnswer(answer.json, body: answer.body, from: answer.host, by: map.request).rows
    var texts: [String: String] = [:]
    for row in rows {
      guard let key = map.key.value(in: row.value).flatMap(Scalar.init)?.text,
        let value = map.value.value(in: row.value).flatMap(Scalar.init)?.text
      else { continue }
      texts[key] = value
    }
    return texts
  }
}

/// An answer's JSON, parsed once for all who look at it on its way: parsing takes as long as all the rest.
private final class ParsedBody: Sendable {
  private let parsed = Mutex<(body: [UInt8], json: JSONValue?)?>(nil)

  /// Nil for what is no JSON.
  func json(of body: [UInt8]) -> JSONValue? {
    parsed.withLock { parsed in
      // The very same bytes: comparing them one by one would cost what is to be saved.
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

extension DeclaredCategory {
  /// The places of the asked maps that reading a row takes.
  fileprivate var askedMaps: [Int] {
    let values = fields.map(\.value) + references.map(\.value) + facts.map(\.value) + [file].compactMap(\.self)
    return Set(values.flatMap(\.askedMaps)).sorted()
  }
}

extension DeclaredRelation {
  /// Whether it is read out of the item's own row.
  var readsRow: Bool {
    switch form {
    case .within, .links: true
    case .list(let forward, _): forward != nil
    case .request: false
    }
  }
}

/// What rows that lack it take from the item that they belong to.
struct Given: Sendable {
  let item: Item
  let keys: [(key: String, from: String)]

  /// The value for a key; nil where nothing is given, or the item does not have it.
  func value(of field: ItemField) -> ItemField.Value? {
    guard let from = keys.first(where: { $0.key == field.key })?.from,
      let value = ItemField.named(from)?.value(of: item)
    else { return nil }
    switch (field.type, value) {
    case (.text, .number(let number)): return .text(String(number))
    case (.text, .id(let id)): return .text(id.key)
    default: return value
    }
  }
}
