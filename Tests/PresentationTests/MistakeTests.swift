import Domain
@testable import Presentation
import Testing

/// Each mistake, and the exact sentence that answers it.
struct MistakeTests {
  private static func message(for line: String, rows: Int) throws -> (ErrorCode, String) {
    var screen = Screen(
      kind: .home, catalog: "itunes", title: "jack", query: SearchQuery(term: "jack"),
      sections: [Section(category: "song", title: "Song", content: .idle)])
    screen.receive(.success(ItemList(items: Item.many("A", rows))), inSection: 0)
    let context = Command.Context(screen: screen, catalog: .shop)
    do throws(CommandError) {
      switch try Command.action(for: Arguments.commands(in: line)[0], on: context) {
      case .go(.openItem(let number?)): _ = try screen.sections.existingRow(number)
      case .change(.star(let selection?, list: _, onlyAdds: _)), .change(.unstar(let selection?, list: _)):
        _ = try screen.rows(picked: selection)
      case .set(let name, let value):
        var settings = Settings()
        try settings.set(name, to: value, in: .shop)
      case .tell(.setting(let name)): _ = try Setting.named(name, in: .shop)
      case .tell(.help(let name?)): _ = try Command.named(name[...])
      default: break
      }
    } catch {
      return (error.code, ErrorMessages.sentence(for: error))
    }
    Issue.record("no mistake: \(line)")
    return (.usage, "")
  }

  @Test(arguments: [
    ("serach vivaldi", "unknown command \"serach\"; did you mean search vivaldi?"),
    ("opne 3", "unknown command \"opne\"; did you mean open 3?"),
    ("UNSTRA 3", "unknown command \"unstra\"; did you mean unstar 3?"),
    ("frobnicate", "unknown command \"frobnicate\"; did you mean search frobnicate?"),
    ("x", "unknown command \"x\"; did you mean search x?"),
    ("3a", "unknown command \"3a\"; did you mean search 3a?"),
    ("help serach", "unknown command \"serach\"; did you mean search?"),
    ("\"search\" x", "unknown command \"\"search\"\"; did you mean search x?"),
    ("東京", "unknown command \"東京\"; did you mean search 東京?"),
    ("beatles", "unknown command \"beatles\"; did you mean search beatles?"),
    ("info 3", "unknown command \"info\"; did you mean open 3?"),
    ("list", "unknown command \"list\"; did you mean show?"),
    ("list songs", "unknown command \"list\"; did you mean open songs?"),
    ("cd song", "unknown command \"cd\"; did you mean open song?"),
    ("save x.csv", "unknown command \"save\"; did you mean export x.csv?"),
    ("delete 3", "unknown command \"delete\"; did you mean unstar 3?"),
    ("prev", "unknown command \"prev\"; did you mean back?"),
    ("find jack johnson", "unknown command \"find\"; did you mean search jack johnson?"),
    ("album 1", "unknown command \"album\"; did you mean open 1 album?"),
    ("album jack johnson", "unknown command \"album\"; did you mean search jack johnson --in album?"),
    (":", "unknown command \":\"; help lists them all"), (":w", "unknown command \":w\"; help lists them all"),
    (".", "unknown command \".\"; help lists them all"),
    ("jack johnson", "unknown command \"jack\"; did you mean search jack johnson?"),
    ("東京  タワー", "unknown command \"東京\"; did you mean search 東京  タワー?"),
    ("stra wars", "unknown command \"stra\"; did you mean search stra wars?"),
    ("bakc 2", "unknown command \"bakc\"; did you mean back 2?"),
    ("find", "unknown command \"find\"; did you mean search TERM?"),
    ("view rows", "unknown command \"view\"; did you mean set view?"),
    ("favourites 1", "unknown command \"favourites\"; did you mean star 1?"),
    ("info", "unknown command \"info\"; did you mean open CATEGORY?"),
    ("favorites my.jsonl", "unknown command \"favorites\"; did you mean set favorites my.jsonl?"),
    ("view 1", "unknown command \"view\"; did you mean open 1?"),
    ("view tiles", "unknown command \"view\"; did you mean set view tiles?"),
    ("follow 1", "unknown command \"follow\"; did you mean star 1?"),
    ("lists", "unknown command \"lists\"; did you mean favs --lists?"),
    ("country gb", "unknown command \"country\"; did you mean set country GB?"),
    ("country", "unknown command \"country\"; did you mean set country?"),
    ("songs", "unknown command \"songs\"; did you mean open song?"),
    ("clear", "unknown command \"clear\"; did you mean show?"),
  ])
  func `an unknown command names the nearest`(line: String, sentence: String) throws {
    let (code, message) = try Self.message(for: line, rows: 15)
    #expect(code == .unknownCommand)
    #expect(message == sentence)
  }

  @Test(arguments: ["s", "se", "re", "h", "u", "e", "c"])
  func `an ambiguous command is refused with the words that begin so, never guessed`(line: String) throws {
    let candidates = Command.all.compactMap { command in
      ([command.name] + command.aliases).first { $0.hasPrefix(line) }
    }
    #expect(candidates.count > 1)
    let (code, message) = try Self.message(for: line, rows: 15)
    #expect(code == .ambiguousCommand)
    #expect(message.hasPrefix("\"\(line)\" could be "))
    for candidate in candidates { #expect(message.contains(candidate)) }
  }

  @Test(arguments: [
    ("open 99", "there is no item 99 here; this screen has 1-15"),
    ("99", "there is no item 99 here; this screen has 1-15"),
    ("0", "there is no item 0 here; this screen has 1-15"),
    ("star 1,16", "there is no item 16 here; this screen has 1-15"),
    ("star 3-99", "there is no item 99 here; this screen has 1-15"),
    ("unstar -99", "there is no item 99 here; this screen has 1-15"),
    ("star 16-", "there is no item 16 here; this screen has 1-15"),
    ("99999999999999999999", "no item has so high a number; this screen has 1-15"),
    ("star 1-99999999999999999999", "no item has so high a number; this screen has 1-15"),
  ])
  func `a number that is not there says what is`(line: String, sentence: String) throws {
    let (code, message) = try Self.message(for: line, rows: 15)
    #expect(code == .noSuchItem)
    #expect(message == sentence)
  }

  @Test(arguments: [
    ("open 1", "there is no item 1 here; this screen has none"),
    ("star 1-", "there is no item 1 here; this screen has none"),
    ("star all", "this screen shows no items"),
  ])
  func `a screen without items says so`(line: String, sentence: String) throws {
    let (code, message) = try Self.message(for: line, rows: 0)
    #expect(code == .noSuchItem)
    #expect(message == sentence)
  }

  @Test(arguments: [
    ("search", "missing argument: search TERM"),
    ("/", "missing argument: search TERM"),
    ("search --limit 3", "missing argument: search TERM"),
    ("search \"\"", "missing argument: search TERM"),
    ("open", "missing argument: open CATEGORY | N [RELATION] | RELATION | REF | WORDS"),
    ("open \"\"", "missing argument: open CATEGORY | N [RELATION] | RELATION | REF | WORDS"),
    ("open --limit 3", "missing argument: open CATEGORY | N [RELATION] | RELATION | REF | WORDS"),
    ("source", "missing argument: source FILE"),
    ("expect", "missing argument: expect items|section|no section|title|state|item|starred|text|error …"),
    ("expect items", "missing argument: expect items N or N..M"),
    ("expect item 3", "missing argument: expect item TITLE"),
    ("home 2", "home: unexpected \"2\""),
    ("3 4", "\"A 3\" has no \"4\""),
    ("quit now", "quit: unexpected \"now\""),
    ("expect state loaded now", "expect state: unexpected \"now\""),
    ("sort title up", "unexpected \"up\": sort [KEY [desc]]"),
    ("back 0", "back must be a whole number from 1 to 1000000, not \"0\""),
    ("forward x", "forward must be a whole number from 1 to 1000000, not \"x\""),
    ("search a --limit 0", "--limit must be a whole number from 1 to 200, not \"0\""),
    ("search a --limit 201", "--limit must be a whole number from 1 to 200, not \"201\""),
    ("set delay soon", "delay must be a whole number from 0 to 10000, not \"soon\""),
    ("set limit many", "limit must be a whole number from 1 to 200, not \"many\""),
    (
      "search a --colour red",
      "unknown option \"--colour\"; try --in, --limit, --everywhere, --country, --explicit or --attribute. "
        + "To search for it, put -- before it"
    ),
    ("search a --limit", "--limit needs a value"),
    ("star --help", "star has no --help; type help star"),
    ("search a --co", "--country needs a value"),
    ("sort c", "\"c\" could be creator, count or country"),
    ("expect st loaded", "\"st\" could be state or starred"),
    ("set l x", "\"l\" could be limit or live"),
    ("set hints o", "\"o\" could be on or off"),
    ("set columns creator,co", "\"co\" could be count or country"),
    ("search a --country atlantis", "country cannot be \"atlantis\"; use DE, GB or US"),
    ("set theme pink", "theme cannot be \"pink\"; use auto, light, dark or mono"),
    ("set view rows", "view cannot be \"rows\"; use list or tiles"),
    ("set page 0", "page cannot be \"0\"; use auto, off or a number of rows"),
    (
      "set columns title",
      "columns cannot be \"title\"; use category, kind, creator, duration, price, released, genre, rating, count, "
        + "album, track, disc, season, episode, country or rank"
    ),
    (
      "sort size",
      "sort cannot be \"size\"; use title, creator, duration, price, released, genre, rating, count, album, track, "
        + "disc, season, episode, country or rank"
    ),
    (
      "open cartoon",
      "iTunes has no category \"cartoon\", and no title here matches; categories: song, podcast, tv, album and movie"
    ),
    ("search a --in song,x", "iTunes has no category \"x\"; choose song, podcast, tv, album or movie"),
    ("set categories ,", "iTunes has no category \",\"; choose song, podcast, tv, album or movie"),
    ("set limti 3", "there is no setting \"limti\"; did you mean set limit?"),
    ("set nonsense 3", "there is no setting \"nonsense\"; set lists them all"),
    ("star 1 --all", "unknown option \"--all\"; star has --add and --list"),
    ("-3", "what about -3? For example: star -3"), ("1-3", "what about 1-3? For example: star 1-3"),
    ("1,4-6", "what about 1,4-6? For example: star 1,4-6"), ("all", "what about all? For example: star all"),
    (
      "search vivaldi -n 3",
      "unknown option \"-n\"; try --in, --limit, --everywhere, --country, --explicit or --attribute. "
        + "To search for it, put -- before it"
    ),
    (
      "star 1 --output json",
      "--output is an option of liner itself, before the command: liner --output json star …; "
        + "here: export --format json"
    ),
    ("search a --offline", "--offline is an option of liner itself, before the command: liner --offline search …"),
    ("back -x", "unknown option \"-x\"; back has none"),
    ("star x", "\"x\" is not a selection; use 3, 1-3,5, 7-, -2 or all"),
    ("star 1--3", "\"1--3\" is not a selection; use 3, 1-3,5, 7-, -2 or all"),
    ("star -", "\"-\" is not a selection; use 3, 1-3,5, 7-, -2 or all"),
    ("search \"open", "missing closing quote \""),
    ("expect state happy", "expect state cannot be \"happy\"; use idle, loaded, empty or failed"),
    ("expect items 5..3", "expect cannot be \"5..3\"; use N, N..M, N.. or ..M"),
    (
      "expect nothing",
      "expect cannot be \"nothing\"; use items, section, no, title, state, item, starred, text or error"
    ),
  ])
  func `what cannot be used is quoted and what can is said`(line: String, sentence: String) throws {
    let (code, message) = try Self.message(for: line, rows: 15)
    #expect(code == .usage)
    #expect(message == sentence)
  }
}
