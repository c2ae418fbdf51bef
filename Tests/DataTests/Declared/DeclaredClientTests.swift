import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// What the text cases cannot express: how requests are sent, and what is reported besides answers.
struct DeclaredClientTests {
  private static let fields = #""fields": {"id": "/id", "title": "/t"}"#

  private static func category(_ name: String = "a", _ parts: String = "") -> String {
    #"{"name": "\#(name)", "title": "\#(name.uppercased())", \#(parts.isEmpty ? "" : parts + ",") \#(fields)}"#
  }

  @Test(arguments: [
    ("AC/DC: (live) AND \"x\"", #"AC\/DC\: \(live\) and \"x\""#), ("NOT android", "not android"),
    ("a-b && c", #"a\-b \&\& c"#), ("ORB", "ORB"), (#"\"#, #"\\"#),
  ])
  func `a term for Lucene has no operators`(term: String, escaped: String) {
    #expect(RequestTemplate.lucene(term) == escaped)
  }

  private static func rows(_ range: ClosedRange<Int>) -> String {
    "[" + range.map { #"{"id":\#($0),"t":"T\#($0)"}"# }.joined(separator: ",") + "]"
  }

  @Test(
    arguments: TextTable.rows("a next page on the declared base is requested at the replaced one") {
      ($0[0], $0.text(1))
    })
  func `a next page on the declared base is requested at the replaced one`(next: String, address: String?) throws {
    let base = DeclaredBase(declared: "https://api.jikan.moe/v4", replaced: "http://127.0.0.1:9/")
    #expect((try? base.next(next, after: "http://127.0.0.1:9/anime", without: [])) == address)
  }

  @Test(arguments: [
    ("application/json; charset=ISO-8859-1", String.Encoding.isoLatin1), ("application/json", .windowsCP1252),
    ("application/json; charset=windows-1251", .windowsCP1251), ("application/json", .utf16),
    ("application/json; charset=ISO-8859-1", .utf8),
  ])
  func `an answer in another encoding is decoded`(type: String, encoding: String.Encoding) async throws {
    let title = encoding == .windowsCP1251 ? "Война" : "Café"
    let body = try #require(#"[{"id":1,"t":"\#(title)"}]"#.data(using: encoding))
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://api.example.org","categories":[\#(Self.category("a", #""search": {"path": "/s"}"#))]}"#
    let client = DeclaredClient(try DeclarationChecker.check(Array(text.utf8)).get()) { _ in
      HTTPResponse(status: 200, headers: ["content-type": type], body: Array(body))
    }
    #expect(try await client.search("x", in: "a").titles == [title])
  }

  @Test func `a redirect to the declared base is followed at the replaced one`() async throws {
    let asked = Mutex<[String]>([])
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://api.example.org/v1","categories":[\#(Self.category("a", #""search": {"path": "/s"}"#))]}"#
    let fetch: HTTPFetch = { (request) async throws(CatalogError) in
      let transfer = await Redirects().following { hop in
        asked.withLock { $0.append(hop.url) }
        return hop.url.hasSuffix("/s")
          ? Transfer(
            .success(HTTPResponse(status: 301, headers: ["location": "https://api.example.org/v1/t?x=1"], body: [])),
            source: .network)
          : Transfer(
            .success(HTTPResponse(status: 200, headers: [:], body: Array(Self.rows(1...1).utf8))), source: .network)
      }(request)
      return try transfer.result.get()
    }
    let client = DeclaredClient(
      try DeclarationChecker.check(Array(text.utf8)).get(), environment: ["LINER_MINE_URL": "http://127.0.0.1:9/m"],
      fetch: fetch)
    #expect(try await client.search("x", in: "a").titles == ["T1"])
    #expect(asked.withLock(\.self) == ["http://127.0.0.1:9/m/s", "http://127.0.0.1:9/m/t?x=1"])
  }

  @Test func `a missing token is requested from the user, and a rejected one reported`() async throws {
    let keys =
      #""credentials": {"ask": {"token": "ask us"}, "send": {"headers": {"Authorization": "Bearer {token}"}}, "required": true}, "headers": {"Accept": "application/json"},"#
    let parts = Self.category("a", #""search": {"path": "/s"}"#)
    let service = DeclaredService(["/s": .init(status: 401, #"{}"#)])
    let without = try service.client(parts, keys: keys)
    await #expect(
      throws: CatalogError.credentialsMissing(variables: [["LINER_MINE_TOKEN"]], about: "ask us", catalog: "mine")
    ) {
      try await without.search("x", in: "a")
    }
    #expect(service.requests.isEmpty)
    let with = try service.client(
      parts, keys: keys, environment: ["LINER_MINE_TOKEN": "sesame", "LINER_CONTACT": "me@x.org"])
    let rejected = CatalogError.credentialsRejected(host: "api.example.org", reason: nil, variable: "LINER_MINE_TOKEN")
    await #expect(throws: rejected) {
      try await with.search("x", in: "a")
    }
    #expect(
      service.requests.map(\.headers) == [["Accept": "application/json", "User-Agent": "liner/1.0.0 (me@x.org)"]])
    #expect(service.requests[0].credential?.headers == ["Authorization": "Bearer sesame"])
    #expect(service.requests[0].question.key.contains("sesame") == false)
    #expect(!service.requests[0].isForEverybody && service.requests[0].trust == .declared)
  }

  @Test func `a replay needs no token, and repeats the messages about a missing one`() async throws {
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://api.example.org","credentials":{"ask":{"token":"free"},"send":{"query":{"key":"{token}"}},"required":true},"categories":[\#(Self.category("a", #""search": {"path": "/s"}"#))]}"#
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    let recorded = DeclaredService(["/s": .init(Self.rows(1...1))])
    let client = DeclaredClient(declaration, isReplay: true) { (request) async throws(CatalogError) in
      try recorded.fetch(request)
    }
    #expect(try await client.search("x", in: "a").titles == ["T1"])
    let other = DeclaredClient(declaration, isReplay: true) { (request) async throws(CatalogError) in
      throw .notRecorded(request: request.url)
    }
    await #expect(
      throws: CatalogError.credentialsMissing(variables: [["LINER_MINE_TOKEN"]], about: "free", catalog: "mine")
    ) {
      try await other.search("x", in: "a")
    }
  }

  @Test func `explain lists rows, and fields that are empty in all of them`() async throws {
    let client = try DeclaredService(["/s": #"[{"id":1,"t":"A","g":"x"},{"id":2,"t":"B"},{"id":3}]"#]).client(
      #"{"name":"a","title":"A","search":{"path":"/s"},"fields":{"id":"/id","title":"/t","genre":"/g","creator":"/c"},"facts":{"Label":"/l"}}"#
    )
    let log = ExchangeLog()
    _ = try await RequestContext.$current.withValue(RequestContext(log: log)) { try await client.search("x", in: "a") }
    #expect(log.decodings.map(\.rows) == [3])
    #expect(log.decodings.map(\.shown) == [2])
    #expect(log.decodings.map(\.emptyFields) == [["creator", "Label"]])
  }

  @Test func `a cancelled screen has no failed section`() async throws {
    let client = try DeclaredStub.shipped("ghibli") { request throws(CatalogError) in
      if request.path == "people" { throw .cancelled }
      return HTTPResponse(status: 200, json: #"[{"id":"f1","title":"Castle in the Sky"}]"#)
    }
    let film = Item(id: ItemID(catalog: "ghibli", category: "film", key: "f1"), title: "")
    await #expect(throws: CatalogError.cancelled) { try await client.details(of: film, filters: [:]) }
  }

  @Test func `one element in XML is a list of one, and several with the same name are a list`() throws {
    let one = try XMLAnswer.json(of: Array("<r><b><n>x</n></b></r>".utf8))
    let two = try XMLAnswer.json(of: Array("<r><b><n>x</n><n>y</n></b></r>".utf8))
    for json in [one, two] {
      #expect(Pointer("/r/b/n/0")?.value(in: json) == .string("x"))
      #expect(Pointer("/r/b/0/n/0")?.value(in: json) == .string("x"))
    }
    #expect(Pointer("/r/b/n/1")?.value(in: one) == nil)
    #expect(Pointer("/a/0")?.value(in: .object(["a": .string("x")])) == nil)
  }

  @Test(arguments: [
    #"<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>"#, String(repeating: "<a>", count: 300),
  ])
  func `XML that reads files or is nested endlessly is refused`(body: String) async throws {
    let client = try DeclaredService(["/s": .init(body)]).client(
      Self.category("a", #""search": {"path": "/s"}"#), keys: #""answer": "xml","#)
    #expect(await DeclaredClient.code { _ = try await client.search("x", in: "a") } == .unreadable)
  }
}
