package import Domain

/// Every way in which a command fails: what only one place can find is said there, in its sentence; the rest is facts,
/// whose sentences `ErrorMessages` has. `indirect`, because every command passes a result on, and few contain an error.
package indirect enum CommandError: Error, Sendable, Equatable {
  case unknownCommand(String, nearest: String?)
  case ambiguousCommand(String, candidates: [String])
  case usage(UsageProblem)
  /// The number is nil if a range, or `all`, selects nothing. `available` lists the screen's numbers, such as `1-15`;
  /// nil if it has no items.
  case noSuchItem(Int?, available: String?)
  case nothingHere(String)
  case atRoot(String)
  case catalog(CatalogError)
  /// The declaration is unreadable or invalid, or the catalog has no sample to use offline.
  case declaration(CatalogProblem)
  case file(path: String, FileProblem)
  case desktop(DesktopProblem)
  /// An error stopped the command after `done` items.
  case partly(done: Int, of: Int, CommandError)
  /// `trail` is where the expectation was checked.
  case expectation(expected: String, actual: String, trail: [String] = [])

  package enum UsageProblem: Sendable, Equatable, ExpressibleByStringInterpolation {
    case missingArgument(command: String, synopsis: String)
    case unexpectedArgument(String, command: String, synopsis: String)
    case notAWholeNumber(String, of: String, range: ClosedRange<Int>)
    case unknownOption(String, command: String, known: [String])
    case missingValue(option: String)
    case badValue(String, of: String, allowed: [String])
    case unknownCategory(String, catalog: String?, known: [String])
    case ambiguousWord(String, candidates: [String])
    /// No word of the list begins with the text, but those in `meant` are similar.
    case misspelt(String, of: String, meant: [String])
    case chart(ChartRefusal)
    /// `known` are the item's relations; empty if it has none.
    case unknownRelation(String, of: String, known: [String])
    case unknownCatalog(String, known: [String])
    /// Any other, in a sentence.
    case other(String)

    package init(stringLiteral sentence: String) { self = .other(sentence) }
  }

  /// Why an action on an item failed.
  package enum DesktopProblem: Sendable, Equatable {
    /// None of the programs is installed; `target` is the address or path that needed one.
    case noProgram([String], for: String, target: String)
    case programFailed(String, status: Int32, target: String?)
    /// No terminal provides a clipboard.
    case noTerminal
    case tooLongToCopy(limit: Int)
    case commandFailed(String, status: Int32)
  }

  package static let notUTF8 = CommandError.usage("the line is not UTF-8 text")

  /// The screen has no list.
  static let noList = CommandError.nothingHere("no list here")

  /// A catalog lacks what a command needs.
  static func noFeature(_ feature: String, of catalog: Catalog) -> CommandError {
    .nothingHere("\(catalog.title) has no \(feature)")
  }

  package var code: ErrorCode {
    switch self {
    case .unknownCommand: .unknownCommand
    case .ambiguousCommand: .ambiguousCommand
    case .usage: .usage
    case .noSuchItem: .noSuchItem
    case .nothingHere, .desktop: .nothingHere
    case .atRoot: .atRoot
    case .catalog(let error), .declaration(.catalog(let error)): error.code
    case .declaration(.file): .file
    case .declaration(.mistakes): .usage
    case .declaration(.noSample): .offline
    case .declaration(.refused): .refused
    case .file: .file
    case .expectation: .expectFailed
    case .partly(done: _, of: _, let error): error.code
    }
  }
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
