import Catalogs
import Sample
import Wire
import Foundation
import Testing

@Suite struct `The sample of Mercado Libre` {
  let sample = SampleAnswers(of: "mercadolibre")
  static let sites = ["MLA", "MLB", "MLM"]

  private func paging(_ path: String, _ query: [(String, String)]) async throws -> [String: Int] {
    try #require(try await sample.object(path, query)["paging"] as? [String: Int])
  }

  /// Every listing of a site: those with one of these letters at the beginning of a word.
  private func listings(_ site: String) async throws -> [[String: Any]] {
    var listings: [String: [String: Any]] = [:]
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      for row in try await sample.rows("sites/\(site)/search", [("q", String(letter))]) {
        listings[try #require(row["id"] as? String)] = row
      }
    }
    return Array(listings.values)
  }

  @Test(arguments: [("MLA", "ARS"), ("MLB", "BRL"), ("MLM", "MXN")])
  func `has twenty listings and more in a site's currency`(site: String, currency: String) async throws {
    let listings = try await listings(site)
    #expect(listings.count >= 20)
    for row in listings {
      #expect((row["id"] as? String)?.hasPrefix(site) == true)
      #expect(row["site_id"] as? String == site)
      #expect(row["currency_id"] as? String == currency)
      #expect((row["thumbnail"] as? String)?.hasPrefix("http://") == true)
      #expect(row["official_store_id"] is NSNull)
    }
    #expect(listings.contains { $0["price"] is NSNull })
    #expect(listings.contains { $0["condition"] as? String == "used" })
    #expect(
      listings.contains { $0["original_price"] is NSNull } && listings.contains { $0["original_price"] is NSNumber })
  }

  @Test(arguments: [
    ("MLA", "guitarra", 3), ("MLA", "GUITARRA CRIOLLA", 3), ("MLA", "guitarra charango", 0), ("MLA", "vivaldi", 1),
    ("MLB", "violao", 3), ("MLB", "violão", 3), ("MLM", "vivaldi", 1), ("MLM", "barro", 5), ("MLA", "", 0),
    ("MLC", "mate", 0),
  ])
  func `finds listings`(site: String, term: String, least: Int) async throws {
    let rows = try await sample.rows("sites/\(site)/search", [("q", term)])
    #expect(rows.count >= least)
    #expect(least > 0 || rows.isEmpty)
  }

  @Test func `pages through the results`() async throws {
    let all = try await sample.rows("sites/MLA/search", [("q", "mate")])
    #expect(all.count >= 4)
    let query = [("q", "mate"), ("offset", "2"), ("limit", "2")]
    let ids = try await sample.rows("sites/MLA/search", query).compactMap { $0["id"] as? String }
    #expect(ids == all[2..<4].compactMap { $0["id"] as? String })
    let total = all.count
    #expect(
      try await paging("sites/MLA/search", query) == [
        "total": total, "primary_results": total, "offset": 2, "limit": 2,
      ])
    #expect(try await paging("sites/MLA/search", [("q", "mate"), ("limit", "500")])["limit"] == 50)
    #expect(try await paging("sites/MLA/search", [("q", "mate")])["limit"] == 50)
  }

  @Test(arguments: [("price_asc", true), ("price_desc", false)])
  func `sorts by price`(sort: String, ascending: Bool) async throws {
    let prices = try await sample.rows("sites/MLB/search", [("q", "v"), ("sort", sort)]).map { $0["price"] as? Double }
    let known = prices.compactMap(\.self)
    #expect(known.count > 3)
    #expect(known == known.sorted(by: ascending ? (<) : (>)))
    #expect(prices.prefix(known.count).allSatisfy { $0 != nil })
  }

  @Test(arguments: sites)
  func `tells more of every listing, of its seller and of its product`(site: String) async throws {
    var described = 0
    for row in try await listings(site) {
      let id = try #require(row["id"] as? String)
      let item = try await sample.object("items/\(id)")
      for key in ["id", "title", "price", "currency_id", "condition", "permalink", "thumbnail", "catalog_product_id"] {
        #expect("\(item[key] ?? "missing")" == "\(row[key] ?? "absent")", "\(id) \(key)")
      }
      #expect((item["pictures"] as? [Any])?.isEmpty == false)
      #expect((item["attributes"] as? [[String: Any]])?.first?["id"] as? String == "BRAND")
      let seller = try #require(item["seller_id"] as? Int)
      #expect(try await sample.object("users/\(seller)")["site_id"] as? String == site)
      let description = try await sample.response("items/\(id)/description")
      #expect([200, 404].contains(description.status))
      if description.status == 200 {
        described += 1
        #expect(try await sample.object("items/\(id)/description")["plain_text"] as? String != "")
      }
      guard let product = row["catalog_product_id"] as? String else { continue }
      #expect(try await sample.object("products/\(product)")["name"] as? String == row["title"] as? String)
      let offers = try await sample.rows("products/\(product)/items", [])
      #expect(offers.compactMap { $0["item_id"] as? String } == [id])
    }
    #expect(described >= 15)
  }

  @Test func `finds products without prices`() async throws {
    let query = [("site_id", "MLA"), ("q", "mate"), ("status", "active"), ("limit", "3"), ("offset", "1")]
    let rows = try await sample.rows("products/search", query)
    #expect(rows.count == 3)
    #expect(rows.allSatisfy { $0["price"] == nil && $0["name"] is String && $0["status"] as? String == "active" })
    #expect(try await paging("products/search", query)["offset"] == 1)
  }

  @Test(arguments: [
    [("site_id", "MLA"), ("q", "mate"), ("offset", "101")], [("site_id", "MLA"), ("q", "mate"), ("limit", "101")],
    [("site_id", "MLA")], [("q", "mate")],
  ])
  func `refuses a search for products`(query: [(String, String)]) async throws {
    #expect(try await sample.response("products/search", query).status == 400)
  }

  @Test func `refuses what lies beyond the thousandth result`() async throws {
    let query = [("q", "mate"), ("offset", "990"), ("limit", "50")]
    #expect(try await sample.response("sites/MLA/search", query).status == 400)
  }

  @Test func `says what was not found`() async throws {
    let response = try await sample.response("items/MLA1")
    let body = try #require(try JSONSerialization.jsonObject(with: Foundation::Data(response.body)) as? [String: Any])
    #expect(response.status == 404)
    #expect(body["error"] as? String == "not_found" && body["status"] as? Int == 404)
    #expect(body["message"] is String && body["cause"] is [Any])
  }
}
