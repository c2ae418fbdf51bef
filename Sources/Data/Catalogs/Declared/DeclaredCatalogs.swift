import Disk
package import Domain
import Synchronization
package import Wire

/// The built-in declarations, those in the user's folder, and those given by path. Each is read when its catalog is
/// first used.
package final class DeclaredCatalogs: CatalogSource {
  /// The catalogs written in Swift; no declaration may use their names.
  private let coded: [CatalogSummary]
  /// Contains base URLs, tokens, and the contact for services.
  let environment: [String: String]
  private let places: BaseFolders
  /// For the User-Agent.
  let version: String
  /// Whether a recording or the sample answers instead of the services.
  let isReplay: Bool
  /// Nil if nothing answers for a catalog of that name.
  let fetch: @Sendable (_ name: String) -> HTTPFetch?
  /// A command to try in a catalog's sample; nil if it has none.
  private let suggestion: @Sendable (_ name: String) -> String?
  private let bounds: RequestBounds
  /// The sentence that users see for an error.
  let sentence: @Sendable (CatalogError) -> String
  /// Stores the users' sign-ins.
  let safe: CredentialSafe
  /// The files of loaded catalogs, with the hash of their bytes, by name.
  private let files = Mutex<[String: (path: String, hash: Int)]>([:])
  /// The declarations read, by name, with the hash of their bytes.
  private let known = Mutex<[String: (hash: Int, declaration: Declaration)]>([:])

  package init(
    coded: [CatalogSummary], environment: [String: String], version: String, isReplay: Bool,
    fetch: @escaping @Sendable (_ name: String) -> HTTPFetch?,
    suggestion: @escaping @Sendable (_ name: String) -> String?,
    bounds: RequestBounds, sentence: @escaping @Sendable (CatalogError) -> String, safe: CredentialSafe
  ) {
    (self.coded, self.environment, places) = (coded, environment, BaseFolders(environment))
    (self.version, self.isReplay, self.fetch) = (version, isReplay, fetch)
    (self.suggestion, self.bounds, self.sentence, self.safe) = (suggestion, bounds, sentence, safe)
  }

  /// The folder for the user's own declarations; nil without a home folder.
  var folder: String? { places.config("catalogs") }

  /// The names of the built-in declarations.
  package static let shipped = ShippedDeclarations.all.map(\.name)

  var taken: Set<String> { Set(coded.map(\.name) + Self.shipped) }

  /// First the oldest catalogs, then the other built-in ones, then the user's.
  package var names: [String] { inOrder(coded.map(\.name), Self.shipped, own) }

  /// Those that were once written in Swift stay first.
  private func inOrder<Value>(_ coded: [Value], _ shipped: [Value], _ own: [Value]) -> [Value] {
    coded.prefix(1) + shipped.prefix(2) + coded.dropFirst() + shipped.dropFirst(2) + own
  }

  package var folderProblem: FileError? { folder.flatMap { FolderListing.problem(in: $0) } }

  /// The names of the files in the user's folder, except those already in use.
  private var own: [String] {
    guard let folder else { return [] }
    let taken = taken
    return FolderListing.names(in: folder).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      .filter { Self.mayBeOwn($0, besides: taken) }.sorted()
  }

  /// Whether a file in the user's folder may be called so.
  private static func mayBeOwn(_ name: String, besides taken: Set<String>) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !taken.contains(name)
  }

  package func client(named name: String) throws(CatalogProblem) -> LoadedCatalog? {
    if let bytes = ShippedDeclarations.bytes(of: name) {
      return try load(try declaration(bytes, named: name, file: name + ".json"), from: nil)
    }
    guard let path = path(of: name) else { return nil }
    let bytes = try bytes(at: path)
    let loaded = try load(try declaration(bytes, named: name, file: path), from: path)
    files.withLock { $0[name] = (path, bytes.hashValue) }
    return loaded
  }

  package func client(at path: String) throws(CatalogProblem) -> LoadedCatalog {
    let (declaration, bytes) = try declared(path)
    let loaded = try load(declaration, from: path)
    files.withLock { $0[declaration.name] = (path, bytes.hashValue) }
    return loaded
  }

  package func name(ofLoaded path: String) -> String? {
    guard let hash = try? bytes(at: path).hashValue else { return nil }
    return files.withLock { files in files.first { $0.value.hash == hash }?.key }
  }

  package func hasChanged(_ name: String) -> Bool {
    guard let loaded = files.withLock({ $0[name] }), let bytes = try? bytes(at: loaded.path) else { return false }
    return bytes.hashValue != loaded.hash
  }

  package func summaries() -> [CatalogSummary] {
    let own = own
    // The folder lists the names; reading very many files for their titles would take too long.
    let ownSummaries = own.map { name in
      own.count > Self.mostSummaries || Task.isCancelled
        ? CatalogSummary(name: name, title: name) : declaredSummary(named: name)
    }
    return inOrder(coded, Self.shipped.map(declaredSummary), ownSummaries).map(tried)
  }

  package func summary(named name: String) -> CatalogSummary? {
    if let summary = coded.first(where: { $0.name == name }) { return tried(summary) }
    return Self.shipped.contains(name) || path(of: name) != nil ? tried(declaredSummary(named: name)) : nil
  }

  /// The summary with a command to try first, and whose it is.
  private func tried(_ summary: CatalogSummary) -> CatalogSummary {
    changing(summary) {
      $0.example = suggestion($0.name) ?? $0.example
      $0.isUsersOwn = !Self.shipped.contains(summary.name) && !coded.contains { $0.name == summary.name }
    }
  }

  private static let mostSummaries = 100

  private func declaredSummary(named name: String) -> CatalogSummary {
    do throws(CatalogProblem) {
      guard let bytes = try bytes(of: name) else { return CatalogSummary(name: name, title: name) }
      return summary(of: try declaration(bytes, named: name, file: name + ".json"))
    } catch {
      return changing(CatalogSummary(name: name, title: name)) { $0.problem = error }
    }
  }

  package func name(ofPage address: String, besides others: Set<String>) -> String? {
    if !others.contains(MercadoLibreHook.name), MercadoLibreHook.isPage(address) { return MercadoLibreHook.name }
    guard let parts = WebAddress(address) else { return nil }
    let own = own
    // The user chose their own.
    return (own + Self.shipped).first { name in
      guard !others.contains(name), !Task.isCancelled,
        let bytes = try? bytes(of: name),
        // Only a declaration that contains the host, or leaves it to the user, needs to be parsed.
        environment[Declaration.variable(name, "URL")] != nil || Self.mayMention(parts.host, in: bytes)
          || Self.mayMention("{base}", in: bytes),
        let declaration = try? declaration(bytes, named: name, file: name)
      else { return false }
      let base = declaration.base(
        in: environment, signedIn: declaration.own.flatMap { _ in try? signIn(to: name)?.base }, isReplay: isReplay)
      return !declaration.ids(ofPage: address, at: base).isEmpty
    }
  }

  /// Whether a declaration is worth parsing for a text: false only if that does not occur in it, in any case. Searching
  /// strings takes ten times as long.
  private static func mayMention(_ text: String, in bytes: [UInt8]) -> Bool {
    let wanted = text.utf8.map { $0 | 0x20 }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { start in
        bytes[start] | 0x20 == wanted.first && bytes[start...].starts(with: wanted) { $0 | 0x20 == $1 }
      }
    }
  }

  /// The declaration of a catalog that is built in, loaded, or in the user's folder.
  func bytes(of name: String) throws(CatalogProblem) -> [UInt8]? {
    if let bytes = ShippedDeclarations.bytes(of: name) { return bytes }
    guard let path = path(of: name) else { return nil }
    return try bytes(at: path)
  }

  package func summary(at path: String) throws(CatalogProblem) -> CatalogSummary {
    let declaration = try Self.declaration(try bytes(at: path), file: path, taken: taken)
    return changing(summary(of: declaration)) { $0.warnings = declaration.warnings }
  }

  // MARK: Reading

  func path(of name: String) -> String? {
    if let path = files.withLock({ $0[name]?.path }) { return path }
    // As in `own`, but without reading the folder for each of many names.
    guard let folder, Self.mayBeOwn(name, besides: taken), PrivateFolder(path: folder).has("\(name).json") else {
      return nil
    }
    return "\(folder)/\(name).json"
  }

  /// The first bytes of a regular file: by default one more than a declaration may have.
  func bytes(at path: String, most: Int = DeclarationChecker.largest + 1) throws(CatalogProblem) -> [UInt8] {
    try Result { () throws(FileError) in try Input.start(of: path, most: most, in: places) }
      .mapError(CatalogProblem.file).get()
  }

  /// Forgets a declaration and the filter values that the service listed: another user may have others.
  func forget(_ name: String) { known.withLock { $0[name] = nil } }

  /// Reads the declaration of a catalog, unless it is known: one command may need it several times.
  private func declaration(_ bytes: [UInt8], named name: String, file: String) throws(CatalogProblem) -> Declaration {
    // A user's file may have changed.
    let hash = bytes.hashValue
    if let known = known.withLock({ $0[name] }), known.hash == hash { return known.declaration }
    let declaration = try Self.declaration(
      bytes, file: file, taken: Self.shipped.contains(name) ? [] : taken, fileName: name)
    known.withLock { $0[name] = (hash, declaration) }
    return declaration
  }

  static func declaration(
    _ bytes: [UInt8], file: String, taken: Set<String> = [], fileName: String? = nil
  ) throws(CatalogProblem) -> Declaration {
    try DeclarationChecker.check(bytes, taken: taken, fileName: fileName)
      .mapError { CatalogProblem.mistakes($0.list, file: file) }.get()
  }

  /// - Parameter path: the declaration's file; nil for a built-in one.
  private func load(_ declaration: Declaration, from path: String?) throws(CatalogProblem) -> LoadedCatalog {
    let client = try client(of: declaration)
    if declaration.credentials?.sends == true || client.base.isSigned, !isReplay {
      safe.book.add(client.signature, for: client.base.asked)
    }
    var notice: Notice?
    if client.missingCredentials != nil {
      do throws(FileError) { _ = try signIn(to: declaration.name) } catch { notice = .memoryUnusable(error) }
    }
    guard let path else { return (client, notice) }
    applyBuiltInRates(client.host)
    if let notice { return (client, notice) }
    let hosts =
      [client.host.isEmpty ? declaration.baseVariable : client.host]
      + [client.base.isReplaced ? nil : declaration.keyHost].compactMap(\.self)
    return (client, .declaration(path: path, hosts: hosts, variables: declaration.variables))
  }

  /// The user's sign-in; nil if there is none.
  func signIn(to name: String) throws(FileError) -> SignIn? {
    guard !isReplay, let path = safe.path(of: name) else { return nil }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Input.start(of: path, most: 1 << 20, in: places) } catch {
      if error.problem == .notFound { return nil }
      throw error
    }
    // It is empty while another process fetches the first key, and may then contain only that.
    if bytes.isEmpty { return nil }
    if let json = try? JSONValue(parsing: bytes), json.members != nil { return SignIn(json) }
    throw FileError(path: path, .other("damaged; to remove it: catalog sign-out \(name)"))
  }

  /// The addresses of the user's own servers from sign-ins, by the variables that would replace them.
  package var signedInBases: [String: String] {
    names.reduce(into: [:]) { bases, name in
      guard let signIn = try? signIn(to: name), summary(named: name) != nil,
        let declaration = known.withLock({ $0[name]?.declaration }), declaration.own != nil,
        !isSet(declaration.baseVariable)
      else { return }
      bases[declaration.baseVariable] = signIn.base
    }
  }

  /// Lets a client send requests to its service, within the service's limits.
  func admit(_ client: DeclaredClient) {
    let (declaration, base) = (client.declaration, client.base)
    bounds.declare(declaration.rate, base: base.asked, isReplaced: base.isReplaced || declaration.own != nil)
    if declaration.own != nil, !base.asked.isEmpty { safe.allow(base.asked) }
  }

  /// A built-in declaration's limits for a host apply to all catalogs there.
  private func applyBuiltInRates(_ host: String) {
    for file in ShippedDeclarations.all {
      let bytes = file.bytes
      guard Self.mayMention(host, in: bytes),
        let declaration = try? declaration(bytes, named: file.name, file: file.name),
        HTTPRequest(url: declaration.base).host == host
      else { continue }
      bounds.declare(declaration.rate, base: declaration.base, isReplaced: false)
    }
  }

  private func isSet(_ variable: String) -> Bool { environment[variable]?.trimmed.isEmpty == false }

  private func summary(of declaration: Declaration) -> CatalogSummary {
    var summary = CatalogSummary(name: declaration.name, title: declaration.title, about: declaration.about)
    let (isOwn, rule) = (declaration.own != nil, declaration.credentials)
    summary.host = declaration.hosts[0]
    summary.keyHost = declaration.keyHost
    summary.example = declaration.search.map { "search \($0.term)" }
    summary.categories = declaration.itemCategories
    let signIn = rule == nil && !isOwn ? nil : try? signIn(to: summary.name)
    summary.lacksAddress = isOwn && signIn == nil && !isSet(declaration.baseVariable)
    guard let rule else { return summary }
    let typed = declaration.typed(in: environment)
    func has(_ name: String) -> Bool { (typed[name] ?? signIn?.values[name]) != nil }
    // Of several sufficient sets, the one that is present, or else the first.
    let way = rule.ways.first { $0.allSatisfy(has) } ?? rule.ways[0]
    // A service may return nothing without credentials, although its declaration does not require them.
    let isRequired = rule.isRequired || declaration.hook?.requiresCredentials ?? false
    summary.credentials = rule.asked.filter { way.contains($0.name) }.map { name, about in
      CatalogSummary.Credential(
        variable: declaration.variable(of: name), isSet: has(name), isRequired: isRequired, about: about)
    }
    return summary
  }
}

enum ShippedDeclarations {
  static let all = EmbeddedFile.declarations

  /// Nil for an unknown name.
  static func bytes(of name: String) -> [UInt8]? { all.first { $0.name == name }?.bytes }
}
