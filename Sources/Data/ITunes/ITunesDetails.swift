package import Domain

extension ITunesClient {
  /// Asks for what the screen of `item` shows of what belongs to it, in two requests at most, and makes the item richer by
  /// whatever the answers say of it.
  ///
  /// An item that lacks the keys which lead on, such as a favourite of long ago, is looked up by its own number first.
  /// - Throws: where nothing came at all; a request that fails beside another stands in `filled`.
  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = ITunesCategory.named(item.id.category) else { return ItemDetails(item: item) }
    var visit = ITunesVisit(item: item, category: category)
    while true {
      let lookups = visit.lookups
      if lookups.isEmpty { break }
      let answers = await self.answers(to: lookups, storefront: item.storefront, filters: filters, for: category)
      for (lookup, answer) in zip(lookups, answers) { visit.receive(answer, to: lookup) }
      if Task.isCancelled { throw .cancelled }
    }
    return try visit.details()
  }

  /// All that belongs to `item` by `relation`.
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> Page {
    guard let category = ITunesCategory.named(item.id.category),
      let entry = category.relations.first(where: { $0.relation == relation })
    else { return Page(items: []) }
    var item = item
    if entry.parent(of: item) == nil, category.isLookedUp {
      let own = ITunesLookup(key: item.id.key)
      let records = try await records(of: own, storefront: item.storefront, filters: filters, as: category)
      if let known = records.entry(of: item.id) { item = item.enriched(by: known) }
    }
    guard let parent = entry.parent(of: item) else { return Page(items: []) }
    let lookup = ITunesLookup(key: parent.key, entity: entry.entity)
    let below = entry.parts.first.flatMap(ITunesCategory.named) ?? category
    let records = try await records(of: lookup, storefront: item.storefront, filters: filters, as: below)
    return entry.page(of: item, in: records)
  }

  private func answers(
    to lookups: [ITunesLookup], storefront: String?, filters: [String: String], for category: ITunesCategory
  ) async -> [Result<ITunesRecords, CatalogError>] {
    await withTaskGroup(of: (Int, Result<ITunesRecords, CatalogError>).self) { group in
      for (index, lookup) in lookups.enumerated() {
        group.addTask {
          do throws(CatalogError) {
            let below = ITunesCategory.all.first { $0.entity == lookup.entity } ?? category
            return (
              index, .success(try await records(of: lookup, storefront: storefront, filters: filters, as: below))
            )
          } catch {
            return (index, .failure(error))
          }
        }
      }
      var answers = lookups.map { _ in Result<ITunesRecords, CatalogError>.failure(.cancelled) }
      for await (index, answer) in group { answers[index] = answer }
      return answers
    }
  }
}

/// What is known while an item's screen is being filled.
private struct ITunesVisit {
  var item: Item
  let category: ITunesCategory
  private var answers: [(lookup: ITunesLookup, answer: Result<ITunesRecords, CatalogError>)] = []

  init(item: Item, category: ITunesCategory) {
    self.item = item
    self.category = category
  }

  /// How many requests a screen may cost.
  private static let budget = 2

  private var filled: [ITunesRelation] {
    category.relations.filter { $0.relation.preview != .named && $0.relation.applies(to: item) }
  }

  /// What to ask next, given what came so far; empty where that is all.
  var lookups: [ITunesLookup] {
    if answers.isEmpty, mustLookUpItself { return [ITunesLookup(key: item.id.key)] }
    var lookups: [ITunesLookup] = []
    for entry in filled {
      guard let lookup = lookup(for: entry), !lookups.contains(lookup),
        !answers.contains(where: { $0.lookup == lookup })
      else { continue }
      lookups.append(lookup)
    }
    return Array(lookups.prefix(Self.budget - answers.count))
  }

  private func lookup(for entry: ITunesRelation) -> ITunesLookup? {
    entry.parent(of: item).map { ITunesLookup(key: $0.key, entity: entry.entity) }
  }

  /// Whether the item lacks what leads on, and its own record may have it.
  private var mustLookUpItself: Bool {
    guard category.isLookedUp else { return false }
    if item.kind == nil, category.relations.contains(where: { !$0.relation.kinds.isEmpty }) { return true }
    // What is looked up with its parts brings its own record along.
    let wanted = category.relations.map(\.relation).filter { $0.preview != .named }
    if wanted.contains(where: { $0.need == nil && $0.applies(to: item) }) { return false }
    if item.albumID == nil, wanted.contains(where: { $0.need == .album }) { return true }
    // Rows of charts tell little. Many things are by nobody, so a rich row is not asked for again.
    let isThin = item.link == nil || item.duration == nil && item.facts.isEmpty
    return isThin && item.creatorID == nil && wanted.contains { $0.need == .creator }
  }

  mutating func receive(_ answer: Result<ITunesRecords, CatalogError>, to lookup: ITunesLookup) {
    answers.append((lookup, answer))
    if case .success(let records) = answer, let known = records.entries.first(where: { $0.item.id == item.id })?.item {
      item = item.enriched(by: known)
    }
  }

  /// - Throws: the first failure where there is nothing else; `unknown` where a bare id led to nothing.
  func details() throws(CatalogError) -> ItemDetails {
    var failures: [CatalogError] = []
    var records: [ITunesRecords] = []
    for (_, answer) in answers {
      switch answer {
      case .success(let answer): records.append(answer)
      case .failure(let error): failures.append(error)
      }
    }
    if records.isEmpty, let failure = failures.first { throw failure }
    if item.link == nil, failures.isEmpty, !records.isEmpty, records.allSatisfy({ $0.entry(of: item.id) == nil }) {
      throw .unknown(item.id.description, storefront: item.storefront ?? ITunesStorefronts.standard)
    }
    let sections = filled.compactMap(section)
    return ItemDetails(item: item, skipped: records.flatMap(\.skipped), filled: sections)
  }

  private func section(for entry: ITunesRelation) -> ItemDetails.Filled? {
    guard let lookup = lookup(for: entry), let answer = answers.first(where: { $0.lookup == lookup })?.answer else {
      return nil
    }
    switch answer {
    case .failure(let error):
      // Whom it is by is known all the same.
      if entry.parts.isEmpty, let target = entry.relation.target(from: item) {
        return ItemDetails.Filled(entry.relation, .success(Page(items: [target])))
      }
      return ItemDetails.Filled(entry.relation, .failure(error))
    case .success(let records):
      let page = entry.preview(of: entry.page(of: item, in: records), for: item)
      return page.items.isEmpty && page.skipped.isEmpty ? nil : ItemDetails.Filled(entry.relation, .success(page))
    }
  }
}

extension Item {
  /// The item with what a fresh record says of it; what only the way here told stays.
  func enriched(by record: Item) -> Item {
    var item = record
    item.storefront = storefront
    item.rank = rank
    item.match = match
    // Some say less when looked up than where they were found.
    item.kind = kind == nil || record.kind != nil && record.kind != "Artist" ? record.kind : kind
    item.creator = record.creator ?? creator
    item.creatorID = record.creatorID ?? creatorID
    item.creatorLink = record.creatorLink ?? creatorLink
    item.link = record.link ?? link
    item.artwork = record.artwork ?? artwork
    item.preview = record.preview ?? preview
    item.feed = record.feed ?? feed
    item.audio = record.audio ?? audio
    item.description = record.description ?? description
    item.duration = record.duration ?? duration
    item.released = record.released ?? released
    item.genre = record.genre ?? genre
    item.rating = record.rating ?? rating
    item.isExplicit = record.isExplicit ?? isExplicit
    item.count = record.count ?? count
    item.album = record.album ?? album
    item.albumID = record.albumID ?? albumID
    item.track = record.track ?? track
    item.disc = record.disc ?? disc
    item.season = record.season ?? season
    item.episode = record.episode ?? episode
    if record.facts.isEmpty { item.facts = facts }
    return item
  }
}
