import Domain
import Testing

struct ReferenceTests {
  @Test(arguments: [
    "https://www.tvmaze.com/shows/9011", "www.tvmaze.com/shows/9011", "<https://www.tvmaze.com/shows/9011>",
    "\"https://www.tvmaze.com/shows/9011\"", "https://www.tvmaze.com/shows/9011.", "<www.tvmaze.com/shows/9011>,",
    "(https://www.tvmaze.com/shows/9011)", "“https://www.tvmaze.com/shows/9011”;",
  ])
  func `an address may be pasted with what texts put around it, and without its scheme`(typed: String) {
    #expect(Reference(typed, catalogs: ["itunes"]) == .page("https://www.tvmaze.com/shows/9011"))
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
