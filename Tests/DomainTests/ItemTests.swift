import Domain
import TestSupport
import Testing

struct ItemTests {
  @Test(arguments: [
    ("itunes:song:1443109064", ["itunes", "song", "1443109064"]),
    ("mercadolibre:product:MLA:1:2", ["mercadolibre", "product", "MLA:1:2"]),
    ("ghibli:film:é 龍", ["ghibli", "film", "é 龍"]),
  ])
  func `an id consists of catalog, category and the service's own id`(text: String, parts: [String]) throws {
    let id = try #require(ItemID(text))
    #expect([id.catalog, id.category, id.key] == parts)
    #expect(id.description == text)
    #expect(id == ItemID(catalog: parts[0], category: parts[1], key: parts[2]))
  }

  @Test func `ids with letters composed in different ways are different`() {
    #expect(Set([ItemID("mine:a:\u{e9}"), ItemID("mine:a:e\u{301}"), ItemID("mine:a:\u{e9}")]).count == 2)
  }

  @Test(arguments: ["", ":", "::", "itunes", "itunes:song", "itunes:song:", ":song:1", "itunes::1"])
  func `text with fewer than three parts is not an id`(text: String) {
    #expect(ItemID(text) == nil)
  }

  @Test(arguments: TextTable.rows("a release date is ISO 8601, with its original precision") { ($0[0], $0[1], $0[2]) })
  func `a release date is ISO 8601, with its original precision`(typed: String, text: String, day: String) throws {
    let date = try #require(ReleaseDate(typed))
    #expect(date.text == text)
    #expect(date.day == day)
    #expect(date.year == text.prefix(4))
  }

  @Test(arguments: [
    "", "86", "soon", "04/03/2010", "2010-4-3", "2010-04-03T07:00", "２０１０", "2010-04-03T07:00:00\u{1B}[2J",
    "2010-04-03T07:00:00Z and so on", "-2010", "0000", "0000-00-00", "2010-02-30", "2010-13", "2010-04-00T07:00:00Z",
  ])
  func `text that is not a date gives none`(typed: String) {
    #expect(ReleaseDate(typed) == nil)
  }

  @Test(arguments: [
    ("1.29", "1.29"), ("0.99", "0.99"), ("1.2900", "1.29"), ("0.00", "0"), ("300", "300"), ("01.5", "1.5"),
    ("1.5e3", "1500"), ("1e400", nil),
  ])
  func `a price has its digits in their usual form`(number: String, digits: String?) {
    #expect(Price(number, currency: "USD")?.digits == digits)
  }

  @Test func `release dates are ordered by time`() throws {
    let dates = try ["2010-04-03", "1986", "2010-04-03T07:00:00Z", "2010"].map { try #require(ReleaseDate($0)) }
    #expect(dates.sorted().map(\.text) == ["1986", "2010", "2010-04-03", "2010-04-03T07:00:00Z"])
  }

  @Test(arguments: [
    "https://music.apple.com/us/album/1?i=2&uo=4", "HTTP://example.com", "http://[::1]:8080/", "https://例え.jp/音楽",
  ])
  func `a link leads to the web`(text: String) {
    #expect(WebLink(text)?.text == text)
  }

  @Test(arguments: [
    "", "https://", "http:///x", "https://?q", "https://#x", "https://:80/", "https://@x", "https:\\\\x", "https://\\x",
    "ftp://example.com", "file:///etc/passwd", "javascript:alert(1)", "//example.com", " https://example.com",
    "https://example.com/a b", "https://example.com/\n", "https://example.com/\u{1B}]0;x\u{7}",
    "https://example.com/\u{7F}", "https://example.com/\u{9B}2J", "https://example.com/\u{202E}gpj",
    "https://example.com/\u{2028}x", "https://example.com/\u{A0}", "https://example.com/\u{200B}",
    "https\u{1A}//example.com", "http:\u{F}\u{F}example.com",
  ])
  func `anything else is not a link`(text: String) {
    #expect(WebLink(text) == nil)
  }
}
