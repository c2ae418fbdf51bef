import Foundation
import TestSupport
import Testing

/// The built program, saving covers from addresses that a service names.
@Suite(.timeLimit(.minutes(10)))
struct CoverProgramTests {
  private let folder = TemporaryFolder()
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Three songs: the cover of the second is on this machine, but not the service's own; that of the third is gone.
  private static func rows(at host: String) -> String {
    ["http://\(host)/one", "http://localhost:9/two", "http://\(host)/three"].enumerated().map { index, base in
      """
      {"wrapperType":"track","kind":"song","trackId":\(index + 1),"trackName":"S\(index + 1)","artistName":"A/B",\
      "artworkUrl100":"\(base)/100x100bb.png","previewUrl":"\(base)/x.m4a"}
      """
    }.joined(separator: ",")
  }

  @Test func `several go into a folder, and no address of this machine is asked but the service's own`() async throws {
    let answering: StandInServer.Answering = { request in
      if request.path.hasPrefix("/one/") { return StandInServer.Answer(body: Self.png) }
      guard request.path == "/search" else { return .status(404) }
      let rows = Self.rows(at: request.headers["host"] ?? "")
      return .json("{\"resultCount\":3,\"results\":[\(rows)]}")
    }
    try await StandInServer.run(answering: answering) { server in
      let run = try await BuiltProgram.shell(
        "$liner --no-cache --output json -c 'search x --in song' -c 'artwork all --save deep/covers/' -c 'play 2'",
        in: folder, environment: ["LINER_ITUNES_URL": server.url])
      #expect(run.status == 1)
      #expect(folder.read("deep/covers/A-B - S1.png") != nil)
      #expect(run.text.contains(#""file":"deep/covers/A-B - S1.png"}],"failed":[{"number":2,"code":"refused""#))
      #expect(run.text.contains(#"{"number":3,"code":"not-found""#))
      #expect(run.text.contains(#""command":"play 2","ok":false,"error":{"code":"refused""#))
    }
  }
}
