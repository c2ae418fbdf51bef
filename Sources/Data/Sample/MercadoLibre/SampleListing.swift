import Domain

/// One thing for sale, and the forms in which the service describes it.
struct SampleListing: Sendable {
  let row: SampleTable.Row
  /// The site and a number, such as `MLA900100101`.
  let id: String
  let title: SampleSearchText
  let rest: SampleSearchText

  init?(_ row: SampleTable.Row) {
    guard let id = row["id"], let title = row["title"] else { return nil }
    self.row = row
    self.id = id
    self.title = SampleSearchText(title)
    rest = SampleSearchText([row["brand"], row["domain"], row["traits"]].compactMap(\.self).joined(separator: " "))
  }

  var site: String { String(id.prefix(3)) }
  var amount: Double? { row["price"].flatMap(Double.init) }

  /// The catalog product that the listing offers; its number is the listing's with a 7 for the 9.
  var productID: String? { row.note("nocatalog") == nil ? site + "7" + id.dropFirst(4) : nil }

  /// The category: instruments and their accessories, things to read or hear, or things for the house.
  var categoryID: String {
    switch row["domain"] ?? "" {
    case let domain where Self.toRead.contains(domain): site + "3025"
    case let domain where Self.toPlay.contains(domain): site + "1182"
    default: site + "1574"
    }
  }

  private static let toRead: Set = ["BOOKS", "SHEET_MUSIC", "MUSIC_ALBUMS", "NOTEBOOKS", "ART_PRINTS"]
  private static let toPlay: Set = [
    "CLASSICAL_GUITARS", "ACCORDIONS", "DRUMS", "CHARANGOS", "INSTRUMENT_STRINGS", "FLUTES", "MUSIC_STANDS",
    "CAVAQUINHOS", "PANDEIROS", "BERIMBAUS", "CUICAS", "TRIANGLES", "GUITARRONES",
    "JARANAS", "MARIMBAS", "OCARINAS", "VIHUELAS",
  ]

  static func country(of site: String) -> (id: String, name: String, currency: String) {
    switch site {
    case "MLB": ("BR", "Brasil", "BRL")
    case "MLM": ("MX", "México", "MXN")
    default: ("AR", "Argentina", "ARS")
    }
  }

  private var country: (id: String, name: String, currency: String) { Self.country(of: site) }

  func searchRow(seller: SampleTable.Row?) -> SampleJSON {
    .object(
      [
        ("id", .text(id)), ("site_id", .text(site)), ("title", .text(row["title"])),
        (
          "seller",
          [
            "id": .int(row.int("seller")), "nickname": .text(seller?["nickname"]), "permalink": nil,
            "registration_date": nil, "car_dealer": false, "real_estate_agency": false, "tags": nil,
          ]
        ),
        ("sale_price", nil), ("stop_time", "2043-01-01T04:00:00.000Z"),
        (
          "address",
          ["state_id": nil, "state_name": .text(seller?["state"]), "city_id": nil, "city_name": .text(seller?["city"])]
        ),
        ("shipping", shipping), ("use_thumbnail_id", true), ("order_backend", 1),
      ] + offered + [("attributes", .array(attributes))])
  }

  func item(seller: SampleTable.Row?) -> SampleJSON {
    .object(
      [
        ("id", .text(id)), ("site_id", .text(site)), ("title", .text(row["title"])), ("subtitle", nil),
        ("seller_id", .int(row.int("seller"))), ("base_price", price), ("initial_quantity", .int(row.int("stock"))),
        ("sale_terms", []), ("start_time", "2022-03-01T12:00:00.000Z"), ("stop_time", "2043-01-01T04:00:00.000Z"),
        ("secure_thumbnail", .text("https:" + picture("I"))), ("pictures", .array(pictures)), ("video_id", nil),
        ("descriptions", []), ("shipping", shipping),
        (
          "seller_address",
          [
            "city": ["name": .text(seller?["city"])], "state": ["name": .text(seller?["state"])],
            "country": ["id": .text(country.id), "name": .text(country.name)],
          ]
        ),
        ("location", [:]), ("attributes", .array(attributes)), ("warnings", []), ("variations", []),
        ("status", "active"), ("sub_status", []), ("warranty", row.note("guaranteed") == nil ? nil : "12 meses"),
        ("health", nil), ("date_created", "2022-03-01T12:00:01.000Z"), ("last_updated", "2024-06-01T12:00:00.000Z"),
        ("channels", ["marketplace"]),
      ] + offered)
  }

  /// What search and item have in common.
  private var offered: [(String, SampleJSON)] {
    [
      ("price", price), ("currency_id", .text(country.currency)), ("original_price", orNull(row["original"])),
      ("available_quantity", .int(row.int("stock"))), ("sold_quantity", .int(row.int("sold"))),
      ("buying_mode", "buy_it_now"), ("listing_type_id", "gold_special"), ("condition", .text(condition)),
      ("permalink", .text("https://sample.liner.invalid/\(site)-\(id.dropFirst(3))")),
      ("thumbnail", .text("http:" + picture("I"))), ("thumbnail_id", .text("sample-\(id)")),
      ("accepts_mercadopago", true), ("installments", installments), ("category_id", .text(categoryID)),
      ("official_store_id", nil), ("domain_id", .text("\(site)-\(row["domain"] ?? "OTHERS")")),
      ("catalog_product_id", productID.map { .text($0) } ?? .null), ("catalog_listing", .bool(productID != nil)),
      ("tags", ["good_quality_picture"]),
    ]
  }

  var condition: String { row["condition"] ?? "new" }
  var price: SampleJSON { orNull(row["price"]) }

  func orNull(_ digits: String?) -> SampleJSON { digits.map { .digits($0) } ?? .null }

  var shipping: SampleJSON {
    [
      "free_shipping": .bool(row.note("free") != nil), "mode": "me2", "tags": [], "logistic_type": "drop_off",
      "store_pick_up": false,
    ]
  }

  /// Six parts, for new things with a price.
  private var installments: SampleJSON {
    guard let amount, condition == "new" else { return .null }
    let cents = Int(amount * 100 / 6)
    return [
      "quantity": 6, "amount": .digits("\(cents / 100).\((cents % 100).zeroPadded(to: 2))"), "rate": 0,
      "currency_id": .text(country.currency),
    ]
  }

  /// Without the scheme, which is http for thumbnails.
  private func picture(_ size: String) -> String { "//sample.liner.invalid/D_\(id)-\(size).jpg" }

  var pictures: [SampleJSON] {
    ["O", "F"].map { size in
      [
        "id": .text("sample-\(id)-\(size)"), "url": .text("http:" + picture(size)),
        "secure_url": .text("https:" + picture(size)), "size": "500x500", "max_size": "1200x1200", "quality": "",
      ]
    }
  }

  /// Brand, condition, and the table's traits, `Color=Rojo; Material=Madera`.
  var attributes: [SampleJSON] {
    var attributes: [SampleJSON] = []
    func add(_ id: String, _ name: String, _ value: String?) {
      attributes.append([
        "id": .text(id), "name": .text(name), "value_id": nil, "value_name": value.map { .text($0) } ?? .null,
        "value_struct": nil, "values": [["id": nil, "name": value.map { .text($0) } ?? .null, "struct": nil]],
        "attribute_group_id": "OTHERS", "attribute_group_name": "Otros",
      ])
    }
    add("BRAND", "Marca", row["brand"])
    add("ITEM_CONDITION", "Condición", condition == "new" ? "Nuevo" : "Usado")
    for trait in row["traits"]?.split(separator: ";") ?? [] {
      let parts = trait.split(separator: "=").map { String($0.drop { $0 == " " }) }
      if parts.count == 2 { add("TRAIT_\(attributes.count - 1)", parts[0], parts[1]) }
    }
    return attributes
  }

  var aboutInLines: String? { row["about"]?.replacing("¶", with: "\n") }

  /// Nil for a listing without one.
  var description: SampleJSON? {
    aboutInLines.map { text in
      [
        "text": "", "plain_text": .text(text), "last_updated": "2024-06-01T12:00:00.000Z",
        "date_created": "2022-03-01T12:00:01.000Z", "snapshot": ["url": "", "width": 0, "height": 0, "status": ""],
      ]
    }
  }
}
