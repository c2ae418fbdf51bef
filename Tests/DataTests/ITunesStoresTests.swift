import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesStoresTests {
  @Test func `each storefront says whether it has the item, and how that is known`() async throws {
    let client = Self.client
    var song = Item(id: .itunes("song", "1"), title: "Añoranza (feat. The Other)")
    song.creator = "Mira Holm"
    song.duration = .milliseconds(180_400)
    let seen = Mutex<[Int]>([])
    let context = RequestContext(onEvent: { event in
      if case .answered(let done, of: 5, what: "stores") = event { seen.withLock { $0.append(done) } }
    })
    let answers = await RequestContext.$current.withValue(context) { [song] in
      await client.stores(of: song, in: ["US", "GB", "DE", "FR", "JP"], filters: [:])
    }
    #expect(answers.map(\.storefront) == ["US", "GB", "DE", "FR", "JP"])
    #expect(seen.withLock { $0 } == [1, 2, 3, 4, 5])
    #expect(
      answers.map(\.summary) == [
        "id itunes:song:1 1.29 USD US", "likely itunes:song:77 - GB", "not found", "rate-limited", "not found",
      ])
  }

  @Test func `an item with the same number everywhere is not searched for`() async throws {
    let stub = ITunesStub(json: #"{"results":[]}"#)
    let app = Item(id: .itunes("app", "70"), title: "Tide Tables")
    #expect(try await stub.client.sale(of: app, in: "JP", filters: [:]) == .notSold)
    #expect(stub.urls == ["https://itunes.apple.com/lookup?id=70&country=JP"])
  }

  @Test func `an episode without a number is searched for, and not called unsold`() async throws {
    let stub = ITunesStub(json: #"{"results":[]}"#)
    let episode = Item(id: .itunes("episode", "70/guid"), title: "Tides")
    #expect(try await stub.client.sale(of: episode, in: "JP", filters: [:]) == .notFound)
    #expect(stub.urls.map { $0.prefix(42) } == ["https://itunes.apple.com/search?term=Tides"])
  }

  @Test func `the cover's barcode takes precedence over a search`() async throws {
    let asked = Mutex<[String]>([])
    let client = ITunesClient { request in
      asked.withLock { $0.append(request.path + " " + request.query.keys.sorted().joined(separator: " ")) }
      guard request.query["upc"] == "196589073693" else { return HTTPResponse(status: 200, json: #"{"results":[]}"#) }
      return HTTPResponse(
        status: 200,
        json: """
          {"results":[{"wrapperType":"collection","collectionType":"Album","collectionId":9020,"collectionName":"潮",
           "trackCount":6}]}
          """)
    }
    var album = Item(id: .itunes("album", "20"), title: "Tides")
    album.artwork = WebLink("https://is1.example/image/196589073693.jpg/100x100bb.jpg")
    album.count = 6
    guard case .found(let found) = try await client.sale(of: album, in: "JP", filters: [:]) else {
      Issue.record("not found")
      return
    }
    #expect(found.id == .itunes("album", "9020"))
    #expect(found.match == .likely)
    #expect(found.storefront == "JP")
    #expect(asked.withLock { $0 } == ["lookup country id", "lookup country upc"])
  }

  @Test(arguments: [(404, nil), (500, CatalogError.server(host: "itunes.apple.com", status: 500))])
  func `a barcode's failure is no absence`(status: Int, failure: CatalogError?) async {
    let client = ITunesClient { request in
      HTTPResponse(status: request.query["upc"] == nil ? 200 : status, json: #"{"results":[]}"#)
    }
    var album = Item(id: .itunes("album", "20"), title: "Tides")
    album.artwork = WebLink("https://is1.example/image/196589073693.jpg/100x100bb.jpg")
    let sale = await result { [album] () throws(CatalogError) in
      try await client.sale(of: album, in: "JP", filters: [:])
    }
    #expect(sale == failure.map { .failure($0) } ?? .success(.notFound))
  }

  @Test(arguments: [(3, "itunes:song:9023"), (4, nil)])
  func `its album's barcode leads to the song at the same place, if it is as long`(
    track: Int, id: String?
  ) async throws {
    let client = ITunesClient { request in
      guard request.query["upc"] == "196589073693" else { return HTTPResponse(status: 200, json: #"{"results":[]}"#) }
      return HTTPResponse(
        status: 200,
        json: """
          {"results":[{"wrapperType":"collection","collectionType":"Album","collectionId":9020,"collectionName":"潮"},
           {"wrapperType":"track","kind":"song","trackId":9022,"trackName":"一","discNumber":1,"trackNumber":2,
            "trackTimeMillis":180000},
           {"wrapperType":"track","kind":"song","trackId":9023,"trackName":"二","discNumber":1,"trackNumber":3,
            "trackTimeMillis":180900},
           {"wrapperType":"track","kind":"song","trackId":9024,"trackName":"三","discNumber":1,"trackNumber":4,
            "trackTimeMillis":240000}]}
          """)
    }
    var song = Item(id: .itunes("song", "23"), title: "Tides")
    song.artwork = WebLink("https://is1.example/image/196589073693.jpg/100x100bb.jpg")
    (song.disc, song.track, song.duration) = (1, track, .seconds(180))
    let sale = try await client.sale(of: song, in: "JP", filters: [:])
    if case .found(let found) = sale { #expect(found.id.description == id) } else { #expect(id == nil) }
  }

  /// The US and Britain have different numbers for it, France does not answer, and Japan has one with another length.
  private static let client = ITunesClient { request in
    let row = { (id: Int, millis: Int, price: String) in
      """
      {"results":[{"wrapperType":"track","kind":"song","trackId":\(id),"trackName":"Anoranza","artistName":"Mira Holm",
       "trackTimeMillis":\(millis)\(price)}]}
      """
    }
    switch (request.path, request.query["country"]) {
    case ("lookup", "US"):
      return HTTPResponse(status: 200, json: row(1, 180_400, #","trackPrice":1.29,"currency":"USD""#))
    case ("search", "GB"):
      return HTTPResponse(status: 200, json: row(77, 179_000, #","trackPrice":-1,"currency":"GBP""#))
    case ("search", "JP"): return HTTPResponse(status: 200, json: row(78, 240_000, ""))
    case (_, "FR"): return HTTPResponse(status: 403, body: [])
    default: return HTTPResponse(status: 200, json: #"{"results":[]}"#)
    }
  }
}

extension StorefrontAnswer {
  fileprivate var summary: String {
    switch result {
    case .success(.found(let item)):
      "\(item.match?.rawValue ?? "?") \(item.id) \(item.price.map { "\($0.digits) \($0.currency)" } ?? "-") "
        + (item.storefront ?? "?")
    case .success(.notSold): "not sold"
    case .success(.notFound): "not found"
    case .failure(let error): error.code.rawValue
    }
  }
}
