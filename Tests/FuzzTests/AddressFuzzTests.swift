import Domain
import Testing

@testable import Wire

extension FuzzTests {
  /// Budgets, caches, credentials and the check of untrusted addresses depend on it.
  @Test func `a host is the same in any spelling, and an address does not change`() async {
    await fuzz("hosts") { dice in
      let name = dice.pick(["cdn.example", "a-b.c_d.example", "1.example", "xn--mller-kva.example", "8.8.8.8"])
      let scheme = dice.pick(["http", "https"])
      func spelled(_ text: String, _ dice: inout Dice) -> String {
        String(text.map { dice.chance(1, in: 2) ? Character($0.uppercased()) : $0 })
      }
      let port = dice.pick(["", ":", scheme == "http" ? ":80" : ":443", scheme == "http" ? ":0080" : ":000443"])
      let host = spelled(name, &dice) + dice.pick(["", "."]) + port
      let request = HTTPRequest(url: spelled(scheme, &dice) + "://" + host + "/x?A=b")
      try claim(request.host == name, "\(request.url) counts for \(request.host)")
      let plain = HTTPRequest(url: "\(scheme)://\(name)/x?A=b")
      try claim(request == plain && request.question.key == plain.question.key, "\(request.url) is another question")

      let text = dice.pick(["", "http://", "https://a", "//"]) + dice.text()
      if let address = WebAddress(text) {
        try claim(WebAddress(address.text) == address, "\(text) becomes \(address.text), and that something else")
        try claim(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(address.text) is not plain")
        try claim(address.user != nil || !address.origin.contains("@"), "\(text) has a user in its host")
        let reference = dice.text()
        if let next = address.resolving(reference) {
          try claim(WebAddress(next.text) == next, "\(reference) at \(text) becomes \(next.text)")
          let isWhole = WebAddress.hasScheme(reference) || reference.hasPrefix("//")
          try claim(isWhole || next.isSameOrigin(as: address), "\(reference) leads from \(text) to \(next.text)")
        }
      }
    }
  }
}
