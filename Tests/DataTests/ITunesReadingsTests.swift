import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesReadingsTests {
  private static func answer(_ title: String) -> HTTPResponse {
    HTTPResponse(status: 200, json: #"{"results":[{"kind":"song","trackId":1,"trackName":"\#(title)"}]}"#)
  }

  @Test func `an answer that has changed is read anew, and one that has not is the same`() async throws {
    let answers = Mutex(["Spring", "Spring", "Summer"])
    let client = ITunesClient { _ in Self.answer(answers.withLock { $0.removeFirst() }) }
    var titles: [String] = []
    for _ in 1...3 {
      titles += try await client.search(SearchRequest(category: .itunes("song"), term: "x")).items.map(\.title)
    }
    #expect(titles == ["Spring", "Spring", "Summer"])
  }

  @Test func `only the latest readings are kept, and of what was read otherwise none is taken`() {
    let readings = ITunesReadings()
    let keys = (1...9).map {
      ITunesReadings.Key(request: HTTPRequest(url: "https://music.example/\($0)"), storefront: nil, reading: "songs")
    }
    for key in keys { readings.keep(ITunesRecords(), of: key, in: Self.answer("x")) }
    #expect(
      keys.map { readings.records(of: $0, in: Self.answer("x")) != nil } == [false] + Array(repeating: true, count: 8))
    let other = ITunesReadings.Key(request: keys[8].request, storefront: "JP", reading: "songs")
    #expect(readings.records(of: other, in: Self.answer("x")) == nil)
    #expect(readings.records(of: keys[8], in: Self.answer("y")) == nil)
  }
}
