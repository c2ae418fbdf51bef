import Domain
import Testing

struct ReferenceTests {
  @Test(arguments: [
    "https://www.tvmaze.com/shows/9011", "www.tvmaze.com/shows/9011", "<https://www.tvmaze.com/shows/9011>",
    "\"https://www.tvmaze.com/shows/9011\"", "https://www.tvmaze.com/shows/9011.", "<www.tvmaze.com/shows/9011>,",
    "https://www.tvmaze.com/shows/9011 .", "(https://www.tvmaze.com/shows/9011)",
    "“https://www.tvmaze.com/shows/9011”;",
  ])
  func `an address may be pasted with brackets and quotes around it, and without its scheme`(typed: String) {
    #expect(Reference(typed, catalogs: ["itunes"]) == .page("https://www.tvmaze.com/shows/9011"))
  }

  @Test(arguments: ["https://x.example/A_(B)", "(https://x.example/A_(B))", "https://x.example/A_(B)."])
  func `a bracket that belongs to an address stays`(typed: String) {
    #expect(Reference(typed, catalogs: []) == .page("https://x.example/A_(B)"))
  }

  @Test func `a number may follow id with or without a colon`() {
    for typed in ["<ID100007>", "id100007.", "id100007", "ID100007", "id:100007"] {
      #expect(Reference(typed, catalogs: ["itunes"]) == .number("100007"))
    }
    for typed in ["id", "ideal", "id4u", "id 4", "i4"] { #expect(Reference(typed, catalogs: ["itunes"]) == nil) }
  }

  @Test func `the catalog and category of an id may be typed in any case, but not its key`() {
    let id = ItemID(catalog: "itunes", category: "music-video", key: "Ab:c")
    #expect(Reference("iTunes:Music-Video:Ab:c", catalogs: ["itunes"]) == .item(id))
    #expect(Reference("itunes:music-video:ab:c", catalogs: ["itunes"]) != .item(id))
  }

  @Test func `the last digit of an ISBN may be a small x`() {
    #expect(Reference("isbn:0-8044-2957-x", catalogs: []) == .isbn("080442957X"))
  }

  @Test func `brackets that belong to an address stay`() {
    let address = "https://en.wikipedia.org/wiki/Dune_(novel)"
    #expect(Reference(address, catalogs: []) == .page(address))
  }

  @Test(arguments: [
    "ac/dc", "./mine.json", "tours/a.liner", "1/2", "a.b", "...and justice/for all", "mr. x/y", "2.5/3", "..",
    "who?/what.",
  ])
  func `other words with dots and slashes are not addresses`(typed: String) {
    #expect(Reference(typed, catalogs: ["itunes"]) == nil)
  }
}
