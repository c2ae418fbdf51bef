import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct KnownSecretsTests {
  private let secrets = KnownSecrets()

  init() {
    for secret in ["APP_USR-12/34+é", "hunter%2B2", "pass\"w%2Bord", "open sesame", "short"] { secrets.add(secret) }
  }

  @Test(
    arguments: TextTable.rows("a secret is found however it is escaped, and nothing else changes") { ($0[0], $0[1]) })
  func `a secret is found however it is escaped, and nothing else changes`(text: String, left: String) {
    #expect(secrets.redacted(from: text) == left)
  }

  @Test(arguments: ["", "a", "ab", "abc", "user:"], ["", "!", "!!", "!!!"])
  func `a secret is found within base64`(before: String, after: String) {
    let plain = Data((before + "APP_USR-12/34+é" + after).utf8).base64EncodedString()
    let forURLs = plain.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    for text in [plain, forURLs, plain.replacing("/", with: "\\/"), plain.replacing("=", with: "%3D")] {
      let left = secrets.redacted(from: "Basic \(text).")
      #expect(left.contains("REMOVED"))
      // The rest contains at most a few bits of it at each end.
      #expect(left.utf8.count <= "Basic REMOVED.".utf8.count + 2 * (before + after).utf8.count + 8)
    }
  }

  @Test(arguments: ["", "a", "ab"]) func `a secret is found in both alphabets of base64`(before: String) {
    secrets.add("???>>>~~~")
    let plain = Data((before + "???>>>~~~").utf8).base64EncodedString()
    let forURLs = plain.replacing("+", with: "-").replacing("/", with: "_")
    #expect(plain != forURLs)
    for text in [plain, forURLs] { #expect(secrets.redacted(from: text).contains("REMOVED")) }
  }

  @Test func `the secret part of an address with a user is known`() {
    let secrets = KnownSecrets(environment: [
      "LINER_ITUNES_URL": "https://somebody:pass%77ord@h/x", "https_proxy": "http://only-a-token@p:3128",
      "MERCADOLIBRE_CLIENT_SECRET": " the-client-secret\n", "LINER_MINE_TOKEN": "open-sesame",
      "PATH": "/usr/bin:/usr/local/bin",
    ])
    #expect(
      secrets.redacted(from: "somebody pass%77ord password only-a-token the-client-secret open-sesame /usr/bin")
        == "somebody REMOVED REMOVED REMOVED REMOVED REMOVED /usr/bin")
  }

  @Test(arguments: [
    (#"{"access_token":"a","x":[{"refresh_token":"b","y":1}]}"#, ["a", "b"]),
    (#"{"access\u005ftoken":"\u0061"}"#, ["a"]), ("[]", []), ("{", []), (#"{"access_token":1}"#, []),
  ])
  func `the secrets in an answer are read as JSON`(json: String, values: [String]) {
    #expect(Set(Secrets.values(inJSON: Array(json.utf8))) == Set(values))
  }

  /// Text that is not a URL is shown, without the user part.
  @Test(arguments: TextTable.rows("an address is shown without its user") { ($0[0], $0[1], $0[2]) })
  func `an address is shown without its user`(url: String, host: String, shown: String) {
    let request = HTTPRequest(url: url)
    #expect(request.host == host)
    #expect(Secrets.redacted(from: request).url == shown)
  }

  @Test func `a service's own words are cut at 300 characters`() {
    let words = String(repeating: "e\u{301}", count: 400)
    #expect("short".asReason == "short")
    #expect(words.asReason.unicodeScalars.count == 300)
    for reason in [words, String(repeating: "x", count: 301)] {
      let body = Array(#"{"errorMessage":"\#(reason)"}"#.utf8)
      let response = HTTPResponse(status: 400, body: body)
      #expect(throws: CatalogError.refused(host: "h", status: 400, reason: reason.asReason)) {
        try ITunesRecords(response, from: "h", storefront: nil) { _ in .song }
      }
    }
  }
}
