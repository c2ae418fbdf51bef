import Catalogs
import Sample
@testable import Wire
import Domain
import Testing

/// Redirects without a network: each hop's answer is given.
struct RedirectsTests {
  private func follow(_ url: String, to targets: String...) async -> (Transfer, [HTTPRequest]) {
    let answers = targets.map { Transfer.answer(302, "", headers: ["location": $0]) } + [.answer()]
    let layer = ScriptedLayer(answers)
    let request = HTTPRequest(url: url, headers: ["Authorization": "Bearer x", "Accept": "y", "Cookie": "z"])
    return (await Redirects().following(layer.transfer)(request), layer.requests)
  }

  @Test(arguments: [
    ("https://a.example/x", "http://a.example/x"), ("https://a.example/x", "HTTP://a.example/"),
    ("https://a.example/x", "ftp://a.example/"), ("http://a.example/x", "file:///etc/passwd"),
    ("https://a.example/x", "javascript:1"),
  ])
  func `no redirect leads away from the web or from https`(from: String, to: String) async {
    let (transfer, requests) = await follow(from, to: to)
    #expect(transfer.error?.code == .refused)
    #expect(requests.map(\.url) == [from])
  }

  @Test(
    arguments: ["Authorization", "Proxy-Authorization", "Cookie", "AUTHORIZATION", "proxy-authorization", "cOOKIE"],
    ["https://b.example/", "https://a.example:444/", "//b.example/"])
  func `every header that identifies the user is removed`(name: String, target: String) async {
    let layer = ScriptedLayer(
      .answer(302, "", headers: ["location": target]), .answer(302, "", headers: ["location": "/n"]), .answer())
    let request = HTTPRequest(url: "https://a.example/x", headers: [name: "secret", "Accept": "y"])
    _ = await Redirects().following(layer.transfer)(request)
    #expect(layer.requests.map(\.headers) == [[name: "secret", "Accept": "y"], ["Accept": "y"], ["Accept": "y"]])
  }

  @Test(arguments: [(307, true, 2), (308, true, 2), (301, true, 1), (302, true, 1), (303, true, 1), (307, false, 1)])
  func `a POST that only reads is redirected if it stays a POST`(status: Int, reads: Bool, sent: Int) async {
    let layer = ScriptedLayer(.answer(status, "", headers: ["location": "/b"]), .answer())
    let post = HTTPRequest(method: "POST", url: "https://a.example/a", body: [1], isRepeatable: reads)
    let transfer = await Redirects().following(layer.transfer)(post)
    #expect(layer.requests.count == sent)
    #expect(layer.requests.allSatisfy { $0.method == "POST" && $0.body == [1] })
    #expect(transfer.error?.code == (sent == 2 ? nil : .unreadable))
  }

  @Test func `a file of a user's own server may be elsewhere, where no credentials are sent`() async throws {
    let book = CredentialBook()
    book.add({ .init(url: $0, .init(headers: ["X-Token": "secret"])) }, for: "https://own.example")
    var file = HTTPRequest(url: "https://own.example/f")
    file.trust = .untrusted
    let layer = ScriptedLayer(.answer(302, "", headers: ["location": "https://files.example/f"]), .answer())
    let transfer = await book.signing(Redirects().following(layer.transfer))(file)
    #expect(transfer.error == nil)
    #expect(layer.requests.map(\.trust) == [.declared, .untrusted])
    #expect(layer.requests.map { $0.credential != nil } == [true, false])
  }

  @Test(arguments: [
    ("https://own.example/f", "https://b.example/", "b.example"),
    ("http://10.0.0.1/f", "http://10.0.0.1:81/", "10.0.0.1:81"),
  ])
  func `a redirect of a declaration's request to another server is refused by its name`(
    from: String, to: String, name: String
  ) async {
    let layer = ScriptedLayer(.answer(302, "", headers: ["location": to]), .answer())
    var request = HTTPRequest(url: from)
    request.trust = .declared
    let transfer = await Redirects().following(layer.transfer)(request)
    let reason = "it redirects to \(name); a declaration may use only its own host"
    #expect(transfer.error == .refused(host: request.host, status: 302, reason: reason))
  }

  @Test func `a request and its redirects share one timeout`() async {
    let layer = ScriptedLayer(
      ["/b", "/c", "/d", "/e"].map { target in
        var transfer = Transfer.answer(302, "", headers: ["location": target])
        transfer.transferred = .seconds(6)
        return transfer
      })
    let transfer = await Redirects(timeout: .seconds(15)).following(layer.transfer)(
      HTTPRequest(url: "https://a.example/"))
    #expect(layer.requests.map(\.timeLimit) == [nil, .seconds(9), .seconds(3)])
    #expect(transfer.error == .timedOut(host: "a.example", after: .seconds(15)))
  }

  @Test func `credentials stay with their host`() async {
    let (_, requests) = await follow(
      "https://a.example/x", to: "/y", "https://a.example:444/z", "https://me:secret@b.example/")
    #expect(requests.map(\.url).last == "https://b.example/")
    #expect(requests.map { $0.headers.keys.sorted() }.first == ["Accept", "Authorization", "Cookie"])
    #expect(
      requests.map { $0.headers.keys.sorted() }.dropFirst() == [
        ["Accept", "Authorization", "Cookie"], ["Accept"], ["Accept"],
      ])
  }
}
