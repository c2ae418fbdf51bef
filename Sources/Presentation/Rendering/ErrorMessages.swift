package import Domain

/// The only place with sentences for errors: what was typed, what happened, what to do next.
package enum ErrorMessages {
  package static func sentence(for error: CommandError) -> String {
    switch error {
    case .unknownCommand(let word, let nearest?):
      "unknown command \(quoted(word)); did you mean \(DisplayWidth.fitted(nearest, to: 60))?"
    case .unknownCommand(let word, nil): "unknown command \(quoted(word)); help lists them all"
    case .ambiguousCommand(let word, let candidates): "\(quoted(word)) could be \(list(candidates, "or"))"
    case .usage(let problem): sentence(for: problem)
    case .noSuchItem(.max, let available):
      "there is no item with so large a number; this screen has \(available ?? "none")"
    case .noSuchItem(let number, let available):
      "there is no item \(number) here; this screen has \(available ?? "none")"
    case .nothingHere(let missing): sentence(for: missing)
    case .atRoot(_, 0): "this is the first screen; there is nothing before it"
    case .atRoot(let asked, let depth):
      "cannot go back \(asked); there \(depth == 1 ? "is 1 screen" : "are \(depth) screens") before this one"
    case .catalog(let error), .description(.catalog(let error)): sentence(for: error)
    case .description(.file(let error)): "\(error.path): \(words(for: error.problem))"
    case .description(.mistakes(let mistakes, let file)): mistakes.map { $0.text(of: file) }.joined(separator: "\n")
    case .description(.refused(let sentence)): sentence
    case .description(.noSample(let name)): "\(name) has no sample; it takes the network"
    case .file(let path, let problem): sentence(for: problem, path: path)
    case .desktop(let problem): sentence(for: problem)
    case .partly(let done, let all, let error):
      sentence(for: error) + " (\(done) of \(all) \(done == 1 ? "was" : "were") done before)"
    case .expectation(let expected, let actual, []): "expected \(expected), found \(actual)"
    case .expectation(let expected, let actual, let trail):
      "expected \(expected), found \(actual) (on \(DisplayWidth.fitted(trail.joined(separator: " › "), to: 60)))"
    }
  }

  /// The first word after `liner` is not a script; `error` says why it is not a command either.
  package static func neitherFileNorCommand(_ words: [String], _ error: CommandError) -> String {
    let word = quoted(words.first ?? "")
    // A single word with a dot or a slash was meant as a file.
    let isPath = words.count == 1 && (words.first ?? "").contains { $0 == "." || $0 == "/" }
    let search = isPath ? [] : ["search " + DisplayWidth.fitted(words.joined(separator: " "), to: 60)]
    switch error {
    case .ambiguousCommand(_, let candidates):
      return "\(word) is no file here; as a command it could be \(list(candidates, "or"))"
    case .unknownCommand(_, let nearest) where nearest != nil || !search.isEmpty:
      let meant = ([nearest].compactMap(\.self) + search).joined(separator: ", or ")
      return "\(word) is neither a file here nor a command; did you mean \(meant)?"
    default: return "\(word) is neither a file here nor a command; liner help lists the commands"
    }
  }

  /// What would have been accepted instead; nil if `error` does not say.
  /// - Parameter inFull: whether a long list is given in full.
  package static func accepted(insteadOf error: CommandError, inFull: Bool = false) -> String? {
    switch error {
    case .usage(.badValue(_, of: _, let allowed)): list(allowed, "or", inFull: inFull)
    case .usage(.notAWholeNumber(_, of: _, let range)):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .usage(.unknownCategory(_, catalog: _, let known)): list(known, "or")
    default: nil
    }
  }

  package static func sentence(for error: CatalogError) -> String {
    switch error {
    case .offline(let host): "Couldn't reach \(host). Check the connection, then: retry"
    case .timedOut(let host, let time): "\(host) did not answer within \(readable(time)). Try again: retry"
    case .rateLimited(let host, let time?) where time > RequestBudget.longestPause:
      "\(host) asks to wait \(readable(time)). Wait at least \(readable(RequestBudget.longestPause)), then: retry"
    case .rateLimited(let host, let time?):
      "\(host) asks to slow down. Wait \(readable(time)), then: retry"
    case .rateLimited(let host, nil): "\(host) asks to slow down. Wait a minute, then: retry"
    case .budgetSpent(let host, let time):
      "The request budget for \(host), shared by all liner processes, is used up. Wait \(readable(time)), then: retry"
    case .refused(let host, 0, let reason?): "\(host) was not asked: \(reason)"
    case .refused(let host, let status, let reason?): "\(host) refused the request (HTTP \(status)): \(reason)"
    case .refused(let host, let status, nil): "\(host) refused the request (HTTP \(status)). Check the settings: set"
    case .notFound(let host): "\(host) has nothing at that address (HTTP 404)"
    case .unknown(let reference, let storefront?):
      "\(quoted(reference)) is not known in the storefront \(storefront). Another may have it: set country"
    case .unknown(let reference, nil): "\(quoted(reference)) is not known to the service"
    case .notInSample(let reference):
      "\(quoted(reference)) is not in the sample; without --offline, liner asks the service"
    case .unrecognized(let reference): "\(quoted(reference)) belongs to no catalog here; catalog lists them"
    case .wrongFilter(let value, let name, let known): sentence(for: .badValue(value, of: name, allowed: known))
    case .noRelation(let word, let title, let known): sentence(for: .unknownRelation(word, of: title, known: known))
    case .partOf(let reference, let whole?):
      "\(quoted(reference)) can only be found through its podcast, and is not among the newest episodes: open \(whole)"
    case .partOf(let reference, nil):
      "\(quoted(reference)) cannot be looked up by itself. Open its podcast, then: open episodes"
    case .noCatalogueNumber(let address):
      "\(quoted(address)) is not the page of a single thing: it has no catalogue number to look up"
    case .told(let host, let code, let message):
      "\(host) says: \(message ?? "it has failed").\(code == .notFound ? "" : " Try again later: retry")"
    case .server(let host, let status): "\(host) failed (HTTP \(status)). Try again later: retry"
    case .unreadable(let host, let what): "The answer of \(host) could not be read: \(what). Try again: retry"
    case .tooLarge(let host, let limit):
      "The answer of \(host) was larger than \(limit / 1_048_576) MB and was dropped. Ask for less: set limit 50"
    case .untrusted(let host, let reason): sentence(for: reason, of: host)
    case .offLimits(let host, let address):
      """
      \(address == host ? host : "\(host) leads to \(address), which") is an address of this machine or its network, \
      where other people's addresses may not send liner
      """
    case .libraryMissing(let name, let package):
      "liner needs \(name) to reach the network, and it is not installed. Install it (on Debian: apt install \(package)), then: retry"
    case .cancelled: "Cancelled"
    case .notRecorded(let request): "The recording has no answer to \(request)"
    case .credentialsMissing(let sets, let about, let catalog):
      """
      This catalog needs credentials. Set \(sets.map { list($0, "and") }.joined(separator: ", or "))\
      \(about.map { $0.isEmpty ? "" : " (\($0))" } ?? ""), then restart\(catalog.map { ", or type: catalog sign-in \($0)" } ?? "")
      """
    case .credentialsRejected(let host, let reason, let variable):
      """
      \(host) does not accept the credentials\(reason.map { ": \($0)" } ?? ""). \
      Renew \(variable.map { "the token in \($0)" } ?? "them") and start again
      """
    case .credentialsNotKept(let error):
      "The credentials have expired, and the new ones could not be saved in \(error.path): \(words(for: error.problem)). Fix that, then: retry"
    }
  }

  private static func sentence(for problem: CertificateProblem, of host: String) -> String {
    switch problem {
    case .untrusted:
      """
      The certificate of \(host) is not trusted: this machine does not know who signed it. If you trust the signer, \
      name its certificate file in SSL_CERT_FILE, and start again
      """
    case .expired: "The certificate of \(host) has expired. Check the clock of this machine, then: retry"
    case .notYetValid: "The certificate of \(host) is not yet valid. Check the clock of this machine, then: retry"
    case .wrongHost: "\(host) sent the certificate of another host. Check the address, then: retry"
    case .other(let reason): "The certificate of \(host) could not be checked: \(reason). Fix that, then: retry"
    }
  }

  /// The sentence for a command that changed nothing.
  package static func sentence(for unchanged: Unchanged) -> String {
    switch unchanged {
    case .filter: "nothing changed: the list is narrowed to that text already"
    case .noFilter: "nothing changed: there is no filter here"
    case .order: "nothing changed: the rows are in that order already"
    case .noOrder: "nothing changed: this is the service's own order already"
    case .firstScreen: "nothing changed: this is the first screen already"
    case .catalog(let title): "nothing changed: this is \(title) already"
    case .setting(let name, let value): "nothing changed: \(name) is \(quoted(value)) already"
    }
  }

  package static func sentence(for notice: Notice) -> String {
    switch notice {
    case .listingsClosed(let host):
      "\(host) does not show its listings to these credentials; the product catalogue answers for this session"
    case .credentialsNotKept(let error):
      "The renewed credentials could not be saved in \(error.path): \(words(for: error.problem)). They are lost when this session ends"
    case .notShared(let path, let reason, let time?):
      """
      \(path) cannot be used: \(reason). The request budget counts as used up: until it can be shared again, a host gets \
      one request every \(readable(time))
      """
    case .notShared(let path, let reason, nil): "\(path) cannot be used: \(reason). Requests are not counted"
    case .settingSaved(let path): "saved in \(path)"
    case .memoryUnusable(let error):
      "\(error.path) cannot be used: \(words(for: error.problem)). This command went on without what liner remembers"
    case .memoryReplaced(let path, let saved):
      "\(path) was damaged\(saved.map { ". It is saved as \($0)," } ?? ",") and a new one was started"
    case .declaration(let path, let hosts, let variables):
      "\(path) declares this catalog; it uses \(list(hosts, "and"))\(variables.isEmpty ? " and no credentials" : " and reads \(list(variables, "and"))")"
    case .partlyGot(let path, let bytes, goesOn: true):
      "nothing is lost: \(path) holds \(bytes.readableSize), and get goes on from there"
    case .partlyGot(let path, let bytes, goesOn: false):
      "\(path) holds \(bytes.readableSize); the service cannot go on from there, so get begins anew"
    case .passedOver(let command):
      "passed over, because a replay reaches nothing beyond itself: \(DisplayWidth.fitted(command, to: 120))"
    }
  }

  private static func sentence(for problem: CommandError.UsageProblem) -> String {
    switch problem {
    case .missingArgument(let command, let synopsis): "\(command) needs more: \(command) \(synopsis)"
    case .unexpectedArgument(let text, let command, ""): "\(command) does not take \(quoted(text))"
    case .unexpectedArgument(let text, let command, let synopsis):
      "\(command) cannot use \(quoted(text)): \(command) \(synopsis)"
    case .notAWholeNumber(let text, let name, let range):
      "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))"
    case .unknownOption("--help", let command, _): "\(command) has no --help; type help \(command)"
    case .unknownOption(let option, let command, _) where ProgramOptions.contains(option):
      "\(option) is an option of liner itself, before the command: liner \(ProgramOptions.example(of: option)) \(command) …"
        + (option == "--output" ? "; here: export --format json" : "")
    case .unknownOption(let option, command: "search", let known):
      "unknown option \(quoted(option)); \(there(known)). To search for such a word, put -- before it"
    case .unknownOption(let option, let command, let known):
      "unknown option \(quoted(option)); \(command) has \(known.isEmpty ? "none" : list(known, "and"))"
    case .valueNotTaken(let option): "\(option) takes no value"
    case .exportToDash: "export writes to a file; without one it prints the items: export --format csv"
    case .genreAsWord(let genre, let command): "\(quoted(genre)) is a genre; ask for it with --genre: \(command)"
    case .missingValue(let option): "\(option) needs a value"
    case .badValue(let value, let name, let allowed):
      "\(name) cannot be \(quoted(value)); it can be \(list(allowed, "or"))"
    case .unknownCategory(let word, let catalog, let known):
      "\(catalog) has no category \(quoted(word)); \(there(known))"
    case .unknownChart(let words, let known):
      "there is no chart \(quoted(words)); name a storefront, such as jp or japan, or world, and \(list(known, "or"))"
    case .ambiguousWord(let word, let candidates): ambiguous(word, candidates)
    case .misspelt(let word, let name, let meant):
      "\(name) cannot be \(quoted(word)); did you mean \(list(meant, "or"))?"
    case .chart(.noChart(let category, let known)):
      "there is no chart of \(quoted(category.name)); \(there(known.map(\.name)))"
    case .chart(.unknownGenre(let genre, [])): "this chart has no genres, so it has no \(quoted(genre))"
    case .chart(.unknownGenre(let genre, let known)):
      if case .several(let candidates) = Choice(known).found(genre) {
        ambiguous(genre, candidates)
      } else {
        "there is no genre \(quoted(genre)) here; \(there(known))"
      }
    case .chart(.beyondLimit(let limit, let largest)): "this chart has at most \(largest) places, not \(limit)"
    case .undeclaredRecording(let name):
      "the recording is of the catalog \(quoted(name)), which is not here; add the file of its declaration: --catalog \(name).json"
    case .worldNeedsCategory(let known): "a chart of the world is of one category; name it: \(list(known, "or"))"
    case .unknownRelation(let word, let title, []): "nothing leads from \(quoted(title)) to \(quoted(word))"
    case .unknownRelation(let word, let title, let known):
      "\(quoted(title)) has no \(quoted(word)); \(there(known))"
    case .unknownPlace(let words, let catalog, let known):
      """
      \(catalog) has no category \(quoted(words)), and no title here has that; the categories are \(list(known, "and"))
      """
    case .unknownCatalog(let word, let known): "there is no catalog \(quoted(word)); \(there(known))"
    case .unknownSetting(let word, let nearest?): "there is no setting \(quoted(word)); did you mean set \(nearest)?"
    case .unknownSetting(let word, nil): "there is no setting \(quoted(word)); set lists them all"
    case .unfitValue(let value, let name, let categories):
      "\(name) \(value) fits none of the categories asked; it fits \(list(categories, "and"))"
    case .malformedSelection(let text): "\(quoted(text)) selects nothing; write 3, 1-3,5, 7-, -2 or all"
    case .unclosedQuote: "a quote is not closed; end it with \""
    case .notUTF8: "the line is not UTF-8 text"
    case .lineTooLong(let limit): "the line is longer than \(limit / 1_048_576) MB"
    case .nestedTooDeep(let limit): "scripts are nested more than \(limit) deep"
    case .shellNotAllowed(isReplay: true): "a replay runs no shell commands"
    case .shellNotAllowed(isReplay: false): "a script may run shell commands only with --shell"
    case .manyPages(let count, let most):
      "that would open \(count) pages; for more than \(most) add --yes"
    case .severalIntoFile(let file):
      "covers of several items go into a folder, whose name ends in a slash: --save \(file)/"
    case .noSuchList(let name, let meant): "no list \(quoted(name)); did you mean \(meant)?"
    case .unsetVariable(let name): "${\(name)} has no value; --var \(name)=…"
    case .showsNoItems(let command): "\(command) shows no items that | or > could pass on"
    case .selectionAlone(let items): "what about \(items)? For example: star \(items)"
    }
  }

  private static func sentence(for missing: CommandError.Missing) -> String {
    switch missing {
    case .term: "nothing was searched for yet; begin with search TERM"
    case .item(let command):
      "which item? For example: \(command) 3. On an item's screen, just \(command)"
    case .ahead(_, 0): "there is no screen ahead; forward leads to where back came from"
    case .ahead(let asked, let available):
      "cannot go forward \(asked); there \(available == 1 ? "is 1 screen" : "are \(available) screens") ahead"
    case .failure: "nothing failed here; reload fetches the screen again"
    case .nextPage(after: .all?): "there is no more; this is all of it"
    case .nextPage(after: .limit(let limit, largest: _)?):
      "there is no more: the service gives no more than these \(limit)"
    case .nextPage(after: .unknown?): "the service does not say whether there is more"
    case .nextPage: "there is no more here; open shows all of a section"
    case .undo: "there is no change to undo"
    case .searchToReload: "nothing here was fetched, so there is nothing to reload"
    case .link(let what): "there is no \(what)"
    case .feature("search", let catalog):
      "\(catalog) has no search. Open an address, or search another catalog: catalog NAME"
    case .feature(let feature, let catalog): "\(catalog) has no \(feature)"
    case .list: "there is no list here"
    case .itemsToExport: "no items here to write; no file was written"
    case .favoritesList(let name): "no lists yet; try: star 3 --list \(name)"
    }
  }

  private static func sentence(for problem: CommandError.DesktopProblem) -> String {
    switch problem {
    case .noProgram(let names, let purpose, let target):
      "there is no program to \(purpose); install \(list(names, "or")). \(sentence(forTarget: target))"
    case .programFailed(let name, let status, let target?):
      "\(name) failed with status \(status). \(sentence(forTarget: target))"
    case .programFailed(let name, let status, nil): "\(name) failed with status \(status)"
    case .noTerminal: "only a terminal has a clipboard, and there is none here; link prints the address"
    case .commandFailed(let command, let status): "\(quoted(command)) failed with status \(status)"
    case .tooLongToCopy(let limit): "the address is longer than the \(limit) bytes that terminals copy"
    }
  }

  private static func sentence(forTarget target: String) -> String {
    target.hasPrefix("/") ? "The file is \(target)" : "The address is \(target)"
  }

  private static func sentence(for problem: FileProblem, path: String) -> String {
    switch problem {
    case .alreadyExists: "\(path) exists already; --force replaces it"
    // The received part of a download is kept, and another message says so.
    case .noSpace where !path.hasSuffix(".part"): "\(path): \(words(for: problem)); nothing was written"
    case .malformed(let line, let what): "\(path):\(line): \(what)"
    default: "\(path): " + words(for: problem)
    }
  }

  /// What is wrong with a file, without its name.
  package static func words(for problem: FileProblem) -> String {
    switch problem {
    case .notFound: "there is no such file or folder"
    case .isDirectory: "this is a folder"
    case .notPermitted: "permission denied"
    case .alreadyExists: "it exists already"
    case .noSpace: "no space left on the disk"
    case .notAFile: "this is not a regular file"
    case .locked: "another program has locked it"
    case .tooLarge(let limit): "it is larger than \(limit / 1_048_576) MB"
    case .notAFolder: "this is not a folder"
    case .cancelled: "cancelled"
    case .malformed(let line, let what): "line \(line): \(what)"
    case .unknownFormat(let known): "the format is unknown; it can be \(list(known, "or"))"
    case .other(let reason): reason
    }
  }

  /// The first few candidates for a word, and how many more there are.
  private static func ambiguous(_ word: String, _ candidates: [String]) -> String {
    let shown = candidates.prefix(mostCandidates).map { DisplayWidth.fitted($0, to: 60) }
    let left = candidates.count - shown.count
    let could = left == 0 ? list(shown, "or") : shown.joined(separator: ", ") + " and \(left) more"
    return "\(quoted(word)) could be \(could)"
  }

  private static let mostCandidates = 5

  /// The typed text in quotes, shortened if it is very long.
  private static func quoted(_ text: String) -> String {
    "\"" + DisplayWidth.fitted(text, to: 60) + "\""
  }

  private static func there(_ known: [String]) -> String {
    "there \(known.count == 1 ? "is" : "are") \(list(known, "and"))"
  }

  static func list(_ words: [String], _ conjunction: String, inFull: Bool = false) -> String {
    // A long list, such as all storefronts, would bury the sentence.
    let shown = words.count > 24 && !inFull ? Array(words.prefix(20)) : words
    if shown.count < words.count { return shown.joined(separator: ", ") + " … (\(words.count) in all)" }
    guard let last = shown.last, shown.count > 1 else { return words.joined() }
    return shown.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  private static func readable(_ time: Duration) -> String {
    // Caps the time, so that it fits an integer.
    let seconds = min(time / .seconds(1), 999_999_999)
    for (unit, name, one) in [(86_400.0, "days", "a day"), (3600, "hours", "an hour"), (60, "minutes", "")]
    where seconds > unit * 2 || seconds == unit && !one.isEmpty {
      return seconds == unit ? one : "\(Int((seconds / unit).rounded(.up))) \(name)"
    }
    return seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\(Int(seconds.rounded(.up))) s"
  }
}
