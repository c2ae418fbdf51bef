import Foundation
import Presentation
import TestSupport
import Testing

/// Every command that a message proposes must succeed when it is typed.
@Suite(.timeLimit(.minutes(10)))
struct AdviceTests {
  /// A screen of songs and albums, on which the mistakes are made.
  private static let start = "search vivaldi --in song,album"

  /// Mistakes whose messages each propose a command.
  static let tried = [
    "favorites 1", "fav 1", "favs add jazz 1", "view 1", "follow 1", "lists", "beatles", "1-3", "serach x", "opne 1",
    "link", "unstar", "list songs", "charts jazz", "country", "set limti 3", "export -", "view rows", "find",
  ]

  /// Further mistakes; if a message proposes a command, it can be typed.
  static let mistakes = [
    "favourites 1", "fav 1", "favs 1", "favs add jazz 1", "favs jazz 1", "view 1", "follow 1", "lists",
    "list", "list songs", "info 1", "cd song", "save", "delete 1", "prev", "find jack", "top", "ls 1 2", "clear",
    "beatles", "abbey road", "serach vivaldi", "opne 1", "songs", "album 1", "album vivaldi", "bookmark 1",
    "view tiles", "view rows", "hint off", "reader on", "country uk", "set stores world", "set country uk",
    "charts uk", "charts jazz", "charts us song --output json", "set limti 3", "1-3", "all", "3-", "link", "star",
    "stores", "more", "forward", "retry", "undo", "search", "search x --contry gb", "export", "export -", "favs nobody",
    "open games", "catalog x", "help x", "back 9", "news x", "get 3", "play", "artwork", "unstar", "browse all",
    "artwork 1-3 --save x", "music.apple.com", "reload 1", "config", "version", "subscribe 1", "remove 1",
  ]

  /// Screens that suggest commands.
  static let screens = ["home", "favs", "favs --lists", "search xyzzy --in song", "history xyzzy", "set view"]

  @Test(arguments: tried + mistakes)
  func `a suggestion in an error succeeds`(mistake: String) async throws {
    let run = try await liner([Self.start, mistake])
    #expect(run.status == 1, "\(mistake) is no mistake: \(run.text)")
    let message = try #require(run.errorText.split(separator: "\n").last.map(String.init))
    let proposals = Self.proposals(in: message)
    #expect(!proposals.isEmpty || !Self.tried.contains(mistake), "\(message)")
    for proposal in proposals {
      let again = try await liner([Self.start, proposal])
      #expect(again.status == 0, "\(mistake) → \(proposal): \(again.errorText)")
    }
  }

  @Test(arguments: screens)
  func `a suggestion on a screen succeeds`(screen: String) async throws {
    let run = try await liner([screen])
    #expect(run.status == 0)
    for line in run.lines {
      for proposal in Self.proposals(in: line) {
        let again = try await liner([Self.start, proposal])
        #expect(again.status == 0, "\(screen) → \(proposal): \(again.errorText)")
      }
    }
  }

  private func liner(_ lines: [String]) async throws -> BuiltProgram.Run {
    let folder = TemporaryFolder()
    return try await BuiltProgram.run(
      ["--offline", "--output", "text", "-c", lines.joined(separator: "\n")],
      environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path])
  }

  /// The commands that a sentence proposes, except those that need other programs: text after a colon, `did you mean`,
  /// `try` and the like that begins with the full name of a command.
  static func proposals(in sentence: String) -> [String] {
    var text = sentence
    // The place and the mistake itself, which errors in scripts repeat.
    if let match = text.firstMatch(of: #/^-c:\d+: .*?: /#) { text = String(text[match.range.upperBound...]) }
    var found: [String] = []
    for piece in text.split(separator: #/: |; |\. |did you mean |try | or |, then |For example |Add one /#) {
      var command = String(piece)
      while let last = command.last, "?.),".contains(last) { command.removeLast() }
      let words = command.split(separator: " ")
      guard let first = words.first, Command.all.contains(where: { $0.name == first && $0.name.first!.isLetter }),
        !["play", "browse", "copy"].contains(String(first)), !command.contains("…"), !command.contains("["),
        isCommand(command)
      else { continue }
      found.append(
        command.replacing(#/\bN\b/#, with: "1").replacing(#/\bTERM\b/#, with: "vivaldi").replacing(
          #/\bNAME\b/#, with: "jazz"
        )
        .replacing(#/\bFORMAT\b/#, with: "csv").replacing(#/\bFILE\b/#, with: "/dev/null --force --format csv"))
    }
    return found
  }

  /// Whether it is a command and not a sentence that begins like one, such as `open a section to see all`.
  private static func isCommand(_ text: String) -> Bool {
    let prose: Set = [
      "a", "the", "is", "only", "it", "does", "writes", "cannot", "must", "has", "needs", "works", "lists", "shows",
      "leads",
    ]
    return !text.split(separator: " ").dropFirst().contains { prose.contains(String($0)) }
  }
}
