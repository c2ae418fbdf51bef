/// Splits a line into commands, a comment, and a target for the items of each command.
extension Arguments {
  /// The commands of a line, separated by `;` outside quotes; none for a comment or an empty line. A comment after a
  /// command begins with a `#` between spaces.
  package static func commands(in line: String) -> [Substring] { commands(in: line[...]) }

  static func commands(in line: Substring) -> [Substring] {
    // Compares bytes, because every line of a script is checked.
    let bytes = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return [] }
    // A shell command has its own syntax.
    if first == UInt8(ascii: "|") || !bytes.hasByte({ $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "#") }) {
      return [Substring(bytes)]
    }
    return stretches(of: line).commands.map { $0.text.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
  }

  /// A command without the `| COMMAND` or `> FILE` after it, and that target; nil if there is none.
  static func parts(of command: Substring) -> (command: Substring, target: Substring?) {
    guard command.utf8.hasByte({ $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ">") }),
      let target = stretches(of: command).commands.first?.target
    else { return (command, nil) }
    return (command[..<target], command[target...])
  }

  /// The text of a comment; nil if the line is not one, or is a script's `#!` line.
  package static func comment(in line: String) -> String? {
    let text = line.drop(while: \.isWhitespace)
    guard text.first == "#", !text.hasPrefix("#!") else { return nil }
    let words = text.drop { $0 == "#" || $0.isWhitespace }
    return words.isEmpty ? nil : String(words)
  }

  /// The command at the end of `line`, empty right after `;`, or the target of its items; nil in a comment.
  package static func lastCommand(of line: String) -> Substring? {
    if line.first(where: { !$0.isWhitespace }) == "#" { return nil }
    let (commands, endsInComment) = stretches(of: line[...])
    guard !endsInComment, let last = commands.last else { return nil }
    return last.target.map { line[$0...] } ?? last.text.drop(while: \.isWhitespace)
  }

  /// Whether the character is a command name by itself, which needs no space after it.
  private static func isSign(_ character: Character) -> Bool { Command.signs.contains { $0 == character.asciiValue } }

  /// One command of a line, and the start of its target; nil if it has none.
  private typealias Stretch = (text: Substring, target: Substring.Index?)

  private static func stretches(of line: Substring) -> (commands: [Stretch], endsInComment: Bool) {
    var commands: [Stretch] = []
    var begin = line.startIndex
    var target: Substring.Index?
    var previous: Character = " "
    // How much of a command has been read, not counting leading white space: nothing, one character, or more.
    var length = 0
    var index = line.startIndex
    while index < line.endIndex {
      let (character, next) = (line[index], line.index(after: index))
      var standsAlone: Bool { isBlank(previous) && line[next...].first.map(isBlank) ?? false }
      if character == "\"" && (previous.isWhitespace || previous == ";" || length == 1 && isSign(previous)) {
        index = quoted(line[index...]).source.endIndex
        (length, previous) = (2, character)
        continue
      } else if character == ";" {
        commands.append((Arguments(line[begin..<index]).text, target))
        (begin, index) = (next, next)
        (length, previous, target) = (0, character, nil)
        continue
      } else if character == "#", standsAlone {
        commands.append((Arguments(line[begin..<index]).text, target))
        return (commands, true)
      } else if character == "|", target == nil, length == 0 || standsAlone {
        // The rest of the line belongs to the shell.
        commands.append((line[begin...], length == 0 ? nil : index))
        return (commands, false)
      } else if character == ">", target == nil, length > 0, standsAlone {
        target = index
      }
      if length < 2, length > 0 || !character.isWhitespace { length += 1 }
      (previous, index) = (character, next)
    }
    commands.append((line[begin...], target))
    return (commands, false)
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
