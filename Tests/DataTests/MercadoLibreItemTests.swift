import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct MercadoLibreItemTests {
  private func item(_ json: String, by route: MercadoLibreRoute = .listings) throws -> Item {
    try Item(MercadoLibreRow(JSONValue(parsing: Array(json.utf8))), by: route)
  }

  @Test func `a listing says everything it says`() throws {
    let item = try item(
      #"""
      {"id": "MLA805330648", "title": "  Mate de calabaza ", "seller": {"id": 603079728, "nickname": "MATES SRL"},
       "price": 1020000.5, "original_price": 1200000, "currency_id": "ARS", "available_quantity": 3, "sold_quantity": 50,
       "condition": "new", "permalink": "https://articulo.mercadolibre.com.ar/MLA-805330648",
       "thumbnail": "http://http2.mlstatic.com/D_1-I.jpg", "warranty": "12 meses",
       "installments": {"quantity": 36, "amount": 28333.33, "rate": 0, "currency_id": "ARS"},
       "address": {"city_name": "Rosario", "state_name": "Santa Fe"},
       "shipping": {"free_shipping": true, "store_pick_up": true}, "start_time": "2021-03-23T00:45:45.000Z",
       "official_store_name": "Mates", "subtitle": "El mejor", "status": "paused",
       "pictures": [{"url": "http://http2.mlstatic.com/D_1-O.jpg", "secure_url": "https://http2.mlstatic.com/D_1-O.jpg"},
                    {"url": "http://http2.mlstatic.com/D_2-O.jpg"}, {"url": "ftp://x/y"}, null],
       "attributes": [{"id": "BRAND", "name": "Marca", "value_name": "Calabazas"},
                      {"id": "CURED", "name": "Curado", "value_name": "Sí"},
                      {"id": "ITEM_CONDITION", "name": "Condición", "value_name": "Nuevo"},
                      {"id": "COLOR", "name": "Color", "value_name": null}]}
      """#)
    #expect(item.id.description == "mercadolibre:product:MLA805330648")
    #expect(item.kind == "listing")
    #expect(item.title == "Mate de calabaza")
    #expect(item.creator == "MATES SRL")
    #expect(item.creatorID?.key == "603079728")
    #expect(item.price == Price(amount: Decimal(string: "1020000.5")!, currency: "ARS"))
    #expect(item.link?.text == "https://articulo.mercadolibre.com.ar/MLA-805330648")
    #expect(item.artwork?.text == "https://http2.mlstatic.com/D_1-O.jpg")
    #expect(
      item.facts == [
        Fact("Note", "El mejor"), Fact("Original price", "1,200,000.00 ARS"),
        Fact("Instalments", "36 of 28,333.33 ARS"),
        Fact("Condition", "new"), Fact("Status", "paused"), Fact("Available", "3"), Fact("Sold", "50"),
        Fact("Shipping", "free, pickup available"), Fact("Location", "Rosario, Santa Fe"), Fact("Store", "Mates"),
        Fact("Warranty", "12 meses"), Fact("Listed", "2021-03-23"), Fact("Brand", "Calabazas"), Fact("Curado", "Sí"),
        Fact("Picture 2", "https://http2.mlstatic.com/D_2-O.jpg"),
      ])
  }

  private static let fields = [
    "seller", "price", "original_price", "currency_id", "available_quantity", "sold_quantity", "condition", "permalink",
    "thumbnail", "secure_thumbnail", "warranty", "installments", "address", "seller_address", "shipping", "start_time",
    "official_store_name", "subtitle", "status", "pictures", "attributes", "seller_id", "short_description",
    "buy_box_winner",
  ]

  @Test(arguments: ["null", "[]", "{}", "[null]", "[7]", "true", "\"\"", "\" \""])
  func `what is null or of another type is not shown`(value: String) throws {
    let fields = Self.fields.map { #""\#($0)": \#(value)"# }.joined(separator: ", ")
    var expected = Item(
      id: ItemID(catalog: "mercadolibre", category: "product", key: "MLA1"), title: "A")
    expected.kind = "listing"
    #expect(try item(#"{"id": "MLA1", "title": "A", \#(fields)}"#) == expected)
  }

  @Test(
    arguments: [
      (#"{"condition": "not_specified"}"#, []), (#"{"condition": "for_parts"}"#, [Fact("Condition", "for parts")]),
      (#"{"status": "active"}"#, []), (#"{"available_quantity": 0}"#, [Fact("Available", "0")]),
      (#"{"sold_quantity": 0}"#, []), (#"{"original_price": 5, "price": 7, "currency_id": "ARS"}"#, []),
      (#"{"original_price": 5, "currency_id": "ARS"}"#, []),
      (#"{"installments": {"quantity": 1, "amount": 5, "currency_id": "ARS"}}"#, []),
      (
        #"{"installments": {"quantity": 3, "amount": 5}, "currency_id": "BRL"}"#, [Fact("Instalments", "3 of 5.00 BRL")]
      ),
      (#"{"shipping": {"free_shipping": false, "local_pick_up": false}}"#, []),
      (#"{"shipping": {"local_pick_up": true}}"#, [Fact("Shipping", "pickup available")]),
      (
        #"{"seller_address": {"city": {"name": "Lima"}, "state": {"name": null}}}"#, [Fact("Location", "Lima")]
      ),
    ] as [(String, [Fact])])
  func `facts say what there is to say`(json: String, facts: [Fact]) throws {
    let row = try MercadoLibreRow(JSONValue(parsing: Array(json.utf8)))
    #expect(row.facts == facts)
  }

  @Test(arguments: [
    ("http://http2.mlstatic.com/D.jpg", "https://http2.mlstatic.com/D.jpg"),
    ("http://example.org/D.jpg", "http://example.org/D.jpg"),
    ("http://mlstatic.com.example.org/D.jpg", "http://mlstatic.com.example.org/D.jpg"),
    ("https://http2.mlstatic.com/D.jpg", "https://http2.mlstatic.com/D.jpg"),
    ("file:///D.jpg", nil), ("", nil),
  ])
  func `pictures come by https from the service's own hosts`(text: String, link: String?) {
    #expect(WebLink.picture(text)?.text == link)
  }

  @Test func `a product of the catalogue is known by its name and its brand`() throws {
    let item = try item(
      #"""
      {"id": "MLA6127578", "name": "Termo Uno", "domain_id": "MLA-THERMOSES", "status": "active",
       "short_description": {"type": "plaintext", "content": "Un termo."},
       "attributes": [{"id": "BRAND", "name": "Marca", "value_name": "Uno"}],
       "pictures": [{"url": "http://http2.mlstatic.com/D_9-O.jpg"}]}
      """#, by: .catalogue)
    #expect(item.id.key == "MLA6127578")
    #expect(item.kind == "catalogue product")
    #expect(item.title == "Termo Uno")
    #expect(item.creator == "Uno")
    #expect(item.description == "Un termo.")
    #expect(item.price == nil)
    #expect(item.artwork?.text == "https://http2.mlstatic.com/D_9-O.jpg")
    #expect(item.facts == [Fact("Brand", "Uno")])
  }

  @Test(arguments: [
    ("null", "null"), ("7", "not an object"), ("{}", "no title"), (#"{"title": "  "}"#, "no title"),
    (#"{"title": 5, "name": null}"#, "no title"),
  ])
  func `what cannot be shown says why`(json: String, reason: String) {
    #expect(throws: SkippedRow(row: 1, reason: reason)) { try item(json) }
  }
}
