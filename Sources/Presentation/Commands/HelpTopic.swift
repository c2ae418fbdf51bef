import Domain

/// A subject that several commands share, for `help TOPIC` and the manual page. A new topic is one entry in `all`.
package struct HelpTopic: Sendable, Equatable {
  package let name: String
  /// A few words, for lists.
  package let summary: String
  package let parts: [Part]

  package enum Part: Sendable, Equatable {
    case paragraph(String)
    /// What to type or set, and what it does.
    case entry(String, String)
    /// Lines to copy as they stand.
    case listing(String)
  }

  package static let all = [selections, scripts, json, favourites, catalogs, environment]

  /// What `help WORD` explains: a topic or a command.
  package enum Subject: Sendable {
    case topic(HelpTopic)
    case command(Command)

    /// A topic's full name wins over a command; a command wins over a prefix of a topic's name.
    /// - Throws: `unknownCommand`, `ambiguousCommand`.
    package init(_ word: String) throws(CommandError) {
      let key = word == "SEL" ? selections.name : word.wordKey
      if let topic = all.first(where: { $0.name == key || key == "favorites" && $0 == favourites }) {
        self = .topic(topic)
        return
      }
      do throws(CommandError) {
        self = .command(try Command.named(word[...]))
      } catch {
        guard case .unknownCommand = error, let topic = all.match(key, by: { [$0.name] }).only else { throw error }
        self = .topic(topic)
      }
    }
  }

  private static let selections = HelpTopic(
    name: "selections", summary: "how to pick items: 3, 1-3,5, 7-, -2, all",
    parts: [
      .paragraph(
        "SEL picks items on the screen by number, separated by commas or spaces."),
      .entry("3", "item 3"), .entry("1-3,5", "items 1, 2, 3 and 5"), .entry("7-", "item 7 and all after it"),
      .entry("-2", "the first two"), .entry("all", "every item that is shown"),
      .paragraph(
        """
        If one number is not on the screen, the command fails and changes nothing. A filter hides items from all and from \
        ranges; a single number can still pick a hidden item. Item numbers never change while the screen is on the trail. \
        On an item's screen, no SEL means that item.
        """),
      .listing("star 1-3,5\nlink all\nartwork -2 --save covers/"),
    ])

  private static let scripts = HelpTopic(
    name: "scripts", summary: "command files, -c, expectations, variables",
    parts: [
      .listing(
        "liner tour.liner\nliner < tour.liner\nliner -c 'search vivaldi; open song'\nliner search vivaldi --limit 3"),
      .paragraph(
        """
        A script has one command per line, or several separated by ;. # starts a comment at the start of a line, or \
        between spaces. A failed command ends the script with status 1, unless --keep-going is given or the next line \
        expects the failure. source runs a script in another, 25 deep at most.
        """),
      .entry("--var NAME=VALUE", "replaces ${NAME} in commands; a value never splits or quotes one"),
      .entry("--echo", "prints the prompt and each command, as a transcript"),
      .entry("--strict", "fails a command if any part of it fails"),
      .entry("--shell", "lets scripts use |, as at the prompt"),
      .entry("--wait SECONDS", "longest wait of a command for a service"),
      .entry("expect items 3..50", "the number of items on the screen"),
      .entry("expect section Song 5", "a section, and how many items it has; expect no section Song"),
      .entry("expect title \"Song\"", "the screen's title; expect state loaded, empty, failed or idle"),
      .entry("expect item 3 \"Spring\"", "an item's title; expect starred 2 counts favourites"),
      .entry("expect text \"No results found\"", "what the last command printed"),
      .entry("expect error rate-limited", "expects the last command's failure; script continues"),
    ])

  private static let json = HelpTopic(
    name: "json", summary: "--output json, csv, tsv and markdown",
    parts: [
      .paragraph(
        """
        --output json prints one object per command, one per line, as soon as it is done; csv and tsv print rows under \
        one header; markdown prints lists. Errors and progress stay on standard error.
        """),
      .entry("ok, command, source, line", "which command, and whether it succeeded"),
      .entry("error", "code and message: \(ErrorCode.allCases.map(\.rawValue).joined(separator: " "))"),
      .entry("screen", "kind, catalog, title, term, country, state, trail, sections, item, relations, more, failed"),
      .entry("sections", "category, title and items: \(itemKeys)"),
      .entry("starred, history, settings, limits, explain, help", "results of commands without a screen"),
      .paragraph("Unknown keys are omitted. Keys are only ever added. help prints the table of commands."),
      .listing(
        "liner --output json search vivaldi | jq -r '.screen.sections[].items[].title'\nliner --output json help"),
    ])

  private static let itemKeys = "number id category kind title creator starred url and any other known field"

  private static let favourites = HelpTopic(
    name: "favourites", summary: "stars, lists, marks and where they are saved",
    parts: [
      .paragraph(
        """
        star adds one item, or removes it if already a favourite; several are only added. unstar removes, undo undoes the \
        last change. favs shows all of them, of every catalog.
        """),
      .entry("star 3 --list road", "adds item 3 to the list road as well; favs road shows that list"),
      .entry("favs --lists", "the lists and their sizes"),
      .entry("favs earlier", "unsaved favourites from earlier sessions; star adds them to this one"),
      .entry("mark 3", "marks item 3 as heard or seen; unmark removes the mark, filter --unmarked shows the rest"),
      .entry("news", "new releases by the artists you starred"),
      .paragraph(
        """
        Favourites are in memory only, unless saved in a file: liner --favorites FILE, or set favorites FILE in linerc. \
        When a prompt exits, unsaved favourites are added to favs earlier.
        """),
      .listing("liner --favorites ~/favourites.jsonl"),
    ])

  private static let catalogs = HelpTopic(
    name: "catalogs", summary: "the services, and how to declare one of your own",
    parts: [
      .paragraph(
        """
        catalog lists the services; catalog NAME switches to one, catalog ./shows.json to a declared one (named \
        shows once it is in $XDG_CONFIG_HOME/liner/catalogs). catalog new URL or FILE drafts one, try FILE TERM shows what \
        each field reads, check FILE reports every error, test FILE runs its tests, add FILE saves it, show NAME prints \
        a template, sign-in NAME saves credentials. help catalogs TOPIC: \(languageTopics.joined(separator: ", ")).
        """),
      .listing(example),
      .paragraph("Then: catalog ./shows.json; search lost; open 1; open episodes"),
    ])

  /// The pages of the language's help, which the catalogs supply.
  package static let languageTopics = [
    "file", "categories", "requests", "paging", "values", "relations", "homes", "failures", "credentials", "filters",
    "tests",
  ]

  private static let example = #"""
    {"declaration": 1, "name": "shows", "title": "Shows",
     "base": "https://api.tvmaze.com", "categories": [
      {"name": "show", "title": "Show", "lookup": {"path": "/shows/{id}"},
       "search": {"path": "/search/shows", "query": {"q": "{term}"},
        "row": "/show"}, "fields": {"id": "/id", "title": "/name"},
       "relations": [{"word": "episodes", "title": "Episodes",
        "category": "episode", "path": "/shows/{id}/episodes",
        "given": {"album": "title", "albumId": "id"}}]},
      {"name": "episode", "title": "Episode",
       "fields": {"id": "/id", "title": "/name", "released": "/airdate"},
       "relations": [{"word": "show", "title": "Show", "category": "show",
        "reach": "one", "path": "/shows/{albumId}"}]}]}
    """#

  private static let environment = HelpTopic(
    name: "environment", summary: "variables that liner reads",
    parts: [
      .entry("LINER_HISTORY", "the history file; /dev/null for none. Default: $XDG_STATE_HOME/liner/history"),
      .entry(
        "LINER_ITUNES_URL, LINER_CHARTS_URL, LINER_GHIBLI_URL, LINER_MERCADOLIBRE_URL",
        "replacements for the services' URLs; LINER_NAME_URL for a declared catalog"),
      .entry("LINER_NAME_ASKED", "what a declared catalog asks for, such as LINER_TMDB_TOKEN"),
      .entry("LINER_CONTACT", "your contact address, sent with each request to a declared catalog"),
      .entry(
        """
        MERCADOLIBRE_ACCESS_TOKEN, or MERCADOLIBRE_CLIENT_ID, MERCADOLIBRE_CLIENT_SECRET and MERCADOLIBRE_REFRESH_TOKEN
        """, "credentials for Mercado Libre"),
      .entry("XDG_CONFIG_HOME", "holds liner/linerc, commands that run when the prompt starts, and liner/catalogs"),
      .entry("XDG_CACHE_HOME", "holds liner/: cached answers and request budgets"),
      .entry("XDG_STATE_HOME", "holds liner/: the history and the favourites from earlier sessions"),
      .entry("NO_COLOR, TERM=dumb", "no colour, unless --color is given"),
      .entry("FORCE_HYPERLINK", "1: always use terminal hyperlinks; 0: never"),
      .entry("BROWSER", "the programs that browse uses to open pages"),
      .entry("SSL_CERT_FILE, http_proxy, https_proxy, no_proxy", "as curl understands them"),
    ])
}
