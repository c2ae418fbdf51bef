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

  /// What an earlier answer said, to ask whether there is anything newer.
  package struct Validators: Sendable, Equatable {
    package var etag: String?
    package var lastModified: String?

    package init(etag: String? = nil, lastModified: String? = nil) {
      self.etag = etag
      self.lastModified = lastModified
    }
  }

  package enum Answer: Sendable, Equatable {
    /// What was asked for before is still what there is.
    case unchanged
    case feed(Feed, Validators)
  }

  /// Asks for the feed at `link`.
  ///
  /// A feed without items that says where it has moved is asked for there; one with items keeps them, and what it says
  /// stays in `newAddress`.
  /// - Throws: also `notFound` for a show that is gone for good, and `refused` for an address that may not be asked.
  package func feed(at link: WebLink, since validators: Validators = Validators()) async throws(CatalogError) -> Answer
  {
    var address = link.text
    var validators = validators
    var asked: Set<String> = []
    while true {
      asked.insert(address)
      let answer = try await ask(address, since: validators)
      guard case .feed(let feed, _) = answer, feed.rows.isEmpty, asked.count <= Self.mostMoves,
        let moved = feed.newAddress.flatMap({ WebLink(feedAddress: $0, base: address) }), !asked.contains(moved.text)
      else { return answer }
      address = moved.text
      validators = Validators()
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
    guard case .feed(let page, _) = try await ask(next, since: Validators()) else { return longer }
    if !longer.append(page) { longer.next = nil }
    return longer
  }

  private static let mostMoves = 5
  private static let mostPages = 20

  /// A page is the same host's, or https like the one that names it.
  private static func mayFollow(_ next: String, from address: String) -> Bool {
    HTTPRequest(url: next).host == HTTPRequest(url: address).host
      || (next.lowercased().hasPrefix("https:") && address.lowercased().hasPrefix("https:"))
  }

  private func ask(_ address: String, since validators: Validators) async throws(CatalogError) -> Answer {
    var request = HTTPRequest(url: address)
    request.trust = .stranger
    if let failure = addresses.failure(of: address) { throw failure }
    request.headers["If-None-Match"] = validators.etag
    request.headers["If-Modified-Since"] = validators.lastModified
    let response = try await fetch(request)
    if response.status == 304 { return .unchanged }
    if response.status == 410 { throw .notFound(host: request.host) }
    if let failure = response.failure(from: request.host) { throw failure }
    let start = ContinuousClock.now
    var feed = try Self.parse(response, from: request.host)
    feed.address = address
    RequestContext.current.log?.append(
      Decoding(url: address, shown: feed.rows.count, skipped: feed.skipped, took: ContinuousClock.now - start))
    return .feed(
      feed, Validators(etag: response.headers["etag"], lastModified: response.headers["last-modified"]))
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
