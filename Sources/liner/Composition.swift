import Catalogs
import Disk
import Domain
import Logging
import Presentation
import Sample
import Synchronization
import Wire

/// Creates and joins the live objects of a session; the only place that knows them all.
struct Composition {
  let coordinator: Coordinator
  /// Records the session, if that was requested.
  let recorder: Recorder?
  let logger: Logger?
  let logFile: GrowingFile?
  let files: any Files
  /// Unsaved favourites of this session and earlier ones; nil without a home folder, and in a replay.
  let earlier: EarlierTable?
  /// The memory across sessions; nil without a home folder.
  private let memories: Memories?
  private let stack: HTTPStack
  /// Whether the embedded sample answers, which has no covers.
  private let isSample: Bool
  private let downloads: Downloader
  /// Which addresses in answers may be requested.
  private let strangers: UntrustedURLPolicy
  /// The addresses that credentials are for.
  private let book = CredentialBook()

  /// Reads all that is needed first, and creates files only once everything is valid.
  /// - Parameters:
  ///   - recording: the recording to answer from.
  ///   - files: the files of the machine.
  /// - Throws: if a setting or a file is invalid.
  init(
    _ options: Options, recording: Recording?, files: any Files, environment: [String: String],
    unfinished: UnfinishedWork, secrets: KnownSecrets
  ) async throws {
    let environment = try Bases.checked(environment)
    self.files = files
    let places = BaseFolders(environment)
    let memories = places.state("").map { Memories(in: PrivateFolder(path: String($0.dropLast()))) }
    self.memories = memories
    let sample = options.offline && recording == nil ? SampleService() : nil
    isSample = sample != nil
    // Favourites from the sample stay in the sample.
    earlier = recording != nil ? nil : memories.map { EarlierTable($0, isSample: sample != nil) }
    let web = DeferredHTTPStack()
    strangers = UntrustedURLPolicy(own: Self.services(environment))
    let isReal = recording == nil && !options.offline
    let safe = CredentialSafe(
      folder: isReal ? places.state("credentials") : nil, isRecorded: options.record != nil, unfinished: unfinished,
      secrets: secrets, book: book, allow: { [strangers] in strangers.add(own: $0) })
    // Charts are static files that change once a day, and do not count towards the service's limit.
    let bounds = RequestBounds(options.rate ?? .usual, services: [Bases.itunes(environment)])
    let source = Self.source(
      isReplay: recording != nil, isOffline: options.offline, environment: environment, bounds: bounds, web: web,
      safe: safe)
    let name = try options.catalog.map { try Self.name($0, source, recording) }
    let started = try name.flatMap {
      CatalogTask.isPath($0) ? try source.client(at: $0) : try source.client(named: $0)
    }
    let catalog = started?.client.catalog ?? Options.catalogs.first { $0.name == name } ?? .itunes
    var options = options
    // A replay finds the catalog by its name.
    if options.catalog != nil { options.catalog = catalog.name }
    var settings = Settings()
    if options.noCache { try settings.set("cache", to: "off", in: catalog) }
    for assignment in options.settings {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw CommandError.usage(.missingValue(option: "--set " + assignment)) }
      try settings.set(parts[0], to: parts[1], in: catalog)
    }
    // A recording contains full names, of catalogs that need not exist here.
    if recording == nil {
      try settings.completeEverywhere { typed throws(CommandError) in
        let names = source.names
        return try Catalog.name(
          typed, among: names.contains(catalog.name) ? names : names + [catalog.name],
          loaded: Options.catalogs + [catalog], from: source)
      }
    }
    if let path = options.favorites { try settings.set("favorites", to: path, in: catalog) }
    let store = settings.favoritesFile.map { [files] in FavoritesFile(path: $0, files: files) }
    let favorites = try await store?.load() ?? Favorites()
    let inputs = options.scripts + [options.replay, places.config("linerc")].compactMap(\.self)
    for path in options.written {
      try Self.check(path, options, reading: inputs, favorites: settings.favoritesFile, in: files)
    }
    // All files can be written, before the first one is created.
    for path in [options.record, options.cast].compactMap(\.self) {
      try GrowingFile.check(path, options.force ? .replaced : .refused, in: places)
    }
    if let path = options.logFile { try GrowingFile.check(path, .continued, in: places) }
    logFile =
      if let path = options.logFile { try await GrowingFile(path: path, existing: .continued, in: places) } else { nil }
    logger = Logger(options, to: logFile, hiding: secrets)
    recorder = try await Recorder.begun(by: options, environment: environment, in: places, hiding: secrets)
    if let recorder { for (name, url) in source.signedInBases { recorder.note(base: url, for: name) } }
    stack =
      if let recording {
        HTTPStack(replaying: Replay(recording), logger: logger, secrets: secrets)
      } else if sample != nil {
        HTTPStack(sample: SampleService.nothing, recorder: recorder, logger: logger, secrets: secrets)
      } else {
        HTTPStack(
          userAgent: "liner/\(Liner.version)", environment: environment, bounds: bounds,
          timeout: .seconds(options.timeout ?? 15),
          folder: places.cache("").map { PrivateFolder(path: String($0.dropLast())) }, recorder: recorder,
          logger: logger, secrets: secrets, mayAsk: strangers.allows)
      }
    downloads = Downloader(
      places: places, memories: memories, remembersChecks: recording == nil,
      refusal: { [strangers] in strangers.refusal(of: $0) }, fetch: book.signing(stack.download))
    // Each catalog of the sample has its own stack, because it has its own answers.
    let fetch: @Sendable (_ catalog: String) -> HTTPFetch = { [stack, recorder, logger] name in
      sample.map {
        HTTPStack(sample: $0.fetch(for: name), recorder: recorder, logger: logger, secrets: secrets).fetch
      }
        ?? stack.fetch
    }
    web.join(fetch)
    var clients: [any CatalogClient] = [
      ITunesClient(
        base: Bases.itunes(environment), chartsBase: Bases.charts(environment),
        feeds: FeedReader(addresses: strangers, fetch: fetch("itunes")),
        // The recording may have been made from the sample.
        pageHost: options.offline || recording != nil ? SampleService.host : nil,
        fetch: fetch("itunes")),
      FeedsClient(
        reader: FeedReader(addresses: strangers, fetch: fetch("itunes")), origin: environment["LINER_FEEDS_URL"]),
    ]
    if let client = started?.client { clients.append(client) }
    // A recording and its replay must match, so neither uses the memory; the sample has its own earlier day.
    let isRemembered = recording == nil && options.record == nil
    let charts: (any ChartHistory)? = if sample != nil { SampleChartMemory() } else { memories.map { ChartsTable($0) } }
    var resources = Resources()
    resources.source = source
    resources.openStore = { [files] in FavoritesFile(path: $0, files: files) }
    resources.earlier = earlier
    resources.chartMemory = isRemembered ? charts : nil
    resources.newsMemory = isRemembered && sample == nil ? memories.map { NewsTables($0) } : SessionNews()
    resources.memoryNotices = { memories?.takeNotices() ?? [] }
    resources.readItems = { bytes, path throws(FileError) in try Subscriptions.items(in: bytes, at: path) }
    resources.crosswalk = Self.crosswalk(environment, bounds, fetch: fetch("wikidata"))
    resources.recordedLacks = recording?.lacks
    if let recorder { resources.noteLack = { recorder.note(option: "--lack \($0)=\($1.rawValue)") } }
    resources.sample = options.offline ? SampleService.examples : nil
    resources.today = { recording?.day ?? (sample == nil ? CalendarDay.today : SampleService.day) }
    coordinator = Coordinator(
      clients: clients, notices: [started?.notice].compactMap(\.self), start: catalog.name, settings: settings,
      favorites: favorites, store: store, resources: resources)
  }

  /// - Throws: if the session also reads the file that it would write to all the time, or keeps favourites there.
  private static func check(
    _ path: String, _ options: Options, reading inputs: [String], favorites: String?, in files: any Files
  ) throws(CommandError) {
    try files.check(path, keepsNone: favorites)
    let isFed = options.command.isEmpty && options.scripts.isEmpty
    let read = inputs + (isFed ? [files.canonical("/dev/stdin")] : [])
    // Terminals and `/dev/null` may be read and written.
    let regular = read.filter { !files.canonical($0).hasPrefix("/dev/") }
    try files.check(path, isNoneOf: regular, "this session reads its commands there")
  }

  private static func crosswalk(
    _ environment: [String: String], _ bounds: RequestBounds, fetch: @escaping HTTPFetch
  ) -> Wikidata {
    let base = environment["LINER_WIKIDATA_URL"] ?? Wikidata.home
    let contact = environment["LINER_CONTACT"].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    bounds.declare(
      Wikidata.windows(hasContact: contact != nil), base: base, isReplaced: environment["LINER_WIKIDATA_URL"] != nil)
    return Wikidata(base: base, contact: contact, version: Liner.version, fetch: fetch)
  }

  // MARK: Catalogs

  /// All catalogs; a declaration is read when its catalog is used.
  private static func source(
    isReplay: Bool, isOffline: Bool, environment: [String: String], bounds: RequestBounds, web: DeferredHTTPStack,
    safe: CredentialSafe
  ) -> DeclaredCatalogs {
    let aboutITunes = """
      Music, podcasts, television, films, books and apps, with charts. Data: Apple, to promote its stores.
      """
    var feeds = CatalogSummary(
      .feeds, about: "Podcasts by the addresses of their feeds: open one, or import a list of them.")
    if isOffline { feeds.example = "open \(SampleService.feed)" }
    return DeclaredCatalogs(
      coded: [CatalogSummary(.itunes, about: aboutITunes), feeds], environment: environment, version: Liner.version,
      isReplay: isReplay || isOffline,
      fetch: { name in isOffline && !SampleService.has(name) ? nil : web.fetch(for: name) },
      suggestion: { isOffline ? SampleService.suggestion(for: $0) : nil },
      bounds: bounds, sentence: { ErrorMessages.sentence(for: $0) }, safe: safe)
  }

  /// The name of the catalog that `typed` means; a path stays as it is.
  private static func name(
    _ typed: String, _ source: DeclaredCatalogs, _ recording: Recording?
  ) throws(CommandError) -> String {
    if CatalogTask.isPath(typed) { return typed }
    // A recording contains the full name, so a longer name with the same beginning is not meant.
    if recording?.options.contains("--catalog \(typed)") == true, !source.names.contains(typed) {
      throw .usage(.undeclaredRecording(typed))
    }
    return try Catalog.name(typed, among: source.names, loaded: Options.catalogs, from: source)
  }

  /// What actions on items need, with the given desktop.
  func outside(on desktop: any Desktop) -> Outside {
    var outside = Outside(
      desktop: desktop,
      fetch: { [stack, book, isSample] link async throws(CatalogError) in
        var request = HTTPRequest(url: link.text)
        request.trust = .untrusted
        let response = try await book.signing(stack.answer)(request).result.get()
        if let failure = response.failure(from: request.host) {
          throw isSample ? .refused(host: request.host, status: 0, reason: "covers are not in the sample") : failure
        }
        return response.body
      }, budgets: { [stack] in try await stack.budgets })
    outside.refusal = { [strangers] link in strangers.refusal(of: link.text) }
    outside.downloads = downloads
    outside.streams = { [stack, book] link in
      guard book.covers(link.text) else { return nil }
      return { accept async throws(CatalogError) in try await book.stream(link.text, by: stack.download, accept) }
    }
    return outside
  }

  /// The base URL of every service, as opposed to addresses in answers.
  private static func services(_ environment: [String: String]) -> [String] {
    [Bases.itunes(environment), Bases.charts(environment)]
      // These replace the base URL of a declared catalog, which may be read later.
      + environment.compactMap { Bases.isVariable($0.key) ? $0.value : nil }
  }

  /// Cleans up the shared files, after the last request.
  func close() async {
    await memories?.close()
    await stack.close()
  }
}

/// Access to the web, which exists only once all options are valid; catalogs are read before that.
private final class DeferredHTTPStack: Sendable {
  private let web = Mutex<(@Sendable (_ catalog: String) -> HTTPFetch)?>(nil)

  func join(_ fetch: @escaping @Sendable (_ catalog: String) -> HTTPFetch) { web.withLock { $0 = fetch } }

  func fetch(for catalog: String) -> HTTPFetch {
    { [self] (request) async throws(CatalogError) in
      guard let fetch = web.withLock(\.self) else { throw .offline(host: request.host) }
      return try await fetch(catalog)(request)
    }
  }
}

/// The base addresses of the services.
enum Bases {
  /// The environment without empty bases, which count as unset.
  /// - Throws: if a base is not a web address.
  static func checked(_ environment: [String: String]) throws(CommandError) -> [String: String] {
    let environment = environment.filter { !isVariable($0.key) || !$0.value.isEmpty }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) where isVariable(name) {
      // A base must allow paths to be appended.
      if WebAddress(value) != nil, !value.contains("?"), !value.contains("#") { continue }
      // It may contain a password.
      let shown = value.lastIndex(of: "@").map { "…" + value[$0...] } ?? value
      throw .usage(.badValue(shown, of: name, allowed: ["an address such as https://example.org"]))
    }
    return environment
  }

  /// Whether a variable replaces a base, as `LINER_ITUNES_URL` does.
  static func isVariable(_ name: String) -> Bool { name.hasPrefix("LINER_") && name.hasSuffix("_URL") }

  static func itunes(_ environment: [String: String]) -> String { environment["LINER_ITUNES_URL"] ?? ITunesClient.home }
  static func charts(_ environment: [String: String]) -> String {
    environment["LINER_CHARTS_URL"] ?? ITunesClient.chartsHome
  }
}

/// The sample's charts of a week ago, as if the user had viewed them then. Remembers nothing.
struct SampleChartMemory: ChartHistory {
  private let client = ITunesClient(
    base: "https://sample.liner.invalid", chartsBase: "https://sample.liner.invalid",
    pageHost: SampleService.host, fetch: SampleService(on: .weekBefore).fetch(for: "itunes"))

  func snapshots(of identity: ChartIdentity) async -> [ChartSnapshot]? {
    let isWorld = identity.storefront == ChartIdentity.world
    guard let charts = client.catalog.charts, let category = client.catalog.category(named: identity.category),
      let request = try? ChartRequest(
        category, of: charts, storefront: isWorld ? nil : identity.storefront, genre: identity.genre,
        limit: isWorld ? 1 : nil)
    else { return [] }
    if isWorld {
      let answers = await client.numberOnes(of: request, in: charts.world, filters: [:])
      let items = answers.compactMap { answer -> Item? in
        guard case .success(.found(var item)) = answer.result else { return nil }
        item.storefront = answer.storefront
        return item
      }
      return [ChartSnapshot(day: SampleService.Day.weekBefore.rawValue, asked: items.count, items: items)]
    }
    guard let chart = try? await client.chart(request.inFull, filters: [:]) else { return [] }
    return [ChartSnapshot(day: SampleService.Day.weekBefore.rawValue, asked: request.largest, items: chart.list.items)]
  }

  func latest() async -> [ChartSnapshot] { [] }

  func remember(_ look: ChartSnapshot, of identity: ChartIdentity) async {}
}
