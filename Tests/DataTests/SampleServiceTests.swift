import Catalogs
import Sample
import Wire
import Testing

@Suite struct `The sample service` {
  @Test(arguments: [
    ("itunes", ["search", "lookup", "fr/search", "mirror/v1/lookup"]),
    ("ghibli", ["films", "films/", "people", "locations", "species", "vehicles", "search/films"]),
    ("mercadolibre", ["products/MLA700100101", "items/MLA900100101", "users/880101"]),
  ])
  func `answers a request for any host`(service: String, paths: [String]) async throws {
    let sample = SampleAnswers(of: service)
    for path in paths {
      for base in ["https://itunes.apple.com", "http://127.0.0.1:8080/", "https://films.invalid/api"] {
        let response = try await sample.response(path, base: base)
        #expect(response.status == 200)
        #expect(!response.body.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("itunes", ["", "about", "films"]), ("ghibli", ["", "search", "films/nothing", "films/1/2"]),
    ("mercadolibre", ["", "films", "items/MLA1", "sites/MLA", "sites/XXX/search", "users/1"]),
  ])
  func `answers 404 for what a service lacks`(service: String, paths: [String]) async throws {
    for path in paths { #expect(try await SampleAnswers(of: service).response(path).status == 404, "\(path)") }
  }

  @Test(arguments: [
    ("itunes", "search"), ("ghibli", "films"), ("mercadolibre", "users/880101"), ("deezer", "track/20301"),
  ])
  func `accepts only GET`(service: String, path: String) async throws {
    var request = HTTPRequest(base: "https://service.invalid", path: path)
    request.method = "POST"
    #expect(try await SampleAnswers(of: service).fetch(request).status == 404)
  }
}
