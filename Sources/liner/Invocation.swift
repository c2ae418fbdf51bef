import ArgumentParser
import FoundationEssentials
import Presentation

/// What the program was started with: options and scripts, or options and one command with words of its own.
struct Invocation {
  /// What is read as options and scripts.
  private(set) var arguments: [String]
  /// The command's name and what stands behind it, as the shell passed it; empty where there is none.
  private(set) var words: [String] = []

  /// The first word that is no option, nor an option's value, names a script or a command. A file goes before a command,
  /// and a folder, which is no script, behind it.
  /// - Throws: where it is neither.
  init(_ given: [String]) throws {
    arguments = given
    guard let index = Self.firstWord(of: given) else { return }
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: given[index], isDirectory: &isFolder)
    if exists, !isFolder { return }
    do throws(CommandError) {
      _ = try Command.named(given[index][...])
    } catch {
      // What is wrong with a folder is said where scripts are opened.
      if exists { return }
      throw ValidationError(ErrorMessages.neitherFileNorCommand(Array(given[index...]), error))
    }
    words = Array(given[index...])
    arguments = Array(given[..<index])
    // Behind it there is nothing left for it to end.
    if arguments.last == "--" { arguments.removeLast() }
  }

  /// Nil where all are options, and where one is unknown, of which the parser of options knows more to say.
  private static func firstWord(of given: [String]) -> Int? {
    var index = 0
    while index < given.count {
      let word = given[index]
      if word == "--" { return index + 1 < given.count ? index + 1 : nil }
      guard word.hasPrefix("-"), word != "-" else { return index }
      index += 1
      if word.hasPrefix("--") {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        if Options.withoutValue.contains(String(name)) || name.count < word.count - 2 { continue }
        guard Options.withValue.contains(String(name)) else { return nil }
        index += 1
      } else if word.last == "c" {
        index += 1
      }
    }
    return nil
  }
}
