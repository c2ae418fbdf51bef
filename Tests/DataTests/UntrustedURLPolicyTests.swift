import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct StrangerAddressesTests {
  private let addresses = UntrustedURLPolicy(own: ["http://127.0.0.1:8080", "https://itunes.apple.com/x"])

  private func refused(_ url: String, _ reason: String) -> CatalogError {
    .refused(host: HTTPRequest(url: url).host, status: 0, reason: reason)
  }

  @Test(arguments: [
    "https://feeds.example.com/a", "http://example.com:8000/a?b=c@d", "HTTPS://EXAMPLE.COM", "https://8.8.8.8/x",
    "http://[2606:4700::1111]/", "https://1.example.com/", "http://134744072/", "http://127.0.0.1:8080/feed.xml",
    "http://127.0.0.1:8080?x", "https://itunes.apple.com:443/", "https://example.com./",
    "http://[::ffff:8.8.8.8]/", "http://[64:ff9b::808:808]/", "http://xn--bcher-kva.example/",
  ])
  func `the public internet is allowed, and the catalog's own address`(url: String) {
    #expect(addresses.refusal(of: url) == nil)
  }

  @Test(arguments: TextTable.cells("addresses of the machine and the local network are refused, in any spelling"))
  func `addresses of the machine and the local network are refused, in any spelling`(url: String) {
    let host = HTTPRequest(url: url).host
    #expect(addresses.refusal(of: url) == .offLimits(host: host, address: host))
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "ftp://example.com/", "example.com", "", "//example.com/", "-o/tmp/x",
    "http:/example.com", "http://", "http:///x", "http://exam\nple.com/",
  ])
  func `text that is not a web address is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its address is not http or https"))
  }

  @Test(arguments: [
    "http://a b/", "http://exa\\mple.com/", "http://%31%32%37.0.0.1/", "http://[::1", "http://[", "http://[::1]x/",
    "http://[fe80::1%25eth0]/", "http://:80/", "http://[:::]/", "http://[1:2]/", "http://a..example/", "http://./",
    "http://a@b@example.com/", "http://example.com../",
  ])
  func `an invalid host is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its host name is not valid"))
  }

  @Test(arguments: [
    "http://example.com:80x/", "http://example.com:0/", "http://h:65536", "https://h:99999/a", "http://h:-1",
  ])
  func `an invalid port is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its port is not a number from 1 to 65535"))
  }

  /// Resolvers and browsers read these as `127.0.0.1`, `localhost` and `example.com`.
  @Test(arguments: TextTable.cells("a host with disguised characters is refused"))
  func `a host with disguised characters is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its host name uses disguised characters"))
    let host = String(url.dropFirst(7).dropLast())
    #expect(WebAddress(url).map { addresses.allows(peer: host, for: $0) } != true)
  }

  @Test(arguments: [
    "http://müller.example/", "http://MÜLLER.example", "https://例え.jp/", "http://straße.example/", "http://ελλάς.gr/",
  ])
  func `host names in any script are allowed`(url: String) {
    #expect(addresses.refusal(of: url) == nil)
  }

  @Test(arguments: ["http://a@example.com/", "https://example.com@127.0.0.1/", "http://a:b@127.0.0.1:8080/"])
  func `user names and passwords are never sent`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its address contains a user name or password"))
    #expect(WebAddress(url).map { addresses.allows(peer: "8.8.8.8", for: $0) } == false)
  }

  @Test func `the peer of a connection decides, whatever its name`() throws {
    #expect(try addresses.allows(peer: "93.184.216.34", for: #require(WebAddress("http://example.com/"))))
    #expect(try addresses.allows(peer: "2606:4700::1111", for: #require(WebAddress("http://example.com/"))))
    for peer in ["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "", "x"] {
      #expect(try !addresses.allows(peer: peer, for: #require(WebAddress("http://example.com/"))))
    }
    // Through a proxy, only the name is known.
    #expect(try addresses.allows(peer: "example.com", for: #require(WebAddress("http://Example.com/"))))
    #expect(try !addresses.allows(peer: "localhost", for: #require(WebAddress("http://localhost/"))))
    #expect(try !addresses.allows(peer: "[::1]", for: #require(WebAddress("http://[::1]/"))))
    #expect(try addresses.allows(peer: "127.0.0.1", for: #require(WebAddress("http://127.0.0.1:8080/x"))))
    #expect(try !addresses.allows(peer: "127.0.0.1", for: #require(WebAddress("http://127.0.0.1:9090/x"))))
  }
}
