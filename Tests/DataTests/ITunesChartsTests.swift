import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// What `Cases/charts.txt` cannot express.
struct ITunesChartsTests {
  @Test(
    arguments: TextTable.rows("requests that the feeds would refuse are not sent") {
      ($0[0], $0.text(1), Int($0[2]), $0[3])
    })
  func `requests that the feeds would refuse are not sent`(
    category: String, genre: String?, limit: Int?, why: String
  ) {
    do throws(ChartRefusal) {
      _ = try ChartRequest(.itunes(category), of: .itunes, genre: genre, limit: limit)
      Issue.record("taken")
    } catch {
      switch error {
      case .noChart: #expect(why == "no chart")
      case .unknownGenre: #expect(why == "no genre")
      case .beyondLimit(limit, let largest): #expect(why == "beyond \(largest)")
      case .beyondLimit: Issue.record("another limit")
      }
    }
  }

  @Test func `a full chart may have more places, but not at the largest limit`() async throws {
    let rows = (1...100).map { #"{"id":"\#($0)","name":"S"}"# }.joined(separator: ",")
    let stub = ITunesStub(json: #"{"feed":{"results":[\#(rows)]}}"#)
    func extent(_ category: String, _ limit: Int) async throws -> Extent {
      try await stub.client.chart(ChartRequest(.itunes(category), of: .itunes, limit: limit), filters: [:]).list.extent
    }
    #expect(try await extent("song", 5) == .limit(5, largest: 100))
    #expect(try await extent("song", 100) == .limit(100, largest: nil))
    #expect(try await extent("podcast", 100) == .limit(100, largest: 200))
    #expect(try await extent("podcast", 200) == .all)
  }

  @Test func `a full page of a chart lacks nothing that was requested, so that later ones are compared with it`()
    async throws
  {
    let folder = TemporaryFolder()
    let memory = ChartsTable(Memories(in: PrivateFolder(path: folder.path("state")))) { "2026-11-24" }
    /// Every day another song comes first.
    func changes(on day: Int, limit: Int? = nil) async throws -> ChartChanges {
      let rows = (1...100).map { #"{"id":"\#(100 + $0 - day)","name":"S"}"# }.joined(separator: ",")
      let stub = ITunesStub(json: #"{"feed":{"updated":"2026-11-\#(day)T05:00:00Z","results":[\#(rows)]}}"#)
      let request = try ChartRequest(.itunes("song"), of: .itunes, limit: limit)
      return try await stub.client.changes(of: request, filters: [:], memory: memory)
    }
    #expect(try await changes(on: 20).chart.since == nil)
    let deeper = try await changes(on: 21, limit: 100)
    #expect(deeper.chart.since == "2026-11-20")
    #expect(deeper.entered.map(\.rank) == [1])
    #expect(try await changes(on: 22).chart.since == "2026-11-21")
    #expect(try await changes(on: 23).chart.since == "2026-11-22")
  }

  @Test func `one request adds what a chart omits, and ranks stay`() async throws {
    let shop = ITunesShop()
    var items = ["20", "999", "21"].map { Item(id: .itunes("album", $0), title: "Chart title \($0)") }
    for index in items.indices { items[index].rank = index + 1 }
    let rich = try await shop.client.enriched(items, filters: [:]).items
    #expect(shop.asked == ["lookup?id=20%2C999%2C21"])
    #expect(rich.map(\.rank) == [1, 2, 3])
    #expect(rich.map(\.count) == [6, nil, 9])
    #expect(rich[1] == items[1])
  }

  @Test func `every store's number one is reported as it arrives`() async throws {
    let client = ITunesClient { request throws(CatalogError) in
      switch request.path.split(separator: "/").dropFirst(2).first {
      case "jp": return HTTPResponse(status: 200, json: #"{"feed":{"results":[{"id":"1","name":"うみ"}]}}"#)
      case "de": return HTTPResponse(status: 200, json: #"{"feed":{"results":[]}}"#)
      default: throw .cancelled
      }
    }
    let seen = Mutex<[Int]>([])
    let context = RequestContext(onEvent: { event in
      if case .answered(let done, of: 3, what: "stores") = event { seen.withLock { $0.append(done) } }
    })
    let answers = try await RequestContext.$current.withValue(context) {
      try await client.numberOnes(
        of: ChartRequest(.itunes("song"), of: .itunes, limit: 1), in: ["DE", "FR", "JP"], filters: [:])
    }
    #expect(answers.map(\.storefront) == ["DE", "JP"])
    #expect(answers[0].result == .success(.notFound))
    guard case .success(.found(let first)) = answers[1].result else {
      Issue.record("\(answers[1])")
      return
    }
    #expect(first.title == "うみ")
    #expect(first.storefront == "JP")
    #expect(seen.withLock { $0 } == [1, 2])
  }

  @Test func `a world chart covers sixty storefronts, all of which exist`() {
    #expect((55...65).contains(Charts.itunes.world.count))
    #expect(Charts.itunes.world.allSatisfy { ITunesStorefronts.names[$0] != nil })
    #expect(Set(Charts.itunes.world).count == Charts.itunes.world.count)
    #expect(
      Charts.itunes.offers.filter(\.isShelf).map(\.category.name) == [
        "song", "album", "podcast", "movie", "ebook", "app",
      ])
  }
}

/// Decodes recorded feeds. They are beside the package, not part of it.
struct ITunesRecordedChartsTests {
  @Test(
    .enabled(if: Recorded.isThere),
    arguments: Recorded.json(in: "charts").filter { !$0.lastPathComponent.contains("three-records") })
  func `a recorded feed has an item for every place`(file: URL) async throws {
    let body = try [UInt8](Foundation.Data(contentsOf: file))
    let object = try #require(try JSONSerialization.jsonObject(with: Foundation.Data(body)) as? [String: Any])
    let feed = try #require(object["feed"] as? [String: Any])
    let places = (feed["results"] ?? feed["entry"]).map { $0 as? [Any] ?? [$0] } ?? []
    let client = ITunesStub(HTTPResponse(status: 200, body: body)).client
    let chart = try await client.chart(ChartRequest(.itunes("podcast"), of: .itunes, limit: 200), filters: [:])
    #expect(chart.list.items.count == places.count)
    #expect(chart.list.skipped.isEmpty)
    #expect(chart.list.items.allSatisfy { Int($0.id.key) != nil && $0.link != nil && $0.artwork != nil })
    #expect(chart.list.items.map(\.rank) == Array(1...max(1, places.count)).prefix(places.count).map(Int?.some))
    #expect(chart.updated != nil)
  }
}
