import Data
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
  private let stack: HTTPStack

  /// - Parameter recording: what to answer from.
  /// - Throws: `CommandError` where a setting is not what it can be, or a file not what it should be.
  init(_ options: Options, recording: Recording?, environment: [String: String]) throws(CommandError) {
    logger = try Logger(options)
    self.recording = recording
    recorder = try Recorder.begun(by: options)
    stack = Self.stack(
      options, recorder: recorder, recording: recording, logger: logger, environment: environment)
    // The sample picks by service, so that each of its clients has a stack of its own.
    let sample = options.offline && recording == nil ? SampleService() : nil
    let exchange = { [stack, recorder, logger] (service: SampleService.Kind) in
      sample.map { HTTPStack(sample: $0.exchange(for: service), recorder: recorder, logger: logger).exchange }
        ?? stack.exchange
    }
    let clients: [any CatalogClient] = [
      ITunesClient(
        base: environment["LINER_ITUNES_URL"] ?? "https://itunes.apple.com",
        chartsBase: environment["LINER_CHARTS_URL"] ?? "https://rss.marketingtools.apple.com",
        exchange: exchange(.itunes)),
      GhibliClient(
        base: environment["LINER_GHIBLI_URL"] ?? "https://ghibliapi.vercel.app", exchange: exchange(.ghibli)),
      Self.mercadoLibre(options, recording: recording, environment: environment, exchange: exchange(.mercadoLibre)),
    ]
    let name = options.catalog ?? "itunes"
    guard let catalog = clients.first(where: { $0.catalog.name == name.lowercased() })?.catalog else {
      throw .usage(.unknownCatalog(name, known: clients.map(\.catalog.name)))
    }
    var settings = Settings()
    if options.noCache { try settings.set("cache", to: "off", in: catalog) }
    for assignment in options.settings {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage(.missingValue(option: "--set " + assignment)) }
      try settings.set(parts[0], to: parts[1], in: catalog)
    }
    files = DiskFiles(home: environment["HOME"])
    let store = options.favorites.map { [files] in FavoritesFile(path: $0, files: files) }
    coordinator = Coordinator(
      clients: clients, start: catalog.name, settings: settings, favorites: try Self.favorites(in: store), store: store)
  }

  /// What carries errands out on `desktop`.
  func errands(on desktop: any Desktop) -> DesktopErrands {
    DesktopErrands(
      desktop: desktop,
      fetch: { [stack] link async throws(CatalogError) in
        let request = HTTPRequest(url: link.text)
        let response = try await stack.exchange(request)
        if let failure = response.failure(from: request.host) { throw failure }
        return response.body
      }, budgets: { [stack] in await stack.budgets })
  }

  private static func favorites(in store: FavoritesFile?) throws(CommandError) -> Favorites {
    do throws(FileError) {
      return Favorites(try store?.load() ?? [])
    } catch {
      throw CommandError(error)
    }
  }

  /// Whether anybody wants to know of commands.
  var notesCommands: Bool { recorder != nil || logger != nil }

  /// Writes a line of commands down wherever that is wanted.
  func note(_ line: Line) {
    guard case .success(let text) = line.text else { return }
    recorder?.note(Recording.Command(text, source: line.source, line: line.number))
    logger?.info(
      "command", metadata: ["text": "\(text)", "place": "\(line.source ?? "prompt"):\(line.number)"])
  }

  /// The sample wants no credentials, and what is kept of real ones is left alone.
  private static func mercadoLibre(
    _ options: Options, recording: Recording?, environment: [String: String], exchange: @escaping HTTPExchange
  ) -> MercadoLibreClient {
    let base = environment["LINER_MERCADOLIBRE_URL"] ?? "https://api.mercadolibre.com"
    if recording != nil {
      return MercadoLibreClient(base: base, exchange: exchange, credentials: .recorded)
    }
    if options.offline { return MercadoLibreClient(base: base, exchange: exchange) }
    return MercadoLibreClient(
      base: base, exchange: exchange, credentials: MercadoLibreCredentials(environment: environment),
      tokenFile: MercadoLibreTokenFile(environment: environment))
  }

  private static func stack(
    _ options: Options, recorder: Recorder?, recording: Recording?, logger: Logger?,
    environment: [String: String]
  ) -> HTTPStack {
    if let recording { return HTTPStack(replaying: Replay(recording), logger: logger) }
    if options.offline { return HTTPStack(sample: SampleService.nothing, recorder: recorder, logger: logger) }
    return HTTPStack(
      userAgent: "liner/\(Liner.version)",
      bounds: RateLimiter.Bounds(perMinute: options.rate.perMinute, services: services(environment)),
      timeout: .seconds(options.timeout), folder: sharedFolder(environment), recorder: recorder, logger: logger)
  }

  /// Those that answer questions, as opposed to those that serve feeds, pictures and previews.
  private static func services(_ environment: [String: String]) -> [String] {
    [
      environment["LINER_ITUNES_URL"] ?? "https://itunes.apple.com",
      environment["LINER_CHARTS_URL"] ?? "https://rss.marketingtools.apple.com",
      environment["LINER_GHIBLI_URL"] ?? "https://ghibliapi.vercel.app",
      environment["LINER_MERCADOLIBRE_URL"] ?? "https://api.mercadolibre.com",
    ]
  }

  /// Where processes keep what they share; nil without a home.
  private static func sharedFolder(_ environment: [String: String]) -> PrivateFolder? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      return PrivateFolder(path: folder + "/liner")
    }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return PrivateFolder(path: home + "/.cache/liner")
  }

  /// Leaves what is shared in order, after the last request.
  func close() async { await stack.close() }
}
