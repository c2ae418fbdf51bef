package import Domain

/// The catalogs of a session: those loaded at the start, and those loaded on first use.
extension Coordinator {
  /// The catalog whose name or title has the unique prefix `typed`, or the one declared in the file at that path.
  func index(ofCatalog typed: String) throws(CommandError) -> Int {
    if CatalogTask.isPath(typed), let source {
      // Its screens are kept, unless the declaration has changed.
      if let name = source.name(ofLoaded: typed), let index = clients.firstIndex(where: { $0.catalog.name == name }) {
        return index
      }
      return add(try described { try source.client(at: typed) }, replaces: true)
    }
    let name = try name(ofCatalog: typed)
    if let source, source.hasChanged(name), let loaded = try described({ try source.client(named: name) }) {
      return add(loaded, replaces: true)
    }
    try loadCatalog(named: name)
    return clients.firstIndex { $0.catalog.name == name } ?? current
  }

  func name(ofCatalog typed: String) throws(CommandError) -> String {
    try Catalog.name(typed, among: catalogNames, loaded: catalogs, from: source)
  }

  /// Whether `typed` names the current catalog, and its declaration has not changed.
  package func isCurrent(catalog typed: String) -> Bool {
    !CatalogTask.isPath(typed) && (try? name(ofCatalog: typed)) == catalog.name
      && source?.hasChanged(catalog.name) != true
  }

  /// The names of all catalogs, including those not loaded yet.
  package var catalogNames: [String] { listCatalogs() }

  /// The same as a closure, because listing them reads a folder.
  package var listCatalogs: @Sendable () -> [String] {
    // Catalogs loaded from a path are not in that folder.
    let loaded = clients.map(\.catalog.name)
    return { [source] in
      let names = source?.names ?? []
      return names + loaded.filter { !names.contains($0) }
    }
  }

  package var catalogSummaries: [CatalogSummary] {
    let known = source?.summaries() ?? []
    // Catalogs loaded from a path are not in the folder.
    return known
      + catalogs.filter { catalog in !known.contains { $0.name == catalog.name } }
      .map { source?.summary(named: $0.name) ?? CatalogSummary($0) }
  }

  /// The summary of a declaration file, if it is valid.
  package func checkedCatalog(at path: String) throws(CommandError) -> CatalogSummary {
    guard let source else { throw .usage(.unknownCatalog(path, known: catalogNames)) }
    return try described { try source.summary(at: path) }
  }

  /// Runs a task of the `catalog` command.
  package func perform(_ task: CatalogTask, asking: @escaping Asking) async throws(CommandError) -> CatalogReport {
    guard let source else { throw .usage(.unknownCatalog("", known: catalogNames)) }
    let task = try named(task)
    let filters = Dictionary(catalogs.map { ($0.name, settings.filters(of: $0)) }) { $1 }
    let report = try await run { try await source.perform(task, filters: filters, asking: asking) }
    if let name = report.changed, let index = clients.firstIndex(where: { $0.catalog.name == name }),
      let loaded = try? source.client(named: name)
    {
      let stack = stacks[index]
      add(loaded, replaces: true)
      // Its declaration is the same, and a search that lacked the credentials can be retried.
      if [.signIn, .signOut].contains(task.kind) { stacks[index] = stack }
    }
    return report
  }

  /// The task with the full name of its catalog.
  private func named(_ task: CatalogTask) throws(CommandError) -> CatalogTask {
    let isOfCatalog = [.show, .test, .signIn, .signOut, .attempt].contains(task.kind)
    if !isOfCatalog || CatalogTask.isPath(task.operand) { return task }
    let name = try name(ofCatalog: task.operand)
    return changing(task) { $0.operand = name }
  }

  /// The notices since the last call, from commands, requests and memories of earlier sessions.
  package func takeNotices() -> [Notice] {
    var taken = exchange(&notices, with: [])
    if let log { taken += log.takeNotices() }
    return taken + resources.memoryNotices()
  }

  /// Loads the catalog of that name, if it exists and is not loaded yet.
  func loadCatalog(named name: String) throws(CommandError) {
    guard let source, !clients.contains(where: { $0.catalog.name == name }) else { return }
    if let loaded = try described({ try source.client(named: name) }) { add(loaded) }
  }

  func loadCatalog(for reference: Reference) throws(CommandError) {
    switch reference {
    case .item(let id): try loadCatalog(named: id.catalog)
    case .page(let address):
      guard let source, !clients.contains(where: { $0.recognizes(reference) }),
        let name = source.name(ofPage: address, besides: Set(clients.map(\.catalog.name)))
      else { return }
      try loadCatalog(named: name)
    case .number, .upc, .isbn, .bundle: break
    }
  }

  /// - Parameter replaces: whether it replaces a loaded catalog of the same name.
  @discardableResult
  private func add(_ loaded: LoadedCatalog, replaces: Bool = false) -> Int {
    if let notice = loaded.notice { notices.append(notice) }
    let stack = NavigationStack(root: .root(of: loaded.client.catalog))
    if replaces, let index = clients.firstIndex(where: { $0.catalog.name == loaded.client.catalog.name }) {
      clients[index] = loaded.client
      stacks[index] = stack
      return index
    }
    clients.append(loaded.client)
    stacks.append(stack)
    return clients.count - 1
  }
}
