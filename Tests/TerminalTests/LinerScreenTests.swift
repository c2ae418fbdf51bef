import Foundation
import TestSupport
import Testing

/// Exact screens at three widths, from the files beside this one. With `LINER_WRITE_SCREENS` the files are written
/// instead, to be reviewed before a commit.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerScreenTests {
  private let liner = LinerTerminal()

  private static func file(_ columns: Int) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Screens/\(columns).txt")
  }

  @Test(arguments: [40, 80, 160])
  func `a session fits the terminal`(columns: Int) async throws {
    let terminal = try await liner.start(columns: columns, rows: 300)
    let session = [
      ("search vivaldi", "vivaldi>"), ("open song", "Song>"), ("open 1", ">"), ("star", ">"),
      ("favs", "vourites>"), ("set", "vourites>"), ("help", "vourites>"), ("home", "liner>"),
      ("search moon --in song,podcast", "moon>"), ("star 1 --list long-road-by-night", "moon>"),
      ("set view tiles", "moon>"), ("show", "moon>"),
    ]
    for (line, prompt) in session { try await terminal.enter(line, prompt: prompt) }
    let transcript = terminal.screen.transcript + "\n"
    if ProcessInfo.processInfo.environment["LINER_WRITE_SCREENS"] != nil {
      try transcript.write(to: Self.file(columns), atomically: true, encoding: .utf8)
    }
    #expect(transcript == (try String(contentsOf: Self.file(columns), encoding: .utf8)))
  }
}
