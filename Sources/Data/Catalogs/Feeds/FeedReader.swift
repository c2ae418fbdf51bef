package import Wire
package import Domain

/// Fetches podcasts' own feeds, which are at addresses of strangers.
package struct FeedReader: Sendable {
  private let fetch: HTTPFetch
  private let addresses: StrangerAddresses

  /// - Parameter addresses: what may be asked; the fetch asks the same of each connection and redirect.
  package init(addresses: StrangerAddresses, fetch: @escaping HTTPFetch) {
    self.addresses = addresses
    self.fetch = fetch
  }

  /// Asks for the feed at `link`.
  ///
  /// A feed without items that says where it has moved is asked for there; one with items keeps them, and what it says
  /// stays in `newAddress`.
  /// - Throws: also `notFound` for a show that is gone for good, and `refused` for an address that may not be asked.
  package func feed(at link: WebLink) async throws(CatalogError) -> Feed {
    var address = link.text
    var asked: Set<String> = []
    while true {
      asked.insert(address)
      let feed = try await ask(address)
      guard feed.rows.isEmpty, asked.count <= Self.mostMoves,
        let moved = feed.newAddress.flatMap({ WebLink(feedAddress: $0, base: address) }), !asked.contains(moved.text)
      else { return feed }
      address = moved.text
    }
  }

  /// Asks for the next page of `feed`, once.
  /// - Parameter pages: the addresses already read; the feed's own among them. The page's is added.
  /// - Returns: the feed with what was new, and without a `next` where it ends: at the last page, at a page that leads
  ///   back, at one that has nothing new, at the twentieth.
  package func next(of feed: Feed, pages: inout [String]) async throws(CatalogError) -> Feed {
    var longer = feed
    longer.next = nil
    guard let next = feed.next.flatMap({ WebLink(feedAddress: $0, base: feed.address) })?.text, !pages.contains(next),
      pages.count < Self.mostPages, Self.mayFollow(next, from: feed.address ?? next)
    else { return longer }
    pages.append(next)
    if !longer.append(try await ask(next)) { longer.next = nil }
    return longer
  }

  private static let mostMoves = 5
  private static let mostPages = 20

  /// A page is the same host's, or https like the one that names it.
  private static func mayFollow(_ next: String, from address: String) -> Bool {
    HTTPRequest(url: next).host == HTTPRequest(url: address).host
      || (next.lowercased().hasPrefix("https:") && address.lowercased().hasPrefix("https:"))
  }

  /// The cache below asks whether an earlier answer still holds, so that this always gets a whole feed.
  private func ask(_ address: String) async throws(CatalogError) -> Feed {
    var request = HTTPRequest(url: address)
    request.trust = .stranger
    if let failure = addresses.failure(of: address) { throw failure }
    let response = try await fetch(request)
    if response.status == 410 { throw .notFound(host: request.host) }
    if let failure = response.failure(from: request.host) { throw failure }
    let start = ContinuousClock.now
    var feed = try Self.parse(response, from: request.host)
    feed.address = address
    RequestContext.current.log?.append(
      Decoding(url: address, shown: feed.rows.count, skipped: feed.skipped, took: ContinuousClock.now - start))
    return feed
  }

  private static func parse(_ response: HTTPResponse, from host: String) throws(CatalogError) -> Feed {
    let parser = FeedParser(charset: charset(of: response.headers["content-type"]))
    response.body.withUnsafeBufferPointer { _ = parser.push($0) }
    do throws(FeedParser.Failure) {
      return try parser.finish()
    } catch {
      switch error {
      case .unreadable(let what): throw .unreadable(host: host, what: what)
      case .tooLarge(let limit): throw .tooLarge(host: host, limit: limit)
      }
    }
  }

  private static func charset(of contentType: String?) -> String? {
    guard let contentType = contentType?.lowercased(), let name = contentType.firstRange(of: "charset=") else {
      return nil
    }
    let value = contentType[name.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != "'" && $0 != " " }
    return value.isEmpty ? nil : value
  }
}

extension StrangerAddresses.Refusal {
  /// As the failure of asking `host`.
  package func error(host: String) -> CatalogError {
    switch self {
    case .scheme: .refused(host: host, status: 0, reason: "it is no address of http or https")
    case .credentials: .refused(host: host, status: 0, reason: "its address has a name or a password in it")
    case .spelling:
      .refused(host: host, status: 0, reason: "its host is spelled in signs that stand for others")
    case .notPublic: .offLimits(host: host, address: host)
    }
  }
}
