import ArgumentParser
import FoundationEssentials
import Presentation

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
    guard let index = Self.firstWord(of: given) else { return }
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: given[index], isDirectory: &isFolder)
    if exists, !isFolder { return }
    do throws(CommandError) {
      _ = try Command.named(given[index][...])
    } catch {
      // Opening the folder as a script reports the error.
      if exists { return }
      throw ValidationError(ErrorMessages.neitherFileNorCommand(Array(given[index...]), error))
    }
    words = Array(given[index...])
    arguments = Array(given[..<index])
    // Nothing follows it.
    if arguments.last == "--" { arguments.removeLast() }
  }

  /// ArgumentParser does not say which options have a value, and that decides where a command starts.
  /// - Returns: nil if all words are options, or if one is unknown, which ArgumentParser reports better.
  private static func firstWord(of given: [String]) -> Int? {
    var index = 0
    while index < given.count {
      let word = given[index]
      if word == "--" { return index + 1 < given.count ? index + 1 : nil }
      guard word.hasPrefix("-"), word != "-" else { return index }
      index += 1
      if word.hasPrefix("--") {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        if ProgramOptions.withoutValue.contains(String(name)) || name.count < word.count - 2 { continue }
        guard ProgramOptions.withValue.contains(String(name)) else { return nil }
        index += 1
      } else if word.last == "c" {
        index += 1
      }
    }
    return nil
  }
}
