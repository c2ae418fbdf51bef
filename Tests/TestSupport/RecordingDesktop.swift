package import Domain
package import Presentation
import Synchronization
import Testing

/// A desktop that notes what was asked of it.
package final class RecordingDesktop: Desktop {
  private let state = Mutex<[String]>([])
  package let pictures: PictureDisplay
  private let playing: @Sendable () async throws(CommandError) -> Playback

  package func ask(_ question: String, isSecret: Bool) async -> String? {
    note((isSecret ? "secret? " : "? ") + question)
    return nil
  }

  /// - Parameter playing: what comes of playing.
  package init(
    pictures: PictureDisplay = .cannot(.noTerminal),
    playing: @escaping @Sendable () async throws(CommandError) -> Playback = { Playback(player: "mpv") }
  ) {
    self.pictures = pictures
    self.playing = playing
  }

  /// In order: `browse URL`, `copy URL`, `play TITLE URL`, `run COMMAND LINES shown`, `show FORMAT in N rows above CAPTION`.
  package var requests: [String] { state.withLock(\.self) }

  private func note(_ request: String) { state.withLock { $0.append(request) } }

  package func browse(_ page: WebLink) async throws(CommandError) { note("browse \(page.text)") }
  package func copy(_ text: String) async throws(CommandError) -> Clipboard {
    note("copy \(text)")
    return .terminal
  }

  package func play(_ target: String, from stream: ByteStream?, title: String) async throws(CommandError) -> Playback {
    guard let stream else {
      note("play \(title) \(target)")
      return try await playing()
    }
    do throws(CatalogError) {
      try await stream { [self] bytes in
        note("stream \(title) \(String(decoding: bytes, as: UTF8.self))")
        return true
      }
    } catch {
      throw .catalog(error)
    }
    return try await playing()
  }

  /// Notes the command with the number of lines it reads, and prints those.
  package func run(
    _ command: String, reading input: [UInt8], isShown: Bool
  ) async throws(CommandError) -> [UInt8] {
    note("run \(command) \(input.count { $0 == 0x0A }) \(isShown ? "shown" : "taken")")
    if command == "false" { throw .desktop(.commandFailed(command, status: 1)) }
    return isShown ? [] : input
  }

  package func show(_ picture: Picture, rows: Int?, caption: String?) async throws(CommandError) {
    note(
      "show \(picture.format.rawValue)" + (rows.map { " in \($0) rows" } ?? "") + (caption.map { " above " + $0 } ?? "")
    )
  }
}

extension Outside {
  /// For tests that do not leave the session: whoever fetches something records an issue.
  package static var uninvited: Outside {
    Outside(
      desktop: RecordingDesktop(),
      fetch: { link async throws(CatalogError) in
        Issue.record("fetched uninvited: \(link.text)")
        throw .cancelled
      }, budgets: { [] })
  }
}
