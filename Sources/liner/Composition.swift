import Data
import Domain
import Presentation
import Terminal

/// The live objects of a session, joined up; the only place that knows them all.
struct Composition {
  let coordinator: Coordinator
  let interruption = Interruption()

  /// - Throws: `CommandError` where a setting is not what it can be.
  init(_ options: Options, environment: [String: String]) throws(CommandError) {
    let stack = Self.stack(options)
    let clients: [any CatalogClient] = [
      ITunesClient(base: environment["LINER_ITUNES_URL"] ?? "https://itunes.apple.com", exchange: stack.exchange),
      GhibliClient(base: environment["LINER_GHIBLI_URL"] ?? "https://ghibliapi.vercel.app", exchange: stack.exchange),
      Self.mercadoLibre(options, environment: environment, exchange: stack.exchange),
    ]
    guard let catalog = clients.first(where: { $0.catalog.name == options.catalog.lowercased() })?.catalog else {
      throw .usage(.unknownCatalog(options.catalog, known: clients.map(\.catalog.name)))
    }
    var settings = Settings()
    for assignment in options.settings {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage(.missingValue(option: "--set " + assignment)) }
      try settings.set(parts[0], to: parts[1], in: catalog)
    }
    coordinator = Coordinator(clients: clients, start: catalog.name, settings: settings)
  }

  /// The sample wants no credentials, and what is kept of real ones is left alone.
  private static func mercadoLibre(
    _ options: Options, environment: [String: String], exchange: @escaping HTTPExchange
  ) -> MercadoLibreClient {
    let base = environment["LINER_MERCADOLIBRE_URL"] ?? "https://api.mercadolibre.com"
    if options.offline { return MercadoLibreClient(base: base, exchange: exchange) }
    return MercadoLibreClient(
      base: base, exchange: exchange, credentials: MercadoLibreCredentials(environment: environment),
      tokenFile: MercadoLibreTokenFile(environment: environment))
  }

  private static func stack(_ options: Options) -> HTTPStack {
    if options.offline { return HTTPStack(sample: SampleService().exchange) }
    return HTTPStack(
      userAgent: "liner/\(Liner.version)", requestsPerMinute: options.rate.perMinute, timeout: .seconds(options.timeout)
    )
  }
}
