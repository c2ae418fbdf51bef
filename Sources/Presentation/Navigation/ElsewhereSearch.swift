import Domain

/// The state of one search for the same work: each catalog's answer, and how many requests are left.
struct ElsewhereSearch: Sendable {
  /// The catalogs to search.
  private(set) var catalogs: [SearchedCatalog]
  /// The item's own catalog, which may know more of its ids; nil if it is not loaded.
  let own: SearchedCatalog?
  let crosswalk: (any Crosswalk)?
  /// Why the answers of others than `catalogs` are missing.
  var failures: [FailedPart] = []
  /// The title of the work, if it was not known before.
  var title: String?
  private var isEither = false
  /// The ids in catalogs without credentials.
  var lacking: [ItemID] = []
  /// How many requests were sent, or are about to be.
  var sent = 0
  /// Counts the requests that were really sent; nil in some tests.
  private let log = RequestContext.current.log
  private let sentBefore: Int

  /// A loaded catalog, with the current filters, and what it has answered.
  struct SearchedCatalog: Sendable {
    let client: any CatalogClient
    let filters: [String: String]
    /// Whether it has a category for such a work.
    var isMeant = true
    var wasAsked = false
    /// Why it may not be searched; nil if it may.
    var reason: SkippedCatalog.Reason?
    var failure: CatalogError?
    var items: [Item] = []
    /// Whether Wikidata has more ids for it than are looked up.
    var hasRest = false

    var catalog: Catalog { client.catalog }
    var isOpen: Bool { reason == nil && failure == nil && items.isEmpty }
  }

  /// A question to one catalog.
  private struct Question: Sendable {
    let source: Int
    let cost: Int
    /// Whether it looks up ids. A missing item is a result, but a missing search is a failure.
    var isLookup = true
    let ask: @Sendable () async throws(CatalogError) -> [Item]
  }

  /// - Parameter isOwn: whether the id is the catalog's own.
  private typealias Lookup = (category: Domain.Category, id: OtherID, isOwn: Bool)

  /// How many rows a search by words compares.
  private static let mostRows = 8
  /// The most requests to one catalog at a time for the ids of one work; more if few catalogs share the requests.
  private var mostLookups: Int { max(3, (Self.mostRequests - sent) / max(catalogs.count, 1)) }
  /// The most lookups in one catalog by standard ids: one id may be looked up in several categories.
  private static let mostQuestions = 4

  /// The most requests for one answer.
  private static let mostRequests = 12

  init(_ catalogs: [SearchedCatalog], own: SearchedCatalog?, _ crosswalk: (any Crosswalk)?) {
    (self.catalogs, self.own, self.crosswalk) = (catalogs, own, crosswalk)
    sentBefore = log?.sent ?? 0
  }

  /// - Parameter isEither: whether a series may be a film, and vice versa.
  mutating func begin(with kind: WorkKind, isEither: Bool = false) {
    self.isEither = isEither
    for index in catalogs.indices { catalogs[index].isMeant = !categories(of: index, for: kind).isEmpty }
  }

  /// The categories of a catalog for works of that kind, exact matches first.
  private func categories(of source: Int, for kind: WorkKind) -> [Domain.Category] {
    let all = catalogs[source].catalog.allCategories
    return all.filter { $0.kind == kind }
      + all.filter { $0.kind != kind && $0.kind.mayBe(kind) && (isEither || $0.holdsFilmsAndSeries) }
  }

  /// The categories that ids of works of that kind may lead to: an id says itself what it is of.
  private func categories(of source: Int, withIDsOf kind: WorkKind?) -> [Domain.Category] {
    let all = catalogs[source].catalog.allCategories
    return kind.map { (categories(of: source, for: $0) + all.filter(\.isOfAnyKind)).distinct(by: \.name) } ?? all
  }

  // MARK: Results

  var items: [Item] { catalogs.flatMap(\.items) }

  /// The catalogs without results that have such works, and why.
  var without: [SkippedCatalog] {
    catalogs.compactMap { searched in
      if let reason = searched.reason { return SkippedCatalog(searched.catalog.name, reason) }
      if searched.hasRest, searched.failure == nil || !searched.items.isEmpty {
        return SkippedCatalog(searched.catalog.name, searched.wasAsked ? .restNotAsked : .notAsked)
      }
      guard searched.isMeant || searched.wasAsked, searched.isOpen else { return nil }
      return SkippedCatalog(searched.catalog.name, searched.wasAsked ? .notFound : .notAsked)
    }
  }

  /// The names of the catalogs that were asked, or have a result without that.
  var answered: [String] { catalogs.filter { $0.wasAsked || !$0.items.isEmpty }.map(\.catalog.name) }

  /// Whether Wikidata may lead to a catalog without results so far.
  /// - Parameter kind: nil if it is unknown, as of an archive's works.
  func mayUse(_ kind: WorkKind?) -> Bool {
    sent + Self.ofCrosswalk <= Self.mostRequests
      && catalogs.contains { searched in
        searched.isOpen
          && searched.catalog.allCategories.contains { category in
            category.wikidataProperty != nil && kind.map(category.mayHold) ?? true
          }
      }
  }

  // MARK: Asking

  /// Adds the results that need no request.
  mutating func addKnownResults(for item: Item) {
    for index in catalogs.indices {
      guard let found = catalogs[index].client.counterpart(of: item) else { continue }
      (catalogs[index].isMeant, catalogs[index].items) = (true, [found.matched(.id)])
    }
  }

  /// Looks up standard ids.
  mutating func ask(about item: Item?, by ids: [OtherID], _ kind: WorkKind?) async {
    let ids = ids.sorted { $0.kind.rank < $1.kind.rank }
    let questions = open.compactMap { index, source -> Question? in
      let lookups = categories(of: index, withIDsOf: kind).flatMap { category -> [Lookup] in
        let asked = ids.filter { category.lookups.contains($0.kind) }.distinct(by: \.kind)
        // An id of the catalog itself, such as a MusicBrainz id in a file.
        let own = ids.first { id in
          !asked.contains { $0.kind == id.kind } && crosswalk?.isOwn(id.kind, of: category) == true
        }
        return asked.map { (category, $0, false) } + [own].compactMap(\.self).map { (category, $0, true) }
      }.enumerated().sorted { ($0.element.id.kind.rank, $0.offset) < ($1.element.id.kind.rank, $1.offset) }
        .prefix(Self.mostQuestions).map(\.element)
      guard !lookups.isEmpty else { return nil }
      // A page is looked up once for all categories, and leads to an id.
      let cost = Set(lookups.map(\.id)).count + (lookups.contains { $0.id.kind == .url } ? 1 : 0)
      return Question(source: index, cost: cost) { () throws(CatalogError) in
        for lookup in lookups {
          let own = ItemID(catalog: source.catalog.name, category: lookup.category.name, key: lookup.id.value)
          let found =
            lookup.isOwn
            ? try await source.client.items(with: [own], filters: source.filters).first
            : try await source.client.item(with: lookup.id, in: lookup.category, filters: source.filters)
          guard let found, item?.isContradicted(by: found, lookup.id) != true else { continue }
          return [found.matched(lookup.id.kind.match)]
        }
        return []
      }
    }
    await ask(questions)
  }

  /// Looks up the ids in Wikidata: all of them if one request accepts several, else a few at a time until one is found.
  mutating func ask(by thing: CrosswalkWork, _ kind: WorkKind?) async {
    var left = catalogs.indices.map { ids(of: thing, kind, in: $0) }
    var questions: [Question]
    repeat {
      let most = mostLookups
      questions = open.flatMap { index, source -> [Question] in
        let all = left[index]
        let cost = source.client.requests(for: all)
        let ids = cost > most ? Array(all.prefix(most)) : all
        left[index] = Array(all.dropFirst(ids.count))
        catalogs[index].hasRest = ids.count < all.count
        // Each request is a question, because one may fail while others have answers.
        let groups = cost < all.count ? [ids] : ids.map { [$0] }
        return groups.map { group in
          Question(source: index, cost: source.client.requests(for: group)) { () throws(CatalogError) in
            try await source.client.items(with: group, filters: source.filters).map { $0.matched(.wikidata) }
          }
        }
      }
    } while await ask(questions) && !questions.isEmpty
  }

  /// The ids of the work in a catalog: those of the first category that has any.
  func ids(of thing: CrosswalkWork, _ kind: WorkKind?, in index: Int) -> [ItemID] {
    let catalog = catalogs[index].catalog.name
    let found = categories(of: index, withIDsOf: kind).lazy.map { category in
      (category.wikidataProperty.flatMap { thing.ids[$0] } ?? []).filter { crosswalk?.fits($0, category) ?? true }
        .map { ItemID(catalog: catalog, category: category.name, key: $0) }
    }
    return found.first { !$0.isEmpty } ?? []
  }

  /// Searches by title and creator, by the rules of `Work`.
  mutating func ask(byWordsOf item: Item, _ kind: WorkKind) async {
    let work = Work(item, kind: kind)
    let questions = open.compactMap { index, source -> Question? in
      guard catalogs[index].isMeant else { return nil }
      let catalog = source.catalog
      guard let category = categories(of: index, for: kind).first(where: catalog.categories.contains) else {
        if !catalogs[index].wasAsked { catalogs[index].reason = .noSearch }
        return nil
      }
      let isOwn = catalog.features.contains(.ownServer)
      let request = SearchRequest(
        category: category, term: work.term(byTitleAlone: isOwn),
        limit: min(isOwn ? 100 : Self.mostRows, catalog.largestLimit),
        filters: catalog.filters(source.filters, for: category))
      return Question(source: index, cost: 1, isLookup: false) { () throws(CatalogError) in
        let list = try await source.client.search(request)
        let found = list.items
        // It may be among the rows that cannot be read.
        if found.isEmpty, let skipped = list.skipped.first(where: { $0.link == nil }) {
          throw .unreadable(host: catalog.title, what: "rows \(skipped.asProperty)")
        }
        if let same = found.first(where: { $0.feed != nil && $0.feed == item.feed }) { return [same.matched(.id)] }
        for candidate in found {
          let common = item.otherIDs.first { $0.kind != .isrc && candidate.otherIDs.contains($0) }
          if let common { return [candidate.matched(common.kind.match)] }
        }
        let possible = found.filter { !item.isContradicted(by: $0, nil) }
        return work.best(of: possible, kind: category.kind).map { [$0.matched(.likely)] } ?? []
      }
    }
    await ask(questions)
  }

  /// The catalogs without results, by index.
  private var open: [(index: Int, source: SearchedCatalog)] {
    catalogs.indices.map { ($0, catalogs[$0]) }.filter(\.1.isOpen)
  }

  /// Sends requests while any are left. Cached answers cost nothing; once that is known, it sends more.
  /// - Returns: whether all were sent.
  @discardableResult
  private mutating func ask(_ questions: [Question]) async -> Bool {
    var left = questions
    while true {
      var asked: [Question] = []
      left.removeAll { question in
        let isFirst = !catalogs[question.source].wasAsked
        let cost = question.cost + (isFirst ? catalogs[question.source].client.preparatoryRequests : 0)
        guard sent + cost <= Self.mostRequests else { return false }
        sent += cost
        catalogs[question.source].wasAsked = true
        asked.append(question)
        return true
      }
      if asked.isEmpty { break }
      await send(asked)
    }
    for question in left { catalogs[question.source].hasRest = true }
    return left.isEmpty
  }

  private mutating func send(_ asked: [Question]) async {
    let settled = catalogs.count { $0.isMeant && !$0.isOpen }
    var waiting = asked.reduce(into: [:]) { $0[$1.source, default: 0] += 1 }
    let all = max(settled + waiting.count, catalogs.count(where: \.isMeant))
    let answers = await concurrentMap(asked) { (answer: (source: Int, result: Result<[Item], CatalogError>)) in
      waiting[answer.source, default: 1] -= 1
      let done = settled + waiting.count { $0.value == 0 }
      RequestContext.current.onEvent(.answered(done, of: all, what: "catalogs"))
    } ask: { [catalogs] question in
      (source: question.source, result: await withCatalogTimeout(catalogs[question.source].catalog, question.ask))
    }
    recount()
    for (question, answer) in zip(asked, answers) {
      let index = question.source
      switch answer.result {
      // The service may have merged several of them.
      case .success(let items): catalogs[index].items = (catalogs[index].items + items).distinct(by: \.id)
      case .failure(.credentialsMissing): catalogs[index].reason = .noToken
      case .failure(.addressMissing): catalogs[index].reason = .noAddress
      case .failure(.refused(_, status: 0, _)): catalogs[index].reason = .unsearchable
      case .failure(let error):
        if error.code != .notFound || !question.isLookup { catalogs[index].failure = error }
      }
    }
  }

  /// Cached answers and keys cost nothing.
  mutating func recount() { if let log { sent = log.sent - sentBefore } }
}

extension Domain.Category {
  /// Whether its items may be of any kind, like those of an archive.
  fileprivate var isOfAnyKind: Bool { if case .other = kind { true } else { false } }

  fileprivate func mayHold(_ kind: WorkKind) -> Bool { isOfAnyKind || self.kind.mayBe(kind) }
}

extension OtherID.Kind {
  /// The kind of match for an item found by it.
  fileprivate var match: Match {
    switch self {
    case .isbn: .isbn
    case .upc: .barcode
    case .isrc: .isrc
    case .imdb, .tvdb, .musicbrainz, .wikidata, .url: .id
    }
  }

  /// More certain ids come first.
  fileprivate var rank: Int { Self.ranked.firstIndex(of: self) ?? Self.ranked.count }

  private static let ranked: [Self] = [.wikidata, .musicbrainz, .imdb, .tvdb, .isbn, .upc, .isrc, .url]
}

extension Item {
  /// Whether `other`, found by `id` or by words, is another work: a unique id differs, a recording has another length,
  /// or an album another number of tracks.
  fileprivate func isContradicted(by other: Item, _ id: OtherID?) -> Bool {
    let once: [OtherID.Kind] = [.imdb, .tvdb, .wikidata]
    let differs = once.contains { kind in
      let mine = otherIDs.first { $0.kind == kind }?.value
      let theirs = other.otherIDs.first { $0.kind == kind }?.value
      return mine != nil && theirs != nil && mine?.lowercased() != theirs?.lowercased()
    }
    if differs { return true }
    switch id?.kind {
    case .isrc?:
      guard let mine = duration, let theirs = other.duration else { return false }
      return abs((mine - theirs) / .seconds(1)) > 2
    case .upc?: return Work(self).hasSameParts(as: other) == false
    default: return false
    }
  }
}

extension ExchangeLog {
  /// How many requests were sent, without those answered from a cache.
  fileprivate var sent: Int {
    exchanges.reduce(0) { $0 + ([.cache, .shared, .disk].contains($1.source) ? 0 : $1.attempts) }
  }
}
