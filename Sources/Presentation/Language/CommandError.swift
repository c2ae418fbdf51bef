package import Domain

/// Every way in which a command fails. Facts; the sentences are in `ErrorMessages`.
///
/// Kept apart (`indirect`), since every command hands one of these on, nearly always without an error in it.
package indirect enum CommandError: Error, Sendable, Equatable {
  case unknownCommand(String, nearest: String?)
  case ambiguousCommand(String, candidates: [String])
  case usage(UsageProblem)
  /// `available` is what the screen has, such as `1-15`; nil where it has no items.
  case noSuchItem(Int, available: String?)
  case nothingHere(Missing)
  case atRoot(asked: Int, depth: Int)
  case catalog(CatalogError)
  /// A catalog's description is not what it should be, or nothing answers for the catalog.
  case description(CatalogProblem)
  case file(path: String, FileProblem)
  case desktop(DesktopProblem)
  /// Of several items some were done before something kept it from the rest.
  case partly(done: Int, of: Int, CommandError)
  /// `trail` tells the screen that it was expected on.
  case expectation(expected: String, actual: String, trail: [String] = [])

  package enum UsageProblem: Sendable, Equatable {
    case missingArgument(command: String, synopsis: String)
    case unexpectedArgument(String, command: String, synopsis: String)
    case notAWholeNumber(String, of: String, range: ClosedRange<Int>)
    case unknownOption(String, command: String, known: [String])
    /// `-` is no file; items are printed by their format alone.
    case exportToDash
    case valueNotTaken(option: String)
    case missingValue(option: String)
    case badValue(String, of: String, allowed: [String])
    case unknownCategory(String, catalog: String, known: [String])
    /// What was typed is neither a storefront nor a category of the charts.
    case unknownChart(String, categories: [String])
    /// A chart's genre was typed where its category stands; `command` asks for it.
    case genreAsWord(String, command: String)
    case ambiguousWord(String, candidates: [String])
    /// No word of a list begins so, but these may have been meant.
    case misspelt(String, of: String, meant: [String])
    case chart(ChartRefusal)
    /// The world's chart is of one category.
    case worldNeedsCategory([String])
    /// A recording of a catalog whose declaration is not here.
    case undeclaredRecording(String)
    /// `known` are the words that lead on from the item; empty where nothing does.
    case unknownRelation(String, of: String, known: [String])
    case unknownPlace(String, catalog: String, categories: [String])
    case unknownCatalog(String, known: [String])
    case unknownSetting(String, nearest: String?)
    case unfitValue(String, of: String, categories: [String])
    case malformedSelection(String)
    case unclosedQuote
    case notUTF8
    case lineTooLong(limit: Int)
    case nestedTooDeep(limit: Int)
    case shellNotAllowed(isReplay: Bool)
    /// More pages than anybody opens by accident.
    case manyPages(Int, most: Int)
    case severalIntoFile(String)
    /// `|` stands behind other commands.
    case pipeInsideLine
  }

  /// What stands in the way of leaving the session.
  package enum DesktopProblem: Sendable, Equatable {
    /// None of the programs is installed; `target` is the address or the path that it was to open.
    case noProgram([String], for: String, target: String)
    case programFailed(String, status: Int32, target: String?)
    /// There is no terminal that has a clipboard.
    case noTerminal
    case tooLongToCopy(limit: Int)
    case commandFailed(String, status: Int32)
  }

  package enum Missing: Sendable, Equatable {
    case term
    case item(for: String)
    case ahead(asked: Int, available: Int)
    case failure
    case nextPage(after: Extent?)
    case undo
    case searchToReload
    case link(String)
    case feature(String, catalog: String)
    case list
    /// There are no lists of favourites; one of this name was asked for.
    case favoritesList(String)
  }

  package init(_ error: FileError) {
    self = error.problem == .cancelled ? .catalog(.cancelled) : .file(path: error.path, error.problem)
  }

  /// What was expected in vain, with the screen that it was expected on.
  package func standing(on trail: [String]) -> CommandError {
    guard case .expectation(let expected, let actual, _) = self else { return self }
    return .expectation(expected: expected, actual: actual, trail: trail)
  }

  package var code: ErrorCode {
    switch self {
    case .unknownCommand: .unknownCommand
    case .ambiguousCommand: .ambiguousCommand
    case .usage: .usage
    case .noSuchItem: .noSuchItem
    case .nothingHere, .desktop: .nothingHere
    case .atRoot: .atRoot
    case .catalog(let error): error.code
    case .description(.file): .file
    case .description(.mistakes): .usage
    case .description(.noSample): .offline
    case .file: .file
    case .expectation: .expectFailed
    case .partly(done: _, of: _, let error): error.code
    }
  }
}
