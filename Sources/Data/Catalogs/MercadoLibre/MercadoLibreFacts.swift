import Domain

extension MercadoLibreRow {
  /// The facts about a listing or a product besides its price, in reading order, without those that were not sent.
  ///
  /// The thing's own properties come last, under the service's words if we have none.
  var facts: [Fact] {
    let table: [(String, String?)] = [
      ("Note", subtitle), ("Original price", reducedFrom), ("Instalments", instalments),
      ("Condition", readableCondition),
      ("Status", status.flatMap { $0 == "active" ? nil : $0 }), ("Available", availableQuantity.map(String.init)),
      ("Sold", soldQuantity.flatMap { $0 > 0 ? String($0) : nil }), ("Shipping", shipping),
      ("Location", place.isEmpty ? nil : place.joined(separator: ", ")), ("Store", officialStoreName),
      ("Warranty", warranty), ("Listed", startTime.flatMap { ReleaseDate($0) }?.day),
    ]
    let known = table.compactMap { label, value in value.map { Fact(label, $0) } }
    return known + attributeFacts + pictureFacts
  }

  private var reducedFrom: String? {
    guard let originalPrice, let price, originalPrice.amount > price.amount else { return nil }
    return originalPrice.text
  }

  private var instalments: String? { installments.map { "\($0.count) of \($0.amount.text)" } }

  private var readableCondition: String? {
    condition.flatMap { $0 == "not_specified" ? nil : $0.replacing("_", with: " ") }
  }

  private var shipping: String? {
    let parts = [shipsFree ? "free" : nil, canBePickedUp ? "pickup available" : nil].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Without the condition, which is shown in English above.
  private var attributeFacts: [Fact] {
    attributes.filter { $0.id != "ITEM_CONDITION" }.map { attribute in
      Fact(attribute.id.flatMap { Self.labels[$0] } ?? attribute.name, attribute.value)
    }
  }

  /// The first picture is the item's cover.
  private var pictureFacts: [Fact] {
    pictures.enumerated().dropFirst().compactMap { index, text in
      WebLink.picture(text).map { Fact("Picture \(index + 1)", $0.text) }
    }
  }

  /// The properties that most things have, in English.
  private static let labels = [
    "BRAND": "Brand", "MODEL": "Model", "LINE": "Line", "COLOR": "Color", "GTIN": "GTIN", "SIZE": "Size",
    "MATERIAL": "Material", "WEIGHT": "Weight", "AUTHOR": "Author", "BOOK_TITLE": "Book", "BOOK_PUBLISHER": "Publisher",
  ]
}
