package import Domain

/// The catalogs of a session: those that are there from the start, and those that are read when somebody uses them.
extension Coordinator {
  /// By its name or its title, or any unique prefix of them; what looks like a file's path is one.
  func index(ofCatalog typed: String) throws(CommandError) -> Int {
    if Action.isPath(ofCatalog: typed), let source {
      return add(try described { () throws(CatalogProblem) in try source.client(at: typed) }, replaces: true)
    }
    let name = try name(ofCatalog: typed)
    try loadCatalog(named: name)
    return clients.firstIndex { $0.catalog.name == name } ?? current
  }

  private func name(ofCatalog typed: String) throws(CommandError) -> String {
    let names = catalogNames
    var titles = Dictionary(
      clients.map { ($0.catalog.name, $0.catalog.title) }, uniquingKeysWith: { first, _ in first })
    var found = Choice(names, titles: titles).found(typed)
    if case .none = found, let source {
      // Titles stand in descriptions, which are read only where a name does not do.
      for summary in source.summaries() { titles[summary.name] = summary.title }
      found = Choice(names, titles: titles).found(typed)
    }
    switch found {
    case .one(let name): return name
    case .several(let names): throw .usage(.ambiguousWord(typed, candidates: names))
    case .none: throw .usage(.unknownCatalog(typed, known: names))
    }
  }

  /// Whether `typed` names the catalog in force.
  package func isCurrent(catalog typed: String) -> Bool {
    !Action.isPath(ofCatalog: typed) && (try? name(ofCatalog: typed)) == catalog.name
  }

  /// The names of all catalogs, those not read yet among them.
  package var catalogNames: [String] { listCatalogs?() ?? clients.map(\.catalog.name) }
  /// The same, to be asked for when it is wanted, since a folder is read for it; nil where no others can be read.
  package var listCatalogs: (@Sendable () -> [String])? {
    guard let source else { return nil }
    // Those that a path named are in no folder.
    let loaded = clients.map(\.catalog.name)
    return { source.names + loaded.filter { !source.names.contains($0) } }
  }

  package var catalogSummaries: [CatalogSummary] {
    let known = source?.summaries() ?? []
    return known + catalogs.filter { catalog in !known.contains { $0.name == catalog.name } }.map { CatalogSummary($0) }
  }

  /// What the file describes, found right.
  package func checkedCatalog(at path: String) throws(CommandError) -> CatalogSummary {
    guard let source else { throw .usage(.unknownCatalog(path, known: catalogNames)) }
    return try described { () throws(CatalogProblem) in try source.summary(at: path) }
  }

  /// The text that describes a catalog.
  package func text(ofCatalog typed: String) throws(CommandError) -> [UInt8] {
    let name = try name(ofCatalog: typed)
    let text = try described { () throws(CatalogProblem) in try source?.text(of: name) }
    guard let text else { throw .nothingHere(.feature("declaration", catalog: name)) }
    return text
  }

  /// What was read since this was last asked for.
  package func takeNotices() -> [Notice] {
    defer { notices = [] }
    return notices
  }

  /// Reads the catalog of that name, where there is one that was not read yet.
  func loadCatalog(named name: String) throws(CommandError) {
    guard let source, !clients.contains(where: { $0.catalog.name == name }) else { return }
    if let loaded = try described({ () throws(CatalogProblem) in try source.client(named: name) }) { add(loaded) }
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

  private func described<Value>(_ body: () throws(CatalogProblem) -> Value) throws(CommandError) -> Value {
    do throws(CatalogProblem) { return try body() } catch { throw .description(error) }
  }

  /// - Parameter replaces: whether one of the same name, as it was read before, makes way.
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
