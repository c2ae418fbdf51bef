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
        guard case .unknownCommand = error, let topic = all.found(key, by: { [$0.name] }).only else { throw error }
        self = .topic(topic)
      }
    }
  }

  private static let selections = HelpTopic(
    name: "selections", summary: "how items are picked: 3, 1-3,5, 7-, -2, all",
    parts: [
      .paragraph(
        "Commands that take SEL pick items of the screen by their numbers. Commas or blanks separate several."),
      .entry("3", "item 3"), .entry("1-3,5", "items 1, 2, 3 and 5"), .entry("7-", "item 7 and all behind it"),
      .entry("-2", "the first two"), .entry("all", "every item that is shown"),
      .paragraph(
        """
        One number that is not on the screen fails the whole command and changes nothing. A filter hides items from all \
        and from ranges; a number alone still picks a hidden one. Numbers stay the items' own while the screen is on the \
        trail. On an item's own screen, no SEL means that item.
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
        A script has one command a line; ; also separates. # begins a comment at the start of a line, and behind a \
        command where a blank stands on both sides of it. A failed command ends the script with status 1, unless \
        --keep-going is given or the next line expects the failure. source runs a script in another, 25 deep at most.
        """),
      .entry("--var NAME=VALUE", "replaces ${NAME} in commands; a value never splits or quotes one"),
      .entry("--echo", "prints each command behind the prompt, so that a run reads as a transcript"),
      .entry("--strict", "fails a command of which a part failed"),
      .entry("--shell", "lets a script use |, as the prompt may"),
      .entry("--wait SECONDS", "how long a command may wait for a service"),
      .entry("expect items 3..50", "the number of items on the screen"),
      .entry("expect section Song 5", "a section, and how many items it has; expect no section Song"),
      .entry("expect title \"Song\"", "the screen's title; expect state loaded, empty, failed or idle"),
      .entry("expect item 3 \"Spring\"", "an item's title; expect starred 2 counts favourites"),
      .entry("expect text \"No results found\"", "what the last command printed"),
      .entry("expect error rate-limited", "the command before failed so, and the script goes on"),
    ])

  private static let json = HelpTopic(
    name: "json", summary: "--output json, csv, tsv and markdown",
    parts: [
      .paragraph(
        """
        --output json prints one object a line for each command, as soon as it is done; csv and tsv print rows under one \
        header; markdown prints lists to paste. Errors and progress stay on standard error.
        """),
      .entry("ok, command, source, line", "which command, and whether it succeeded"),
      .entry("error", "code and message: \(ErrorCode.allCases.map(\.rawValue).joined(separator: " "))"),
      .entry("screen", "kind, catalog, title, term, country, state, trail, sections, item, relations, more, failed"),
      .entry("sections", "category, title and items: \(itemKeys)"),
      .entry("starred, history, settings, limits, explain, help", "what commands say that show no screen"),
      .paragraph("Keys that are unknown are left out. Keys are only ever added. help prints the table of commands."),
      .listing(
        "liner --output json search vivaldi | jq -r '.screen.sections[].items[].title'\nliner --output json help"),
    ])

  private static let itemKeys = "number id category kind title creator starred url and whatever else is known of it"

  private static let favourites = HelpTopic(
    name: "favourites", summary: "starring, lists, marks, and where they are kept",
    parts: [
      .paragraph(
        """
        star adds one item, or takes it out where it is a favourite; of several it adds what is missing and takes \
        nothing out. unstar takes out, undo takes back the last change. favs shows all of them, of every catalog.
        """),
      .entry("star 3 --list road", "puts item 3 into the list road as well; favs road shows that list"),
      .entry("favs --lists", "the lists, with how many items each has"),
      .entry("favs earlier", "what earlier sessions starred and nobody kept; star there takes them into this one"),
      .entry("mark 3", "marks item 3 as heard or seen; unmark takes that back, filter --unmarked shows the rest"),
      .entry("news", "new releases by the artists you starred"),
      .paragraph(
        """
        Favourites live in memory unless a file keeps them: liner --favorites FILE, or set favorites FILE in linerc. When \
        a prompt ends, favourites that no file keeps are added to those of earlier sessions.
        """),
      .listing("liner --favorites ~/favourites.jsonl"),
    ])

  private static let catalogs = HelpTopic(
    name: "catalogs", summary: "the services, and how to declare one of your own",
    parts: [
      .paragraph(
        """
        catalog lists the services; catalog NAME switches to one, catalog ./shows.json to a declared one (kept in \
        $XDG_CONFIG_HOME/liner/catalogs, it is called shows). catalog new URL or FILE drafts one, try FILE TERM shows what \
        each field reads, check FILE reports every mistake, test FILE runs its tests, add FILE keeps it, show NAME prints \
        another, sign-in NAME keeps credentials. help catalogs TOPIC: \(languageTopics.joined(separator: ", ")).
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
      .entry("LINER_HISTORY", "the history file; /dev/null for none. Without it: $XDG_STATE_HOME/liner/history"),
      .entry(
        "LINER_ITUNES_URL, LINER_CHARTS_URL, LINER_GHIBLI_URL, LINER_MERCADOLIBRE_URL",
        "where to ask in place of the services; LINER_NAME_URL for a declared catalog"),
      .entry("LINER_NAME_ASKED", "what a declared catalog asks for, such as LINER_TMDB_TOKEN"),
      .entry("LINER_CONTACT", "an address that services may write to, named with each request to a declared catalog"),
      .entry(
        """
        MERCADOLIBRE_ACCESS_TOKEN, or MERCADOLIBRE_CLIENT_ID, MERCADOLIBRE_CLIENT_SECRET and MERCADOLIBRE_REFRESH_TOKEN
        """, "credentials for Mercado Libre"),
      .entry("XDG_CONFIG_HOME", "holds liner/linerc, commands that run when the prompt starts, and liner/catalogs"),
      .entry("XDG_CACHE_HOME", "holds liner/, the answers that are kept and the request budgets"),
      .entry("XDG_STATE_HOME", "holds liner/, the history and the favourites of earlier sessions"),
      .entry("NO_COLOR, TERM=dumb", "no colour, unless --color asks for it"),
      .entry("FORCE_HYPERLINK", "1: links on a terminal that is not known to have them; 0: none"),
      .entry("BROWSER", "the programs that browse opens pages with"),
      .entry("SSL_CERT_FILE, http_proxy, https_proxy, no_proxy", "as curl understands them"),
    ])
}
