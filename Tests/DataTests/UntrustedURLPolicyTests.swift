import Domain
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
  func `the public internet may be asked, and the catalog's own address`(url: String) {
    #expect(addresses.refusal(of: url) == nil)
  }

  @Test(arguments: [
    "http://127.0.0.1/a", "http://127.0.0.1:8081/", "http://2130706433/", "http://0x7f000001/",
    "http://0x7f.1", "http://0177.0.0.1/", "http://127.1/", "http://127.0.0.1./", "http://localhost/",
    "http://LOCALHOST.:80/",
    "http://a.localhost/", "http://localhost:8080/", "http://0/", "http://0.0.0.0/", "http://10.1.2.3/",
    "http://012.1.2.3/",
    "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.1.1/", "http://169.254.169.254/latest/",
    "http://100.64.0.1/", "http://192.0.0.1/", "http://198.18.0.1/", "http://224.0.0.1/", "http://255.255.255.255/",
    "http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::1]/", "http://[2002:7f00:1::]/", "http://[fe80::1]/",
    "http://[fc00::1]/", "http://[fd12:3456::1]/", "http://[fec0::1]/", "http://[ff02::1]/", "http://[2001:db8::1]/",
    "http://[2001::1]/", "http://[1::]/", "http://router/", "http://printer.local/",
    "http://metadata.google.internal/", "http://999.1.1.1/", "http://1.2.3.4.5/", "http://0xg/", "http://08.1.1.1/",
    "http://router.lan/", "http://nas.home.arpa/",
  ])
  func `addresses of the machine and the house are refused, by any spelling`(url: String) {
    let host = HTTPRequest(url: url).host
    #expect(addresses.refusal(of: url) == .offLimits(host: host, address: host))
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "ftp://example.com/", "example.com", "", "//example.com/", "-o/tmp/x",
    "http:/example.com", "http://", "http:///x", "http://exam\nple.com/",
  ])
  func `what is not an address of the web is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its address is not http or https"))
  }

  @Test(arguments: [
    "http://a b/", "http://exa\\mple.com/", "http://%31%32%37.0.0.1/", "http://[::1", "http://[", "http://[::1]x/",
    "http://[fe80::1%25eth0]/", "http://:80/", "http://[:::]/", "http://[1:2]/", "http://a..example/", "http://./",
    "http://a@b@example.com/", "http://example.com../",
  ])
  func `a host that is not valid is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its host name is not valid"))
  }

  @Test(arguments: [
    "http://example.com:80x/", "http://example.com:0/", "http://h:65536", "https://h:99999/a", "http://h:-1",
  ])
  func `a port that is not valid is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its port is not a number from 1 to 65535"))
  }

  /// Resolvers and browsers read these as `127.0.0.1`, `localhost`, `example.com`.
  @Test(arguments: [
    "http://①②⑦.⓪.⓪.①/", "http://１２７.０.０.１/", "http://127。0。0。1/", "http://127．0．0．1/", "http://127｡0｡0｡1/",
    "http://ⓛocalhost/", "http://ｌｏｃａｌｈｏｓｔ/", "http://local\u{AD}host/", "http://ex\u{200B}ample.com/",
    "http://𝟣27.0.0.1/",
    "http://²130706433/", "http://example.c℀m/", "http://١٢٧.٠.٠.١/", "http://example‥com/",
    "http://ⅼocalhost.example/",
  ])
  func `a host of signs that stand for others is refused`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its host name uses disguised characters"))
    let host = String(url.dropFirst(7).dropLast())
    #expect(WebAddress(url).map { addresses.allows(peer: host, for: $0) } != true)
  }

  @Test(arguments: [
    "http://müller.example/", "http://MÜLLER.example", "https://例え.jp/", "http://straße.example/", "http://ελλάς.gr/",
  ])
  func `names in any script may be asked`(url: String) {
    #expect(addresses.refusal(of: url) == nil)
  }

  @Test(arguments: ["http://a@example.com/", "https://example.com@127.0.0.1/", "http://a:b@127.0.0.1:8080/"])
  func `names and passwords are never sent`(url: String) {
    #expect(addresses.refusal(of: url) == refused(url, "its address contains a user name or password"))
    #expect(WebAddress(url).map { addresses.allows(peer: "8.8.8.8", for: $0) } == false)
  }

  @Test func `the peer of a connection counts, whatever its name was`() throws {
    #expect(try addresses.allows(peer: "93.184.216.34", for: #require(WebAddress("http://example.com/"))))
    #expect(try addresses.allows(peer: "2606:4700::1111", for: #require(WebAddress("http://example.com/"))))
    for peer in ["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "", "x"] {
      #expect(try !addresses.allows(peer: peer, for: #require(WebAddress("http://example.com/"))))
    }
    // Through a proxy there is but the name.
    #expect(try addresses.allows(peer: "example.com", for: #require(WebAddress("http://Example.com/"))))
    #expect(try !addresses.allows(peer: "localhost", for: #require(WebAddress("http://localhost/"))))
    #expect(try !addresses.allows(peer: "[::1]", for: #require(WebAddress("http://[::1]/"))))
    #expect(try addresses.allows(peer: "127.0.0.1", for: #require(WebAddress("http://127.0.0.1:8080/x"))))
    #expect(try !addresses.allows(peer: "127.0.0.1", for: #require(WebAddress("http://127.0.0.1:9090/x"))))
  }
}
