package import Domain

extension Declaration {
  /// The categories and homes whose requests use the filter; nil if those of all may.
  func users(ofFilter name: String) -> [String]? {
    func isUsed(in text: RequestTemplate) -> Bool { text.names.contains(.filter(name)) }
    func isUsed(in rule: RequestRule) -> Bool {
      isUsed(in: rule.path) || rule.query.contains { isUsed(in: $0.text) }
        || rule.body?.template.texts.contains(where: isUsed) == true
    }
    let ofAll = query.contains { isUsed(in: $0.text) } || maps.contains { isUsed(in: $0.request) }
    if ofAll || filterValues.values.contains(where: { isUsed(in: $0.request) }) { return nil }
    return categories.filter { $0.requests.contains(where: isUsed) }.map(\.name)
      + homes.filter { $0.shelves.contains { isUsed(in: $0.request) } }.map(\.name)
  }

  /// Whether a category's requests send the filter as a number.
  fileprivate func sendsAsNumber(_ filter: String) -> Bool {
    categories.flatMap(\.requests).contains { rule in
      rule.body?.template.numbers.contains { $0.names.contains(.filter(filter)) } == true
    }
  }
}

extension DeclaredCategory {
  /// All that its searches and what they lead to may send.
  var requests: [RequestRule] {
    let search: RequestRule? = if case .request(let rule)? = search { rule } else { nil }
    let alone = [search, list, lookup, many?.request] + relations.map(\.form.request)
    return alone.compactMap(\.self) + parts.map(\.request)
  }
}

/// The filters of a declared catalog, whose values are part of every request.
extension DeclaredClient {
  /// This client with `chosen` values, or the defaults.
  /// - Throws: `wrongFilter` if the service lists the values without this one, or it must be a number and is not.
  func filtered(by chosen: [String: String]) async throws(CatalogError) -> DeclaredClient {
    let also = declaration.credentials?.key?.also ?? []
    if declaration.filters.isEmpty, also.isEmpty { return self }
    var client = self
    if !also.isEmpty {
      if let missing = missingCredentials, !isReplay { throw missing }
      for (name, value) in try await credentials?.grant().also ?? [:] { client.filters[name] = value }
    }
    for filter in declaration.filters {
      guard let value = chosen[filter.name] ?? filter.defaultValue, !value.isEmpty else { continue }
      client.filters[filter.name] = value
    }
    for filter in declaration.filters {
      guard let value = client.filters[filter.name] else { continue }
      var sent = value
      if case .requested = filter.values, value != filter.defaultValue {
        // It was set before the values were known, for example in linerc.
        try await client.requestValues(of: filter)
        guard let known = filter.value(matching: value) ?? filter.choice.match(value).only else {
          throw .wrongFilter(value: value, name: filter.name, known: filter.readableValues)
        }
        sent = known
        client.filters[filter.name] = sent
      }
      if Scalar.text(sent).decimal == nil, declaration.sendsAsNumber(filter.name) {
        throw .wrongFilter(value: value, name: filter.name, known: ["a number"])
      }
    }
    return client
  }

  package func loadValues(of filter: SearchFilter, filters: [String: String]) async throws(CatalogError) {
    // Its own value may be wrong, or one that it narrows, which does not matter here.
    let narrowing = declaration.filters.filter { $0 != filter && $0.users == nil }.map(\.name)
    try await filtered(by: filters.filter { narrowing.contains($0.key) }).requestValues(of: filter)
  }

  /// Requests the values once for each choice of what narrows them: the other filters, like any request.
  private func requestValues(of filter: SearchFilter) async throws(CatalogError) {
    guard case .requested(let values) = filter.values, let map = declaration.filterValues[filter.name] else { return }
    var others = self
    others.filters[filter.name] = nil
    let key = others.question(map.request, .nothing)?.key ?? ""
    if values.known?.key == key { return }
    let pairs = try await others.pairs(map)
    if pairs.isEmpty { throw .unreadable(host: host, what: "no values for \(filter.name)") }
    values.keep(pairs.map(\.key).unique, titles: Dictionary(pairs) { first, _ in first }, key: key)
  }

  /// Distinguishes answers read with different values. Renewing a credential does not change it.
  var filtersKey: String {
    let asked = Set((declaration.credentials?.asked ?? []).map(\.name))
    return filters.filter { !asked.contains($0.key) }.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
      .joined()
  }

  /// The request by a rule, with the parameters of every request; nil if a placeholder in its path has no value, or if
  /// it uses nothing of `filling`, such as an id that is not a number, or a term beside a filter that is not set: it
  /// would ask for something else.
  func question(
    _ rule: RequestRule, _ filling: Filling, parameters: [(name: String, value: JSONValue)] = []
  ) -> DeclaredQuestion? {
    var current = filling
    current.filters = filters
    func filled(_ filling: Filling) -> DeclaredQuestion? {
      rule.question(base: base.asked, filling, constants: declaration.query, parameters: parameters)
    }
    var question = filled(current)
    if !rule.placeholders.isEmpty {
      current.values = [:]
      if let question, question.key == filled(current)?.key { return nil }
    }
    if rule.path.isAddress, let address = question?.url {
      do throws(CatalogError) {
        question?.url = try base.next(
          address, after: base.asked + "/", without: secretParameters, called: "the address")
      } catch {
        question?.refusal = error
      }
    }
    question?.again = { $0.question(rule, filling, parameters: parameters) }
    return question
  }

  /// A request to an address in an answer, with the parameters of every request.
  func question(at address: String) -> DeclaredQuestion {
    DeclaredQuestion(
      url: RequestRule.completed(address, with: declaration.query, Filling(filters: filters)),
      again: { $0.question(at: address) })
  }

  /// The same request with the values that came with the key.
  func filled(_ question: DeclaredQuestion, by grant: Grant?) -> DeclaredQuestion {
    guard let also = grant?.also, !also.isEmpty else { return question }
    var client = self
    client.filters.merge(also) { $1 }
    return question.again?(client) ?? question
  }
}
