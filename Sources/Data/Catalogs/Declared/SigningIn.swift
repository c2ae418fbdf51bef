import Domain
import Wire

/// `catalog add`, `sign-in` and `sign-out`.
extension DeclaredCatalogs {
  func added(from place: String, isAgreed: Bool, _ asking: @escaping Asking) async throws(CatalogProblem)
    -> CatalogReport
  {
    guard let folder else { throw .refused("there is no home folder for declarations") }
    let bytes = place.contains("://") ? try await fetched(place) : try saved(place)
    let declaration = try Self.declaration(bytes, file: place, taken: taken)
    let path = "\(folder)/\(declaration.name).json"
    let former = try? self.bytes(at: path)
    var lines = ["\(declaration.name): \(declaration.title)"]
    if let about = declaration.about { lines.append("about       \(about)") }
    lines.append("uses        \(declaration.hosts.joined(separator: ", "))")
    let variables = declaration.variables
    if !variables.isEmpty { lines.append("reads       \(variables.joined(separator: ", "))") }
    lines.append("categories  \(declaration.categories.map(\.name).joined(separator: ", "))")
    let changes = former.map { Self.changes(from: $0, to: bytes, declaration) }
    lines += (changes ?? []).map { "changes     \($0)" }
    if !isAgreed {
      let question = lines.joined(separator: "\n") + "\nSave it as \(path)? [y/N] "
      guard let answer = await asking(question, false) else {
        if Task.isCancelled { throw .catalog(.cancelled) }
        throw .refused("catalog add asks before it saves a declaration; in a script: catalog add \(place.asWord) --yes")
      }
      guard ["y", "yes"].contains(answer.lowercased().trimmed) else { throw .refused("nothing was saved") }
    }
    try await result { () throws(FileError) in
      try await CredentialSafe.files.makeFolder(folder)
      // A write would wait for the reader of a pipe.
      _ = try await CredentialSafe.files.update(path, seen: nil) { _ in .edit(bytes) }
    }.mapError(CatalogProblem.file).get()
    var json: JSONMembers = [
      "name": .string(declaration.name), "file": .string(path), "replaced": .bool(former != nil),
      "hosts": JSONValue(declaration.hosts), "variables": JSONValue(variables),
      "categories": JSONValue(declaration.categories.map(\.name)),
    ]
    json["changes"] = changes.map { JSONValue($0) }
    return CatalogReport(
      (isAgreed ? lines : []) + ["saved \(path); use it: catalog \(declaration.name)"], key: "added", .object(json),
      changed: declaration.name)
  }

  private static func changes(from former: [UInt8], to bytes: [UInt8], _ next: Declaration) -> [String] {
    if former == bytes { return ["nothing: already saved"] }
    guard case .success(let old) = DeclarationChecker.check(former), let before = try? JSONValue(parsing: former),
      let after = try? JSONValue(parsing: bytes)
    else { return ["replaces an invalid declaration"] }
    func difference(_ what: String, _ old: [String], _ new: [String]) -> [String] {
      let (gone, come) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
      return (gone.isEmpty && come.isEmpty)
        ? [] : ["\(what): " + (gone.map { "-\($0)" } + come.map { "+\($0)" }).joined(separator: " ")]
    }
    func changed(_ what: String, _ old: [(name: String, value: JSONValue)], _ new: [(name: String, value: JSONValue)])
      -> [String]
    {
      let (old, new) = (JSONMembers(old), JSONMembers(new))
      let names = (old.names + new.names).unique.filter { old[$0] != new[$0] && !$0.hasPrefix("//") }
      return names.isEmpty ? [] : ["\(what): changed \(names.joined(separator: ", "))"]
    }
    func categories(_ json: JSONValue) -> [(name: String, value: JSONValue)] {
      (json["categories"]?.array ?? []).map { ($0["name"]?.text ?? "", $0) }
    }
    let shared = Set(old.categories.map(\.name)).intersection(next.categories.map(\.name))
    let found =
      difference("hosts", old.hosts, next.hosts)
      + difference(
        "credentials", (old.credentials?.asked ?? []).map(\.name), (next.credentials?.asked ?? []).map(\.name))
      + changed("credentials", before["credentials"]?.inOrder ?? [], after["credentials"]?.inOrder ?? [])
      + difference("categories", old.categories.map(\.name), next.categories.map(\.name))
      + changed(
        "categories", categories(before).filter { shared.contains($0.name) },
        categories(after).filter { shared.contains($0.name) })
    let told = ["credentials", "categories"] + (old.hosts == next.hosts ? [] : ["base"])
    let others = [before, after].map { $0.inOrder.filter { !told.contains($0.name) } }
    return (found.isEmpty ? ["neither hosts, credentials nor categories"] : found)
      + changed("other", others[0], others[1])
  }

  /// A document at a public https address as it is now, by the rules for untrusted addresses.
  /// - Parameter staysOnHost: whether a redirect to another host is refused.
  func fetched(_ url: String, staysOnHost: Bool = false) async throws(CatalogProblem) -> [UInt8] {
    let isOwn = isReplacement(url)
    guard url.hasPrefix("https://") || isOwn else {
      throw .refused("\"\(url)\" must begin with https://, or name a file")
    }
    guard let fetch = fetch("") else { throw .catalog(.notInSample(url)) }
    if !isOwn, let refusal = UntrustedURLPolicy().refusal(of: url) { throw .catalog(refusal) }
    var request = HTTPRequest(url: url, headers: ["Accept": "application/json, application/xml;q=0.9, */*;q=0.5"])
    request.trust = .untrusted
    request.staysOnHost = staysOnHost
    return try await afresh { [request] () throws(CatalogError) in
      let response = try await fetch(request)
      if let failure = response.failure(from: request.host) { throw failure }
      return response.body
    }.mapError(CatalogProblem.catalog).get()
  }

  /// Whether the user replaced a base by this address's host, and so trusts it.
  private func isReplacement(_ url: String) -> Bool {
    guard let parts = WebAddress(url), parts.user == nil else { return false }
    return environment.contains { name, value in
      name.hasPrefix("LINER_") && name.hasSuffix("_URL") && WebAddress(value)?.origin == parts.origin
    }
  }

  // MARK: Signing in

  private static let noSafe = "sign-in and sign-out need a home folder, and do not work with --offline or --replay"

  func signedIn(
    to typed: String, _ filters: [String: [String: String]], _ asking: @escaping Asking
  ) async throws(CatalogProblem) -> CatalogReport {
    let (declaration, _) = try declared(typed)
    let rule = declaration.credentials
    let asked = rule?.asked ?? []
    guard !asked.isEmpty || declaration.own != nil else { throw .refused("\(declaration.name) needs no credentials") }
    guard let path = safe.path(of: declaration.name) else { throw .refused(Self.noSafe) }
    let own = declaration.own == nil ? [] : [declaration.baseVariable]
    let ways = (rule?.ways ?? [[]]).map { DeclarationChecker.list(own + $0.map(declaration.variable)) }
    func answer(
      _ what: String, _ about: String, isSecret: Bool, mayBeBlank: Bool = false
    ) async throws(CatalogProblem) -> String {
      guard let answer = await asking("\(what)\(about.isEmpty ? "" : " (\(about))"): ", isSecret) else {
        if Task.isCancelled { throw .catalog(.cancelled) }
        throw .refused("sign-in needs a terminal; set \(ways.joined(separator: ", or ")) instead")
      }
      if answer.trimmed.isEmpty, !mayBeBlank { throw .refused("nothing was typed, so nothing was saved") }
      return answer.trimmed
    }
    var base = DeclaredBase(declared: declaration.base, replaced: environment[declaration.baseVariable]).asked
    if let about = declaration.own {
      base = DeclaredBase.withoutSlashes(try await answer("address", about, isSecret: false))
      guard let address = WebAddress(base), address.user == nil, address.query == nil, address.fragment == nil else {
        throw .refused("\"\(base)\" is not an address such as http://nas.local:4533")
      }
    }
    var values: [String: String] = [:]
    let mayBeBlank = rule.map { !$0.isRequired || $0.ways.count > 1 } ?? true
    for (name, about) in asked {
      let isKept = rule?.given(changing(values) { $0[name] = "" })[name] != nil
      values[name] = try await answer(name, about, isSecret: name != "user", mayBeBlank: mayBeBlank || isKept)
    }
    values = rule?.given(values) ?? [:]
    if values.isEmpty, declaration.own == nil { throw .refused("nothing was typed, so nothing was saved") }
    let signIn = SignIn(base: base, keyHost: declaration.keyHost, values: values)
    try await prove(signIn, of: declaration, filters[declaration.name] ?? [:])
    let file = SecretFile(path: path)
    let former = declaration.credentials?.key == nil ? nil : await file.read()
    var members = former?.members ?? JSONMembers()
    members["base"] = .string(base)
    members["keyHost"] = signIn.keyHost.map { .string($0) }
    members["values"] = .object(JSONMembers(values.mapValues { .string($0) }))
    try await result { [members] () throws(FileError) in try await file.write(.object(members)) }
      .mapError(CatalogProblem.file).get()
    forget(declaration.name)
    let set = (own + declaration.variables).filter { environment[$0]?.isEmpty == false }
    return CatalogReport(
      ["signed in to \(declaration.title); saved in \(path), readable only by you"]
        + set.map { "\($0) is set and takes precedence" }, key: "signedIn",
      ["name": .string(declaration.name), "file": .string(path)], changed: declaration.name)
  }

  /// Sends one request with the sign-in: for a key, or a search.
  private func prove(
    _ signIn: SignIn, of declaration: Declaration, _ filters: [String: String]
  ) async throws(CatalogProblem) {
    guard let fetch = fetch(declaration.name) else { throw .noSample(name: declaration.name) }
    var keys = safe.keys(of: declaration.name)
    keys.sharesKey = false
    // The typed credentials are tried, whatever the environment contains.
    let asked = declaration.variables
    var environment = environment.filter { !asked.contains($0.key) }
    if declaration.own != nil { environment[declaration.baseVariable] = nil }
    let client = DeclaredClient(
      declaration, environment: environment, version: version, signIn: signIn, keys: keys, fetch: fetch)
    admit(client)
    let proved = await afresh { () throws(CatalogError) in try await client.prove(filters) }
    do throws(CatalogError) {
      try proved.get()
    } catch {
      let advice = "check the address, which may need a path"
      switch error {
      case .notFound(let host) where declaration.own != nil, .refused(let host, 404, nil) where declaration.own != nil:
        throw .catalog(.refused(host: host, status: 404, reason: advice))
      case .unreadable(let host, let what) where declaration.own != nil:
        throw .catalog(.unreadable(host: host, what: "\(what); \(advice)"))
      default: throw .catalog(error)
      }
    }
  }

  /// The outcome of requests that no cached answer replaces.
  private func afresh<Value>(_ ask: () async throws(CatalogError) -> Value) async -> Result<Value, CatalogError> {
    let context = changing(RequestContext.current) { $0.mayUseCache = false }
    return await RequestContext.$current.withValue(context) { await result(of: ask) }
  }

  func signedOut(of typed: String) async throws(CatalogProblem) -> CatalogReport {
    let name = CatalogTask.isPath(typed) ? try declared(typed).0.name : typed
    guard let path = safe.path(of: name) else { throw .refused(Self.noSafe) }
    // A damaged file may contain secrets too.
    do throws(FileError) { try safe.forget(name) } catch {
      throw error.problem == .notFound ? .refused("not signed in to \(name)") : .file(error)
    }
    forget(name)
    return CatalogReport(
      ["signed out of \(name); removed \(path)"], key: "signedOut", ["name": .string(name)], changed: name
    )
  }
}

extension DeclaredClient {
  /// Sends a request that needs the credentials, and another if the search does not exist.
  func prove(_ filters: [String: String]) async throws(CatalogError) {
    if let missing = missingCredentials { throw missing }
    if let rule = declaration.credentials, rule.ways.count > 1, !isEnough(rule) { throw missing(rule) }
    if declaration.credentials?.needsKey(besides: given) == true {
      _ = try await credentials?.grant()
      return
    }
    let test = declaration.search
    let preferred = [test?.category.flatMap { catalog.category(named: $0) }].compactMap(\.self)
    let categories = preferred + catalog.defaultCategories + catalog.categories
    do throws(CatalogError) {
      if let category = categories.first(where: \.isSearchable) ?? categories.first(where: \.isListable) {
        let term = category.isSearchable ? test?.term ?? "a" : ""
        _ = try await search(SearchRequest(category: category, term: term, limit: 1, filters: filters))
      } else if let home = declaration.homes.first {
        _ = try await shelf(0, of: home.name, filters: filters, limit: 1, offset: 0)
      }
    } catch {
      if case .notFound = error, let home = declaration.homes.first {
        // An OPDS server may have its search at another path; its start feed proves the sign-in as well.
        _ = try await shelf(0, of: home.name, filters: filters, limit: 1, offset: 0)
        return
      }
      // It lacks a value that the user has yet to choose, among those that the service lists.
      let open = declaration.filters.first { filter in
        if case .requested = filter.values { filters[filter.name] == nil } else { false }
      }
      guard let open, case .refused(_, status: 0, _) = error else { throw error }
      try await loadValues(of: open, filters: filters)
    }
  }
}
