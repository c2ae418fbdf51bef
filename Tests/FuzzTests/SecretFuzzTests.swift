@testable import Catalogs
@testable import Sample
@testable import Wire
import Domain
import Foundation
import Testing

extension FuzzTests {
  @Test func `a known secret is found however it is written`() async {
    await fuzz("secrets", fewest: 500) { dice in
      let secret = dice.secret(6...40)
      let secrets = KnownSecrets()
      secrets.add(secret)
      let written = dice.written(secret)
      let (before, after) = (dice.text() + " ", " " + dice.text())
      let left = secrets.redacted(from: before + written + after)
      // By bytes, because a combining mark after the word would belong to its last letter.
      try claim(
        Array(left.utf8) == Array((before + "REMOVED" + after).utf8),
        "\(secret) as \(written) leaves \(left.debugDescription) of \((before + written + after).debugDescription)")
      try claim(secrets.redacted(from: left) == left, "\(secret) in \(left.debugDescription)")
    }
  }

  /// Secrets that were unknown before the answer contained them, under the service's own names for them.
  @Test func `no secret in an answer or a request is recorded`() async {
    await fuzz("recorded secrets", fewest: 300) { dice in
      let names = ["access_token", "refresh_token", "client_secret", "client_id"]
      let secret = dice.secret(12...40).filter { $0.isLetter || $0.isNumber } + "Zq9"
      let name = dice.pick(names)
      let json = #"{"x":[\#(dice.json()),{"\#(name)" : "\#(secret)"}],"y":1}"#
      let response = HTTPResponse(status: 200, body: Array(json.utf8))
      let request = HTTPRequest(
        method: "POST", url: "https://me:\(secret)@x.example/?a=1&\(name)=\(secret)",
        headers: ["Authorization": "Bearer " + secret], body: Array("a=b&\(name)=\(secret)".utf8))
      guard let exchange = Recording.Exchange(request, .success(response)) else { throw Finding("no exchange") }
      let written = Recording.Entry.exchange(exchange).text
      try claim(!written.contains(secret), "\(secret) in \(written)")
      // Secrets are removed from incomplete text, too.
      let broken = HTTPResponse(status: 200, body: Array(#"<p>{"\#(name)":"\#(secret)","#.utf8))
      let other = Recording.Exchange(HTTPRequest(url: "https://x.example/"), .success(broken)).map {
        Recording.Entry.exchange($0).text
      }
      try claim(other?.contains(secret) == false, "\(secret) in \(other ?? "")")
    }
  }
}

extension Dice {
  fileprivate mutating func secret(_ length: ClosedRange<Int>) -> String {
    let characters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=!$*")
    return String(several(length) { $0.pick(characters) })
  }

  /// In a form that a service, a log or a script might use.
  fileprivate mutating func written(_ secret: String) -> String {
    let isDense = chance(1, in: 2)
    func hex(_ value: UInt8, _ digits: Int, _ dice: inout Dice) -> String {
      let text = String(value, radix: 16, uppercase: dice.chance(1, in: 2))
      return String(repeating: "0", count: digits - text.count) + text
    }
    func some(_ escape: (UInt8, inout Dice) -> String) -> String {
      secret.utf8.map { byte in
        isDense || chance(1, in: 4) ? escape(byte, &self) : String(UnicodeScalar(byte))
      }.joined()
    }
    switch number(0...6) {
    case 0: return secret
    case 1: return some { "%" + hex($0, 2, &$1) }
    case 2: return some { "\\u" + hex($0, 4, &$1) }
    case 3: return some { byte, _ in "&#\(byte);" }
    case 4: return some { "&#x" + hex($0, 2, &$1) + ";" }
    case 5: return secret.replacing("/", with: "\\/")
    default: return some { "%25" + hex($0, 2, &$1) }
    }
  }
}
