import Domain

/// One request for an item's screen.
enum ITunesQuestion: Sendable, Hashable {
  case lookup(ITunesLookup)
  case feed(WebLink)

  enum Answer: Sendable {
    case records(ITunesRecords)
    case feed(Feed)
  }

  var isFeed: Bool { if case .feed = self { true } else { false } }
}

/// The state of filling an item's screen.
struct ITunesVisit {
  private(set) var item: Item
  let category: ITunesCategory
  /// Whether the item itself is wanted as it is now, whatever is known of it.
  let isReload: Bool
  private(set) var answers: [(question: ITunesQuestion, answer: Result<ITunesQuestion.Answer, CatalogError>)] = []

  /// The most requests for one screen.
  private static let budget = 2

  private var filled: [ITunesRelation] {
    category.relations.filter { $0.relation.preview != .named && $0.relation.applies(to: item) }
  }

  /// The next requests, given the answers so far; empty if there are no more.
  var questions: [ITunesQuestion] {
    if answers.isEmpty, mustLookUpItself { return [own] }
    let questions = filled.compactMap(question).unique.filter { answer(to: $0) == nil }
    // A feed is requested alone: if it fails, the rest of the budget is for its substitute.
    if let feed = questions.first(where: \.isFeed), answers.count < Self.budget { return [feed] }
    let mayAsk = category.isLookedUp && answers.count < Self.budget && answer(to: own) == nil
    let hasOwnRecord = records.contains { $0.entry(of: item.id) != nil }
    if questions.isEmpty, isReload, mayAsk, !hasOwnRecord { return [own] }
    return Array(questions.prefix(max(0, Self.budget - answers.count)))
  }

  private var own: ITunesQuestion { .lookup(ITunesLookup(key: item.id.key)) }

  private func answer(to question: ITunesQuestion) -> Result<ITunesQuestion.Answer, CatalogError>? {
    answers.first { $0.question == question }?.answer
  }

  private func question(for entry: ITunesRelation) -> ITunesQuestion? {
    if entry.isInFeed, let link = item.feed {
      switch answer(to: .feed(link)) {
      case .success: return .feed(link)
      // The lookup that replaced a failed feed may bring the feed's new address, but the budget is used up.
      case nil where feedFailure == nil || answers.count < Self.budget: return .feed(link)
      case nil, .failure: break
      }
    }
    return entry.parent(of: item).map { .lookup(ITunesLookup(key: $0.key, entity: entry.entity)) }
  }

  /// Whether the item lacks keys of its relations that its own record may have.
  private var mustLookUpItself: Bool {
    guard category.isLookedUp else { return false }
    if item.kind == nil, category.relations.contains(where: { !$0.relation.kinds.isEmpty }) { return true }
    // A lookup of its parts also returns its own record.
    let wanted = category.relations.map(\.relation).filter { $0.preview != .named }
    if wanted.contains(where: { $0.need == nil && $0.applies(to: item) }) { return false }
    if item.albumID == nil, wanted.contains(where: { $0.need == .album }) { return true }
    // Chart rows are brief, at most with a price to rent. Many items have no creator, so a full row is not requested
    // again.
    let isThin = item.link == nil || item.duration == nil && item.facts.allSatisfy { $0.label == "Rental price" }
    return isThin && item.creatorID == nil && wanted.contains { $0.need == .creator }
  }

  private var records: [ITunesRecords] {
    answers.compactMap { if case .success(.records(let records)) = $0.answer { records } else { nil } }
  }

  mutating func receive(_ answer: Result<ITunesQuestion.Answer, CatalogError>, to question: ITunesQuestion) {
    answers.append((question, answer))
    if case .success(.records(let records)) = answer, let known = records.items.first(where: { $0.id == item.id }) {
      item = item.enriched(by: known)
    }
  }

  /// - Throws: the first failure if nothing else was received; `unknown` if a bare id or a reload led to nothing.
  func details() throws(CatalogError) -> ItemDetails {
    let failures = answers.compactMap { if case .failure(let error) = $0.answer { error } else { nil } }
    if failures.count == answers.count, let failure = failures.first { throw failure }
    if isReload, case .failure(let error)? = answer(to: own) { throw error }
    if category.isLookedUp, failures.isEmpty, !records.isEmpty,
      records.allSatisfy({ $0.skipped.isEmpty && $0.entry(of: item.id) == nil }), item.isBare || isReload && hasNothing
    {
      throw .unknown(item.id.description, storefront: item.storefront ?? ITunesStorefronts.defaultCode)
    }
    return ItemDetails(item: item, filled: filled.compactMap(section))
  }

  /// Whether a lookup by its own number had no rows.
  private var hasNothing: Bool {
    answers.contains { question, answer in
      guard case (.lookup(let lookup), .success(.records(let records))) = (question, answer) else { return false }
      return lookup.key == item.id.key && records.rowCount == 0
    }
  }

  private func section(for entry: ITunesRelation) -> ItemDetails.Filled? {
    guard let question = question(for: entry) else { return nil }
    let feedFailure = entry.isInFeed ? feedFailure : nil
    do throws(CatalogError) {
      var list: ItemList
      switch try answer(to: question)?.get() {
      case .records(let records): list = entry.list(of: item, in: records)
      case .feed(let feed):
        list = feed.list(of: item.podcast ?? item, limit: entry.previewLength, countedBy: "Apple")
      case nil:
        // The budget left no request for a substitute.
        return feedFailure.map { ItemDetails.Filled(entry.relation, .failure($0)) }
      }
      if let feedFailure, list.notes.isEmpty { try list.replaceFeed(thatFailed: feedFailure) }
      list = entry.preview(of: list, for: item)
      return list.items.isEmpty && list.skipped.isEmpty ? nil : ItemDetails.Filled(entry.relation, .success(list))
    } catch {
      // The creator is known anyway.
      let target = entry.parts.isEmpty ? entry.relation.namedTarget(from: item) : nil
      return ItemDetails.Filled(entry.relation, target.map { .success(ItemList(items: [$0])) } ?? .failure(error))
    }
  }

  /// Why the feed failed; nil if it was not requested, or arrived.
  private var feedFailure: CatalogError? {
    answers.lazy.compactMap { question, answer in
      if question.isFeed, case .failure(let error) = answer { error } else { nil }
    }.first
  }
}

extension Item {
  /// Whether nothing but its id, name, kind and storefront is known, so that no answer has shown that it exists.
  fileprivate var isBare: Bool {
    var bare = Item(id: id, title: title)
    (bare.kind, bare.storefront) = (kind, storefront)
    bare.copyListFields(from: self)
    return self == bare
  }
}
