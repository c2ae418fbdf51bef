package import Domain
import Wire

/// Items in full, and what belongs to them.
extension DeclaredClient {
  /// How many requests an item's screen may cost.
  private static let screenBudget = 2

  /// An item as it is known, and the row that what belongs to it stands in.
  struct Known: Sendable {
    var item: Item
    /// Nil where nothing brings it.
    var row: RowContext?
    /// Whether it cost a request to know.
    var wasAsked = false
  }

  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    guard let category = declaration.category(named: item.id.category), item.id.catalog == catalog.name else {
      return ItemDetails(item: item)
    }
    let known = try await known(item, in: category)
    var details = ItemDetails(item: known.item)
    var budget = Self.screenBudget - (known.wasAsked ? 1 : 0)
    guard let relations = catalog.category(ofID: known.item.id)?.relations else { return details }
    for (relation, declared) in zip(relations, category.relations) {
      guard declared.isHad(by: known.item), !declared.readsRow || known.row != nil, !isKnownEmpty(declared, for: known)
      else {
        details.absent.insert(relation)
        continue
      }
      let cost = cost(of: declared, for: known)
      guard cost == 0 || declared.isPreviewed && cost <= budget else { continue }
      if !declared.isPreviewed, !isAtHand(declared) { continue }
      budget -= cost
      let answer = await result { () throws(CatalogError) in
        try await related(by: declared, to: known, limit: declared.previewCount, isPreview: true, offset: 0)
      }
      if case .failure(.cancelled) = answer { throw .cancelled }
      if case .success(let list) = answer, list.items.isEmpty, list.skipped.isEmpty {
        details.absent.insert(relation)
      } else {
        details.filled.append(ItemDetails.Filled(relation, answer))
      }
    }
    return details
  }

  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    guard let category = declaration.category(named: item.id.category),
      let declared = category.relations.first(where: { $0.word == relation.word })
    else { return ItemList(items: []) }
    var known = Known(item: item)
    if declared.readsRow || !declared.isHad(by: item) {
      known = try await self.known(item, in: category)
    }
    guard declared.isHad(by: known.item) else {
      throw .unknown("\(relation.title) · \(item.title)", storefront: nil)
    }
    guard !declared.readsRow || known.row != nil else {
      throw .refused(
        host: HTTPRequest(url: base.asked).host, status: 0,
        reason: "\(relation.title) · \(item.title) stands only in the list that it came from; open it from there")
    }
    return try await related(by: declared, to: known, limit: nil, isPreview: false, offset: offset)
  }

  /// How many requests a relation costs, as far as an item's screen shows it.
  private func cost(of relation: DeclaredRelation, for known: Known) -> Int {
    switch relation.form {
    case .within: 0
    case .request: 1
    case .list: isAtHand(relation) ? 0 : 1
    case .links(let place, let rule):
      linkRequests(linked(by: relation, at: place, in: known), rule, limit: relation.previewCount)
    }
  }

  /// Whether the item's own row says that there is none of it.
  private func isKnownEmpty(_ relation: DeclaredRelation, for known: Known) -> Bool {
    guard let row = known.row else { return false }
    switch relation.form {
    case .within(let place, let conditions, let inner):
      return DeclaredAnswer.rows(within: row.value, at: place, by: conditions, inner).isEmpty
    case .links(let place, _): return ids(at: place, in: known).isEmpty
    case .request, .list: return false
    }
  }

  /// Whether what it needs was read before and need not be asked for.
  private func isAtHand(_ relation: DeclaredRelation) -> Bool {
    guard case .list = relation.form else { return false }
    return RequestContext.current.mayUseCache && memory.hasRead(relation.category)
  }

  // MARK: The item itself

  /// Looks an item up where it can be: by its category's lookup, or by id in its list. Otherwise it stays as it is known.
  /// - Throws: `unknown` where the service does not know it.
  func known(_ item: Item, in category: DeclaredCategory) async throws(CatalogError) -> Known {
    if let rule = category.lookup {
      guard let url = rule.address(base: base.asked, Filling(item, for: rule)) else {
        return Known(item: item, row: memory.row(of: item.id))
      }
      let (reading, row) = try await lookup(item, at: url, by: rule, in: category)
      return Known(item: category.merged(item, with: reading), row: row, wasAsked: true)
    }
    guard category.list != nil else { return Known(item: item, row: memory.row(of: item.id)) }
    func isMeant(_ entry: Entry) -> Bool { entry.item?.id == item.id }
    let sharing = try await everything(in: category, until: isMeant).entries.filter(isMeant)
    // Two rows may share an id; then the title is what tells them apart.
    guard let entry = sharing.first(where: { $0.item?.title == item.title }) ?? sharing.first,
      case .success(let reading) = entry.result
    else { throw .unknown(item.id.description, storefront: nil) }
    return Known(item: category.merged(item, with: reading), row: entry.row, wasAsked: true)
  }

  private static let mostMoves = 3

  private func lookup(
    _ item: Item, at first: String, by rule: RequestRule, in category: DeclaredCategory
  ) async throws(CatalogError) -> (ItemReading.Reading, RowContext) {
    let unknown = CatalogError.unknown(item.id.description, storefront: nil)
    var (url, id) = (first, item.id.key)
    for _ in 0...Self.mostMoves {
      let asked: Answer?
      do throws(CatalogError) {
        asked = try await ask(url, by: rule, isLookup: true)
      } catch .notFound {
        throw unknown
      }
      guard let answer = asked else { throw unknown }
      if case .object(let members) = answer.json, members.isEmpty { throw unknown }
      let read = try DeclaredAnswer(answer.json, body: answer.body, from: answer.host, by: rule)
      let rows = read.rows.filter { if case .object(let members) = $0.value { !members.isEmpty } else { true } }
      let entries = await entries(of: rows, received: read.received, as: category, of: answer)
      let found = entries.first { $0.item?.id.key == id } ?? entries.first { $0.item != nil }
      if let found, case .success(let reading) = found.result { return (reading, found.row) }
      let place = category.moved.flatMap { $0.value(in: answer.json) }.flatMap(Scalar.init)
      guard let moved = place.flatMap({ Conversion.lastSegment(of: $0.text) }), moved != id else {
        if case .failure(let skipped)? = entries.first?.result {
          throw .unreadable(host: answer.host, what: "a record with \(skipped.reason)")
        }
        throw unknown
      }
      var other = Item(id: ItemID(catalog: catalog.name, category: category.name, key: moved), title: item.title)
      other.fillGaps(from: item)
      guard let next = rule.address(base: base.asked, Filling(other, for: rule)) else { throw unknown }
      (url, id) = (next, moved)
    }
    throw unknown
  }
}

extension DeclaredRelation {
  /// Whether an item's screen shows some of it.
  var isPreviewed: Bool { if case .named = preview { false } else { true } }

  /// How much of it an item's screen shows; nil: all.
  var previewCount: Int? {
    switch preview {
    case .first(let count): count
    case .all, .named: nil
    }
  }
}
