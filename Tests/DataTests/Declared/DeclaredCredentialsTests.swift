import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

struct DeclaredCredentialsTests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a",
      "50abf5706a150990a08b2c5ea40fa0e585554732"
    ),
    (
      String(repeating: "a", count: 119), "8a7bd0732ed6a28ce75f6dabc90e1613",
      "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"
    ),
  ])
  func `digests match the standards`(text: String, md5: String, sha1: String) {
    #expect(SecretText.Function.md5.value(of: text) == md5)
    #expect(SecretText.Function.sha1.value(of: text) == sha1)
  }

  @Test(arguments: [
    ("Bearer {a}", "Bearer A"), ("Basic {base64:{a}:{b}}", "Basic QTpC"),
    ("{md5:{a}{b}}", "b86fc6b051f63d73de262d4c34e3a0a9"),
    ("{sha1:{a}{base64:{b}}}x", "\(SecretText.Function.sha1.value(of: "AQg=="))x"), ("{a}{none}", nil),
  ])
  func `names and functions nest, and a text is omitted if a name has no value`(text: String, filled: String?) throws {
    let secret = try #require(SecretText(text))
    #expect(secret.filled { ["a": "A", "b": "B"][$0] } == filled)
  }

  @Test func `text for a shell contains variables, and nothing in a declaration is run`() throws {
    let text = try #require(SecretText("x\"$(rm)`y`\\ {base64:{a}}"))
    #expect(text.shown { "$LINER_\($0)" } == #"x\"\$(rm)\`y\`\\ $(printf %s "$LINER_a" | base64 -w0)"#)
    let joined = try #require(SecretText("{a}{salt}/{a}_{a}-{a}"))
    #expect(joined.shown { "$LINER_\($0)" } == "${LINER_a}SALT/${LINER_a}_$LINER_a-$LINER_a")
  }

  private static let category =
    #"{"name":"a","title":"A","search":{"path":"/s","query":{"q":"{term}"}},"fields":{"id":"/id","title":"/t"}}"#

  @Test func `salt and time are the same within one request`() async throws {
    let service = DeclaredService(["/s?q=x": "[]"])
    let client = try service.client(
      Self.category,
      keys:
        #""query": {"v": "1", "q": "no"}, "credentials": {"ask": {"user": "u", "password": "p"}, "send": {"query": {"u": "{user}", "t": "{md5:{password}{salt}}", "s": "{salt}", "n": "{now}", "o": "{other}"}}, "required": true},"#
        .replacing(#", "o": "{other}""#, with: ""),
      environment: ["LINER_MINE_USER": "me", "LINER_MINE_PASSWORD": "sesame"])
    for _ in 0..<2 { _ = try? await client.search("x", in: "a") }
    #expect(service.paths == ["/s?q=x&v=1", "/s?q=x&v=1"])
    let queries = service.requests.map {
      Dictionary(uniqueKeysWithValues: $0.credential!.query.map { ($0.name, $0.value) })
    }
    for query in queries {
      let salt = try #require(query["s"])
      #expect(salt.count == 16 && salt.allSatisfy(\.isLetter))
      #expect(query["t"] == SecretText.Function.md5.value(of: "sesame\(salt)"))
      #expect(abs(Double(query["n"] ?? "")! - Date.now.timeIntervalSince1970) < 60)
    }
    #expect(queries[0]["s"] != queries[1]["s"])
    #expect(service.requests[0] == service.requests[1], "a salt of its own makes no other answer")
  }

  // MARK: Keys

  /// A service that exchanges a refresh token for a key, and rejects all earlier keys.
  private final class KeyService: Sendable {
    private let state = Mutex<(given: Int, refresh: String, log: [String])>((0, "R0", []))
    let refusesAll: Bool

    init(refusesAll: Bool = false) { self.refusesAll = refusesAll }

    var log: [String] { state.withLock(\.log) }
    /// Makes the current key invalid.
    func expire() { state.withLock { $0.given += 1 } }

    func fetch(_ request: HTTPRequest) async throws(CatalogError) -> HTTPResponse {
      // Lets other tasks send their requests, too.
      await Task.yield()
      return state.withLock { state in
        if request.method == "POST" {
          let body = String(decoding: request.body, as: UTF8.self)
          state.log.append("POST \(request.url) \(body)")
          let isNamed = request.headers["User-Agent"] == "liner/ (me)"
          guard isNamed, body == "grant=refresh&token=\(state.refresh)" else {
            return HTTPResponse(status: 400, body: Array(#"{"error": "invalid_grant"}"#.utf8))
          }
          state.given += 1
          state.refresh = "R\(state.given)"
          let also = #""refresh": "\#(state.refresh)", "in": 3600, "u": \#(6 + state.given)"#
          return HTTPResponse(status: 200, body: Array(#"{"access": "K\#(state.given)", \#(also)}"#.utf8))
        }
        let sent = request.credential?.headers["Authorization"] ?? "nothing"
        state.log.append("GET \(request.url) \(sent)")
        let isGood = sent == "Bearer K\(state.given)" && !refusesAll
        return HTTPResponse(status: isGood ? 200 : 401, body: Array(#"[{"id": 1, "t": "One"}]"#.utf8))
      }
    }
  }

  private static let keyed = #"""
    {"declaration": 1, "name": "mine", "title": "Mine", "base": "https://api.example.org",
     "credentials": {"ask": {"refresh": "a refresh token"},
      "key": {"post": "https://accounts.example.org/token", "form": {"grant": "refresh", "token": "{refresh}"},
              "at": "/access", "lasts": "/in", "also": {"refresh": "/refresh", "userId": "/u"}},
      "send": {"headers": {"Authorization": "Bearer {key}"}}, "required": true},
     "categories": [{"name": "a", "title": "A", "search": {"path": "/u/{userId}/s"}, "fields": {"id": "/id", "title": "/t"}}]}
    """#

  private static func client(
    _ service: KeyService, file: String?, environment: [String: String] = ["LINER_MINE_REFRESH": "R0"]
  ) throws -> DeclaredClient {
    let declaration = try DeclarationChecker.check(Array(keyed.utf8)).get()
    return DeclaredClient(
      declaration, environment: environment.merging(["LINER_CONTACT": "me"]) { $1 },
      keys: KeyKeeping(file: file.map { SecretFile(path: $0) })
    ) { (request) async throws(CatalogError) in try await service.fetch(request) }
  }

  @Test func `a key is fetched once for all callers, and saved for others in a private file`() async throws {
    let folder = TemporaryFolder()
    let file = folder.path("k/mine.json")
    let service = KeyService()
    let client = try Self.client(service, file: file)
    let all = await concurrentMap(Array(0..<5)) { _ in (try? await client.search("x", in: "a").titles) ?? [] }
    #expect(all == Array(repeating: ["One"], count: 5))
    #expect(service.log.count { $0.hasPrefix("POST") } == 1)
    #expect(service.log.contains("POST https://accounts.example.org/token grant=refresh&token=R0"))
    #expect(service.log.contains("GET https://api.example.org/u/7/s Bearer K1"))
    // Even without a file that they share.
    let other = KeyService()
    let forgetful = try Self.client(other, file: nil)
    _ = await concurrentMap(Array(0..<5)) { _ in try? await forgetful.search("x", in: "a") }
    #expect(other.log.count { $0.hasPrefix("POST") } == 1)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Another process with the same variable.
    _ = try await Self.client(service, file: file).search("x", in: "a")
    #expect(service.log.count { $0.hasPrefix("POST") } == 1)
    // With another value of the variable, the saved key does not apply.
    _ = try? await Self.client(service, file: file, environment: ["LINER_MINE_REFRESH": "R9"]).search("x", in: "a")
    #expect(service.log.last == "POST https://accounts.example.org/token grant=refresh&token=R9")
  }

  @Test func `a 401 fetches a new key once with the renewed token, which is on disk before it is used`() async throws {
    let folder = TemporaryFolder()
    let file = folder.path("mine.json")
    let service = KeyService()
    let client = try Self.client(service, file: file)
    _ = try await client.search("x", in: "a")
    service.expire()
    _ = try await client.search("x", in: "a")
    // What else came with the key is renewed as well.
    #expect(
      service.log.suffix(3) == [
        "GET https://api.example.org/u/7/s Bearer K1", "POST https://accounts.example.org/token grant=refresh&token=R1",
        "GET https://api.example.org/u/9/s Bearer K3",
      ])
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""refresh":"R3""#))
  }

  @Test func `a second 401 is an error, and no third key is fetched`() async throws {
    let (service, folder) = (KeyService(refusesAll: true), TemporaryFolder())
    let client = try Self.client(service, file: folder.path("mine.json"))
    #expect(await DeclaredClient.code { _ = try await client.search("x", in: "a") } == .refused)
    #expect(service.log.map { String($0.prefix(4)) } == ["POST", "GET ", "POST", "GET "])
    #expect(folder.names == ["mine.json"])
  }

  @Test func `a token is not used if its replacement could not be saved`() async throws {
    let folder = TemporaryFolder()
    folder.write("", to: "file")
    let service = KeyService()
    let client = try Self.client(service, file: folder.path("file/mine.json"))
    #expect(await DeclaredClient.code { _ = try await client.search("x", in: "a") } == .file)
    #expect(service.log == [])
  }

  @Test func `a recording contains no secrets, but keeps the values that addresses need`() async throws {
    let text = #"""
      {"declaration": 1, "name": "mine", "title": "Mine", "base": "https://api.example.org",
       "credentials": {"ask": {"password": "p"}, "key": {"post": "/login", "json": {"pw": "{password}", "deep": [{"x": "{password}"}]},
        "at": "/k", "also": {"session": "/s", "userId": "/u"}}, "send": {"headers": {"X": "{key}/{session}/{userId}"}}},
       "categories": [{"name": "a", "title": "A", "search": {"path": "/u/{userId}"}, "fields": {"id": "/id", "title": "/t"}}]}
      """#
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    let folder = TemporaryFolder()
    let recorder = try await Recorder(path: folder.path("r"))
    let network: TransferLayer = { request in
      let body = request.method == "POST" ? #"{"k": "k1", "s": "s1", "u": "77"}"# : "[]"
      return Transfer(.success(HTTPResponse(status: 200, body: Array(body.utf8))), source: .network)
    }
    let recorded = recorder.recording(network)
    let client = DeclaredClient(declaration, environment: ["LINER_MINE_PASSWORD": "pw1"]) {
      (request) async throws(CatalogError) in try await recorded(request).result.get()
    }
    _ = try await client.search("x", in: "a")
    _ = await recorder.finish()
    let written = try #require(folder.read("r"))
    for secret in ["k1", "s1", "pw1"] { #expect(!written.contains(secret), "\(written)") }
    #expect(written.contains("https://api.example.org/u/77"))
    let recording = try Recording(parsing: Array(written.utf8))
    let replay = DeclaredClient(declaration, isReplay: true) { (request) async throws(CatalogError) in
      try await Replay(recording).transfer(request).result.get()
    }
    #expect(try await replay.search("x", in: "a").items == [])
  }

  @Test func `at a replaced base the key is fetched there, by its own path`() {
    let base = DeclaredBase(declared: "https://api.example.org/v1", replaced: "http://localhost:99")
    #expect(base.address(ofKey: "https://accounts.example.org/token?x=1") == "http://localhost:99/token?x=1")
    #expect(base.address(ofKey: "/token") == "http://localhost:99/token")
    let own = DeclaredBase(declared: "https://api.example.org/v1", replaced: nil)
    #expect(own.address(ofKey: "https://accounts.example.org/token") == "https://accounts.example.org/token")
    #expect(own.address(ofKey: "/token") == "https://api.example.org/v1/token")
  }

  // MARK: A server of one's own

  @Test func `a user's own server is requested at the given address, and without one nothing is sent`() async throws {
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":{"own":true,"about":"your server"},"categories":[\#(Self.category)]}"#
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    let service = DeclaredService([:])
    func client(_ environment: [String: String], _ signIn: SignIn? = nil) -> DeclaredClient {
      DeclaredClient(declaration, environment: environment, signIn: signIn) { (request) async throws(CatalogError) in
        try service.fetch(request)
      }
    }
    await #expect(
      throws: CatalogError.addressMissing(variable: "LINER_MINE_URL", about: "your server", catalog: "mine")
    ) {
      try await client([:]).search("x", in: "a")
    }
    #expect(service.paths == [])
    _ = try? await client(["LINER_MINE_URL": "http://nas.local:4533/"]).search("x", in: "a")
    _ = try? await client([:], SignIn(base: "http://10.0.0.2", values: [:])).search("x", in: "a")
    #expect(service.paths == ["http://nas.local:4533/s?q=x", "http://10.0.0.2/s?q=x"])
  }

  @Test func `a sign-in is valid only for its base`() async throws {
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://api.example.org","credentials":{"ask":{"token":"t"},"send":{"headers":{"X":"{token}"}},"required":true},"categories":[\#(Self.category)]}"#
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    let service = DeclaredService(["/s?q=x": "[]"])
    func search(at base: String, _ environment: [String: String] = [:]) async throws {
      let signIn = SignIn(base: base, values: ["token": "sesame"])
      let client = DeclaredClient(declaration, environment: environment, signIn: signIn) {
        (request) async throws(CatalogError) in try service.fetch(request)
      }
      _ = try await client.search("x", in: "a")
    }
    #expect(await DeclaredClient.code { try await search(at: "https://evil.example.org") } == .refused)
    #expect(service.paths == [])
    try await search(at: "https://api.example.org")
    try await search(at: "https://api.example.org", ["LINER_MINE_TOKEN": "other"])
    #expect(service.requests.map { $0.credential?.headers["X"] } == ["sesame", "other"])
  }

  @Test func `the book finds credentials by scheme, host and port`() async throws {
    let book = CredentialBook()
    book.add({ .init(url: $0, HTTPRequest.Credential(headers: ["A": "b"])) }, for: "https://nas.example.org/music")
    let below = [("https://nas.example.org/cover", "c"), ("HTTPS://NAS.example.org:443/music/x", "b")]
    for (url, value) in [("https://nas.example.org/cover", "b")] + below + [("https://nas.example.org/musical", "c")] {
      let layer = ScriptedLayer(.answer())
      _ = await book.signing(layer.transfer)(HTTPRequest(url: url))
      #expect(layer.requests.map { $0.credential?.headers } == [["A": value]], "\(url)")
      // Another service on the same server has its own.
      book.add({ .init(url: $0, HTTPRequest.Credential(headers: ["A": "c"])) }, for: "https://nas.example.org/films/")
    }
    for url in [
      "http://nas.example.org/", "https://nas.example.org:8443/", "https://nas.example.org.evil/",
      "https://u@nas.example.org/", "https://nas.example.org\\.evil/x",
    ] {
      #expect(!book.covers(url) || url.contains("\\"), "\(url)")
    }
  }
}
