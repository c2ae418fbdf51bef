import Domain
import TestSupport
import Testing

struct CatalogTests {
  private let catalog = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song"), Category(name: "tv", title: "TV Show"),
      Category(name: "music-video", title: "Music Video"), Category(name: "species", title: "Species"),
      Category(name: "person", title: "Person", others: ["people"]),
      Category(name: "country", title: "Country", others: ["play", "box", "photo"]),
    ],
    defaultCategoryCount: 2)

  @Test(
    arguments: TextTable.rows("a category is found by its name, its header, their plurals and unique prefixes") {
      ($0[0], $0[1])
    })
  func `a category is found by its name, its header, their plurals and unique prefixes`(
    word: String, name: String
  ) {
    #expect(catalog.category(named: word)?.name == name)
  }

  @Test(arguments: ["", "s", "video", "song,tv", "songss"])
  func `other words find no category`(word: String) {
    #expect(catalog.category(named: word) == nil)
  }

  @Test func `a search covers the first categories by default`() {
    #expect(catalog.defaultCategories.map(\.name) == ["song", "tv"])
    #expect(Catalog(name: "x", title: "X", categories: catalog.categories).defaultCategories == catalog.categories)
  }

  private let country = SearchFilter(name: "country", meaning: "", defaultValue: "US", values: .oneOf(["DE", "US"]))
  private let attribute = SearchFilter(
    name: "attribute", meaning: "",
    values: .byCategory(["song": ["songTerm", "artistTerm"], "tv": ["showTerm", "artistTerm"]]))

  @Test(arguments: [("de", "DE"), ("DE", "DE"), ("Us", "US"), ("fr", nil), ("", nil), ("D", nil)])
  func `a filter knows its values in any case, and gives the service's spelling`(typed: String, value: String?) {
    #expect(country.value(matching: typed) == value)
  }

  @Test(arguments: [
    ("songTerm", "song", true), ("songTerm", "tv", false), ("artistTerm", "tv", true), ("songTerm", "species", false),
  ])
  func `a value by category is allowed only in those categories`(value: String, category: String, fits: Bool) throws {
    #expect(attribute.allows(value, for: try #require(catalog.category(named: category))) == fits)
  }

  @Test func `values by category are listed once, sorted`() {
    #expect(attribute.allValues == ["artistTerm", "showTerm", "songTerm"])
    #expect(attribute.value(matching: "SHOWTERM") == "showTerm")
    #expect(country.allows("DE", for: catalog.categories[3]))
  }

  @Test func `values that a service lists are known for a day`() {
    let values = RequestedValues()
    values.keep(["1"], titles: ["1": "One"], key: "", since: .now - .seconds(86_300))
    #expect(values.known?.titles == ["1": "One"])
    values.keep(["1"], titles: [:], key: "", since: .now - .seconds(86_401))
    #expect(values.known == nil)
  }

  @Test func `every failure of a catalog has one of the codes for scripts`() {
    let errors: [(CatalogError, ErrorCode)] = [
      (.offline(host: "h"), .offline), (.timedOut(host: "h", after: .seconds(1)), .timedOut),
      (.rateLimited(host: "h", retryAfter: nil), .rateLimited),
      (.refused(host: "h", status: 400, reason: nil), .refused),
      (.notFound(host: "h"), .notFound), (.server(host: "h", status: 500), .server),
      (.unreadable(host: "h", what: "x"), .unreadable), (.tooLarge(host: "h", limit: 1), .tooLarge),
      (.untrusted(host: "h", reason: .expired), .untrusted), (.offLimits(host: "h", address: "a"), .refused),
      (.libraryMissing(name: "l", package: "p"), .offline),
      (.cancelled, .cancelled), (.notRecorded(request: "x"), .notRecorded),
      (.credentialsMissing(variables: []), .refused), (.addressMissing(variable: "", about: "", catalog: ""), .refused),
      (.credentialsRejected(host: "h", reason: nil), .refused),
      (.credentialsNotKept(FileError(path: "p", .noSpace)), .file),
    ]
    for (error, code) in errors { #expect(error.code == code) }
    let contract = """
      unknown-command ambiguous-command usage no-such-item nothing-here at-root offline timed-out rate-limited refused \
      not-found server unreadable too-large untrusted cancelled not-recorded file expect-failed
      """
    #expect(ErrorCode.allCases.map(\.rawValue).joined(separator: " ") == contract)
  }
}
