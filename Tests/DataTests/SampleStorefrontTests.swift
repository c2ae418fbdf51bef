@testable import Catalogs
@testable import Sample
@testable import Wire
import Foundation
import Testing

@Suite struct `The sample's storefronts` {
  let sample = SampleAnswers(of: "itunes")
  let store = Self.store
  let fronts = Self.fronts
  private static let store = SampleStore()
  private static let fronts = SampleStorefronts()

  private func market(_ code: String) throws -> SampleMarket {
    SampleMarket(store: store, front: try #require(fronts[code]))
  }

  @Test func `are those that the client knows`() {
    #expect(fronts.codes.map { $0.uppercased() } == ITunesStorefronts.codes)
  }

  @Test(arguments: [
    // A song of the US store, then what each store calls it, and asks for it.
    ("US", 31_001_704, 1.29, "USD", "USA"), ("GB", 36_001_704, 0.99, "GBP", "GBR"),
    ("de", 37_001_704, 1.29, "EUR", "DEU"),
    ("jp", 31_001_704, 190, "JPY", "JPN"), ("FR", 31_001_704, 1.29, "EUR", "FRA"),
    ("AU", 31_001_704, 2.19, "AUD", "AUS"),
  ])
  func `differ in ids and prices`(code: String, id: Int, price: Double, currency: String, country: String) async throws
  {
    let songs = try await sample.search("rain check", ("entity", "song"), ("country", code))
    let song = try #require(songs.first)
    #expect(song["trackId"] as? Int == id)
    #expect(song["collectionId"] as? Int == id / 100)
    #expect(song["trackPrice"] as? Double == price)
    #expect(song["currency"] as? String == currency)
    #expect(song["country"] as? String == country)
    #expect((song["trackViewUrl"] as? String)?.contains("/\(code.lowercased())/") == true)
    // Under its own id it is found there, and in the path as well as in the query.
    for rows in [
      try await sample.rows("lookup", [("id", String(id)), ("country", code)]),
      try await sample.rows("\(code.lowercased())/lookup", [("id", String(id))]),
    ] { #expect(rows.first?["trackName"] as? String == song["trackName"] as? String) }
  }

  @Test(arguments: [("GB", "31001704"), ("DE", "310006"), ("GB", "310005"), ("JP", "310009"), ("US", "610026")])
  func `know nothing under another store's id, nor of what they do not sell`(code: String, id: String) async throws {
    #expect(try await sample.rows("lookup", [("id", id), ("country", code), ("entity", "song")]).isEmpty)
  }

  @Test func `sell an album with gaps in one country and whole in another`() async throws {
    func numbers(_ id: String, _ country: String) async throws -> [Int] {
      try await sample.rows("lookup", [("id", id), ("entity", "song"), ("country", country), ("limit", "200")])
        .compactMap { $0["trackNumber"] as? Int }
    }
    let sold = Set(1...24).subtracting([8, 12, 17, 20])
    #expect(try await numbers("310006", "US") == sold.sorted())
    #expect(try await numbers("370006", "DE") == Array(1...24))
  }

  @Test func `take every id back for what it stands for, in every country`() throws {
    for code in fronts.codes {
      let market = try market(code)
      var seen: Set<Int> = []
      for record in store.records where market.front.has(record) {
        let id = market.front.id(of: record.id)
        #expect(seen.insert(id).inserted, "\(code) \(id)")
        #expect(market.front.origin(of: id) == record.id, "\(code) \(id)")
      }
    }
  }

  @Test func `name things and countries that exist`() throws {
    for row in SampleTables.itunes["differences"] {
      #expect(store.record(row.int("id")) != nil, "\(row["id"] ?? "")")
      if let there = row.int("there") { #expect(store.record(there) == nil, "\(there)") }
      for code in (row["stores"] ?? "").split(separator: " ") where code != "not" {
        #expect(fronts[String(code)] != nil)
      }
    }
    let currencies = Set(SampleTables.itunes["currencies"].compactMap { $0["currency"] })
    for row in SampleTables.itunes["storefronts"] { #expect(currencies.contains(row["currency"] ?? "")) }
  }

  @Test(arguments: [
    ("US", "1.29", "1.29", "$1.29"), ("GB", "9.99", "7.99", "£7.99"), ("DE", "9.99", "9.99", "9,99 €"),
    ("JP", "9.99", "1500.0", "¥1500"), ("KR", "1.29", "1700.0", "₩1700"), ("SE", "0.99", "11.0", "11 kr"),
    ("CH", "1.29", "1.49", "CHF 1.49"), ("GB", "-1.0", "-1.0", nil), ("JP", "0.00", "0.00", nil),
  ])
  func `write a price in their money`(code: String, dollars: String, price: String, label: String?) throws {
    let currency = try #require(fronts[code]).currency
    #expect(currency.price(dollars) == price)
    if let label { #expect(currency.label(price) == label) }
  }

  @Test(arguments: ["upc", "isbn", "bundleId"])
  func `look up by other numbers than the id`(key: String) async throws {
    let name = key == "upc" ? "collectionName" : "trackName"
    let value: (String, String) =
      switch key {
      case "upc": (SampleBarcode.upc(of: 310031), "The Hedgerow Singers at the Tithe Barn")
      case "isbn": (SampleBarcode.isbn(of: 720003), "Emma")
      default: ("invalid.liner.sample.app810005", "Vivaldi’s Desk")
      }
    let rows = try await sample.rows("lookup", [(key, value.0)])
    #expect(rows.count == 1)
    #expect(rows.first?[name] as? String == value.1)
    #expect(try await sample.rows("lookup", [(key, "1" + value.0.dropFirst())]).isEmpty)
  }

  @Test func `have the number on the sleeve in the name of a cover`() async throws {
    let upc = SampleBarcode.upc(of: 310031)
    #expect(upc == "200003100312")
    let rows = try await sample.rows("lookup", [("upc", upc), ("entity", "song"), ("country", "GB")])
    #expect(rows.count == 15)
    #expect(rows.first?["collectionId"] as? Int == 360031)
    #expect((rows.first?["artworkUrl100"] as? String)?.contains("/\(upc).jpg/") == true)
  }
}
