/// One property of an item. `all` is the only table of them: JSON, tables, favourites files, columns, sort keys and
/// declarations loop over it. A new field is one entry there and a property of `Item`.
///
/// A class, because writing an item reads its entries, which are never copied.
package final class ItemField: Sendable, Hashable {
  /// Its name in JSON, tables and declarations, and as a column or sort key that users type: `creator`.
  package let key: String
  /// The name for people: `Duration`.
  package let title: String
  package let type: ValueType
  package let roles: Roles
  private let getter: Getter
  /// Nil if the value belongs to the list, not to the item.
  private let setter: Setter?

  /// The value of a field. Cases larger than a string are `indirect`, because values are copied all the time.
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
    case duration(Duration)
    indirect case price(Price)
    case flag(Bool)
    case date(ReleaseDate)
    case link(WebLink)
    indirect case id(ItemID)
  }

  package enum ValueType: Sendable {
    case text, number, duration, price, flag, date, link, id
  }

  /// Where a field is used.
  package struct Roles: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A key of an item in JSON.
    package static let json = Roles(rawValue: 1)
    /// A column of CSV and TSV.
    package static let table = Roles(rawValue: 2)
    /// Favourites save it and fuller answers fill it in, because it belongs to the item and not to a list.
    package static let kept = Roles(rawValue: 4)
    /// The setting `columns` can name it.
    package static let column = Roles(rawValue: 8)
    /// `sort` can name it.
    package static let sortable = Roles(rawValue: 16)
    /// A declaration can fill it.
    package static let declared = Roles(rawValue: 32)
    /// Screen readers need no word before its value, as for a price.
    package static let selfEvident = Roles(rawValue: 64)

    fileprivate static let shown: Roles = [.json, .table]
    fileprivate static let own: Roles = [.json, .table, .kept]
    fileprivate static let listed: Roles = [.column, .sortable]
    fileprivate static let usual: Roles = [.own, .listed, .declared]
  }

  // Closures, because key paths take eight times as long to read.
  private typealias Getter = @Sendable (ListedItem) -> Value?
  private typealias Setter = @Sendable (inout Item, Value?) -> Void

  private init(
    _ key: String, _ title: String, _ type: ValueType, _ roles: Roles, _ get: @escaping Getter,
    _ set: Setter? = { _, _ in }
  ) { (self.key, self.title, self.type, self.roles, self.getter, self.setter) = (key, title, type, roles, get, set) }

  package func value(of entry: ListedItem) -> Value? { getter(entry) }

  /// - Returns: nil if the item has no value, or if only listed items have one.
  package func value(of item: SharedItem) -> Value? { setter == nil ? nil : getter(ListedItem(item, isStarred: false)) }

  package func value(of item: Item) -> Value? { value(of: SharedItem(item)) }

  /// Sets the field of `item`; nil, or a value of another type, clears it. A title is never cleared. An item's
  /// own id, and what only a listed item has, such as its star, are never set.
  package func set(_ value: Value?, in item: inout Item) { setter?(&item, value) }

  package static func == (a: ItemField, b: ItemField) -> Bool { a.key == b.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// An item and its state in a list.
package struct ListedItem: Sendable {
  package let shared: SharedItem
  /// Its number on the screen, from 1; 0 for the item that the screen is about.
  package var number: Int
  package var isStarred: Bool
  /// Whether it is marked as heard or seen.
  package var isMarked: Bool
  /// The search that led to its screen; nil if there was none.
  package var term: String?

  package var item: Item { shared.item }

  package init(_ shared: SharedItem, number: Int = 0, isStarred: Bool, isMarked: Bool = false, term: String? = nil) {
    (self.shared, self.number, self.isStarred, self.isMarked, self.term) = (shared, number, isStarred, isMarked, term)
  }
}

// MARK: The table

extension ItemField {
  /// Every field, in the order of JSON's keys.
  package static let all: [ItemField] = [
    .init("number", "Number", .number, .shown, { $0.number > 0 ? $0.number.value : nil }, nil),
    .init("id", "Id", .id, [.shown, .declared], { $0.item.id.value }),
    .init("category", "Category", .text, [.shown, .column, .selfEvident], { $0.item.id.category.value }),
    .init("kind", "Kind", .text, [.own, .column, .selfEvident], { $0.item.kind?.value }) { $0.kind = $1?.text },
    .init("title", "Title", .text, [.own, .sortable, .declared], { $0.item.title.value }) {
      $0.title = $1?.text ?? $0.title
    },
    .init("creator", "Creator", .text, [.usual, .selfEvident], { $0.item.creator?.value }) { $0.creator = $1?.text },
    .init("starred", "Favourite", .flag, .shown, { $0.isStarred.value }, nil),
    .init("url", "Link", .link, [.own, .declared], { $0.item.link?.value }) { $0.link = $1?.link },
    .init("creatorUrl", "Creator's page", .link, .own, { $0.item.creatorLink?.value }) { $0.creatorLink = $1?.link },
    .init("artwork", "Cover", .link, [.own, .declared], { $0.item.artwork?.value }) { $0.artwork = $1?.link },
    .init("preview", "Preview", .link, [.own, .declared], { $0.item.preview?.value }) { $0.preview = $1?.link },
    .init("feed", "Feed", .link, [.own, .declared], { $0.item.feed?.value }) { $0.feed = $1?.link },
    .init("audio", "Audio", .link, [.own, .declared], { $0.item.audio?.value }) { $0.audio = $1?.link },
    // No column of tables, whose header the contract fixes.
    .init("file", "File", .link, [.json, .kept], { $0.item.file?.value }) { $0.file = $1?.link },
    .init("description", "Description", .text, [.own, .declared], { $0.item.description?.value }) {
      $0.description = $1?.text
    },
    .init("duration", "Duration", .duration, [.usual, .selfEvident], { $0.item.duration?.value }) {
      $0.duration = $1?.duration
    },
    .init("price", "Price", .price, [.usual, .selfEvident], { $0.item.price?.value }) { $0.price = $1?.price },
    // JSON and declarations treat it as part of the price.
    .init("currency", "Currency", .text, [.table, .declared], { $0.item.price?.currency.value }),
    .init("released", "Released", .date, .usual, { $0.item.released?.value }) { $0.released = $1?.date },
    .init("genre", "Genre", .text, [.usual, .selfEvident], { $0.item.genre?.value }) { $0.genre = $1?.text },
    .init("rating", "Rating", .text, .usual, { $0.item.rating?.value }) { $0.rating = $1?.text },
    .init("explicit", "Explicit", .flag, [.own, .declared, .column, .selfEvident], { $0.item.isExplicit?.value }) {
      $0.isExplicit = $1?.flag
    },
    .init("count", "Parts", .number, .usual, { $0.item.count?.value }) { $0.count = $1?.number },
    .init("album", "Album", .text, .usual, { $0.item.album?.value }) { $0.album = $1?.text },
    .init("albumId", "Album's id", .id, [.own, .declared], { $0.item.albumID?.value }) { $0.albumID = $1?.id },
    .init("creatorId", "Creator's id", .id, [.own, .declared], { $0.item.creatorID?.value }) { $0.creatorID = $1?.id },
    .init("track", "Track", .number, .usual, { $0.item.track?.value }) { $0.track = $1?.number },
    .init("disc", "Disc", .number, .usual, { $0.item.disc?.value }) { $0.disc = $1?.number },
    .init("season", "Season", .number, .usual, { $0.item.season?.value }) { $0.season = $1?.number },
    .init("episode", "Episode", .number, .usual, { $0.item.episode?.value }) { $0.episode = $1?.number },
    .init("country", "Country", .text, [.own, .listed, .selfEvident], { $0.item.storefront?.value }) {
      $0.storefront = $1?.text
    },
    .init("rank", "Rank", .number, [.shown, .listed], { $0.item.rank?.value }) { $0.rank = $1?.number },
    .init("match", "Match", .text, .shown, { $0.item.match?.rawValue.value }) {
      $0.match = $1?.text.flatMap { Match(rawValue: $0) }
    },
    .init("moved", "Moved", .number, .shown, { $0.item.moved?.value }) { $0.moved = $1?.number },
    .init("previous", "Previous rank", .number, .shown, { $0.item.previous?.value }) { $0.previous = $1?.number },
    .init("new", "New", .flag, .shown, { $0.item.isNew?.value }) { $0.isNew = $1?.flag },
    .init("marked", "Marked", .flag, .shown, { $0.isMarked ? true.value : nil }, nil),
    .init("from", "From", .text, .shown, { $0.item.from?.value }) { $0.from = $1?.text },
    .init("term", "Term", .text, .table, { $0.term?.value }, nil),
  ]

  /// The field with that key; nil if there is none.
  package static func named(_ key: String) -> ItemField? { byKey[key] }

  /// The fields with all of `roles`, in the table's order.
  package static func having(_ roles: Roles) -> [ItemField] { all.filter { $0.roles.isSuperset(of: roles) } }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  // Filtered once, because writing every item needs them.
  package static let ofJSON = having(.json)
  /// The same in stretches, which begin with a value that belongs to the list; the others belong to the item.
  package static let stretchesOfJSON = ofJSON.reduce(into: [[ItemField]]()) { stretches, field in
    if field.setter == nil { stretches.append([field]) } else { stretches[stretches.count - 1].append(field) }
  }
  package static let ofTables = having(.table)
  package static let kept = having(.kept)
  package static let columns = having(.column)
  package static let sortKeys = having(.sortable)

  /// The facts on an item's screen, and the links below them, in reading order.
  package static let facts = inOrder(
    "season", "episode", "duration", "count", "released", "genre", "rating", "explicit", "price")
  package static let links = inOrder("url", "audio", "file", "preview", "feed", "artwork")

  private static func inOrder(_ keys: String...) -> [ItemField] { keys.compactMap { named($0) } }
}

extension String { fileprivate var value: ItemField.Value { .text(self) } }
extension Int { fileprivate var value: ItemField.Value { .number(self) } }
extension Duration { fileprivate var value: ItemField.Value { .duration(self) } }
extension Price { fileprivate var value: ItemField.Value { .price(self) } }
extension Bool { fileprivate var value: ItemField.Value { .flag(self) } }
extension ReleaseDate { fileprivate var value: ItemField.Value { .date(self) } }
extension WebLink { fileprivate var value: ItemField.Value { .link(self) } }
extension ItemID { fileprivate var value: ItemField.Value { .id(self) } }

extension ItemField.Value {
  package var text: String? { if case .text(let it) = self { it } else { nil } }
  fileprivate var number: Int? { if case .number(let it) = self { it } else { nil } }
  fileprivate var duration: Duration? { if case .duration(let it) = self, it >= .zero { it } else { nil } }
  fileprivate var price: Price? { if case .price(let it) = self { it } else { nil } }
  fileprivate var flag: Bool? { if case .flag(let it) = self { it } else { nil } }
  fileprivate var date: ReleaseDate? { if case .date(let it) = self { it } else { nil } }
  package var link: WebLink? { if case .link(let it) = self { it } else { nil } }
  fileprivate var id: ItemID? { if case .id(let it) = self { it } else { nil } }

  /// The value as tables write it. JSON writes the same, but adds a price's currency.
  package var plain: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .duration(let duration): duration.seconds
    case .price(let price): price.digits
    case .flag(let flag): flag ? "true" : "false"
    case .date(let date): date.text
    case .link(let link): link.text
    case .id(let id): id.description
    }
  }
}

extension Duration {
  /// In seconds, with at most three decimals and no trailing zeros: `212.34`.
  fileprivate var seconds: String {
    let (seconds, attoseconds) = components
    var (fraction, digits) = (Int(abs(attoseconds) / 1_000_000_000_000_000), 3)
    while digits > 0, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    guard digits > 0 else { return String(seconds) }
    return (attoseconds < 0 && seconds == 0 ? "-" : "") + String(seconds) + "." + fraction.zeroPadded(to: digits)
  }
}

extension Item {
  /// Whether it has a value that belongs to a list, such as a rank. It does not loop over the table, which would slow
  /// down every star.
  var isListed: Bool { (rank ?? moved ?? previous) != nil || isNew != nil || from != nil || match != nil }

  var withoutListFields: Item { changing(self) { $0.copyListFields(from: Item(id: id, title: title)) } }

  /// Copies the item's own values from `other` where they are missing here.
  package mutating func fillGaps(from other: Item) {
    let (mine, others) = (SharedItem(self), SharedItem(other))
    for field in ItemField.kept where field.value(of: mine) == nil { field.set(field.value(of: others), in: &self) }
    if facts.isEmpty { facts = other.facts }
    countUnit = countUnit ?? other.countUnit
    guid = guid ?? other.guid
    otherIDs += other.otherIDs.filter { id in !otherIDs.contains { $0.kind == id.kind } }
  }

  /// Copies the values that belong to `other`'s list, such as its rank.
  package mutating func copyListFields(from other: Item) {
    let other = SharedItem(other)
    for field in ItemField.all where !field.roles.contains(.kept) { field.set(field.value(of: other), in: &self) }
  }
}
