import Domain
import Testing

struct WebAddressTests {
  @Test(arguments: [
    ("https://API.tvmaze.com", "https://api.tvmaze.com/"), ("https://api.tvmaze.com:443/", "https://api.tvmaze.com/"),
    ("HTTPS://api.tvmaze.com./", "https://api.tvmaze.com/"), ("http://h:080/", "http://h/"),
    ("http://h:/x", "http://h/x"),
    ("https://h:80/", "https://h:80/"), ("http://h:443?q", "http://h:443/?q"), ("http://h#f", "http://h/#f"),
    ("http://M\u{FC}ller.example/", "http://xn--mller-kva.example/"),
    ("http://Mu\u{308}LLER.example/", "http://xn--mller-kva.example/"), ("https://例え.jp/", "https://xn--r8jz45g.jp/"),
    ("http://straße.example/", "http://xn--strae-oqa.example/"), ("http://ελλάς.gr/", "http://xn--hxarsa0b.gr/"),
    ("http://παράδειγμα.δοκιμή/", "http://xn--hxajbheg2az3al.xn--jxalpdlp/"),
    ("http://почемужеонинеговорятпорусски.ru", "http://xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.ru/"),
    ("http://0x7F.1/", "http://127.0.0.1/"), ("http://2130706433", "http://127.0.0.1/"),
    ("http://010.1.2.3./", "http://8.1.2.3/"), ("http://[::FFFF:1.2.3.4]:80/", "http://[::ffff:102:304]/"),
    ("http://[2001:0DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]/"), ("http://[0:0::0]:8080/", "http://[::]:8080/"),
    ("http://me:a%40b@H/x", "http://me:a%40b@h/x"),
    ("http://h/a b/é?ü=\"x y\"#ß", "http://h/a%20b/%C3%A9?%C3%BC=\"x%20y\"#%C3%9F"),
    ("http://h/%2f%zz?a=%20&&b", "http://h/%2f%zz?a=%20&&b"), ("http://h/a/./b/../c/..", "http://h/a/"),
    ("http://h/../../x", "http://h/x"), ("http://h/.hidden/..b/c.", "http://h/.hidden/..b/c."),
    ("http://h/a@b:c//d", "http://h/a@b:c//d"), ("http://h?a@b/c", "http://h/?a@b/c"),
  ])
  func `an address has one spelling`(written: String, canonical: String) {
    #expect(WebAddress(written)?.text == canonical)
    #expect(WebAddress(canonical)?.text == canonical)
    #expect(WebAddress(written) == WebAddress(canonical))
  }

  /// Examples of RFC 3986, 5.4.
  @Test(arguments: [
    ("http://b/c/d", "http://b/c/d"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("./../g", "http://a/b/g"), ("g;x=1/../y", "http://a/b/c/y"), ("HTTPS://G:443", "https://g/"),
  ])
  func `a relative address follows its base`(reference: String, whole: String) {
    #expect(WebAddress("http://a/b/c/d;p?q")?.resolving(reference)?.text == whole)
  }

  @Test(arguments: ["g:h", "mailto:a@b", "javascript:1", "//", "http://[", "//h:99999/"])
  func `text that leads away from the web is not an address`(reference: String) {
    #expect(WebAddress("http://a/b/c/d;p?q")?.resolving(reference) == nil)
  }

  @Test func `the origin decides where credentials may go`() throws {
    let address = try #require(WebAddress("https://me@h:443/x?y#z"))
    #expect(
      (address.origin, address.authority, address.target, address.location) == (
        "https://h", "h", "/x?y", "https://h/x?y"
      ))
    for (other, isSame) in [
      ("https://H./a", true), ("http://h/", false), ("https://h:444/", false), ("https://a.h/", false),
      ("http://h:443/", false),
    ] {
      #expect(WebAddress(other).map { $0.isSameOrigin(as: address) } == isSame)
    }
  }

  @Test func `parameters are read as written`() {
    let parameters = WebAddress("http://h/?a=%41&b&=c&a==")?.parameters ?? []
    #expect(parameters.map { $0.name + "|" + $0.value } == ["a|%41", "b|", "|c", "a|="])
  }
}
