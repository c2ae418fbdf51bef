import Domain
import FoundationEssentials
import Testing

@Suite struct `The table of an item's fields` {
  /// The keys in the contract's order.
  private static let keys =
    "number id category kind title creator starred url creatorUrl artwork preview feed audio file description duration "
    + "price released genre rating explicit count album albumId creatorId track disc season episode country rank match moved "
    + "previous new marked from"

  private static let bare = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "T")

  private static func value(of type: ItemField.ValueType) -> ItemField.Value {
    switch type {
    case .text: .text("id")
    case .number: .number(7)
    case .duration: .duration(.seconds(9))
    case .price: .price(Price(amount: 3, currency: "EUR"))
    case .flag: .flag(true)
    case .date: .date(ReleaseDate("1986")!)
    case .link: .link(WebLink("https://x.invalid/1")!)
    case .id: .id(ItemID("c:album:2")!)
    }
  }

  @Test func `has the keys of JSON in their order`() {
    #expect(ItemField.ofJSON.map(\.key).joined(separator: " ") == Self.keys)
    #expect(Set(ItemField.all.map(\.key)).count == ItemField.all.count)
  }

  @Test(arguments: ItemField.kept) func `returns what was set, and changes nothing else`(field: ItemField) {
    var item = Self.bare
    let value = Self.value(of: field.type)
    field.set(value, in: &item)
    #expect(field.value(of: item) == value)
    for other in ItemField.kept where other != field && other.key != "title" { #expect(other.value(of: item) == nil) }
    field.set(nil, in: &item)
    #expect(item == Self.bare || field.key == "title")
  }

  @Test func `ignores a value of another type`() {
    var item = Self.bare
    item.genre = "Rock"
    ItemField.named("genre")?.set(.number(1), in: &item)
    #expect(item.genre == nil)
  }

  @Test func `fills gaps, and keeps known values and those of a list`() {
    var item = Self.bare
    item.genre = "Rock"
    var other = Item(id: item.id, title: "Other", facts: [Fact("Label", "EMI")])
    (other.genre, other.rank, other.count) = ("Pop", 3, 12)
    item.fillGaps(from: other)
    #expect(item.title == "T" && item.genre == "Rock" && item.rank == nil && item.count == 12)
    #expect(item.facts == other.facts)
    item.copyListFields(from: other)
    #expect(item.rank == 3 && item.genre == "Rock" && item.id == other.id)
  }
}
