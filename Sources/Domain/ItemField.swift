/// One thing that can be said of an item. `all` is the one table of them: JSON, tables, favourites files, columns, sort keys
/// and declarations loop over it, so that a new field is one entry there beside its property of `Item`.
package struct ItemField: Sendable, Hashable, Identifiable {
  /// What JSON, tables and declarations call it, and what is typed as a column or a sort key: `creator`.
  package let key: String
  /// What people read: `Duration`.
  package let title: String
  package let type: ValueType
  package let roles: Roles
  private let access: Access

  package var id: String { key }

  /// What a field holds.
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
    case duration(Duration)
    case price(Price)
    case flag(Bool)
    case date(ReleaseDate)
    case link(WebLink)
    case id(ItemID)
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
    /// Favourites keep it, and a fuller answer fills it in: it is of the item itself, not of a list that the item stands in.
    package static let kept = Roles(rawValue: 4)
    /// The setting `columns` can name it.
    package static let column = Roles(rawValue: 8)
    /// `sort` can name it.
    package static let sortable = Roles(rawValue: 16)
    /// A declaration can fill it.
    package static let declared = Roles(rawValue: 32)
    /// Its value needs no word before it when it is read aloud, as a price does not.
    package static let selfEvident = Roles(rawValue: 64)

    fileprivate static let shown: Roles = [.json, .table]
    fileprivate static let own: Roles = [.json, .table, .kept]
    fileprivate static let listed: Roles = [.column, .sortable]
  }

  private enum Access: Sendable {
    case item(get: @Sendable (Item) -> Value?, set: @Sendable (inout Item, Value?) -> Void)
    /// The list says it, not the item.
    case entry(get: @Sendable (ListedItem) -> Value?)
  }

  /// - Returns: nil where the item does not have it, or only an item in a list does.
  package func value(of item: Item) -> Value? {
    if case .item(let get, _) = access { get(item) } else { nil }
  }

  package func value(of entry: ListedItem) -> Value? {
    switch access {
    case .item(let get, _): get(entry.item)
    case .entry(let get): get(entry)
    }
  }

  /// Sets the field of `item`; nil, or a value of another type, clears it. Nothing clears a title, and nothing sets an id
  /// or what only a list says.
  package func set(_ value: Value?, in item: inout Item) {
    if case .item(_, let set) = access { set(&item, value) }
  }

  package static func == (a: ItemField, b: ItemField) -> Bool { a.key == b.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// An item as it stands in a list.
package struct ListedItem: Sendable {
  package let shared: SharedItem
  /// Its number on the screen, from 1; 0 for the item that a screen is about.
  package var number: Int
  package var isStarred: Bool
  /// Whether it is marked as heard or seen.
  package var isMarked: Bool
  /// The search that led to its screen; nil where none did.
  package var term: String?

  package var item: Item { shared.item }

  package init(
    _ shared: SharedItem, number: Int = 0, isStarred: Bool, isMarked: Bool = false, term: String? = nil
  ) {
    self.shared = shared
    self.number = number
    self.isStarred = isStarred
    self.isMarked = isMarked
    self.term = term
  }
}

// MARK: The table

extension ItemField {
  /// Every field, in the order of JSON's keys.
  package static let all: [ItemField] = [
    entry("number", "Number", .number, .shown) { $0.number > 0 ? $0.number : nil },
    field("id", "Id", .id, [.shown, .declared], { $0.id }),
    field("category", "Category", .text, [.shown, .column, .selfEvident], { $0.id.category }),
    field("kind", "Kind", .text, [.own, .column, .selfEvident], { $0.kind }) { $0.kind = $1 },
    field("title", "Title", .text, [.own, .sortable, .declared], { $0.title }) { $0.title = $1 ?? $0.title },
    field("creator", "Creator", .text, [.own, .listed, .declared, .selfEvident], { $0.creator }) { $0.creator = $1 },
    entry("starred", "Favourite", .flag, .shown) { $0.isStarred },
    field("url", "Link", .link, [.own, .declared], { $0.link }) { $0.link = $1 },
    field("creatorUrl", "Creator's page", .link, .own, { $0.creatorLink }) { $0.creatorLink = $1 },
    field("artwork", "Cover", .link, [.own, .declared], { $0.artwork }) { $0.artwork = $1 },
    field("preview", "Preview", .link, [.own, .declared], { $0.preview }) { $0.preview = $1 },
    field("feed", "Feed", .link, .own, { $0.feed }) { $0.feed = $1 },
    field("audio", "Audio", .link, [.own, .declared], { $0.audio }) { $0.audio = $1 },
    field("file", "File", .link, .kept, { $0.file }) { $0.file = $1 },
    field("description", "Description", .text, [.own, .declared], { $0.description }) { $0.description = $1 },
    field("duration", "Duration", .duration, [.own, .listed, .declared, .selfEvident], { $0.duration }) {
      $0.duration = $1
    },
    field("price", "Price", .price, [.own, .listed, .declared, .selfEvident], { $0.price }) { $0.price = $1 },
    // A part of the price in JSON, and where it is set.
    field("currency", "Currency", .text, [.table, .declared], { $0.price?.currency }),
    field("released", "Released", .date, [.own, .listed, .declared], { $0.released }) { $0.released = $1 },
    field("genre", "Genre", .text, [.own, .listed, .declared, .selfEvident], { $0.genre }) { $0.genre = $1 },
    field("rating", "Rating", .text, [.own, .listed, .declared], { $0.rating }) { $0.rating = $1 },
    field("explicit", "Explicit", .flag, [.own, .declared], { $0.isExplicit }) { $0.isExplicit = $1 },
    field("count", "Parts", .number, [.own, .listed, .declared], { $0.count }) { $0.count = $1 },
    field("album", "Album", .text, [.own, .listed, .declared], { $0.album }) { $0.album = $1 },
    field("albumId", "Album's id", .id, [.own, .declared], { $0.albumID }) { $0.albumID = $1 },
    field("creatorId", "Creator's id", .id, [.own, .declared], { $0.creatorID }) { $0.creatorID = $1 },
    field("track", "Track", .number, [.own, .listed, .declared], { $0.track }) { $0.track = $1 },
    field("disc", "Disc", .number, [.own, .listed, .declared], { $0.disc }) { $0.disc = $1 },
    field("season", "Season", .number, [.own, .listed, .declared], { $0.season }) { $0.season = $1 },
    field("episode", "Episode", .number, [.own, .listed, .declared], { $0.episode }) { $0.episode = $1 },
    field("country", "Country", .text, [.own, .listed, .selfEvident], { $0.storefront }) { $0.storefront = $1 },
    field("rank", "Rank", .number, [.shown, .listed], { $0.rank }) { $0.rank = $1 },
    field("match", "Match", .text, .shown, { $0.match?.rawValue }) { $0.match = $1.flatMap { Match(rawValue: $0) } },
    field("moved", "Moved", .number, .shown, { $0.moved }) { $0.moved = $1 },
    field("previous", "Previous rank", .number, .shown, { $0.previous }) { $0.previous = $1 },
    field("new", "New", .flag, .shown, { $0.isNew }) { $0.isNew = $1 },
    entry("marked", "Marked", .flag, .shown) { $0.isMarked ? true : nil },
    entry("term", "Term", .text, .table) { $0.term },
  ]

  /// The field of that key; nil where there is none.
  package static func named(_ key: String) -> ItemField? { byKey[key] }

  /// The fields with all of `roles`, in the table's order.
  package static func having(_ roles: Roles) -> [ItemField] { all.filter { $0.roles.isSuperset(of: roles) } }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  // Looked up once, since every item written needs them.
  package static let ofJSON = having(.json)
  package static let ofTables = having(.table)
  package static let kept = having(.kept)
  package static let columns = having(.column)
  package static let sortKeys = having(.sortable)

  /// How a type of value is wrapped.
  fileprivate struct Form<Content: Sendable>: Sendable {
    let type: ValueType
    let wrap: @Sendable (Content) -> Value
    let unwrap: @Sendable (Value) -> Content?
  }

  // By closures and not by key paths, which take eight times as long to read.
  private static func field<Content>(
    _ key: String, _ title: String, _ form: Form<Content>, _ roles: Roles,
    _ get: @escaping @Sendable (Item) -> Content?,
    _ set: @escaping @Sendable (inout Item, Content?) -> Void = { _, _ in }
  ) -> ItemField {
    ItemField(
      key: key, title: title, type: form.type, roles: roles,
      access: .item(get: { get($0).map(form.wrap) }, set: { set(&$0, $1.flatMap(form.unwrap)) }))
  }

  private static func entry<Content>(
    _ key: String, _ title: String, _ form: Form<Content>, _ roles: Roles,
    _ get: @escaping @Sendable (ListedItem) -> Content?
  ) -> ItemField {
    ItemField(key: key, title: title, type: form.type, roles: roles, access: .entry(get: { get($0).map(form.wrap) }))
  }
}

extension ItemField.Form where Content == String {
  fileprivate static var text: Self {
    .init(type: .text, wrap: { .text($0) }, unwrap: { if case .text(let it) = $0 { it } else { nil } })
  }
}
extension ItemField.Form where Content == Int {
  fileprivate static var number: Self {
    .init(type: .number, wrap: { .number($0) }, unwrap: { if case .number(let it) = $0 { it } else { nil } })
  }
}
extension ItemField.Form where Content == Duration {
  fileprivate static var duration: Self {
    .init(
      type: .duration, wrap: { .duration($0) },
      unwrap: { if case .duration(let it) = $0, it >= .zero { it } else { nil } })
  }
}
extension ItemField.Form where Content == Price {
  fileprivate static var price: Self {
    .init(type: .price, wrap: { .price($0) }, unwrap: { if case .price(let it) = $0 { it } else { nil } })
  }
}
extension ItemField.Form where Content == Bool {
  fileprivate static var flag: Self {
    .init(type: .flag, wrap: { .flag($0) }, unwrap: { if case .flag(let it) = $0 { it } else { nil } })
  }
}
extension ItemField.Form where Content == ReleaseDate {
  fileprivate static var date: Self {
    .init(type: .date, wrap: { .date($0) }, unwrap: { if case .date(let it) = $0 { it } else { nil } })
  }
}
extension ItemField.Form where Content == WebLink {
  fileprivate static var link: Self {
    .init(type: .link, wrap: { .link($0) }, unwrap: { if case .link(let it) = $0 { it } else { nil } })
  }
}
extension ItemField.Form where Content == ItemID {
  fileprivate static var id: Self {
    .init(type: .id, wrap: { .id($0) }, unwrap: { if case .id(let it) = $0 { it } else { nil } })
  }
}

extension Item {
  /// Takes from `other` what is of the item itself and not known here.
  package mutating func fillGaps(from other: Item) {
    for field in ItemField.kept where field.value(of: self) == nil { field.set(field.value(of: other), in: &self) }
    if facts.isEmpty { facts = other.facts }
  }

  /// Takes over what the list that `other` stands in says of it, such as its rank.
  package mutating func takePlace(of other: Item) {
    for field in ItemField.all where !field.roles.contains(.kept) { field.set(field.value(of: other), in: &self) }
  }
}
