package import Domain

/// The lookup for a pasted address or a typed number.
struct ITunesReference: Sendable, Equatable {
  var lookup: ITunesLookup
  /// The storefront in the address, in capitals; nil if there is none.
  var storefront: String?
  /// The category in the address, for rows without one.
  var category: String?
  /// The episode to find below the podcast that is looked up.
  var episode: String?
  /// The album or season in the address, which is opened if it does not contain the part.
  var whole: ItemID?

  private init(_ parameter: String, _ key: String, storefront: String? = nil, category: String? = nil) {
    lookup = ITunesLookup(parameter: parameter, key: key)
    self.storefront = storefront
    self.category = category
  }

  /// - Throws: `unknown` if it cannot be a number of the service, `notAnItemPage` for pages without one, `onlyInList`.
  /// - Parameter host: a host whose pages count besides Apple's.
  init(_ reference: Reference, pagesOf host: String? = nil) throws(CatalogError) {
    let unknown = CatalogError.unknown(reference.text, storefront: nil)
    switch reference {
    case .page(let address):
      guard let page = ApplePage(address, orOf: host) else { throw unknown }
      if let isbn = page.isbn {
        try self.init(.isbn(isbn))
        storefront = page.storefront
        return
      }
      try self.init(page, address: address)
    case .number(let number):
      guard number.isCatalogueNumber else { throw unknown }
      // Podcast episodes have thirteen digits, beginning with 1000.
      if number.count == 13, number.hasPrefix("1000") { throw .onlyInList(reference.text, whole: nil) }
      self.init("id", number)
    case .upc(let code):
      guard (8...14).contains(code.count), code.isCatalogueNumber else { throw unknown }
      self.init("upc", code, category: "album")
    case .isbn(let code):
      let digits = code.count == 10 ? code.dropLast() : code[...]
      guard [10, 13].contains(code.count), digits.isCatalogueNumber else { throw unknown }
      self.init("isbn", code.count == 10 ? Self.isbn13(digits) : code, category: "ebook")
    case .bundle(let name):
      guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }) else { throw unknown }
      self.init("bundleId", name, category: "app")
    case .item(let id):
      guard let category = ITunesCategory.named(id.category), id.catalog == Catalog.itunes.name,
        id.key.isCatalogueNumber
      else { throw unknown }
      guard category.isLookedUp else { throw .onlyInList(reference.text, whole: nil) }
      self.init("id", id.key, category: id.category)
    }
  }

  /// The number of the item on `page`; nil if it is not Apple's, or is one of another category, such as a song's album.
  static func number(ofPage page: WebLink, in category: String) -> String? {
    guard let page = try? Self(.page(page.text)), page.category == category else { return nil }
    return page.lookup.key
  }

  /// The form of an ISBN-10, without its check digit, that the service knows.
  private static func isbn13(_ digits: Substring) -> String {
    let digits = "978" + digits
    let sum = digits.enumerated().reduce(0) { sum, digit in
      sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  private init(_ page: ApplePage, address: String) throws(CatalogError) {
    guard let number = page.number else { throw .notAnItemPage(address) }
    self.init("id", number, storefront: page.storefront, category: page.category)
    guard let part = page.part else { return }
    if page.kind == "podcast" {
      episode = part
      lookup.entity = "podcastEpisode"
    } else {
      // The song on the album, or the episode of the season.
      lookup = ITunesLookup(key: part)
      category = page.kind == "tv-season" || page.kind == "tv-show" ? "tv" : "song"
      whole = .itunes(category == "tv" ? "season" : "album", number)
    }
  }

  /// The barcode or ISBN that found `item`; nil if its cover has a barcode, because the service may have sent another
  /// edition.
  fileprivate func code(of item: Item) -> OtherID? {
    guard item.id.category == category else { return nil }
    switch lookup.parameter {
    case "isbn": return OtherID(.isbn, lookup.key)
    case "upc": return item.artwork?.barcode == nil ? OtherID(.upc, lookup.key) : nil
    default: return nil
    }
  }

  /// The item that was meant.
  fileprivate func pick(from items: [Item]) -> Item? {
    if let episode { return items.first { $0.id == .itunes("episode", episode) } }
    let ofCategory = items.filter { $0.id.category == category }
    switch lookup.parameter {
    case "id": return ofCategory.first { $0.id.key == lookup.key } ?? items.first { $0.id.key == lookup.key }
    case "upc":
      // An album and its re-issues may be returned; the addresses of their covers contain barcodes.
      let wanted = lookup.key.drop { $0 == "0" }
      let named = ofCategory.first { $0.artwork?.barcode?.drop { $0 == "0" } == wanted }
      return named ?? ofCategory.first ?? items.first
    default: return ofCategory.first ?? items.first
    }
  }
}

/// A parsed address of one of Apple's shops: `https://music.apple.com/us/album/kim/1007596648?i=1007596731`.
///
/// Collected from thirty-four forms in public text: hosts for each medium, with `geo.` or `embed.` before them or the
/// old `phobos.`; schemes of apps; an optional slug, percent-encoded or raw, with digits at either end; an optional
/// `id` before the number; parts after it.
struct ApplePage: Sendable, Equatable {
  /// In capitals; nil if the path contains none.
  var storefront: String?
  /// `album`, `podcast`, `tv-season`.
  var kind: String?
  /// The number of the item on the page; nil if it has none, as for playlists.
  var number: String?
  /// The song or episode at which the page opens.
  var part: String?
  /// Of a book, in `/book/isbn9780316069359`.
  var isbn: String?

  /// Nil unless the address is in one of Apple's shops, or leads to an item at `other`.
  init?(_ address: String, orOf other: String? = nil) {
    var rest = address[...]
    // Both `pcast:https://…` and `pcast://…` are in use.
    if let inner = rest.firstRange(of: "://")?.lowerBound, let scheme = rest[..<inner].lastIndex(of: ":") {
      rest = rest[rest.index(after: scheme)...]
    }
    guard let start = rest.firstRange(of: "//")?.lowerBound, let page = WebAddress("https:" + rest[start...]),
      Self.isShop(page.host) || page.host == other
    else { return nil }
    var parts = page.path.split(separator: "/").map(String.init)
    if let first = parts.first, first.count == 2, first.allSatisfy({ $0.isASCII && $0.isLetter }) {
      storefront = first.uppercased()
      parts.removeFirst()
    }
    kind = parts.first?.lowercased()
    // The number on any other page, such as a genre's, is not an item's.
    let numbered = category == nil ? parts.filter { $0.lowercased().hasPrefix("id") } : Array(parts.dropFirst())
    number = numbered.lazy.reversed().compactMap(Self.number).first
    let code = parts.last.flatMap { kind == "book" && $0.lowercased().hasPrefix("isbn") ? $0.dropFirst(4) : nil }
    isbn = code?.filter { $0 != "-" }
    part = page.parameters.first { $0.name == "i" && $0.value.isCatalogueNumber }?.value
    // Numbers on other pages are not in the catalog, and these names are not numbers.
    let isNamed = ["pl.", "ra.", "umc."].contains { parts.last?.hasPrefix($0) ?? false }
    if let kind, isNamed || ["channel", "curator", "genre", "room", "station"].contains(kind) {
      number = nil
    }
    isOfPlayer = number == nil && parts.last?.hasPrefix("umc.") == true
    if page.host == other, number == nil || category == nil { return nil }
  }

  /// Whether it is a page of the player for films and series, whose names (`umc.cmc.…`) cannot be looked up.
  var isOfPlayer = false

  /// The category of the item on the page.
  var category: String? { kind.flatMap { Self.categories[$0] } }

  private static let categories = [
    "album": "album", "song": "song", "music-video": "music-video", "artist": "artist", "author": "artist",
    "developer": "artist", "tv-show": "artist", "show": "artist", "tv-season": "season", "movie": "movie",
    "movie-collection": "movie", "podcast": "podcast", "app": "app", "mac-app": "app", "book": "ebook",
    "audiobook": "audiobook",
  ]

  private static func isShop(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 3, labels.suffix(2) == ["apple", "com"] else { return false }
    let names = labels.dropLast(2)
    let shop = names.last.map(String.init) ?? ""
    let isKnown = ["music", "itunes", "podcasts", "apps", "books", "tv", "phobos"].contains(shop)
    let mayPrecede = names.count == 1 || ["geo", "embed", "www", "beta", "classical"].contains(names.first)
    return isKnown && names.count <= 2 && mayPrecede
  }

  /// `id1007596648` or `1007596648`. Slugs may begin or end with digits, but contain more.
  private static func number(_ part: String) -> String? {
    let digits = part.lowercased().hasPrefix("id") ? part.dropFirst(2) : part[...]
    return digits.isCatalogueNumber ? String(digits) : nil
  }
}

extension StringProtocol {
  /// Whether the service accepts it as a number; longer ones cause an HTTP error.
  var isCatalogueNumber: Bool { (1...18).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

extension ITunesClient {
  package func recognizes(_ reference: Reference) -> Bool {
    switch reference {
    case .page(let address): ApplePage(address, orOf: pageHost).map { !$0.isOfPlayer } ?? false
    case .number, .upc, .isbn, .bundle: true
    case .item(let id): id.catalog == catalog.name
    }
  }

  /// Looks up `reference`, in the storefront of an address, or else in the chosen one.
  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    if case .item(let id) = reference, let podcast = id.podcastOfEpisode {
      return try await episode(id, of: podcast, filters: filters)
    }
    let wanted = try ITunesReference(reference, pagesOf: pageHost)
    let storefront = wanted.storefront ?? Self.storefront(chosenIn: filters)
    let category = wanted.category.flatMap(ITunesCategory.named) ?? .song
    let records = try await records(of: wanted.lookup, storefront: storefront, filters: filters, as: category)
    if var item = wanted.pick(from: records.items) {
      if let code = wanted.code(of: item) { item.otherIDs.append(code) }
      if case .page(let address) = reference, item.id.category == "artist", item.kind ?? "Artist" == "Artist" {
        item.kind = ITunesRow.artistKind(ofPage: address) ?? item.kind
      }
      return item
    }
    let podcast = ItemID.itunes("podcast", wanted.lookup.key)
    if let episode = wanted.episode, records.entry(of: podcast) != nil { throw .onlyInList(episode, whole: podcast) }
    if let whole = wanted.whole, let category = ITunesCategory.named(whole.category) {
      let lookup = ITunesLookup(key: whole.key)
      let records = try await self.records(of: lookup, storefront: storefront, filters: filters, as: category)
      if let item = records.entry(of: whole) {
        // A lookup may not know a part that the list of parts has, which the screen requests anyway.
        let parts = ITunesRelation.of(whole.category).first { $0.relation.need == nil && $0.relation.reach == .many }
        var list: ItemList?
        if let parts { list = try? await related(by: parts.relation, to: item, filters: filters, offset: 0) }
        if list?.items.contains(where: { $0.id.key == wanted.lookup.key }) != true {
          RequestContext.current.log?.append(.partMissing(of: item.title, whole: category.category.title.lowercased()))
        }
        return item
      }
    }
    throw .unknown(reference.text, storefront: storefront ?? ITunesStorefronts.defaultCode)
  }

  /// An episode that is only in its podcast's feed.
  private func episode(_ id: ItemID, of podcast: ItemID, filters: [String: String]) async throws(CatalogError) -> Item {
    var whole = Item(id: podcast, title: podcast.key)
    whole.storefront = Self.storefront(chosenIn: filters)
    let episodes = ITunesRelation.of("podcast")[0].relation
    let newest = try await related(by: episodes, to: whole, filters: filters, offset: 0).items
    if let episode = newest.first(where: { $0.id == id }) { return episode }
    if newest.isEmpty { throw .unknown(id.description, storefront: whole.storefront ?? ITunesStorefronts.defaultCode) }
    throw .onlyInList(id.description, whole: podcast)
  }
}

extension ItemID {
  /// The podcast in the id of an episode from a feed; nil for any other id.
  fileprivate var podcastOfEpisode: ItemID? {
    guard catalog == Catalog.itunes.name, category == "episode", let end = key.firstIndex(of: "/") else { return nil }
    let podcast = key[..<end]
    return podcast.isCatalogueNumber ? .itunes("podcast", String(podcast)) : nil
  }
}

extension WebLink {
  /// The barcode in the address of many covers: `…/886446451978.jpg/100x100bb.jpg`; nil if there is none.
  var barcode: String? {
    text.split(separator: "/").suffix(3).map { $0.prefix { $0 != "." } }.last {
      (12...14).contains($0.count) && $0.isCatalogueNumber && Self.hasCheckDigit($0)
    }.map(String.init)
  }

  /// Whether the last digit is the check digit, by GS1's rule for all lengths.
  private static func hasCheckDigit(_ digits: Substring) -> Bool {
    let values = digits.utf8.reversed().map { Int($0) - 0x30 }
    let sum = values.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return sum % 10 == 0
  }
}
