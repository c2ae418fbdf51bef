import Domain
import Presentation
import Testing

/// Words of lists, by their beginnings, as whole commands.
struct WordsTests {
  private let transcript = Transcript()

  private func run(_ script: String, on coordinator: Coordinator) async {
    _ = await transcript.repl(on: coordinator).run(ArraySource(script, source: "-c"))
  }

  private static let catalog = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song"), Category(name: "podcast", title: "Podcast", others: ["show"]),
      Category(name: "season", title: "Season"), Category(name: "app", title: "App", others: ["software", "pod"]),
    ], defaultCategoryCount: 2,
    filters: [
      SearchFilter(
        name: "country", meaning: "the storefront", values: .oneOf(["DE", "GB", "UA", "US"]),
        valueTitles: ["DE": "Germany", "GB": "United Kingdom", "UA": "Ukraine", "US": "United States"]),
      SearchFilter(name: "lang", meaning: "the language", values: .oneOf(["en_us", "de_de"])),
    ], storefrontFilter: "country")

  private static func coordinator() -> Coordinator {
    Coordinator(
      clients: [
        StubCatalogClient(catalog) { _ in .success(ItemList(items: [.stub("Upside Down")])) },
        StubCatalogClient(Catalog(name: "ghibli", title: "Studio Ghibli", categories: [])) { _ in
          .success(ItemList(items: []))
        },
      ], start: "itunes")
  }

  @Test(arguments: [
    ("set li 3", "limit  3"), ("set l 7", "limit  7"), ("set view t", "view  tiles"), ("set hints of", "hints  off"),
    ("set pa a", "page  auto"), ("set columns cre,rel", "columns  creator,released"), ("set theme da", "theme  dark"),
    ("set view tiles; set view def", "view  list"), ("set country united k", "country  GB"),
    ("set country GERM", "country  DE"), ("set lang de", "lang  de_de"), ("set lang DE-de", "lang  de_de"),
    ("search x --cou \"united k\" --in so,pod", "x · GB"), ("search x; open pod", "Podcast"),
    ("search x; open so", "Song"), ("search x; open soft", "App"), ("search x; sort ti d", "by title, descending"),
    ("search x; expect state lo; show", "x"), ("open 9; expect error no-s; show", "iTunes"),
    ("catalog gh", "Studio Ghibli"), ("catalog studio", "Studio Ghibli"),
    ("search x; export --format c", "number,id,"), ("help unst", "unstar"),
  ])
  func `a beginning will do`(script: String, printed: String) async {
    await run(script, on: Self.coordinator())
    #expect(transcript.results.contains(printed))
    let told = transcript.diagnostics.split(separator: "\n").filter { !$0.hasPrefix("nothing changed") }
    #expect(told.allSatisfy { $0.contains("there is no item 9 here") })
  }

  @Test(arguments: [
    ("set country united", "\"united\" could be gb (United Kingdom) or us (United States)"),
    ("set country uk", "country cannot be \"uk\"; did you mean gb (United Kingdom)?"),
    ("set l x", "\"l\" could be limit, lang or live"), ("search x --in s", "\"s\" could be song or season"),
    (
      "search x; open se s",
      "iTunes has no category \"se s\", and no title here matches; categories: song, podcast, season and app"
    ),
    ("search x --l 3", "\"--l\" could be --limit or --lang"),
    ("lang de", "unknown command \"lang\"; did you mean set lang de_de?"),
    ("country united", "unknown command \"country\"; did you mean set country?"),
    ("set favourites x", "there is no setting \"favourites\"; did you mean set favorites?"),
    ("set country germny", "country cannot be \"germny\"; did you mean de (Germany)?"),
    ("jack johnson", "unknown command \"jack\"; did you mean search jack johnson?"),
    ("songs", "unknown command \"songs\"; did you mean open song?"),
  ])
  func `what is in doubt, or another's word, is answered with ours`(script: String, sentence: String) async {
    await run(script, on: Self.coordinator())
    #expect(transcript.diagnostics.hasSuffix(": \(sentence)\n"))
  }
}
