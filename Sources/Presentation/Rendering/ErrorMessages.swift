package import Domain

/// The only place with sentences for errors: what was typed, what happened, what to do next.
package enum ErrorMessages {
  package static func sentence(for error: CommandError) -> String {
    switch error {
    case .unknownCommand(let word, []): "unknown command \(word.quoted); help lists them all"
    case .unknownCommand(let word, let meant): "unknown command \(word.quoted); did you mean \(proposed(meant))?"
    case .noHelp(let word): "no help for \(word.quoted); help lists commands and topics"
    case .ambiguousCommand(let word, let candidates): "\(word.quoted) could be \(candidates.listed("or"))"
    case .usage(let problem): sentence(for: problem)
    case .noSuchItem(nil, nil): "this screen shows no items"
    case .noSuchItem(nil, ""): "no item matches the filter; filter alone shows all"
    case .noSuchItem(nil, let available?): "none of these items is shown; this screen shows \(available)"
    case .noSuchItem(Int.max?, let available): "no item has so high a number; this screen has \(available ?? "none")"
    case .noSuchItem(let number?, let available):
      "there is no item \(number) here; this screen has \(available ?? "none")"
    case .nothingHere(let missing): sentence(for: missing)
    case .atRoot(_, 0): "already at the first screen"
    case .atRoot(let asked, let depth): "cannot go back \(asked); only \(depth.counted("screen")) before this one"
    case .catalog(let error), .declaration(.catalog(let error)): sentence(for: error)
    case .declaration(.file(let error)): sentence(for: error.problem, path: error.path)
    case .declaration(.mistakes(let mistakes, let file)): mistakes.map { $0.text(of: file) }.joined(separator: "\n")
    case .declaration(.refused(let sentence)): sentence
    case .declaration(.noSample(let name)): "\(name) has no sample for --offline"
    case .file(let path, let problem): sentence(for: problem, path: path)
    case .desktop(let problem): sentence(for: problem)
    case .expectation(let expected, let actual, let trail):
      "expected \(expected), found \(actual) (on \(PromptPlace.shortened(trail.joined(separator: " › "), to: 60)))"
    }
  }

  /// The first word after `liner` is not a script; `error` says why it is not a command either.
  /// - Parameter catalogs: the names that an id may begin with.
  package static func neitherFileNorCommand(_ words: [String], _ error: CommandError, catalogs: [String]) -> String {
    let first = words.first ?? ""
    let word = first.quoted
    if words.count == 1, !first.contains("/") || first.contains(":"), Reference(first, catalogs: catalogs) != nil {
      return "\(word) is neither a file here nor a command; did you mean open \(first.asWord)?"
    }
    // The shell passes a command in quotes as one word.
    let (name, rest) = Command.nameAndRest(of: first[...])
    if words.count == 1, !rest.isEmpty, (try? Command.named(name)) != nil {
      return "\(word) is neither a file here nor a command; did you mean -c \(word)?"
    }
    // A single word with a dot or a slash was meant as a file; a blank one is an unset variable of the shell.
    let isPath = words.allSatisfy(\.isBlank) || words.count == 1 && first.contains { $0 == "." || $0 == "/" }
    let search = isPath ? [] : ["search " + words.joined(separator: " ")]
    switch error {
    case .ambiguousCommand(_, let candidates):
      return "no file \(word) here; as a command it could be \(candidates.listed("or"))"
    case .unknownCommand(_, let nearest) where !(nearest + search).isEmpty:
      return "\(word) is neither a file here nor a command; did you mean \(proposed(nearest + search))?"
    default: return "\(word) is neither a file here nor a command; liner help lists the commands"
    }
  }

  /// Commands that can be typed as they are printed; of a very long one only its name.
  private static func proposed(_ commands: [String]) -> String {
    commands.map { $0.utf8.count > 200 ? String(Command.nameAndRest(of: $0[...]).name) : $0 }.joined(separator: ", or ")
  }

  /// What to type instead of a word: the name that is spelled nearly so, or any of them.
  private static func choice(for word: String, from known: [String]) -> String {
    let nearest = Spelling.nearest(to: word.lowercased(), among: known)
    return nearest.map { "did you mean \($0)?" } ?? "choose \(known.listed("or"))"
  }

  /// An option of a command was given to the program.
  package static func optionOfCommand(_ option: Command.Option, _ command: Command) -> String {
    "\(option.dashed) is an option of \(command.name), after the command: liner \(command.name) … \(option.usage)"
      + (option.filter == nil ? "" : "; for all commands: --set \(option.name)=VALUE")
  }

  /// What would be accepted instead; nil if `error` does not say.
  /// - Parameter inFull: whether a long list is given in full.
  package static func accepted(insteadOf error: CommandError, inFull: Bool = false) -> String? {
    switch error {
    case .usage(.badValue(_, of: _, let allowed)): allowed.listed("or", inFull: inFull)
    case .usage(.notAWholeNumber(_, of: _, let range)):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .usage(.unknownCategory(_, catalog: _, let known)): known.listed("or")
    default: nil
    }
  }

  /// - Parameter isExplained: whether `explain` shows it, and must not advise itself.
  package static func sentence(for error: CatalogError, isExplained: Bool = false) -> String {
    switch error {
    case .offline(let host): "Could not reach \(host). Check the connection, then: retry"
    case .timedOut(let host, let time): "\(host) did not answer in \(readable(time)). Try again: retry"
    case .rateLimited(let host, let time?) where time > RequestBudget.longestPause:
      "\(host) asks for a pause of \(readable(time)). After \(readable(RequestBudget.longestPause)), try: retry"
    case .rateLimited(let host, let time?):
      "\(host) is rate-limiting. Wait \(readable(max(time, .seconds(1)))), then: retry"
    case .rateLimited(let host, nil): "\(host) is rate-limiting. Wait a minute, then: retry"
    case .budgetSpent(let host, let time):
      "The request budget for \(host), shared by all liner processes, is used up. Wait \(readable(max(time, .seconds(1)))), then: retry"
    case .refused(let host, 0, let reason?): "Nothing sent to \(host): \(reason)"
    case .refused(let host, let status, let reason?): "\(host) refused the request (HTTP \(status)): \(reason)"
    case .refused(let host, let status, nil):
      "\(host) refused the request (HTTP \(status))" + (isExplained ? "" : ". See: explain")
    case .notFound(let host): "\(host) has nothing at that address (HTTP 404)"
    case .gone(let host): "\(host) no longer has anything at that address (HTTP 410)"
    // The address itself names the store, whatever is set.
    case .unknown(let reference, let storefront?) where reference.lowercased().contains("/\(storefront.lowercased())/"):
      "The \(storefront) store has no \(reference.quoted)"
    case .unknown(let reference, let storefront?):
      "The \(storefront) store has no \(reference.quoted). Try another: set country"
    case .noChart(let chart, let storefront): "The \(storefront) store has no \(chart.quoted) chart"
    case .unknown(let reference, nil): "The service has no \(reference.quoted)"
    case .notInSample(let reference):
      "\(reference.quoted) is not in the sample; without --offline, liner looks it up"
        + (AddressWords.suggested(by: reference).map { ". Try: search \($0.inQuotes)" } ?? "")
    case .unrecognized(let reference, let cause): unrecognized(reference, cause)
    case .wrongFilter(let value, let name, let known): sentence(for: .badValue(value, of: name, allowed: known))
    case .noRelation(let word, let title, let known): sentence(for: .unknownRelation(word, of: title, known: known))
    case .onlyInList(let reference, let whole?):
      "\(reference.quoted) is not among its podcast's newest episodes. Try: open \(whole)"
    case .onlyInList(let reference, nil):
      "\(reference.quoted) cannot be opened by id. Open its podcast, then: open episodes"
    case .notAnItemPage(let address): "\(address.quoted) is not the page of a single item: it contains no id"
    case .reported(let host, let code, let message):
      "\(host) reports: \(ended(message ?? "an error"))\([.notFound, .refused].contains(code) ? "" : " Try again later: retry")"
    case .server(let host, let status): "\(host) failed (HTTP \(status)). Try again later: retry"
    case .unreadable(let host, let what): "\(host) sent an unusable answer: \(what). Try again: retry"
    case .unusable(let file, let what): "\(file) is not a usable answer: \(what)"
    case .tooLarge(let host, let limit):
      "\(host) sent more than \(limit / 1_048_576) MB; discarded. For a list, try: set limit 50"
    case .untrusted(let host, let reason): sentence(for: reason, of: host)
    case .offLimits(let host, let address):
      """
      \(address == host ? host : "\(host) leads to \(address), which") is on this machine or its network, \
      where feeds and declarations must not lead
      """
    case .libraryMissing(let name, let package):
      "liner needs \(name) for network access. Install it (on Debian: apt install \(package)), then: retry"
    case .libraryUnusable(let name, let reason):
      "liner needs \(name) for network access, and could not use it: \(reason)"
    case .cancelled: "Cancelled"
    case .notRecorded(let request): "No recorded answer for \(request)"
    case .credentialsMissing(let sets, let about, let catalog):
      "This catalog needs credentials. \(howToGive(sets.map { $0.listed("and") }.joined(separator: ", or "), about, catalog))"
    case .credentialsNeeded(let address, let names, let sets, let about, let catalog):
      """
      \(names.listed("and")) \(names.count == 1 ? "has" : "have") \(address.quoted), and \
      \(names.count == 1 ? "needs" : "need") credentials. \
      \(howToGive(sets.map { $0.listed("and") }.joined(separator: ", or "), about, catalog))
      """
    case .addressMissing(let variable, let about, let catalog):
      "This catalog needs your server's address. \(howToGive(variable, about, catalog))"
    case .credentialsRejected(let host, let reason, let variable, let catalog):
      """
      \(host) rejects the credentials\(reason.map { ": " + ended($0) } ?? ".") \
      \(catalog.map { "Sign in again: catalog sign-in \($0.asWord)" }
        ?? "Renew \(variable.map { "the token in \($0)" } ?? "them"), then restart")
      """
    case .credentialsNotKept(let error):
      "The credentials have expired, and the new ones could not be saved in \(error.path): \(words(for: error.problem)). Fix that, then: retry"
    }
  }

  /// How to give what a catalog needs.
  private static func howToGive(_ variables: String, _ about: String?, _ catalog: String?) -> String {
    "Set \(variables)\(about.map { $0.isEmpty ? "" : " (\($0))" } ?? ""), then restart"
      + (catalog.map { ", or type: catalog sign-in \($0.asWord)" } ?? "")
  }

  /// A service's own words at the end of a sentence, with a full stop unless they have one.
  private static func ended(_ words: String) -> String {
    words.last.map { ".!?…。".contains($0) } == true ? words : words + "."
  }

  /// The sentence for a command that changed nothing.
  package static func sentence(for unchanged: Unchanged) -> String {
    switch unchanged {
    case .filter: "nothing changed: that filter is already set"
    case .noFilter: "nothing changed: there is no filter here"
    case .order: "nothing changed: already in that order"
    case .noOrder: "nothing changed: already in the service's order"
    case .firstScreen: "nothing changed: already at the first screen"
    case .noFurther: "no further items came"
    case .catalog(let title): "nothing changed: already in \(title)"
    case .setting(let name, let value): "nothing changed: \(name) is already \(value.quoted)"
    }
  }

  package static func sentence(for notice: Notice) -> String {
    switch notice {
    case .listingsClosed(let host):
      "\(host) denies these credentials its listings; using its product catalog for this session"
    case .credentialsNotKept(let error):
      "Could not save the renewed credentials in \(error.path): \(words(for: error.problem)). They are lost when liner exits"
    case .notShared(let error, let time):
      "\(error.path) cannot be used: \(words(for: error.problem)). "
        + (time.map { "Until it can, each host gets one request every \(readable($0))" } ?? "Requests are not counted")
    case .settingSaved(let path): "saved in \(path)"
    case .memoryUnusable(let error):
      "\(error.path) cannot be used: \(words(for: error.problem)). Continuing without it"
    case .memoryReplaced(let path, let saved):
      "\(path) was damaged\(saved.map { ". It is saved as \($0)," } ?? ",") and a new one was started"
    case .declaration(let path, let hosts, let variables):
      "\(path) declares this catalog; it uses \(hosts.listed("and"))\(variables.isEmpty ? " and no credentials" : " and reads \(variables.listed("and"))")"
    case .partialDownload(let path, let bytes, isResumable: true):
      "\(path) holds \(bytes.readableSize); get resumes from there"
    case .partialDownload(let path, let bytes, isResumable: false):
      "\(path) holds \(bytes.readableSize), but it cannot be resumed: get starts over"
    case .catalogMissing(let name):
      "there is no catalog \(name.quoted) here; this screen shows only what was saved. Add the catalog: catalog add FILE"
    case .partMissing(let title, let whole):
      "\(title.quoted) does not contain the part in the address; this is the \(whole)"
    case .skippedInReplay(let command): "skipped in a replay: \(DisplayWidth.fitted(command, to: 120))"
    }
  }

  private static func sentence(for problem: CommandError.UsageProblem) -> String {
    switch problem {
    case .missingArgument(let command, let synopsis): "missing argument: \(command) \(synopsis)"
    case .unexpectedArgument(let text, let command, ""): "\(command): unexpected \(text.quoted)"
    case .unexpectedArgument(let text, let command, let synopsis): "unexpected \(text.quoted): \(command) \(synopsis)"
    case .notAWholeNumber(let text, let name, let range):
      "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(text.quoted)"
    case .unknownOption(let option, let command, _)
    where ProgramOptions.contains(option) && (option != "--force" || !["get", "link"].contains(command)):
      "\(option) is an option of liner itself, before the command: liner \(ProgramOptions.example(of: option)) \(command) …"
        + (["--output": "; here: export --format json", "--force": "; here: > FILE --force"][option] ?? "")
    case .unknownOption(let option, command: "search", let known):
      "unknown option \(option.quoted); try \(known.listed("or")). To search for it, put -- before it"
    case .unknownOption(let option, let command, let known):
      "unknown option \(option.quoted); \(command) has \(known.isEmpty ? "none" : known.listed("and"))"
    case .valueNotTaken(let option): "\(option) has no value"
    case .exportToDash: "export does not write to -; to print the items: export --format csv"
    case .genreNeedsOption(let genre, let command): "\(genre.quoted) is a genre; use --genre: \(command)"
    case .missingValue(let option): "\(option) needs a value"
    case .repeatedOption(let option): "\(option) takes one value; give it once"
    case .badValue(let value, let name, let allowed): "\(name) cannot be \(value.quoted); use \(allowed.listed("or"))"
    case .unknownCategory(let word, let catalog, let known):
      "\(catalog.map { "\($0) has no" } ?? "no catalog has a") category \(word.quoted); choose \(known.listed("or"))"
    case .unknownChart(let words, let known):
      "no chart \(words.quoted); give a store (jp, japan) or world, then \(known.listed("or"))"
    case .ambiguousWord(let word, let candidates): ambiguous(word, candidates)
    case .misspelt(let word, let name, let meant):
      "\(name) cannot be \(word.quoted); did you mean \(meant.listed("or"))?"
    case .chart(.noChart(let category, let known)):
      "there is no \(category.name.quoted) chart; choose \(known.map(\.name).listed("or"))"
    case .chart(.unknownGenre(let genre, [])): "this chart has no genres, so it has no \(genre.quoted)"
    case .chart(.unknownGenre(let genre, let known)):
      if case let candidates = WordList(known).match(genre), candidates.count > 1 {
        ambiguous(genre, candidates)
      } else {
        "there is no genre \(genre.quoted) here; choose \(known.listed("or", inFull: true))"
      }
    case .chart(.beyondLimit(let limit, let largest)): "this chart has only \(largest) places, not \(limit)"
    case .undeclaredRecording(let name):
      "the recording uses the catalog \(name.quoted); add its declaration: --catalog \(name).json"
    case .worldNeedsCategory(let known): "world needs a category: \(known.listed("or"))"
    case .unknownRelation(let word, let title, []): "\(title.quoted) has no \(word.quoted)"
    case .unknownRelation(let word, let title, let known):
      "\(title.quoted) has no \(word.quoted); choose \(known.listed("or"))"
    case .nothingToOpen(let words, _, []): "no title here matches \(words.quoted); to open a feed: open ADDRESS"
    case .nothingToOpen(let words, let catalog, let known):
      """
      \(catalog) has no category \(words.quoted), and no title here matches; categories: \(known.listed("and"))
      """
    case .unknownCatalog(let word, let known): "there is no catalog \(word.quoted); \(choice(for: word, from: known))"
    case .unknownSetting(let word, let nearest?): "there is no setting \(word.quoted); did you mean set \(nearest)?"
    case .unknownSetting(let word, nil): "there is no setting \(word.quoted); set lists them all"
    case .inapplicableFilter(let value, let name, []): "\(name) \(value) does not apply here"
    case .inapplicableFilter(let value, let name, let categories):
      "\(name) \(value) does not apply here; it applies to \(categories.listed("and"))"
    case .malformedSelection(let text): "\(text.quoted) is not a selection; use 3, 1-3,5, 7-, -2 or all"
    case .unclosedQuote: "missing closing quote \""
    case .notUTF8: "the line is not UTF-8 text"
    case .lineTooLong(let limit): "the line is longer than \(limit / 1_048_576) MB"
    case .nestedTooDeep(let limit): "scripts are nested more than \(limit) deep"
    case .scriptIsRunning(let path): "\(path) is running already; a script that sources itself would never end"
    case .shellNotAllowed(isReplay: true): "a replay runs no shell commands"
    case .shellNotAllowed(isReplay: false): "scripts need --shell to run shell commands"
    case .tooManyPages(let count, let most): "that would open \(count) pages; add --yes for more than \(most)"
    case .severalCoversOneFile(let file):
      "several covers need a folder, with a slash at the end: --save \((file + "/").asWord)"
    case .noSuchList(let name, let meant, let known):
      "no list \(name.quoted); \(meant.isEmpty ? "choose \(known.listed("or"))" : "did you mean \(meant.listed("or"))?")"
    case .unsetVariable(let name): "${\(name)} has no value; --var \(name)=…"
    case .showsNoItems(let command): "\(command) shows no items for | or >"
    case .severalToOpen(let items): "open shows one item, not \(items.quoted); for example: open 1"
    case .selectionAlone(let items): "\(items) is not a command; for example: star \(items)"
    }
  }

  private static func sentence(for missing: CommandError.Missing) -> String {
    switch missing {
    case .term(let isFirst): "no search \(isFirst ? "yet" : "here"); start with: search TERM"
    case .item(let command, let example?):
      "which item? For example: \(command) \(example). On an item's screen, just \(command)"
    case .item(_, nil): "this screen shows no items"
    case .ahead(_, 0): "no screen ahead; forward works only after back"
    case .ahead(let asked, let available): "cannot go forward \(asked); only \(available.counted("screen")) ahead"
    case .failure(let canReload): "nothing failed here" + (canReload ? "; reload fetches the screen again" : "")
    case .nextPage(let extent): extent?.end ?? "no more here; open a section to see all of it"
    case .more: "no more here"
    case .undo: "nothing to undo"
    case .searchToReload: "nothing to reload: this screen fetched nothing"
    case .link(let what): "there is no \(what)"
    case .feature("search", let catalog):
      "\(catalog) has no search. Open an address, or search another catalog: catalog NAME"
    case .feature(let feature, let catalog): "\(catalog) has no \(feature)"
    case .list: "no list here"
    case .itemsToExport: "no items here to write; no file was written"
    case .favoritesList(let name): "no lists yet; try: star 3 --list \(name.asWord)"
    }
  }

  private static func sentence(for problem: CommandError.DesktopProblem) -> String {
    switch problem {
    case .noProgram(let names, let purpose, let target):
      "no program to \(purpose) found; install \(names.listed("or")). \(sentence(forTarget: target))"
    case .programFailed(let name, let status, let target?):
      "\(name) failed with status \(status). \(sentence(forTarget: target))"
    case .programFailed(let name, let status, nil): "\(name) failed with status \(status)"
    case .noTerminal: "copy needs a terminal; link prints the address"
    case .commandFailed(let command, let status, _): "\(command.quoted) failed with status \(status)"
    case .tooLongToCopy(let limit): "too long to copy: terminals accept \(limit) bytes"
    }
  }

  private static func sentence(forTarget target: String) -> String {
    target.hasPrefix("/") ? "The file is \(target)" : "The address is \(target)"
  }

  /// The first few candidates for a word, and how many more there are.
  private static func ambiguous(_ word: String, _ candidates: [String]) -> String {
    let shown = candidates.prefix(mostCandidates).map { DisplayWidth.fitted($0, to: 60) }
    let left = candidates.count - shown.count
    let could = left == 0 ? shown.listed("or") : (shown + ["\(left) more"]).listed("and")
    return "\(word.quoted) could be \(could)"
  }

  private static let mostCandidates = 5

  private static func readable(_ time: Duration) -> String {
    // Limits the time, so that it fits an integer.
    let exact = time / .seconds(1)
    let seconds = min(exact < 1 ? exact : exact.rounded(.up), 999_999_999)
    for (unit, name, one) in [(86_400.0, "days", "a day"), (3600, "hours", "an hour"), (60, "minutes", "")]
    where seconds > unit * 2 || seconds == unit && !one.isEmpty {
      return seconds == unit ? one : "\(Int((seconds / unit).rounded(.up))) \(name)"
    }
    return seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\(Int(seconds)) s"
  }
}

extension Extent {
  /// Why there is no more to fetch; nil if there is.
  var end: String? {
    switch self {
    case .all: "these are all the items"
    case .limit(let limit, largest: _): "the service returns only \(limit == 1 ? "this one" : "these \(limit)")"
    case .ended(let came, let total): "\(came)\(total.map { " of \($0)" } ?? "") came; the service sends no more"
    case .stopped(let came, let total):
      "stopped after \(came)\(total.map { " of \($0)" } ?? "") rows: the last pages had no matching rows"
    case .unknown: "the service does not say whether there is more"
    case .page, .service: nil
    }
  }
}
