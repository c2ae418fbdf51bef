import Domain

/// A topic of `help TOPIC` and the manual page: a block of `topics.txt`.
package struct HelpTopic: Sendable {
  package let name: String
  /// A few words, for lists.
  package let summary: String
  private let entry: EmbeddedFile.Block

  package enum Part {
    case paragraph(String)
    /// A command or variable, and its meaning.
    case entry(String, String)
    /// Lines to copy exactly.
    case listing(String)
  }

  package static let all = EmbeddedFile.table("topics").blocks.map(HelpTopic.init)

  private init(_ block: EmbeddedFile.Block) {
    (name, summary) = block.head.splitAtColon
    entry = block
  }

  package var parts: [Part] {
    var parts: [Part] = []
    for line in entry.lines {
      switch parts.last {
      case _ where line.hasPrefix("- "):
        let (name, meaning) = String(line.dropFirst(2)).splitAtColon
        let keys = ItemField.ofJSON.map(\.key).joined(separator: " ")
        parts.append(.entry(name, meaning.replacing("{codes}", with: Self.codes).replacing("{keys}", with: keys)))
      case .listing(let text) where line.hasPrefix("    "):
        parts[parts.count - 1] = .listing(text + "\n" + line.dropFirst(4))
      case _ where line.hasPrefix("    "): parts.append(.listing(String(line.dropFirst(4))))
      case .paragraph(let text): parts[parts.count - 1] = .paragraph(text + " " + line)
      default: parts.append(.paragraph(line))
      }
    }
    return parts
  }

  private static var codes: String { ErrorCode.allCases.map(\.rawValue).joined(separator: " ") }

  /// The topic that `help WORD` means; nil if it means a command. A topic's full name takes precedence over a command;
  /// a command takes precedence over a prefix of a topic's name.
  /// - Throws: `unknownCommand`, `ambiguousCommand`.
  static func named(_ word: String) throws(CommandError) -> HelpTopic? {
    let key = word.wordKey == "favorites" ? "favourites" : word.wordKey
    if let topic = all.first(where: { $0.name == key }) { return topic }
    do throws(CommandError) {
      _ = try Command.named(word[...])
      return nil
    } catch {
      guard case .unknownCommand(let word, let meant) = error else { throw error }
      if let topic = all.match(key, by: { [$0.name] }).only { return topic }
      if meant.isEmpty { throw .noHelp(word) }
      // `help` accepts only the name of a command.
      throw .unknownCommand(word, meant: meant.map { "help " + Command.nameAndRest(of: $0[...]).name })
    }
  }
}
