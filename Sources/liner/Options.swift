public import ArgumentParser
import Catalogs
import Wire
import Disk
import Domain
import FoundationEssentials
public import Logging
import Presentation
import Terminal

/// The options of the program, typed and validated.
struct Options: ParsableCommand {
  static let configuration = {
    var configuration = CommandConfiguration(
      commandName: "liner", abstract: "A line-oriented shell for exploring media catalogs.",
      usage: "liner [<options>] [<script> ... | <command> [<word> ...]]", version: Liner.version)
    // For a command without subcommands, ArgumentParser parses the arguments twice more to find this option.
    if !CommandLine.arguments.contains(where: { $0.hasPrefix("--generate-completion-script") }) {
      configuration._superCommandName = ""
    }
    return configuration
  }()

  @Option(name: [.customShort("c"), .long], help: .value("text", "Run TEXT, then exit; repeatable."))
  var command: [String] = []

  @Flag(name: .shortAndLong, help: "Stay at the prompt after --command or scripts.")
  var interactive = false

  @Flag(help: "Answer from the embedded sample catalog; works offline.")
  var offline = false

  @Option(
    help: .value("name", "Start in this catalog: itunes (default), another name, or a declaration file."),
    completion: .custom { _, _, typed in Options.catalogs(beginningWith: typed) })
  var catalog: String?

  @Option(
    name: .customLong("set"),
    help: .value("name=value", "Change a setting, as set does; repeatable."),
    completion: .custom { _, _, typed in Options.assignments(beginningWith: typed) })
  var settings: [String] = []

  @Option(help: "Output format. Default: text.")
  var output: OutputFormat?

  @Option(help: "When to use colour. Default: auto.")
  var color: Appearance.Colors?

  @Flag(help: "Print the prompt and each command before its output.")
  var echo = false

  @Flag(help: "Continue after a failure.")
  var keepGoing = false

  @Flag(help: "Fail a command if any part fails: a category, a store, a download.")
  var strict = false

  @Option(help: .value("file", "Load favourites from FILE and save them there."), completion: .file())
  var favorites: String?

  @Option(help: .value("file", "Write the commands and every HTTP exchange to FILE."), completion: .file())
  var record: String?

  @Option(
    help: .value("file", "Answer from the recording FILE, never the network; without other commands, run its own."),
    completion: .file())
  var replay: String?

  @Flag(help: "Let --record and --cast replace an existing file.")
  var force = false

  @Option(
    help: """
      Maximum requests per host in 60 seconds, over all liner processes: 1 to 100000, or off. Default: 20; 60 for \
      file hosts; a declared catalog's own rate, which this can only lower.
      """)
  var rate: RequestBounds.Rate?

  @Flag(help: "Do not use the disk cache.")
  var noCache = false

  @Option(
    help: .value(
      "seconds", "Maximum seconds a script's command waits for a request budget or a busy service. Default: 60."))
  var wait: Double?

  @Option(name: .customLong("var"), help: .value("name=value", "Replace ${NAME} with VALUE in commands; repeatable."))
  var variables: [String] = []

  @Flag(help: "Let scripts run shell commands with |, as at the prompt.")
  var shell = false

  @Option(help: .value("seconds", "Timeout of a request in seconds. Default: 15."))
  var timeout: Double?

  @Option(help: .value("level", "Log messages of this level and above to standard error."))
  var logLevel: Logger.Level?

  @Option(help: .value("file", "Append the log to FILE instead."), completion: .file())
  var logFile: String?

  @Option(help: .value("n", "Demo: type each command visibly, at N times normal speed, and show comments."))
  var pace: Double?

  @Flag(help: "Demo: wait for Enter before each command; you can type another line first.")
  var step = false

  @Option(help: .value("file", "Demo: record to FILE as an asciicast (asciinema play FILE)."), completion: .file())
  var cast: String?

  @Flag(help: ArgumentHelp("Print the manual page.", visibility: .hidden))
  var generateManual = false

  @Flag(help: "Do not run linerc at the prompt's start.")
  var noRc = false

  @Argument(
    help: .value(
      "script",
      "Scripts to run, or one command with its arguments. By default, commands are read from standard input."),
    completion: .custom { words, index, typed in Options.words(words, at: index, beginningWith: typed) })
  var scripts: [String] = []

  // With a default value instead, ArgumentParser would find its text by reflection at every start.
  var form: OutputFormat { output ?? .text }
  var colors: Appearance.Colors { color ?? .auto }

  /// The files that a session writes to all the time.
  var written: [String] { [record, cast, logFile].compactMap(\.self) }

  func namesNoCommands(besides words: [String]) -> Bool { command.isEmpty && scripts.isEmpty && words.isEmpty }

  func validate() throws {
    func require(_ rule: String, _ value: Double?, in range: ClosedRange<Double>) throws {
      if let value, !range.contains(value) { throw ValidationError("\(rule), not \(value)") }
    }
    try require("--timeout must be 0.001 to 3600 seconds", timeout, in: 0.001...3600)
    try require("--wait must be 0 to 86400 seconds", wait, in: 0...86_400)
    if record != nil && replay != nil { throw ValidationError("use either --record or --replay") }
    if Set(written).count < written.count {
      throw ValidationError("--record, --cast and --log-file need different files")
    }
    try require("--pace must be from 0.01 to 1000", pace, in: 0.01...1000)
    if step, cast != nil { throw ValidationError("--step waits for keys; it cannot be used with --cast") }
  }

  /// The catalogs written in Swift.
  static var catalogs: [Catalog] { [.itunes, .feeds] }

  static var catalogNames: [String] {
    let folder = places.config("catalogs")
    let own = folder.map { FolderListing.paths(beginningWith: $0 + "/", in: places) } ?? []
    return catalogs.map(\.name) + DeclaredCatalogs.shipped
      + own.filter { $0.hasSuffix(".json") }.compactMap { $0.split(separator: "/").last.map { String($0.dropLast(5)) } }
  }

  private static var places: BaseFolders { BaseFolders(ProcessInfo.processInfo.environment) }

  /// The names of all catalogs, or the files that a path may mean.
  private static func catalogs(beginningWith typed: String) -> [String] {
    guard typed.contains("/") else { return catalogNames }
    return FolderListing.paths(beginningWith: typed, in: places)
  }

  private static func assignments(beginningWith typed: String) -> [String] {
    let settings = catalogs.flatMap { Setting.all(in: $0) }
    guard let end = typed.firstIndex(of: "=") else { return Set(settings.map(\.name)).sorted().map { $0 + "=" } }
    let name = typed[..<end]
    return Set(settings.filter { $0.name == name }.flatMap(\.values)).sorted().map { "\(name)=\($0)" }
  }

  /// What a command accepts at `index` if a word before names one, else commands and files.
  private static func words(_ words: [String], at index: Int, beginningWith typed: String) -> [String] {
    let names = Command.all.map(\.name).filter { $0.first?.isLetter ?? false }
    guard let start = words.prefix(index).firstIndex(where: names.contains) else {
      return names + FolderListing.paths(beginningWith: typed, in: places)
    }
    let context = PromptContext(
      root: catalogs[0], names: { catalogNames }, files: { FolderListing.paths(beginningWith: $0, in: places) })
    let line = (words[start..<index] + [typed]).joined(separator: " ")
    return context.completions(for: line, at: line.count).map { typed.dropLast($0.replaced) + $0.text }
  }
}

extension ArgumentHelp {
  /// Help for an option or argument with a value of that name.
  fileprivate static func value(_ name: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }
}

extension RequestBounds.Rate: ExpressibleByArgument {
  package init?(argument: String) {
    if argument.lowercased() == "off" {
      self = .off
    } else if let number = Int(argument), (1...100_000).contains(number) {
      self = .perMinute(number)
    } else {
      return nil
    }
  }
}

extension OutputFormat: ExpressibleByArgument {
  package init?(argument: String) { self.init(option: argument) }
  package static var allValueStrings: [String] { options }
}

// ArgumentParser would make the same lists from key paths, which are resolved at every start.
extension Appearance.Colors: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
extension Logger.Level: @retroactive ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
