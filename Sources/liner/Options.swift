import ArgumentParser
import Catalogs
import Sample
import Wire
import Disk
import Domain
import FoundationEssentials
import Presentation
import Terminal

/// The options of the program, typed and validated.
struct Options: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "liner", abstract: "A line-oriented shell for exploring media catalogs.",
    usage: "liner [<options>] [<script> ... | <command> [<word> ...]]", version: Liner.version)

  @Option(
    name: [.customShort("c"), .long], help: ArgumentHelp("Run TEXT, then exit; repeatable.", valueName: "text"))
  var command: [String] = []

  @Flag(name: .shortAndLong, help: "Stay at the prompt after --command or scripts.")
  var interactive = false

  @Flag(help: "Answer from the embedded sample catalog; nothing leaves the machine.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "The catalog to begin with: itunes (default), another one's name, or the file of a declaration.",
      valueName: "name"),
    completion: .custom { _, _, _ in Options.catalogNames })
  var catalog: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Any setting of the set command; repeatable.", valueName: "name=value"),
    completion: .custom { _, _, typed in Options.assignments(beginningWith: typed) })
  var settings: [String] = []

  @Option(help: "The form of the results.")
  var output = OutputForm.text

  @Option(help: "When to use colour: auto, always or never.")
  var color = Appearance.Colors.auto

  @Flag(help: "Print each command behind the prompt before its output.")
  var echo = false

  @Flag(help: "Go on after a failing command.")
  var keepGoing = false

  @Flag(help: "A command of which a part failed has failed: one category, one storefront, one download.")
  var strict = false

  @Option(help: ArgumentHelp("Load favourites from FILE and save them there.", valueName: "file"))
  var favorites: String?

  @Option(
    help: ArgumentHelp("Write the commands and every HTTP exchange to FILE.", valueName: "file"), completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Answer from FILE and never from the network; without other commands, play those in it.", valueName: "file"),
    completion: .file())
  var replay: String?

  @Flag(help: "Let --record and --cast replace a file that is there already.")
  var force = false

  @Option(
    help: """
      Requests in any 60 seconds towards one host, by all processes together: a number, or off. Without it 20, 60 to \
      hosts that serve files, and to others what a declaration says, which this can only lower.
      """)
  var rate: Rate?

  @Flag(help: "Neither read nor write the answers kept on disk.")
  var noCache = false

  @Option(
    help: ArgumentHelp(
      "Seconds that a command of a script may wait for a budget or a service that asks for time.",
      valueName: "seconds"))
  var wait = 60.0

  @Option(
    name: .customLong("var"),
    help: ArgumentHelp("Replace ${NAME} by VALUE in commands; repeatable.", valueName: "name=value"))
  var variables: [String] = []

  @Flag(help: "Let scripts use | to run commands of the shell, as the prompt may.")
  var shell = false

  @Option(help: "Seconds that a request may take.")
  var timeout = 15.0

  @Option(help: ArgumentHelp("Diagnostics of this importance and more, on standard error.", valueName: "level"))
  var logLevel: LogLevel?

  @Option(help: ArgumentHelp("Diagnostics to the end of FILE instead.", valueName: "file"), completion: .file())
  var logFile: String?

  @Option(
    help: ArgumentHelp(
      "Show the session: type each command visibly, N times as fast as usual, and show comments.", valueName: "n"))
  var pace: Double?

  @Flag(help: "Show the session; each command waits for Enter, and another line can be typed first.")
  var step = false

  @Option(
    help: ArgumentHelp("Show the session into FILE, an asciicast (asciinema play FILE).", valueName: "file"),
    completion: .file())
  var cast: String?

  @Flag(help: ArgumentHelp("Print the manual page.", visibility: .hidden))
  var generateManual = false

  @Flag(help: "Skip the linerc file when the prompt starts.")
  var noRc = false

  @Argument(
    help: ArgumentHelp(
      """
      Scripts to run, or one command with its words. Without either, commands come from the terminal or the pipe.
      """, valueName: "script"),
    completion: .custom { _, _, typed in Options.firstWords(beginningWith: typed) })
  var scripts: [String] = []

  func validate() throws {
    guard timeout >= 0.001, timeout <= 3600 else {
      throw ValidationError("--timeout takes seconds from 0.001 to 3600, not \(timeout)")
    }
    guard wait >= 0, wait <= 86_400 else {
      throw ValidationError("--wait takes seconds from 0 to 86400, not \(wait)")
    }
    if record != nil && replay != nil { throw ValidationError("--record and --replay exclude each other") }
    let written = [record, cast, logFile].compactMap(\.self)
    if Set(written).count < written.count {
      throw ValidationError("--record, --cast and --log-file cannot write to one file")
    }
    if let pace, !(pace >= 0.01 && pace <= 1000) {
      throw ValidationError("--pace takes a number from 0.01 to 1000, not \(pace)")
    }
    if step, cast != nil { throw ValidationError("--step waits for keys, which a recording has none of") }
  }

  /// The catalogs that are written in Swift.
  static var catalogs: [Catalog] { [.itunes, .mercadoLibre, .feeds] }

  private static var catalogNames: [String] {
    let places = Places(ProcessInfo.processInfo.environment)
    let folder = places.config("catalogs")
    let own = folder.map { FolderListing.paths(beginningWith: $0 + "/", in: places) } ?? []
    return catalogs.map(\.name) + DeclaredCatalogs.shipped
      + own.filter { $0.hasSuffix(".json") }.compactMap { $0.split(separator: "/").last.map { String($0.dropLast(5)) } }
  }

  private static func assignments(beginningWith typed: String) -> [String] {
    guard let end = typed.firstIndex(of: "=") else {
      return Set(catalogs.flatMap { Setting.all(in: $0) }.map(\.name)).sorted().map { $0 + "=" }
    }
    let name = typed[..<end]
    let values = catalogs.flatMap { Setting.all(in: $0) }.filter { $0.name == name }.flatMap(\.values)
    return Set(values).sorted().map { "\(name)=\($0)" }
  }

  private static func firstWords(beginningWith typed: String) -> [String] {
    Command.all.map(\.name).filter { $0.first?.isLetter ?? false }
      + FolderListing.paths(beginningWith: typed, in: Places(ProcessInfo.processInfo.environment))
  }

  enum LogLevel: String, CaseIterable, ExpressibleByArgument {
    case trace, debug, info, notice, warning, error, critical
  }

  /// The user's limit on requests a minute to one host.
  struct Rate: ExpressibleByArgument {
    let bound: RequestBounds.Rate

    init?(argument: String) {
      if argument.lowercased() == "off" {
        bound = .off
      } else if let number = Int(argument), (1...100_000).contains(number) {
        bound = .perMinute(number)
      } else {
        return nil
      }
    }
  }
}

extension OutputForm: ExpressibleByArgument {
  package init?(argument: String) { self.init(option: argument) }
  package static var allValueStrings: [String] { options }
}
extension Appearance.Colors: ExpressibleByArgument {}
