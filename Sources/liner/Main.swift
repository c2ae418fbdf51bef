import ArgumentParser
import Catalogs
import Disk
import Domain
import FoundationEssentials
import Presentation
import Terminal

@main
enum Liner {
  static let version = "1.0.0"

  /// The number of threads that a session needs besides its first and that for signals: for keys, files, the network,
  /// and Swift itself.
  private static let otherThreads = 5

  static func main() {
    // Must precede the Swift concurrency runtime, which would take the numbers of closed descriptors. This is why
    // `main` is not asynchronous.
    StandardDescriptors.open()
    BaseFolders.completeEnvironment()
    CurrentProcess.shareHeap()
    do {
      let invocation = try Invocation(arguments())
      var command = try Options.parseAsRoot(invocation.arguments)
      if let options = command as? Options { run(options, invocation.words) }
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// The words after the program's name.
  /// - Throws: if one is not UTF-8, because Swift would replace its bytes.
  private static func arguments() throws -> [String] {
    let words = CommandLine.arguments
    // The pointers are fine because nothing changes a process's arguments.
    for index in words.indices {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      throw ValidationError("argument \(index) is not UTF-8 text: \(words[index])")
    }
    return Array(words.dropFirst())
  }

  /// - Parameter words: a command's name and the words after it; empty if none was given.
  private static func run(_ options: Options, _ words: [String]) {
    if options.generateManual { print(Manual.text) }
    guard StandardDescriptors.hasSpareOnes else {
      fail("liner: the open-file limit is too low; try ulimit -n 64")
    }
    let isPrompt = options.interactive || options.replay == nil && options.namesNoCommands(besides: words)
    if options.cast != nil, isPrompt, TerminalOutput.isTerminal(StandardDescriptors.input) {
      end(with: ValidationError("--cast needs a script or -c and cannot be used with -i: the terminal shows nothing"))
    }
    let environment = ProcessInfo.processInfo.environment
    // Listen now, so that no signal is missed while the session is prepared.
    let thread = FirstThread()
    let signals = TerminalSignals(threads: otherThreads) {
      fail("liner: the process limit is too low; raise ulimit -u or close programs")
    }
    Task(executorPreference: thread) {
      let session = await signals.cancelling {
        await result { try await Session(options, words: words, environment: environment, signals: signals) }
      }
      switch session {
      case .success(let session):
        let status = await session.run()
        await signals.unfinished.finish()
        CurrentProcess.end(status: status)
      case .failure(let error): end(with: CommandError(error))
      }
    }
    thread.run()
  }

  private static func end(with error: CommandError) -> Never {
    switch error {
    case .catalog(.cancelled): CurrentProcess.end(status: 130)
    case .file:
      // The options are valid, but a file they name is not.
      fail("liner: " + ErrorMessages.sentence(for: error))
    case .declaration(.mistakes):
      // One mistake per line and nothing else, so that editors find the places.
      fail(ErrorMessages.sentence(for: error), status: ExitCode.validationFailure.rawValue)
    default: end(with: ValidationError(ErrorMessages.sentence(for: error)))
    }
  }

  /// Reports what ends the program before anything runs: invalid options, or a request for help.
  private static func end(with error: any Error) -> Never {
    let status = Options.exitCode(for: error).rawValue
    let message = Options.fullMessage(for: error)
    if status == 0 {
      // ArgumentParser completes a command `help` that liner lacks, and zsh accepts no second rest of the arguments.
      let foreign = [":->command'", ":->arg'", "Show subcommand help information"]
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      print(lines.filter { line in !foreign.contains(where: line.contains) }.joined(separator: "\n") + "\n")
    }
    fail(message, status: status)
  }

  /// Prints a text instead of running a session.
  private static func print(_ text: String) -> Never {
    let output = TerminalOutput(appearance: .plain)
    output.write(raw: Array(text.utf8))
    guard case .failed(let problem) = output.flush() else { CurrentProcess.end(status: 0) }
    fail("liner: cannot write the results: " + ErrorMessages.words(for: problem))
  }

  private static func fail(_ message: String, status: Int32 = 1) -> Never {
    let errors = TerminalOutput(descriptor: StandardDescriptors.errors, appearance: .plain, capacity: 0)
    let size = TerminalSize.ofTerminal(StandardDescriptors.errors, environment: ProcessInfo.processInfo.environment)
    var text = StyledText()
    for line in message.isEmpty ? [] : message.split(separator: "\n", omittingEmptySubsequences: false) {
      text.append(wrapping: String(line), width: size?.columns)
    }
    errors.write(text)
    CurrentProcess.end(status: status)
  }
}

/// The arguments of the program: options and scripts, or options and one command with its words.
struct Invocation {
  private(set) var arguments: [String]
  /// The command's name and the words after it, as the shell passed them; empty if there is no command.
  private(set) var words: [String] = []

  /// Looks at the first word that is neither an option nor an option's value. A file takes precedence over a command,
  /// and a command over a folder, which cannot be a script.
  /// - Throws: if it is none of these.
  init(_ given: [String]) throws {
    arguments = given
    guard let index = try Self.firstWord(of: given) else { return }
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: given[index], isDirectory: &isFolder)
    if exists, !isFolder { return }
    do throws(CommandError) {
      _ = try Command.named(given[index][...])
    } catch {
      // Opening the folder as a script reports the error.
      if exists { return }
      throw ValidationError(
        ErrorMessages.neitherFileNorCommand(Array(given[index...]), error, catalogs: Options.catalogNames))
    }
    words = Array(given[index...])
    arguments = Array(given[..<index])
    // Nothing follows it.
    if arguments.last == "--" { arguments.removeLast() }
  }

  /// ArgumentParser does not say which options have a value, and that decides where a command starts.
  /// - Returns: nil if all words are options, or if one is unknown, which ArgumentParser reports better.
  /// - Throws: if one is an option of a command.
  private static func firstWord(of given: [String]) throws -> Int? {
    var index = 0
    while index < given.count {
      let word = given[index]
      if word == "--" { return index + 1 < given.count ? index + 1 : nil }
      guard word.hasPrefix("-"), word != "-" else { return index }
      index += 1
      if word.hasPrefix("--") {
        let name = word.prefix { $0 != "=" }
        guard ProgramOptions.contains(String(name)) else {
          // The command that was typed, before others with such an option.
          let typed = given[index...].compactMap { try? Command.named($0[...]) }
          let meant = (typed + Command.all).lazy.compactMap { command in
            command.options(in: .itunes).first { $0.dashed == name }.map { ($0, command) }
          }.first
          if let (option, command) = meant { throw ValidationError(ErrorMessages.optionOfCommand(option, command)) }
          return nil
        }
        if ProgramOptions.withValue.contains(String(name.dropFirst(2))), name == word { index += 1 }
      } else if word.last == "c" {
        index += 1
      }
    }
    return nil
  }
}
