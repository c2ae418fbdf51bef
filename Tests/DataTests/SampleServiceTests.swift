import Data
import Testing

@Suite struct `The sample service` {
  let sample = SampleAnswers()

  @Test(arguments: [
    "search", "lookup", "fr/search", "mirror/v1/lookup", "films", "films/", "people", "locations", "species",
    "vehicles",
    "sites/MLA/search", "products/MLA700100101", "items/MLA900100101", "users/880101",
  ])
  func `takes a request by its path whatever the host`(path: String) async throws {
    for base in ["https://itunes.apple.com", "http://127.0.0.1:8080/", "https://films.invalid/api"] {
      let response = try await sample.response(path, base: base)
      #expect(response.status == 200)
      #expect(!response.body.isEmpty)
    }
  }

  @Test(arguments: [
    "", "about", "films/nothing", "films/1/2", "items/MLA1", "sites/MLA", "sites/XXX/search", "users/1",
  ])
  func `answers 404 for what is not there`(path: String) async throws {
    #expect(try await sample.response(path).status == 404)
  }

  @Test func `takes nothing but GET`() async throws {
    var request = HTTPRequest(base: "https://service.invalid", path: "films")
    request.method = "POST"
    #expect(try await sample.service.exchange(request).status == 404)
  }

  @Test func `gives the same bytes to everybody who asks at once`() async throws {
    let request = HTTPRequest(base: "https://service.invalid", path: "search", query: [("term", "winter")])
    let alone = try await sample.service.exchange(request)
    let service = SampleService()
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { try? await service.exchange(request) } }
      for await response in group { #expect(response == alone) }
    }
  }
}
