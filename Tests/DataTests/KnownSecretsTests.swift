import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct KnownSecretsTests {
  private let secrets = KnownSecrets()

  init() {
    for secret in ["APP_USR-12/34+é", "hunter%2B2", "short"] { secrets.add(secret) }
  }

  private static let disguises: [(String, String)] = [
    ("plain APP_USR-12/34+é, twice: APP_USR-12/34+é", "plain REMOVED, twice: REMOVED"),
    (#"{"a":"APP_USR-12\/34+\u00e9"}"#, #"{"a":"REMOVED"}"#),
    (#"{"a":"\u0041\u0050\u0050_USR-\u0031\u0032/34+\u00E9b"}"#, #"{"a":"REMOVEDb"}"#),
    ("?t=APP_USR-12%2F34%2b%C3%A9&x=1", "?t=REMOVED&x=1"),
    ("?t=%41%50%50%5F%55%53%52%2D%31%32%2F%33%34%2B%C3%A9", "?t=REMOVED"),
    ("?t=APP_USR-12%252F34%252B%25C3%25A9", "?t=REMOVED"),
    (#"{"u":"https:\/\/h\/?t=APP_USR-12%2F34%2B%C3%A9"}"#, #"{"u":"https:\/\/h\/?t=REMOVED"}"#),
    ("<p>APP_USR-12&#47;34&#x2b;&#233;</p>", "<p>REMOVED</p>"),
    ("hunter%2B2 and hunter%252B2", "REMOVED and REMOVED"),
    ("short ones stand in innocent text", "short ones stand in innocent text"),
    // What is around it stays.
    ("a\n APP_USR-12/34+é \nb", "a\n REMOVED \nb"), ("APP_USR-12/34+é\r\n\tb", "REMOVED\r\n\tb"),
    (#"{"a":"\n\tAPP_USR-12\/34+\u00e9\n\tb"}"#, #"{"a":"\n\tREMOVED\n\tb"}"#),
    ("a\nb  c", "a\nb  c"), ("APP_USR-12 /34+é", "APP_USR-12 /34+é"), ("APP_USR-\n12", "APP_USR-\n12"),
    ("APP_USR-12/34+e", "APP_USR-12/34+e"), ("", ""), ("%", "%"), ("\\u00", "\\u00"), ("&#;&#xZ;&", "&#;&#xZ;&"),
  ]

  @Test(arguments: disguises)
  func `a secret is found however it is escaped, and nothing else is touched`(text: String, left: String) {
    #expect(secrets.redacted(from: text) == left)
  }

  @Test(arguments: ["", "a", "ab", "abc", "user:"], ["", "!", "!!", "!!!"])
  func `a secret is found within base64`(before: String, after: String) {
    let plain = Data((before + "APP_USR-12/34+é" + after).utf8).base64EncodedString()
    let forURLs = plain.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    for text in [plain, forURLs, plain.replacing("/", with: "\\/"), plain.replacing("=", with: "%3D")] {
      let left = secrets.redacted(from: "Basic \(text).")
      #expect(left.contains("REMOVED"))
      // What is left holds no more of it than a few bits at its ends.
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

  @Test func `addresses with a user are known by what only the user knows`() {
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
  func `the secrets that an answer brings are read as JSON`(json: String, values: [String]) {
    #expect(Set(Secrets.values(inJSON: Array(json.utf8))) == Set(values))
  }

  /// What is no URL is told too, and that without who asks.
  @Test(arguments: [
    ("http://u:secret@h:9/p?q=1", "h:9", "http://h:9/p?q=1"),
    ("http://u:sec/ret@h:9/p", "h:9", "http://h:9/p"),
    ("u:secret@h:9/p?q=a@b", "h:9", "h:9/p?q=a@b"),
    ("http://u:secret@[::1/p", "[::1", "http://[::1/p"),
    ("http://u:secret@/p", "", "http:///p"),
    ("https://h/@name/p", "h", "https://h/@name/p"),
    ("nonsense", "nonsense", "nonsense"), ("http://a\nb\u{1B}/x", "ab", "http://a\nb\u{1B}/x"),
  ])
  func `an address is shown without who asks`(url: String, host: String, shown: String) {
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
