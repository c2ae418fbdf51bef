import Domain
import Foundation
import Presentation
import TestSupport
import Testing

@testable import Terminal

/// Which pictures a terminal can show, and the bytes sent for them.
@Suite(.timeLimit(.minutes(10)))
struct TerminalPictureTests: DesktopSuite {
  let folder = TemporaryFolder()
  private let png = Picture([0x89, 0x50, 0x4E, 0x47])!
  private let jpeg = Picture([0xFF, 0xD8, 0xFF, 0xE0])!

  @Test(arguments: TextTable.rows("the environment determines how pictures are shown") { ($0.variables(0), $0[1]) })
  func `the environment determines how pictures are shown`(environment: [String: String], display: String) {
    let shown =
      switch desktop(onlyFakes.merging(environment) { $1 }).pictures {
      case .shows(let formats): formats.map(\.rawValue).joined(separator: " ")
      case .cannot(let reason): "\(reason)"
      }
    #expect(shown == display)
  }

  @Test func `with chafa every format is shown, but only on a terminal`() async throws {
    try await installRecorder("chafa")
    #expect(desktop().pictures == .shows(Picture.Format.allCases))
    #expect(desktop(isTerminal: false).pictures == .cannot(.noTerminal))
  }

  @Test func `kitty gets a PNG as it is, and is asked not to answer`() async throws {
    try await desktop(onlyFakes.merging(["TERM": "xterm-kitty"]) { $1 }).show(png, rows: nil, caption: nil)
    #expect(folder.read("output") == "\u{1B}_Ga=T,f=100,q=2,r=20,m=0;iVBORw==\u{1B}\\\n")
  }

  @Test func `a large picture reaches kitty in pieces`() throws {
    let picture = try #require(Picture(png.bytes + [UInt8](repeating: 0, count: 4000)))
    let kitty = try #require(DrawingProtocol(environment: ["TERM": "xterm-kitty"]))
    let pieces = String(decoding: kitty.sequence(for: picture, rows: 9), as: UTF8.self).split(separator: "\u{1B}\\")
    #expect(pieces.count == 2)
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=100,q=2,r=9,m=1;"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gm=0;"))
    let data = pieces.map { $0.split(separator: ";")[1] }.joined()
    #expect(pieces[0].split(separator: ";")[1].count == 4096)
    #expect(Data(base64Encoded: data).map(Array.init) == picture.bytes)
  }

  @Test func `iTerm2 gets a JPEG as it is`() async throws {
    try await desktop(onlyFakes.merging(["TERM_PROGRAM": "iTerm.app"]) { $1 }).show(jpeg, rows: nil, caption: nil)
    #expect(
      folder.read("output") == "\u{1B}]1337;File=inline=1;size=4;height=20;preserveAspectRatio=1:/9j/4A==\u{7}\n")
  }

  @Test func `a caption is below the picture, without control characters`() async throws {
    try await desktop(onlyFakes.merging(["TERM_PROGRAM": "iTerm.app"]) { $1 }).show(
      jpeg, rows: nil, caption: "3 a\u{1B}[2Jb")
    #expect(folder.read("output")?.hasSuffix("\u{7}\n3 a␛[2Jb\n") == true)
  }

  @Test(arguments: [("xterm", "symbols"), ("foot", "sixels"), ("xterm-kitty", "kitty")])
  func `chafa converts a picture to the terminal's protocol`(term: String, format: String) async throws {
    try await install("chafa", "echo \"$@\"; wc -c")
    try await desktop(["TERM": term]).show(jpeg, rows: nil, caption: nil)
    #expect(folder.read("output") == "--format \(format) --size 40x20 --animate off -\n4\n\n")
  }

  @Test func `a picture that chafa refuses is not shown`() async throws {
    try await install("chafa", "echo half; exit 2")
    #expect(
      await error { () async throws(CommandError) in try await desktop().show(jpeg, rows: nil, caption: nil) }
        == .desktop(.programFailed("chafa", status: 2, target: nil)))
    #expect(folder.read("output") == "")
  }
}
