import Catalogs
import Sample
import Wire
import Disk
import Domain
import Logging
import Presentation
import Terminal

/// The live objects of a session, joined up; the only place that knows them all.
struct Composition {
  let coordinator: Coordinator
  let interruption = Interruption()
  /// Where the session is written down, if it is.
  let recorder: Recorder?
  /// What the session is answered from, if it is.
  let recording: Recording?
  let logger: Logger?
  let files: any Files
  /// What is never written down or shown.
  let secrets: KnownSecrets
  private let stack: HTTPStack
  /// What may be asked of the addresses that answers name.
  private let strangers: StrangerAddresses

  /// Reads what is to be read first, and makes files only when everything has been found right.
  /// - Parameters:
  ///   - recording: what to answer from.
  ///   - files: those of the machine.
  /// - Throws: `CommandError` where a setting is not what it can be, or a file not what it should be.
  init(
    _ options: Options, recording: Recording?, files: any Files, environment: [String: String],
    unfinished: UnfinishedWork, secrets: KnownSecrets
  ) async throws(CommandError) {
    self.recording = recording
    self.files = files
    self.secrets = secrets
    let catalogs: [Catalog] = [.itunes, .ghibli, .mercadoLibre]
    let name = options.catalog ?? "itunes"
    guard let catalog = catalogs.first(where: { $0.name == name.lowercased() }) else {
      throw .usage(.unknownCatalog(name, known: catalogs.map(\.name)))
    }
    var settings = Settings()
    if options.noCache { try settings.set("cache", to: "off", in: catalog) }
    for assignment in options.settings {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage(.missingValue(option: "--set " + assignment)) }
      try settings.set(parts[0], to: parts[1], in: catalog)
    }
    let places = Places(environment)
    if let path = options.favorites { try settings.set("favorites", to: path, in: catalog) }
    let store = settings.favoritesFile.map { [files] in FavoritesFile(path: $0, files: files) }
    let favorites: Favorites
    do throws(FileError) {
      favorites = Favorites(try await store?.load() ?? [])
      try options.checkFiles(in: places)
      logger = try await Logger(options, in: places, hiding: secrets)
      recorder = try await Recorder.begun(by: options, in: places, hiding: secrets)
    } catch {
      throw CommandError(error)
    }
    strangers = StrangerAddresses(own: Self.services(environment))
    stack = Self.stack(
      options, recorder: recorder, recording: recording, logger: logger, secrets: secrets, strangers: strangers,
      environment: environment)
    // The sample picks by service, so that each of its clients has a stack of its own.
    let sample = options.offline && recording == nil ? SampleService() : nil
    let fetch = { [stack, recorder, logger, secrets] (service: SampleService.Kind) in
      sample.map {
        HTTPStack(sample: $0.fetch(for: service), recorder: recorder, logger: logger, secrets: secrets).fetch
      }
        ?? stack.fetch
    }
    let clients: [any CatalogClient] = [
      ITunesClient(
        base: environment["LINER_ITUNES_URL"] ?? "https://itunes.apple.com",
        chartsBase: Self.charts(environment),
        feeds: FeedReader(addresses: strangers, fetch: fetch(.itunes)),
        fetch: fetch(.itunes)),
      GhibliClient(
        base: environment["LINER_GHIBLI_URL"] ?? "https://ghibliapi.vercel.app", fetch: fetch(.ghibli)),
      Self.mercadoLibre(
        options, recording: recording, environment: environment, unfinished: unfinished,
        secrets: secrets, fetch: fetch(.mercadoLibre)),
    ]
    coordinator = Coordinator(
      clients: clients, start: catalog.name, settings: settings, favorites: favorites, store: store,
      today: { sample == nil ? CalendarDay.today : SampleService.day },
      openStore: { [files] in FavoritesFile(path: $0, files: files) })
  }

  /// What carries errands out on `desktop`.
  func errands(on desktop: any Desktop) -> DesktopErrands {
    DesktopErrands(
      desktop: desktop,
      fetch: { [stack] link async throws(CatalogError) in
        var request = HTTPRequest(url: link.text)
        request.trust = .stranger
        let response = try await stack.fetch(request)
        if let failure = response.failure(from: request.host) { throw failure }
        return response.body
      }, refusal: { [strangers] link in strangers.failure(of: link.text) }, budgets: { [stack] in await stack.budgets })
  }

  /// Whether anybody wants to know of commands.
  var notesCommands: Bool { recorder != nil || logger != nil }

  /// Writes a line of commands down wherever that is wanted.
  func note(_ line: Line) {
    recorder?.note(Recording.Command(line.text, source: line.source, line: line.number))
    logger?.info(
      "command", metadata: ["text": "\(line.text)", "place": "\(line.source ?? "prompt"):\(line.number)"])
  }

  /// The sample wants no credentials, and what is kept of real ones is left alone.
  private static func mercadoLibre(
    _ options: Options, recording: Recording?, environment: [String: String], unfinished: UnfinishedWork,
    secrets: KnownSecrets, fetch: @escaping HTTPFetch
  ) -> MercadoLibreClient {
    let base = environment["LINER_MERCADOLIBRE_URL"] ?? "https://api.mercadolibre.com"
    if recording != nil {
      return MercadoLibreClient(base: base, fetch: fetch, credentials: .recorded)
    }
    if options.offline { return MercadoLibreClient(base: base, fetch: fetch) }
    return MercadoLibreClient(
      base: base, fetch: fetch, credentials: MercadoLibreCredentials(environment: environment),
      tokenFile: MercadoLibreTokenFile(in: Places(environment)), unfinished: unfinished, secrets: secrets)
  }

  private static func stack(
    _ options: Options, recorder: Recorder?, recording: Recording?, logger: Logger?,
    secrets: KnownSecrets, strangers: StrangerAddresses, environment: [String: String]
  ) -> HTTPStack {
    if let recording { return HTTPStack(replaying: Replay(recording), logger: logger, secrets: secrets) }
    if options.offline {
      return HTTPStack(sample: SampleService.nothing, recorder: recorder, logger: logger, secrets: secrets)
    }
    return HTTPStack(
      userAgent: "liner/\(Liner.version)", environment: environment,
      bounds: RateLimiter.Bounds(
        perMinute: options.rate.perMinute,
        // Charts are files that are made once a day, and are not counted among the questions that the store bounds.
        services: questioned(environment)),
      timeout: .seconds(options.timeout), folder: sharedFolder(environment), recorder: recorder, logger: logger,
      secrets: secrets, mayAsk: strangers.allows)
  }

  private static func charts(_ environment: [String: String]) -> String {
    environment["LINER_CHARTS_URL"] ?? "https://rss.marketingtools.apple.com"
  }

  /// Every base that is asked on the user's own behalf, as opposed to addresses that answers name.
  private static func services(_ environment: [String: String]) -> [String] {
    questioned(environment) + [charts(environment)]
  }

  /// Those that answer questions, as opposed to those that serve charts, feeds, pictures and previews.
  private static func questioned(_ environment: [String: String]) -> [String] {
    [
      environment["LINER_ITUNES_URL"] ?? "https://itunes.apple.com",
      environment["LINER_GHIBLI_URL"] ?? "https://ghibliapi.vercel.app",
      environment["LINER_MERCADOLIBRE_URL"] ?? "https://api.mercadolibre.com",
    ]
  }

  /// Where processes keep what they share; nil without a home.
  private static func sharedFolder(_ environment: [String: String]) -> PrivateFolder? {
    Places(environment).cache("").map { PrivateFolder(path: String($0.dropLast())) }
  }

  /// Leaves what is shared in order, after the last request.
  func close() async { await stack.close() }
}

extension Options {
  /// Sees to it that the files to be written can be, before the first of them is made.
  fileprivate func checkFiles(in places: Places) throws(FileError) {
    for path in [record, cast].compactMap(\.self) {
      try GrowingFile.check(path, force ? .replaced : .refused, in: places)
    }
    if let logFile { try GrowingFile.check(logFile, .continued, in: places) }
  }
}
