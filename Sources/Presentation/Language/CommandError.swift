package import Domain

/// Every way in which a command fails, as facts; `ErrorMessages` has the sentences. `indirect`, because every command
/// passes a result on, and few contain an error.
package indirect enum CommandError: Error, Sendable, Equatable {
  case unknownCommand(String, meant: [String])
  /// Neither a command nor a topic.
  case noHelp(String)
  case ambiguousCommand(String, candidates: [String])
  case usage(UsageProblem)
  /// The number is nil if a range, or `all`, selects nothing. `available` lists the screen's numbers, such as `1-15`;
  /// nil if it has no items, empty if a filter hides them all.
  case noSuchItem(Int?, available: String?)
  case nothingHere(Missing)
  case atRoot(asked: Int, depth: Int)
  case catalog(CatalogError)
  /// The declaration is unreadable or invalid, or the catalog has no sample to use offline.
  case declaration(CatalogProblem)
  case file(path: String, FileProblem)
  case desktop(DesktopProblem)
  /// `trail` is where the expectation was checked.
  case expectation(expected: String, actual: String, trail: [String])

  package enum UsageProblem: Sendable, Equatable {
    case missingArgument(command: String, synopsis: String)
    case unexpectedArgument(String, command: String, synopsis: String)
    case notAWholeNumber(String, of: String, range: ClosedRange<Int>)
    case unknownOption(String, command: String, known: [String])
    /// `export` does not write to `-`; `--format` alone prints the items.
    case exportToDash
    case valueNotTaken(option: String)
    case missingValue(option: String)
    case repeatedOption(String)
    case badValue(String, of: String, allowed: [String])
    case unknownCategory(String, catalog: String?, known: [String])
    /// The text is neither a storefront nor a category of the charts.
    case unknownChart(String, categories: [String])
    /// A genre was typed instead of a chart's category; `command` is the right form.
    case genreNeedsOption(String, command: String)
    case ambiguousWord(String, candidates: [String])
    /// No word of the list begins with the text, but those in `meant` are similar.
    case misspelt(String, of: String, meant: [String])
    case chart(ChartRefusal)
    /// The world chart needs one category.
    case worldNeedsCategory([String])
    /// The recording is of a catalog whose declaration is missing.
    case undeclaredRecording(String)
    /// `known` are the item's relations; empty if it has none.
    case unknownRelation(String, of: String, known: [String])
    case nothingToOpen(String, catalog: String, categories: [String])
    case unknownCatalog(String, known: [String])
    case unknownSetting(String, nearest: String?)
    case inapplicableFilter(String, of: String, categories: [String])
    case malformedSelection(String)
    case unclosedQuote
    case notUTF8
    case lineTooLong(limit: Int)
    case nestedTooDeep(limit: Int)
    /// A script would run itself, directly or through others.
    case scriptIsRunning(String)
    case shellNotAllowed(isReplay: Bool)
    /// More pages than a user opens on purpose.
    case tooManyPages(Int, most: Int)
    case severalCoversOneFile(String)
    /// No list of favourites has the name. `meant` are the commands or lists probably meant, `known` all lists.
    case noSuchList(String, meant: [String], known: [String])
    /// `${NAME}` contains a variable that is not set.
    case unsetVariable(String)
    /// `|` or `>` follows a command that shows no items.
    case showsNoItems(String)
    /// Items were selected without a command.
    case selectionAlone(String)
    /// `open` was given a selection.
    case severalToOpen(String)
  }

  /// Why an action on an item failed.
  package enum DesktopProblem: Sendable, Equatable {
    /// None of the programs is installed; `target` is the address or path that needed one.
    case noProgram([String], for: String, target: String)
    case programFailed(String, status: Int32, target: String?)
    /// No terminal provides a clipboard.
    case noTerminal
    case tooLongToCopy(limit: Int)
    /// - Parameter output: what it printed, unless that was shown as it arrived.
    case commandFailed(String, status: Int32, output: [UInt8] = [])
  }

  package enum Missing: Sendable, Equatable {
    /// - Parameter isFirst: whether there was no search before.
    case term(isFirst: Bool)
    /// - Parameter example: the number of an item that could be meant; nil if the screen shows none.
    case item(for: String, example: Int?)
    case ahead(asked: Int, available: Int)
    case failure(canReload: Bool)
    case nextPage(after: Extent?)
    /// A single section whose extent is unknown, such as news, has no next page.
    case more
    case undo
    case searchToReload
    case link(String)
    case feature(String, catalog: String)
    case list
    /// The screen has no items, and an empty file would look like a result.
    case itemsToExport
    /// There are no lists of favourites; the user wanted one with this name.
    case favoritesList(String)
  }

  package var code: ErrorCode {
    switch self {
    case .unknownCommand, .noHelp: .unknownCommand
    case .ambiguousCommand: .ambiguousCommand
    case .usage, .declaration(.mistakes): .usage
    case .noSuchItem: .noSuchItem
    case .nothingHere, .desktop: .nothingHere
    case .atRoot: .atRoot
    case .catalog(let error), .declaration(.catalog(let error)): error.code
    case .declaration(.noSample): .offline
    case .declaration(.refused): .refused
    case .file, .declaration(.file): .file
    case .expectation: .expectFailed
    }
  }
}

/// The value of `body`; throws every error as a `CommandError`.
package func described<Value>(_ body: () throws -> Value) throws(CommandError) -> Value {
  do { return try body() } catch { throw CommandError(error) }
}

extension CommandError {
  /// Converts an error of a lower layer. All of them are listed here, except those of a cancelled wait.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as CommandError: error
      case let error as CatalogError: .catalog(error)
      case CatalogProblem.catalog(let error), DownloadFailure.catalog(let error): .catalog(error)
      case let problem as CatalogProblem: .declaration(problem)
      case let refusal as ChartRefusal: .usage(.chart(refusal))
      case DownloadFailure.file(let error): CommandError(error)
      case let error as FileError where error.problem != .cancelled: .file(path: error.path, error.problem)
      default: .catalog(.cancelled)
      }
  }
}
