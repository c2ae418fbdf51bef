/// A listing as a catalog product, which has no seller of its own, and the offers of it.
extension SampleListing {
  var productRow: SampleJSON { .object(productFields) }

  var product: SampleJSON {
    .object(
      productFields + [
        ("permalink", .text("https://sample.liner.invalid/p/\(productID ?? "")")), ("family_name", .text(row["title"])),
        // Only some applications are told whose offer leads; prices are in the offers.
        ("buy_box_winner", nil), ("pickers", nil),
        ("short_description", aboutInLines.map { ["type": "plaintext", "content": .text($0)] } ?? .null),
        ("last_updated", "2024-06-01T12:00:00Z"),
      ])
  }

  private var productFields: [(String, SampleJSON)] {
    [
      ("id", .text(productID)), ("catalog_product_id", .text(productID)), ("status", "active"),
      ("domain_id", .text("\(site)-\(row["domain"] ?? "OTHERS")")), ("name", .text(row["title"])),
      ("date_created", "2022-03-01T12:00:00Z"), ("pictures", .array(pictures)), ("attributes", .array(attributes)),
      (
        "main_features",
        .array(
          row["traits"].map { [["text": .text($0.replacing("=", with: ": ")), "type": "key_value", "metadata": [:]]] }
            ?? [])
      ), ("parent_id", nil), ("children_ids", []), ("quality_type", "COMPLETE"),
    ]
  }

  func offer(seller: SampleTable.Row?) -> SampleJSON {
    [
      "item_id": .text(id), "site_id": .text(site), "seller_id": .int(row.int("seller")), "price": price,
      "currency_id": .text(Self.country(of: site).currency), "original_price": orNull(row["original"]),
      "condition": .text(condition), "category_id": .text(categoryID), "shipping": shipping, "official_store_id": nil,
      "warranty": nil,
      "seller_address": ["city": ["name": .text(seller?["city"])], "state": ["name": .text(seller?["state"])]],
    ]
  }
}
