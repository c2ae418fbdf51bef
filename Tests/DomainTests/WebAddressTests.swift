import Domain
import TestSupport
import Testing

struct WebAddressTests {
  @Test(arguments: TextTable.rows("an address has one spelling") { ($0[0], $0[1]) })
  func `an address has one spelling`(written: String, canonical: String) {
    #expect(WebAddress(written)?.text == canonical)
    #expect(WebAddress(canonical)?.text == canonical)
    #expect(WebAddress(written) == WebAddress(canonical))
  }

  /// Examples of RFC 3986, 5.4.
  @Test(arguments: TextTable.rows("a relative address follows its base") { ($0[0], $0[1]) })
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
