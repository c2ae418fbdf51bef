import Wire
import Domain
import FoundationEssentials

/// One listing, product or offer, by the service's own names; these end at `Item(row, …)`.
///
/// Nearly every value can be null. A value that is null, of an unexpected type, or blank counts as absent.
struct MercadoLibreRow: Sendable {
  private let json: JSONValue

  /// - Throws: why `json` contains no record.
  init(_ json: JSONValue, row: Int = 1) throws(SkippedRow) {
    self.json = try json.record(atRow: row)
  }

  var id: String? { json["id"]?.key }
  /// The listing behind an offer.
  var itemID: String? { json["item_id"]?.key }
  var categoryID: String? { json["category_id"]?.key }
  /// The product of the catalogue that a listing offers.
  var productID: String? { json["catalog_product_id"]?.key }
  /// A listing has a title, a product a name; the former may begin with spaces.
  var title: String? {
    (json["title"]?.text ?? json["name"]?.text)?.trimmed
  }
  var subtitle: String? { json["subtitle"]?.text }
  var permalink: String? { json["permalink"]?.text }

  var sellerID: String? { json["seller_id"]?.key ?? json["seller"]?["id"]?.key }
  var sellerNickname: String? { json["seller"]?["nickname"]?.text }
  var sellerPermalink: String? { json["seller"]?["permalink"]?.text }
  var officialStoreName: String? { json["official_store_name"]?.text }

  /// A listing may have no price, such as property with a price on request.
  var price: Price? { price(json["price"]) }
  var originalPrice: Price? { price(json["original_price"]) }
  var installments: (count: Int, amount: Price)? {
    guard let parts = json["installments"], let count = parts["quantity"]?.integer, count > 1,
      let amount = parts["amount"]?.decimal, let currency = parts["currency_id"]?.text ?? currency
    else { return nil }
    return (count, Price(amount: amount, currency: currency))
  }

  var status: String? { json["status"]?.text }
  var condition: String? { json["condition"]?.text }
  var availableQuantity: Int? { json["available_quantity"]?.integer }
  var soldQuantity: Int? { json["sold_quantity"]?.integer }
  var warranty: String? { json["warranty"]?.text }
  var startTime: String? { json["start_time"]?.text }

  var shipsFree: Bool { json["shipping"]?["free_shipping"] == .bool(true) }
  var canBePickedUp: Bool {
    json["shipping"]?["local_pick_up"] == .bool(true) || json["shipping"]?["store_pick_up"] == .bool(true)
  }
  /// City, then state; in older rows they are not nested.
  var place: [String] {
    let (address, flat) = (json["seller_address"], json["address"])
    return [
      address?["city"]?["name"]?.text ?? flat?["city_name"]?.text,
      address?["state"]?["name"]?.text ?? flat?["state_name"]?.text,
    ].compactMap(\.self)
  }

  var thumbnail: String? { json["secure_thumbnail"]?.text ?? json["thumbnail"]?.text }
  var pictures: [String] {
    json["pictures"]?.array?.compactMap { $0["secure_url"]?.text ?? $0["url"]?.text } ?? []
  }
  var attributes: [Attribute] { json["attributes"]?.array?.compactMap(Attribute.init) ?? [] }
  var shortDescription: String? { json["short_description"]?["content"]?.text }

  /// The offer that the service ranks first; null for most applications.
  var buyBoxWinner: MercadoLibreRow? { json["buy_box_winner"].flatMap { try? MercadoLibreRow($0) } }

  /// A property of a listing or a product, in the language of its site.
  struct Attribute: Sendable {
    let id: String?
    let name: String
    let value: String

    fileprivate init?(_ json: JSONValue) {
      guard let value = json["value_name"]?.text, let name = json["name"]?.text ?? json["id"]?.text else { return nil }
      id = json["id"]?.text
      self.name = name
      self.value = value
    }
  }

  private var currency: String? { json["currency_id"]?.text }

  private func price(_ amount: JSONValue?) -> Price? {
    guard let amount = amount?.decimal, amount >= 0, let currency else { return nil }
    return Price(amount: amount, currency: currency)
  }
}
