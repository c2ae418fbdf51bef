package import Wire
package import Domain

/// Fetches podcasts' own feeds, whose addresses are untrusted.
package struct FeedReader: Sendable {
  private let fetch: HTTPFetch
  private let addresses: UntrustedURLPolicy
  /// Shared, because a podcast's screen and the list of its episodes need the same feed.
  private let parsed = Parsed<Result<Feed, FeedParser.Unreadable>>()

  /// - Parameter addresses: which addresses are allowed; the fetch checks each connection and redirect as well.
  package init(addresses: UntrustedURLPolicy, fetch: @escaping HTTPFetch) {
    (self.addresses, self.fetch) = (addresses, fetch)
  }

  /// Requests the feed at `link`.
  ///
  /// If a feed without items says where it has moved, that address is requested. A feed with items keeps them, and its
  /// new address stays in `newAddress`.
  /// - Parameter mayBePage: whether the address may be that of a web page.
  /// - Throws: also `gone` for a show that no longer exists, `refused` for an address that is not allowed, and
  ///   `unrecognized`, if `mayBePage`, for anything that is not a feed.
  package func feed(at link: WebLink, mayBePage: Bool = false) async throws(CatalogError) -> Feed {
    var address = link.text
    var asked: Set<String> = []
    while true {
      asked.insert(address)
      let feed = try await ask(address, mayBePage: mayBePage)
      guard feed.rows.isEmpty, asked.count <= Self.mostMoves,
        let moved = feed.link(feed.newAddress), !asked.contains(moved.text)
      else { return feed }
      address = moved.text
    }
  }

  /// The feed, with enough of its pages to have more than `count` items.
  func feed(at link: WebLink, reaching count: Int) async throws(CatalogError) -> Feed {
    var feed = try await feed(at: link)
    var pages = [link.text]
    while feed.next != nil, feed.count <= count { feed = try await next(of: feed, pages: &pages) }
    return feed
  }

  /// Requests the next page of `feed`, once.
  /// - Parameter pages: the addresses already read, including the feed's own; that of the page is added.
  /// - Returns: the feed with the new items, and without a `next` at its end: the last page, a page that leads back,
  ///   or one with nothing new. It is cut after a hundred pages, or where one with nothing new leads on.
  /// - Throws: also `refused` for a page that must not be followed.
  package func next(of feed: Feed, pages: inout [String]) async throws(CatalogError) -> Feed {
    var longer = feed
    longer.next = nil
    let next = feed.link(feed.next)?.text
    if feed.next == nil || next.map(pages.contains) == true { return longer }
    guard pages.count < Self.mostPages else { return changing(longer) { $0.isCut = true } }
    let address = feed.address ?? pages[0]
    func refused(_ place: String) -> CatalogError {
      .refused(host: HTTPRequest(url: address).host, status: 0, reason: "its next page is \(place)")
    }
    guard let next else { throw refused("at a non-web address") }
    if let refusal = addresses.refusal(of: next) { throw refusal }
    guard Self.mayFollow(next, from: address) else { throw refused("on another host without https") }
    pages.append(next)
    if !longer.append(try await ask(next)) {
      longer.isCut = longer.link(longer.next).map { !pages.contains($0.text) } ?? false
      longer.next = nil
    }
    return longer
  }

  private static let mostMoves = 5
  private static let mostPages = 100

  /// A page must be on the same host, or use https.
  private static func mayFollow(_ next: String, from address: String) -> Bool {
    guard let next = WebAddress(next), let address = WebAddress(address) else { return false }
    return next.authority == address.authority || next.scheme == "https"
  }

  /// The cache below revalidates an earlier answer, so this always gets a whole feed.
  private func ask(_ address: String, mayBePage: Bool = false) async throws(CatalogError) -> Feed {
    var request = HTTPRequest(url: address)
    request.trust = .untrusted
    request.mayBePage = mayBePage
    if let failure = addresses.refusal(of: address) { throw failure }
    let response = try await fetch(request)
    if response.status == 410 { throw .gone(host: request.host) }
    if let failure = response.failure(from: request.host) { throw failure }
    let start = ContinuousClock.now
    var feed = try parsed.value(of: response.body) { body in
      Result { () throws(FeedParser.Unreadable) in try FeedParser.feed(in: body, charset: response.charset) }
    }.mapError {
      $0.isFeed || !mayBePage ? CatalogError.unreadable(host: request.host, what: $0.what) : .unrecognized(address)
    }.get()
    feed.address = address
    RequestContext.logDecoding(of: address, shown: feed.rows.count, skipped: feed.skipped, since: start)
    return feed
  }
}
